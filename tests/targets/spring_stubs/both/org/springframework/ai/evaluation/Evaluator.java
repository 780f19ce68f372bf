package org.springframework.ai.evaluation;

import java.util.stream.Collectors;

import org.springframework.ai.document.Document;
import org.springframework.util.StringUtils;

@FunctionalInterface
public interface Evaluator {

    EvaluationResponse evaluate(EvaluationRequest evaluationRequest);

    /** The texts that are not blank, one after the other. */
    default String doGetSupportingData(EvaluationRequest evaluationRequest) {
        return evaluationRequest.getDataList().stream().map(Document::getText).filter(StringUtils::hasText)
            .collect(Collectors.joining(System.lineSeparator()));
    }

}
