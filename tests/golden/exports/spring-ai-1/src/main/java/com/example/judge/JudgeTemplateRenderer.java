/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.ai.template.TemplateRenderer;

/** Fills a prompt as it was measured: the known names in braces are replaced in one pass, every other byte stays. */
public final class JudgeTemplateRenderer implements TemplateRenderer {

    private static final Pattern PLACEHOLDER = Pattern
        .compile("\\{(question|query|answer|response|claim|evidence|context|document|must_mention)\\}");

    @Override
    public String apply(String template, Map<String, Object> variables) {
        StringBuilder filled = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(template);
        int position = 0;
        while (placeholder.find()) {
            Object value = variables.get(placeholder.group(1));
            filled.append(template, position, placeholder.start()).append(value == null ? placeholder.group() : value);
            position = placeholder.end();
        }
        return filled.append(template, position, template.length()).toString();
    }

}
