/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

/**
 * What a reading rule makes of a reply.
 *
 * @param token what the reply says, or null if the rule reads no verdict
 * @param literal whether the reply is the token word for word, so that nothing had to be looked for
 */
record JudgeReading(String token, boolean literal) {

    static final JudgeReading UNREAD = new JudgeReading(null, false);

    static JudgeReading literal(String token) {
        return new JudgeReading(token, true);
    }

    static JudgeReading recovered(String token) {
        return new JudgeReading(token, false);
    }

}
