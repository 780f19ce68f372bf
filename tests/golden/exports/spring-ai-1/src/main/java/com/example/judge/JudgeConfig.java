/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.evaluation.Evaluator;
import org.springframework.ai.ollama.OllamaChatModel;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.ollama.api.OllamaChatOptions;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;

/**
 * The judge as a bean. Its model is no bean, and neither is a ChatClient.Builder: one of those would switch off the
 * application's own.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(JudgeProperties.class)
public class JudgeConfig {

    private static final String PROMPT = "judge/hostile-rating.txt";

    @Bean
    public Evaluator hostileRatingJudge(JudgeProperties judge) {
        return evaluator(model(judge));
    }

    /** The judge around a model; the calibration test gives one that remembers replies. */
    static Evaluator evaluator(ChatModel model) {
        return new JudgeEvaluator(model, template(), new JudgeTemplateRenderer());
    }

    /** The judge's own model. */
    static ChatModel model(JudgeProperties judge) {
        return OllamaChatModel.builder()
            .ollamaApi(OllamaApi.builder().baseUrl(judge.baseUrl()).build())
            .defaultOptions(OllamaChatOptions.builder()
                .model(judge.model())
                .temperature(judge.temperature())
                .seed(judge.seed())
                .numPredict(judge.maxTokens())
                .numCtx(judge.numCtx())
                .build())
            .build();
    }

    private static String template() {
        try {
            return new ClassPathResource(PROMPT).getContentAsString(StandardCharsets.UTF_8);
        }
        catch (IOException missing) {
            throw new UncheckedIOException("the judge's prompt is missing on the class path: " + PROMPT, missing);
        }
    }

}
