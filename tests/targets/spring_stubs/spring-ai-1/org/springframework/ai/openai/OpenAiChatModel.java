package org.springframework.ai.openai;

import java.util.Map;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.api.OpenAiApi;

/** The address and the path are the API's. */
public class OpenAiChatModel implements ChatModel {

    private final OpenAiApi api;

    private final OpenAiChatOptions options;

    private OpenAiChatModel(OpenAiApi api, OpenAiChatOptions options) {
        this.api = api;
        this.options = options;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        Map<String, Object> body = stub.Server.body(this.options.model, prompt);
        body.putAll(this.options.sent);
        return stub.Server.send(this.api.url, body);
    }

    public static Builder builder() {
        return new Builder();
    }

    public static final class Builder {

        private OpenAiApi api;

        private OpenAiChatOptions options;

        public Builder openAiApi(OpenAiApi openAiApi) {
            this.api = openAiApi;
            return this;
        }

        public Builder defaultOptions(OpenAiChatOptions defaultOptions) {
            this.options = defaultOptions;
            return this;
        }

        public OpenAiChatModel build() {
            return new OpenAiChatModel(this.api, this.options);
        }

    }

}
