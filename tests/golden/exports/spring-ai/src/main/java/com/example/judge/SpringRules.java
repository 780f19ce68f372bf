/*
 * Judge hostile spring-2.0, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 0f1112282c6dc181127ab5eca0b5d622e9e059ed3ea44803d6ba4157a548eaa3
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.util.Locale;

/** How Spring AI's evaluators read a reply, version by version; whatever they cannot read fails. */
final class SpringRules {

    private SpringRules() {
    }

    /** 2.0.0-RC1 and later: stripped, then "yes" in any case. */
    static JudgeReading since20(String reply) {
        return compared(reply.strip());
    }

    /** 1.0.2 to 1.1.8: "yes" in any case, nothing stripped. */
    static JudgeReading since102(String reply) {
        return compared(reply);
    }

    /** RelevancyEvaluator of 1.0.0 and 1.0.1: whatever contains "yes" in lower case. */
    static JudgeReading relevancy100(String reply) {
        if (reply.toLowerCase(Locale.ROOT).contains("yes")) {
            return JudgeReading.literal("pass");
        }
        return new JudgeReading("fail", "no".equalsIgnoreCase(reply.strip()));
    }

    private static JudgeReading compared(String reply) {
        if ("yes".equalsIgnoreCase(reply)) {
            return JudgeReading.literal("pass");
        }
        return new JudgeReading("fail", "no".equalsIgnoreCase(reply));
    }

}
