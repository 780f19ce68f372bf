package org.springframework.ai.openai.api;

public class OpenAiApi {

    public final String url;

    private OpenAiApi(String url) {
        this.url = url;
    }

    public static Builder builder() {
        return new Builder();
    }

    public static class Builder {

        private String baseUrl;

        private String completionsPath = "/v1/chat/completions";

        public Builder baseUrl(String baseUrl) {
            this.baseUrl = baseUrl;
            return this;
        }

        public Builder completionsPath(String completionsPath) {
            this.completionsPath = completionsPath;
            return this;
        }

        public Builder apiKey(String simpleApiKey) {
            return this;
        }

        public OpenAiApi build() {
            return new OpenAiApi(this.baseUrl + this.completionsPath);
        }

    }

}
