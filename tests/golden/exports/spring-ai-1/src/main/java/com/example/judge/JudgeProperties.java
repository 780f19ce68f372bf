/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The judge's own settings. They have a prefix of their own: under spring.ai they would also configure the model that
 * answers in the application.
 *
 * @param baseUrl where the judge's model answers
 * @param apiKey the key for it, from an environment variable; empty for none
 * @param model the model's name there
 * @param digest what the server said of the model when the judge was measured
 * @param temperature as measured; null leaves the choice to the server, here and below
 * @param seed as measured
 * @param maxTokens most tokens of a reply
 * @param numCtx tokens of the context window
 * @param think true, false, or a level
 */
@ConfigurationProperties(prefix = "evalcore.judge")
public record JudgeProperties(String baseUrl, String apiKey, String model, String digest, Double temperature,
        Integer seed, Integer maxTokens, Integer numCtx, String think) {
}
