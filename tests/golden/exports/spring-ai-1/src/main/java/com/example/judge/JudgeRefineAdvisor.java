/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.util.List;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.document.Document;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.EvaluationResponse;
import org.springframework.ai.evaluation.Evaluator;

/**
 * Has an answer judged, and asks again with the judge's feedback until one passes, so many times at most. Give it a
 * smaller order than the advisor that retrieves documents, so that it sees what was retrieved. Calls only: a streamed
 * answer is not judged.
 */
public final class JudgeRefineAdvisor implements CallAdvisor {

    /** What to do when no answer passed. */
    public enum Exhausted {

        /** Return the answer with the best score, the earliest of equals. */
        BEST,

        /** Throw an IllegalStateException. */
        FAIL

    }

    private static final String DOCUMENTS = "rag_document_context";

    private static final boolean NEEDS_DOCUMENTS = true;

    private final Evaluator judge;

    private final int attempts;

    private final Exhausted exhausted;

    private final int order;

    public JudgeRefineAdvisor(Evaluator judge, int attempts, Exhausted exhausted, int order) {
        if (attempts < 1) {
            throw new IllegalArgumentException("expected at least one attempt, found " + attempts);
        }
        this.judge = judge;
        this.attempts = attempts;
        this.exhausted = exhausted;
        this.order = order;
    }

    @Override
    public String getName() {
        return "JudgeRefineAdvisor";
    }

    @Override
    public int getOrder() {
        return this.order;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        String question = request.prompt().getUserMessage().getText();
        ChatClientRequest asking = request;
        ChatClientResponse best = null;
        float bestScore = 0;
        for (int attempt = 1; attempt <= this.attempts; attempt++) {
            ChatClientResponse response = chain.copy(this).nextCall(asking);
            String answer = answer(response);
            if (answer == null) {
                return response;
            }
            List<Document> documents = documents(response);
            if (NEEDS_DOCUMENTS && documents.isEmpty()) {
                return unjudged(response);
            }
            EvaluationResponse verdict = this.judge.evaluate(new EvaluationRequest(question, documents, answer));
            if (verdict.isPass()) {
                return response;
            }
            if (best == null || verdict.getScore() > bestScore) {
                best = response;
                bestScore = verdict.getScore();
            }
            asking = again(request, question, answer, verdict);
        }
        if (this.exhausted == Exhausted.FAIL) {
            throw new IllegalStateException("no answer passed the judge in " + this.attempts + " attempts");
        }
        return best;
    }

    /** Without evidence the judge was never asked: that is a failure of retrieval, not of the answer. */
    private ChatClientResponse unjudged(ChatClientResponse response) {
        if (this.exhausted == Exhausted.FAIL) {
            throw new IllegalStateException("no document was retrieved, so that the answer cannot be judged");
        }
        return response;
    }

    private static ChatClientRequest again(ChatClientRequest request, String question, String answer,
            EvaluationResponse verdict) {
        String feedback = verdict.getFeedback();
        String reviewer = feedback == null || feedback.isBlank() ? "" : "\n\nThe reviewer said:\n" + feedback;
        String text = question + "\n\nAn earlier answer was not accepted:\n" + answer + reviewer
                + "\n\nAnswer the question again, and better.";
        return request.mutate()
            .prompt(request.prompt().augmentUserMessage(message -> message.mutate().text(text).build()))
            .build();
    }

    /** The text of an answer; null where there is none to judge, as in a request for a tool. */
    private static String answer(ChatClientResponse response) {
        ChatResponse chat = response.chatResponse();
        if (chat == null || chat.hasToolCalls() || chat.getResult() == null) {
            return null;
        }
        return chat.getResult().getOutput().getText();
    }

    private static List<Document> documents(ChatClientResponse response) {
        Object found = response.context().get(DOCUMENTS);
        ChatResponse chat = response.chatResponse();
        if (found == null && chat != null) {
            found = chat.getMetadata().get(DOCUMENTS);
        }
        if (!(found instanceof List<?> list)) {
            return List.of();
        }
        return list.stream().filter(Document.class::isInstance).map(Document.class::cast).toList();
    }

}
