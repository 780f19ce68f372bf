package org.springframework.ai.chat.messages;

public class SystemMessage implements Message {

    private final String text;

    public SystemMessage(String textContent) {
        this.text = textContent;
    }

    @Override
    public String getText() {
        return this.text;
    }

    @Override
    public String role() {
        return "system";
    }

}
