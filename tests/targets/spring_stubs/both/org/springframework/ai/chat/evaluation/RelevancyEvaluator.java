package org.springframework.ai.chat.evaluation;

import java.util.Map;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.prompt.PromptTemplate;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.EvaluationResponse;
import org.springframework.ai.evaluation.Evaluator;

public class RelevancyEvaluator implements Evaluator {

    private final ChatClient.Builder client;

    private final PromptTemplate template;

    private RelevancyEvaluator(ChatClient.Builder client, PromptTemplate template) {
        this.client = client;
        this.template = template;
    }

    @Override
    public EvaluationResponse evaluate(EvaluationRequest request) {
        String prompt = this.template.render(Map.of("query", request.getUserText(), "response",
                request.getResponseContent(), "context", doGetSupportingData(request)));
        boolean passes = stub.Version.passes(this.client.build().call(prompt, Map.of()));
        return new EvaluationResponse(passes, passes ? 1 : 0, "", Map.of());
    }

    public static Builder builder() {
        return new Builder();
    }

    public static final class Builder {

        private ChatClient.Builder client;

        private PromptTemplate template;

        public Builder chatClientBuilder(ChatClient.Builder chatClientBuilder) {
            this.client = chatClientBuilder;
            return this;
        }

        public Builder promptTemplate(PromptTemplate promptTemplate) {
            this.template = promptTemplate;
            return this;
        }

        public RelevancyEvaluator build() {
            return new RelevancyEvaluator(this.client, this.template);
        }

    }

}
