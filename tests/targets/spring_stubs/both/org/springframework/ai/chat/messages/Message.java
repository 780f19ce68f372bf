package org.springframework.ai.chat.messages;

public interface Message {

    String getText();

    /** In a request's body. */
    String role();

}
