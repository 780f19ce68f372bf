package org.springframework.ai.chat.prompt;

import java.util.List;
import java.util.function.Function;

import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

public class Prompt {

    private final List<Message> messages;

    public Prompt(String contents) {
        this(new UserMessage(contents));
    }

    public Prompt(Message message) {
        this(List.of(message));
    }

    public Prompt(List<Message> messages) {
        this.messages = messages;
    }

    public Prompt(Message... messages) {
        this(List.of(messages));
    }

    public List<Message> getInstructions() {
        return this.messages;
    }

    public UserMessage getUserMessage() {
        return (UserMessage) this.messages.get(this.messages.size() - 1);
    }

    public Prompt augmentUserMessage(Function<UserMessage, UserMessage> augmenter) {
        return new Prompt(augmenter.apply(getUserMessage()));
    }

}
