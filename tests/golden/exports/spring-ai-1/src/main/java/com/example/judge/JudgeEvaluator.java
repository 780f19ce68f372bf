/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.EvaluationResponse;
import org.springframework.ai.evaluation.Evaluator;
import org.springframework.ai.template.TemplateRenderer;
import org.springframework.util.StringUtils;

/**
 * Asks the judge as it was measured, with one message, and reads its reply by the rule that it was measured with. The
 * response's feedback is the reply, word for word; its metadata hold the reply, the verdict and whether it was literal.
 */
public final class JudgeEvaluator implements Evaluator {

    private final ChatModel model;

    private final String template;

    private final TemplateRenderer renderer;

    JudgeEvaluator(ChatModel model, String template, TemplateRenderer renderer) {
        this.model = model;
        this.template = template;
        this.renderer = renderer;
    }

    @Override
    public EvaluationResponse evaluate(EvaluationRequest request) {
        Message message = new UserMessage(this.renderer.apply(this.template, variables(request)));
        String reply = text(this.model.call(new Prompt(message)));
        JudgeReading reading = JudgeRule.read(reply);
        String verdict = JudgeRule.verdict(reading);
        Map<String, Object> said = new HashMap<>();
        said.put("reply", reply);
        said.put("literal", reading.literal());
        if (verdict != null) {
            said.put("verdict", verdict);
        }
        return new EvaluationResponse(JudgeRule.passes(verdict), (float) JudgeRule.score(reply, verdict), reply, said);
    }

    private static Map<String, Object> variables(EvaluationRequest request) {
        String evidence = request.getDataList()
            .stream()
            .map(Document::getText)
            .filter(StringUtils::hasText)
            .collect(Collectors.joining("\n"));
        Map<String, Object> variables = new HashMap<>();
        for (String name : new String[] { "question", "query" }) {
            variables.put(name, request.getUserText());
        }
        for (String name : new String[] { "answer", "response", "claim" }) {
            variables.put(name, request.getResponseContent());
        }
        for (String name : new String[] { "evidence", "context", "document" }) {
            variables.put(name, evidence);
        }
        variables.put("must_mention", "");
        return variables;
    }

    private static String text(ChatResponse response) {
        if (response == null || response.getResult() == null) {
            return "";
        }
        String text = response.getResult().getOutput().getText();
        return text == null ? "" : text;
    }

}
