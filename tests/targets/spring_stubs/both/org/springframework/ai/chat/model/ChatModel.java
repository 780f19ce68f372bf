package org.springframework.ai.chat.model;

import org.springframework.ai.chat.prompt.Prompt;

public interface ChatModel {

    ChatResponse call(Prompt prompt);

}
