package stub;

/** What Spring's own evaluators of this line pass. */
public final class Version {

    private Version() {
    }

    public static boolean passes(String reply) {
        return "yes".equalsIgnoreCase(reply);
    }

}
