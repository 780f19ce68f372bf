package org.springframework.ai.chat.client;

import java.util.Map;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.template.TemplateRenderer;

/** One call with a user message; the text is a template only where it has parameters. */
public interface ChatClient {

    String call(String user, Map<String, Object> parameters);

    static Builder builder(ChatModel chatModel) {
        return new Builder() {

            private TemplateRenderer renderer;

            @Override
            public Builder defaultTemplateRenderer(TemplateRenderer templateRenderer) {
                this.renderer = templateRenderer;
                return this;
            }

            @Override
            public ChatClient build() {
                return (user, parameters) -> {
                    String text = parameters.isEmpty() ? user : this.renderer.apply(user, parameters);
                    ChatResponse response = chatModel.call(new Prompt(text));
                    return response.getResult() == null ? null : response.getResult().getOutput().getText();
                };
            }

        };
    }

    interface Builder {

        Builder defaultTemplateRenderer(TemplateRenderer templateRenderer);

        ChatClient build();

    }

}
