package org.springframework.ai.chat.client;

import java.util.Map;

import org.springframework.ai.chat.model.ChatResponse;

public record ChatClientResponse(ChatResponse chatResponse, Map<String, Object> context) {
}
