/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one integer from low to high; a number beyond them, or between two values, is off the scale. */
record RatingRule(long low, long high) {

    private static final Pattern BARE = ReplyText.exactPattern("-?(?:0|[1-9][0-9]*+)");

    private static final Pattern RATING = ReplyText.pattern("(?<number>[-+]?[0-9]++(?:[.,][0-9]++)?)(?![0-9])"
            + "(?:\\s?(?:/|out\\sof|of)\\s?(?<top>[0-9]{1,9})(?![0-9]))?(?<percent>\\s?%)?");

    private static final Pattern RANGE = ReplyText
        .pattern("[0-9]{1,9}(?:\\s?[-\u2013\u2014]\\s?|\\s?to\\s|\\s?,\\s?|\\s?or\\s|\\s?and\\s)[0-9]");

    private static final Pattern DECIMAL_COMMA = ReplyText.exactPattern("[0-9]+,[0-9]");

    // A rating may be followed by its reason, not by what it would count ("5 days").
    private static final Pattern BEHIND = ReplyText.pattern("\\s?(?:stars?|points?)?[\"'\u201d\u2019)\\]]{0,3}"
            + "(?:$|[.,;:!<|\u2013\u2014)]|\\s[-\u2013\u2014(]|\\s(?:because|since|as|the|this|it|i)\\b)");

    private static final Pattern LEADS = ReplyText.pattern("\\s?(?:stars?|points?)?\\s?(?:[:\u2013\u2014]|\\s-\\s)");

    private static final Pattern CHOICE = ReplyText
        .exactPattern("[0-9]{1,9}(?:\\s?(?:[-\u2013\u2014/,|]|to|or|and)\\s?[0-9]{1,9})+");

    private static final Pattern LABEL = ReplyLabels
        .pattern("(?:final\\s)?(?:rating|score|grade|verdict|answer|judge?ment|result|stars)");

    private static final Set<String> FIELDS = Set.of("rating", "score", "grade", "verdict", "answer", "judgement",
            "judgment", "result", "value", "stars");

    private static final Set<String> NOTHING_ELSE = Set.of("", "star", "stars", "point", "points");

    private static final String OFF_SCALE = "off-scale";

    private static final String ECHO = "echo";

    JudgeReading read(String reply) {
        String stripped = ReplyText.strip(reply);
        if (BARE.matcher(stripped).matches()) {
            String finding = onScale(stripped);
            if (finding.equals(OFF_SCALE)) {
                return JudgeReading.UNREAD;
            }
            return new JudgeReading(finding, reply.strip().equals(stripped));
        }
        String text = ReplyText.shown(reply);
        String token = text == null ? null : visible(text);
        return token == null ? JudgeReading.UNREAD : JudgeReading.recovered(token);
    }

    private String visible(String text) {
        String whole = whole(peeled(text));
        if (whole != null) {
            return only(Set.of(whole));
        }
        ReplyJson.Found found = ReplyJson.find(text);
        Set<String> fields = new HashSet<>();
        for (ReplyJson.Fields object : found.objects()) {
            addFields(fields, object, true);
        }
        String outside = ReplyText.strip(found.outside());
        return fields.isEmpty() && !found.cut() ? text(outside) : fromFields(fields, text(outside), found.cut());
    }

    /** Fields together with what stands around them; an object that is cut off says nothing. */
    private String fromFields(Set<String> fields, String around, boolean cut) {
        if (around != null) {
            fields.add(around);
        }
        if (cut && fields.size() < 2) {
            return around;
        }
        return only(fields);
    }

    private void addFields(Set<String> findings, ReplyJson.Fields object, boolean outer) {
        for (ReplyJson.Field field : object.all()) {
            if (FIELDS.contains(ReplyText.lower(ReplyText.strip(field.name())))) {
                add(findings, field(field.value()));
            }
            if (outer && field.value() instanceof ReplyJson.Fields inner) {
                addFields(findings, inner, false);
            }
        }
    }

    private String field(Object value) {
        if (value instanceof BigInteger number) {
            boolean there = number.compareTo(BigInteger.valueOf(this.low)) >= 0
                    && number.compareTo(BigInteger.valueOf(this.high)) <= 0;
            return there ? number.toString() : OFF_SCALE;
        }
        if (value instanceof Double number) {
            boolean there = number == Math.rint(number) && number >= this.low && number <= this.high;
            return there ? String.valueOf(number.longValue()) : OFF_SCALE;
        }
        return value instanceof String said ? whole(peeled(said)) : null;
    }

    /** Labelled ratings, else lines that are a rating or begin with one; two different ones are none. */
    private String text(String text) {
        Set<String> labelled = new HashSet<>();
        for (ReplyLabels.Labelled label : ReplyLabels.find(text, LABEL)) {
            add(labelled, labelled(ReplyText.firstLine(label.value())));
        }
        Set<String> findings = new HashSet<>();
        for (String line : text.split("\n", -1)) {
            add(findings, whole(peeled(line)));
        }
        if (!labelled.isEmpty()) {
            findings.addAll(labelled);
            return only(findings);
        }
        for (String line : text.split("\n", -1)) {
            add(findings, leading(line));
        }
        return only(findings);
    }

    private static void add(Set<String> findings, String finding) {
        if (finding != null) {
            findings.add(finding);
        }
    }

    private static String only(Set<String> findings) {
        String finding = findings.size() == 1 ? findings.iterator().next() : OFF_SCALE;
        return finding.equals(OFF_SCALE) || finding.equals(ECHO) ? null : finding;
    }

    private String labelled(String value) {
        if (RANGE.matcher(value).lookingAt() && !DECIMAL_COMMA.matcher(value).lookingAt()) {
            return ECHO;
        }
        Matcher match = RATING.matcher(value);
        return match.lookingAt() && follows(BEHIND, value, match.end()) ? valued(match) : null;
    }

    private String leading(String line) {
        int start = 0;
        while (start < line.length() && "*_`".indexOf(line.charAt(start)) >= 0) {
            start++;
        }
        String bare = line.substring(start);
        Matcher match = RATING.matcher(bare);
        if (!match.lookingAt() || RANGE.matcher(line).lookingAt() || !follows(LEADS, bare, match.end())) {
            return null;
        }
        return valued(match);
    }

    private static boolean follows(Pattern pattern, String text, int at) {
        return pattern.matcher(text)
            .region(at, text.length())
            .useTransparentBounds(true)
            .useAnchoringBounds(false)
            .lookingAt();
    }

    private String whole(String text) {
        if (ReplyText.length(text) > 40) {
            return BARE.matcher(text).matches() ? OFF_SCALE : null;
        }
        Matcher match = RATING.matcher(text);
        if (match.lookingAt()
                && NOTHING_ELSE.contains(ReplyText.lower(ReplyText.strip(text.substring(match.end()))))) {
            return valued(match);
        }
        return CHOICE.matcher(text).matches() ? ECHO : null;
    }

    private String valued(Matcher match) {
        String top = match.group("top");
        if (match.group("percent") != null || (top != null && Long.parseLong(top) != this.high)) {
            return OFF_SCALE;
        }
        return onScale(match.group("number"));
    }

    /** The integer as text if it lies on the scale; "4.0" is 4, "3.5" lies between two values. */
    private String onScale(String number) {
        String point = number.replace(',', '.');
        int at = point.indexOf('.');
        String whole = at < 0 ? point : point.substring(0, at);
        String part = at < 0 ? "" : point.substring(at + 1);
        if (whole.length() > 12 || !part.replace("0", "").isEmpty()) {
            return OFF_SCALE;
        }
        long value = Long.parseLong(whole);
        return value >= this.low && value <= this.high ? String.valueOf(value) : OFF_SCALE;
    }

    /** Without decoration, but a number keeps its sign and its decimal point. */
    private static String peeled(String text) {
        String core = ReplyText.peel(text);
        int at = core.isEmpty() ? 0 : text.indexOf(core);
        boolean digit = !core.isEmpty() && core.charAt(0) >= '0' && core.charAt(0) <= '9';
        if (digit && at > 0 && "-.+,".indexOf(text.charAt(at - 1)) >= 0) {
            return text.charAt(at - 1) + core;
        }
        return core;
    }

}
