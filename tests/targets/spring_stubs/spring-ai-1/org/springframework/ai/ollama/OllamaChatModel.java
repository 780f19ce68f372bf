package org.springframework.ai.ollama;

import java.util.Map;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.ollama.api.OllamaChatOptions;

public class OllamaChatModel implements ChatModel {

    private final OllamaApi api;

    private final OllamaChatOptions options;

    private OllamaChatModel(OllamaApi api, OllamaChatOptions options) {
        this.api = api;
        this.options = options;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        Map<String, Object> body = stub.Server.body(this.options.model, prompt);
        body.put("options", this.options.sent);
        if (this.options.think != null) {
            body.put("think", this.options.think.toJsonValue());
        }
        return stub.Server.send(this.api.baseUrl + "/api/chat", body);
    }

    public static Builder builder() {
        return new Builder();
    }

    public static final class Builder {

        private OllamaApi api;

        private OllamaChatOptions options;

        public Builder ollamaApi(OllamaApi ollamaApi) {
            this.api = ollamaApi;
            return this;
        }

        public Builder defaultOptions(OllamaChatOptions options) {
            this.options = options;
            return this;
        }

        public OllamaChatModel build() {
            return new OllamaChatModel(this.api, this.options);
        }

    }

}
