package org.springframework.ai.chat.evaluation;

import java.util.Map;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.EvaluationResponse;
import org.springframework.ai.evaluation.Evaluator;

public class FactCheckingEvaluator implements Evaluator {

    private final ChatClient.Builder client;

    private final String prompt;

    protected FactCheckingEvaluator(ChatClient.Builder client, String prompt) {
        this.client = client;
        this.prompt = prompt;
    }

    @Override
    public EvaluationResponse evaluate(EvaluationRequest request) {
        Map<String, Object> parameters = Map.of("document", doGetSupportingData(request), "claim",
                request.getResponseContent());
        boolean passes = stub.Version.passes(this.client.build().call(this.prompt, parameters));
        return new EvaluationResponse(passes, 0, "", Map.of());
    }

    public static Builder builder(ChatClient.Builder chatClientBuilder) {
        return new Builder(chatClientBuilder);
    }

    public static final class Builder {

        private final ChatClient.Builder client;

        private String prompt;

        private Builder(ChatClient.Builder client) {
            this.client = client;
        }

        public Builder evaluationPrompt(String evaluationPrompt) {
            this.prompt = evaluationPrompt;
            return this;
        }

        public FactCheckingEvaluator build() {
            return new FactCheckingEvaluator(this.client, this.prompt);
        }

    }

}
