package org.springframework.ai.document;

public class Document {

    private final String text;

    public Document(String content) {
        this.text = content;
    }

    public String getText() {
        return this.text;
    }

}
