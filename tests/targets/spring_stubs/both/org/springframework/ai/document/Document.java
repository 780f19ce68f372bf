package org.springframework.ai.document;

import java.util.Map;

public class Document {

    private final String id;

    private final String text;

    private final Map<String, Object> metadata;

    public Document(String content) {
        this("", content, Map.of());
    }

    public Document(String id, String text, Map<String, Object> metadata) {
        this.id = id;
        this.text = text;
        this.metadata = metadata;
    }

    public String getId() {
        return this.id;
    }

    public String getText() {
        return this.text;
    }

    public Map<String, Object> getMetadata() {
        return this.metadata;
    }

}
