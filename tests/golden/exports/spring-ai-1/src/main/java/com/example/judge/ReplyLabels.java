/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels such as "Verdict:" at the beginning of a clause, and what stands behind them. */
final class ReplyLabels {

    /** What stands behind a label; byColon is false after a mere "is". */
    record Labelled(String value, boolean byColon) {
    }

    private static final String SEPARATOR = "(?:\\s?\\([^()\\n]{0,40}\\))?\\s?"
            + "(?<separator>is\\s?:|[:=>\u2192]|->|\\s[-\u2013\u2014]\\s|is\\s)\\s?";

    private static final Pattern BEFORE = ReplyText.pattern("[\\n.!?;:,(\\[{<>|#\u2022-]\\s?"
            + "(?:(?:so|thus|therefore|hence|here|here's|is|my|the|our|final|overall|and|but|now|"
            + "this|that|in|conclusion|correct)[, ]\\s?){0,5}$");

    private static final int LOOK_BACK = 60;

    private static final int LONGEST_VALUE = 400;

    private ReplyLabels() {
    }

    /** A pattern that finds these labels and the sign behind them. */
    static Pattern pattern(String labels) {
        return ReplyText.pattern("\\b(?:" + labels + ")(?![^\\W_])[\"'\u201d\u2019]?" + SEPARATOR);
    }

    static List<Labelled> find(String reply, Pattern labels) {
        String text = reply.replace("*", "").replace("`", "").replace("__", "");
        List<Labelled> found = new ArrayList<>();
        Matcher match = labels.matcher(text);
        while (match.find()) {
            String head = text.substring(0, match.start());
            String before = ReplyText.tail(head, LOOK_BACK);
            if (ReplyText.length(head) <= LOOK_BACK) {
                before = "\n" + before;
            }
            if (BEFORE.matcher(withoutOpeningQuotes(before)).find()) {
                String value = ReplyText.head(text.substring(match.end()), LONGEST_VALUE);
                boolean byColon = !ReplyText.lower(ReplyText.strip(match.group("separator"))).equals("is");
                found.add(new Labelled(ReplyText.peelLeft(value), byColon));
            }
        }
        return found;
    }

    private static String withoutOpeningQuotes(String text) {
        int end = text.length();
        while (end > 0 && "\"'\u201c\u2018_".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(0, end);
    }

}
