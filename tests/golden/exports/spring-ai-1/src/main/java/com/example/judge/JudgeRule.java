/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.util.Map;
import java.util.Set;

/** The rule that the judge was measured with, and what its tokens mean on the judge's scale. */
final class JudgeRule {

    // evalcore-rule: {"rule": "rating", "params": {"low": 1, "high": 5}, "tokens": {}, "values": ["1", "2", "3", "4", "5"], "passing": ["4", "5"], "scores": {"1": 0.0, "2": 0.25, "3": 0.5, "4": 0.75, "5": 1.0}}

    private static final Map<String, String> VALUE_OF = Map.ofEntries();

    private static final Set<String> VALUES = Set.of("1", "2", "3", "4", "5");

    private static final Set<String> PASSING = Set.of("4", "5");

    private static final Map<String, Double> SCORES = Map.ofEntries(Map.entry("1", 0.0), Map.entry("2", 0.25), Map.entry("3", 0.5), Map.entry("4", 0.75), Map.entry("5", 1.0));

    private static final RatingRule RATING = new RatingRule(1L, 5L);

    private JudgeRule() {
    }

    /** What a reply says. */
    static JudgeReading read(String reply) {
        return RATING.read(reply);
    }

    /** The value of the scale that a reading stands for, or null if it is no verdict. */
    static String verdict(JudgeReading reading) {
        if (reading.token() == null) {
            return null;
        }
        String value = VALUE_OF.getOrDefault(reading.token(), reading.token());
        return VALUES.contains(value) ? value : null;
    }

    static boolean passes(String verdict) {
        return verdict != null && PASSING.contains(verdict);
    }

    static double score(String reply, String verdict) {
        return verdict == null ? 0 : SCORES.getOrDefault(verdict, 0.0);
    }

}
