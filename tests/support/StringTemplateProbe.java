import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.stringtemplate.v4.ST;
import org.stringtemplate.v4.STErrorListener;
import org.stringtemplate.v4.STGroup;
import org.stringtemplate.v4.misc.STMessage;

/** Fills templates as Spring AI does: one case a line, base64 words: template, then name and value in turn. */
public class StringTemplateProbe {

    private static boolean complained;

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(answer(line.split(" ", -1)));
        }
    }

    private static String answer(String[] words) {
        complained = false;
        String filled;
        try {
            STGroup group = new STGroup('{', '}');
            group.setListener(new Listener());
            ST template = new ST(group, decode(words[0]));
            for (int i = 1; i + 1 < words.length; i += 2) {
                template.add(decode(words[i]), decode(words[i + 1]));
            }
            filled = template.render();
        }
        catch (Exception refusal) {
            return "refused";
        }
        String encoded = Base64.getEncoder().encodeToString(filled.getBytes(StandardCharsets.UTF_8));
        return (complained ? "complained " : "filled ") + encoded;
    }

    private static String decode(String word) {
        return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
    }

    private static class Listener implements STErrorListener {
        public void compileTimeError(STMessage message) { complained = true; }
        public void runTimeError(STMessage message) { complained = true; }
        public void IOError(STMessage message) { complained = true; }
        public void internalError(STMessage message) { complained = true; }
    }
}
