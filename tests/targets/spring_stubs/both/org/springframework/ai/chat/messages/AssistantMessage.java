package org.springframework.ai.chat.messages;

public class AssistantMessage implements Message {

    private final String text;

    public AssistantMessage(String content) {
        this.text = content;
    }

    @Override
    public String getText() {
        return this.text;
    }

    @Override
    public String role() {
        return "assistant";
    }

}
