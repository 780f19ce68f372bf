package org.springframework.ai.openai;

import java.util.Map;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;

/** The address, /v1 included, stands in the options. */
public class OpenAiChatModel implements ChatModel {

    private final OpenAiChatOptions options;

    private OpenAiChatModel(OpenAiChatOptions options) {
        this.options = options;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        Map<String, Object> body = stub.Server.body(this.options.model, prompt);
        body.putAll(this.options.sent);
        return stub.Server.send(this.options.baseUrl + "/chat/completions", body);
    }

    public static Builder builder() {
        return new Builder();
    }

    public static final class Builder {

        private OpenAiChatOptions options;

        public Builder options(OpenAiChatOptions options) {
            this.options = options;
            return this;
        }

        public OpenAiChatModel build() {
            return new OpenAiChatModel(this.options);
        }

    }

}
