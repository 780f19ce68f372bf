package org.springframework.ai.chat.model;

import org.springframework.ai.chat.messages.AssistantMessage;

public class Generation {

    private final AssistantMessage output;

    public Generation(AssistantMessage output) {
        this.output = output;
    }

    public AssistantMessage getOutput() {
        return this.output;
    }

}
