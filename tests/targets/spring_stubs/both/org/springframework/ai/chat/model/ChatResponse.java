package org.springframework.ai.chat.model;

import java.util.List;
import java.util.Map;

import org.springframework.ai.chat.metadata.ChatResponseMetadata;

public class ChatResponse {

    private final List<Generation> generations;

    private final Map<String, Object> metadata;

    public ChatResponse(List<Generation> generations) {
        this(generations, Map.of());
    }

    public ChatResponse(List<Generation> generations, Map<String, Object> metadata) {
        this.generations = generations;
        this.metadata = metadata;
    }

    public Generation getResult() {
        return this.generations.isEmpty() ? null : this.generations.get(0);
    }

    public boolean hasToolCalls() {
        return false;
    }

    public ChatResponseMetadata getMetadata() {
        return new ChatResponseMetadata(this.metadata);
    }

}
