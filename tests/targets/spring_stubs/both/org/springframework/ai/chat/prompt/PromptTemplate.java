package org.springframework.ai.chat.prompt;

import java.util.HashMap;
import java.util.Map;

import org.springframework.ai.template.TemplateRenderer;

public class PromptTemplate {

    private final String template;

    private final TemplateRenderer renderer;

    private PromptTemplate(String template, TemplateRenderer renderer) {
        this.template = template;
        this.renderer = renderer;
    }

    public String render(Map<String, Object> additionalVariables) {
        return this.renderer.apply(this.template, new HashMap<>(additionalVariables));
    }

    public static Builder builder() {
        return new Builder();
    }

    public static class Builder {

        private String template;

        private TemplateRenderer renderer;

        public Builder template(String template) {
            this.template = template;
            return this;
        }

        public Builder renderer(TemplateRenderer renderer) {
            this.renderer = renderer;
            return this;
        }

        public PromptTemplate build() {
            return new PromptTemplate(this.template, this.renderer);
        }

    }

}
