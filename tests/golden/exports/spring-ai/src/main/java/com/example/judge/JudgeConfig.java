/*
 * Judge hostile spring-2.0, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 0f1112282c6dc181127ab5eca0b5d622e9e059ed3ea44803d6ba4157a548eaa3
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.evaluation.RelevancyEvaluator;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.PromptTemplate;
import org.springframework.ai.evaluation.Evaluator;
import org.springframework.ai.ollama.OllamaChatModel;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.ollama.api.OllamaChatOptions;
import org.springframework.ai.template.st.StTemplateRenderer;
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

    private static final String PROMPT = "judge/hostile-spring-2-0.txt";

    @Bean
    public Evaluator hostileSpring20Judge(JudgeProperties judge) {
        return evaluator(model(judge));
    }

    /** The judge around a model; the calibration test gives one that remembers replies. */
    static Evaluator evaluator(ChatModel model) {
        PromptTemplate prompt = PromptTemplate.builder()
            .template(template())
            .renderer(StTemplateRenderer.builder().build())
            .build();
        return RelevancyEvaluator.builder()
            .chatClientBuilder(ChatClient.builder(model))
            .promptTemplate(prompt)
            .build();
    }

    /** The judge's own model. */
    static ChatModel model(JudgeProperties judge) {
        return OllamaChatModel.builder()
            .ollamaApi(OllamaApi.builder().baseUrl(judge.baseUrl()).build())
            .options(OllamaChatOptions.builder()
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
