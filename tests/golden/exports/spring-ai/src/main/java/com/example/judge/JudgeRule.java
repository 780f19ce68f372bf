/*
 * Judge hostile spring-2.0, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 0f1112282c6dc181127ab5eca0b5d622e9e059ed3ea44803d6ba4157a548eaa3
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.util.Map;
import java.util.Set;

/** The rule that the judge was measured with, and what its tokens mean on the judge's scale. */
final class JudgeRule {

    // evalcore-rule: {"rule": "spring-2.0", "params": {}, "tokens": {"yes": "pass", "no": "fail", "pass": "pass", "fail": "fail"}, "values": ["pass", "fail"], "passing": ["pass"], "scores": {}}

    private static final Map<String, String> VALUE_OF = Map.ofEntries(Map.entry("yes", "pass"), Map.entry("no", "fail"), Map.entry("pass", "pass"), Map.entry("fail", "fail"));

    private static final Set<String> VALUES = Set.of("pass", "fail");

    private static final Set<String> PASSING = Set.of("pass");

    private static final Map<String, Double> SCORES = Map.ofEntries();

    private JudgeRule() {
    }

    /** What a reply says. */
    static JudgeReading read(String reply) {
        return SpringRules.since20(reply);
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
        return passes(verdict) ? 1 : 0;
    }

}
