package org.springframework.ai.chat.client;

import java.util.Map;

import org.springframework.ai.chat.prompt.Prompt;

public record ChatClientRequest(Prompt prompt, Map<String, Object> context) {

    public Builder mutate() {
        return new Builder(this.prompt, this.context);
    }

    public static final class Builder {

        private Prompt prompt;

        private final Map<String, Object> context;

        private Builder(Prompt prompt, Map<String, Object> context) {
            this.prompt = prompt;
            this.context = context;
        }

        public Builder prompt(Prompt prompt) {
            this.prompt = prompt;
            return this;
        }

        public ChatClientRequest build() {
            return new ChatClientRequest(this.prompt, this.context);
        }

    }

}
