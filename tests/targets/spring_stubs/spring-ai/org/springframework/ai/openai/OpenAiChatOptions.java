package org.springframework.ai.openai;

import java.util.LinkedHashMap;
import java.util.Map;

public class OpenAiChatOptions {

    public final String baseUrl;

    public final String model;

    /** In a request's body; what is not set is not sent. */
    public final Map<String, Object> sent;

    private OpenAiChatOptions(Builder builder) {
        this.baseUrl = builder.baseUrl;
        this.model = builder.model;
        this.sent = builder.sent;
    }

    public static Builder builder() {
        return new Builder();
    }

    public static class Builder {

        private String baseUrl;

        private String model;

        private final Map<String, Object> sent = new LinkedHashMap<>();

        private Builder set(String name, Object value) {
            if (value != null) {
                this.sent.put(name, value);
            }
            return this;
        }

        public Builder baseUrl(String baseUrl) {
            this.baseUrl = baseUrl;
            return this;
        }

        public Builder apiKey(String apiKey) {
            return this;
        }

        public Builder model(String model) {
            this.model = model;
            return this;
        }

        public Builder temperature(Double temperature) {
            return set("temperature", temperature);
        }

        public Builder seed(Integer seed) {
            return set("seed", seed);
        }

        public Builder maxTokens(Integer maxTokens) {
            return set("max_tokens", maxTokens);
        }

        public Builder maxCompletionTokens(Integer maxCompletionTokens) {
            return set("max_completion_tokens", maxCompletionTokens);
        }

        public Builder reasoningEffort(String reasoningEffort) {
            return set("reasoning_effort", reasoningEffort);
        }

        public OpenAiChatOptions build() {
            return new OpenAiChatOptions(this);
        }

    }

}
