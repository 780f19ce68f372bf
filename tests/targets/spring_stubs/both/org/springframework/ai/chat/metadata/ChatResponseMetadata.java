package org.springframework.ai.chat.metadata;

import java.util.Map;

public class ChatResponseMetadata {

    private final Map<String, Object> values;

    public ChatResponseMetadata(Map<String, Object> values) {
        this.values = values;
    }

    public String getModel() {
        return (String) this.values.getOrDefault("model", "");
    }

    @SuppressWarnings("unchecked")
    public <T> T get(String key) {
        return (T) this.values.get(key);
    }

}
