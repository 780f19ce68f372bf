package org.springframework.ai.chat.messages;

public class UserMessage implements Message {

    private final String text;

    public UserMessage(String textContent) {
        this.text = textContent;
    }

    @Override
    public String getText() {
        return this.text;
    }

    @Override
    public String role() {
        return "user";
    }

    public Builder mutate() {
        return new Builder();
    }

    public static class Builder {

        private String text;

        public Builder text(String text) {
            this.text = text;
            return this;
        }

        public UserMessage build() {
            return new UserMessage(this.text);
        }

    }

}
