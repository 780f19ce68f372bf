package org.springframework.ai.ollama.api;

import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers are boxed: temperature(0) is no Double and does not compile. */
public class OllamaChatOptions {

    public final String model;

    public final ThinkOption think;

    /** Under "options" in a request's body; what is not set is not sent. */
    public final Map<String, Object> sent;

    private OllamaChatOptions(Builder builder) {
        this.model = builder.model;
        this.think = builder.think;
        this.sent = builder.sent;
    }

    public static Builder builder() {
        return new Builder();
    }

    public static class Builder {

        private String model;

        private ThinkOption think;

        private final Map<String, Object> sent = new LinkedHashMap<>();

        private Builder set(String name, Object value) {
            if (value != null) {
                this.sent.put(name, value);
            }
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

        public Builder numPredict(Integer numPredict) {
            return set("num_predict", numPredict);
        }

        public Builder numCtx(Integer numCtx) {
            return set("num_ctx", numCtx);
        }

        public Builder thinkOption(ThinkOption thinkOption) {
            this.think = thinkOption;
            return this;
        }

        public OllamaChatOptions build() {
            return new OllamaChatOptions(this);
        }

    }

}
