package org.springframework.ai.ollama.api;

public class OllamaApi {

    public final String baseUrl;

    private OllamaApi(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public static Builder builder() {
        return new Builder();
    }

    public static final class Builder {

        private String baseUrl;

        public Builder baseUrl(String baseUrl) {
            this.baseUrl = baseUrl;
            return this;
        }

        public OllamaApi build() {
            return new OllamaApi(this.baseUrl);
        }

    }

}
