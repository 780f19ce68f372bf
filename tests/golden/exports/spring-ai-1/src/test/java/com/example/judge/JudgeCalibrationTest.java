/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/test/java/com/example/judge; it asks the model, and is tagged eval.
 */
package com.example.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.document.Document;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.Evaluator;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.context.ActiveProfiles;

/** Asks the judge about labelled cases: it must agree with people no worse than it did when it was measured. */
@Tag("eval")
@SpringBootTest(classes = JudgeConfig.class)
@ActiveProfiles("judge")
class JudgeCalibrationTest {

    @Autowired
    private JudgeProperties judge;

    @Test
    void agreesWithPeopleAsMeasured() throws IOException {
        Map<String, Object> labelled = labelled();
        List<String> replies = new ArrayList<>();
        Evaluator evaluator = JudgeConfig.evaluator(remembering(JudgeConfig.model(this.judge), replies));
        List<String> wrong = new ArrayList<>();
        List<Map<String, Object>> cases = listOf(labelled, "cases");
        for (Map<String, Object> one : cases) {
            if (evaluator.evaluate(request(one)).isPass() != Boolean.TRUE.equals(one.get("passes"))) {
                wrong.add(String.valueOf(one.get("id")));
            }
        }
        double agreement = 1.0 - (double) wrong.size() / cases.size();
        double least = ((Number) labelled.get("agreement_at_least")).doubleValue();
        assertTrue(agreement >= least, () -> "expected agreement with people on at least " + least
                + " of the cases, found " + agreement + "; it differs on " + wrong);
        long loose = replies.stream().filter(reply -> !JudgeRule.read(reply).literal()).count();
        long most = ((Number) labelled.get("non_literal_at_most")).longValue();
        assertTrue(loose <= most,
                () -> "expected at most " + most + " replies that are not literally what the rule reads, found " + loose);
    }

    @Test
    void theServerHasTheModelThatWasMeasured() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(this.judge.baseUrl() + "/api/tags")).build();
        String json = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
        String found = null;
        for (Map<String, Object> model : listOf(JsonParserFactory.getJsonParser().parseMap(json), "models")) {
            if (List.of(this.judge.model(), this.judge.model() + ":latest").contains(model.get("name"))) {
                found = String.valueOf(model.get("digest"));
            }
        }
        assertEquals(this.judge.digest(), found, "another model than the one that was measured: " + this.judge.model());
    }


    private static EvaluationRequest request(Map<String, Object> one) {
        List<Document> evidence = new ArrayList<>();
        for (Object text : (List<?>) one.get("evidence")) {
            evidence.add(new Document(String.valueOf(text)));
        }
        return new EvaluationRequest(String.valueOf(one.get("question")), evidence, String.valueOf(one.get("answer")));
    }

    /** The model, with every reply put into a list: an evaluator of Spring's own keeps none. */
    private static ChatModel remembering(ChatModel model, List<String> replies) {
        return (ChatModel) Proxy.newProxyInstance(ChatModel.class.getClassLoader(), new Class<?>[] { ChatModel.class },
                (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(model, arguments);
                        if (result instanceof ChatResponse response) {
                            replies.add(text(response));
                        }
                        return result;
                    }
                    catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    private static String text(ChatResponse response) {
        String text = response.getResult() == null ? null : response.getResult().getOutput().getText();
        return text == null ? "" : text;
    }

    private static Map<String, Object> labelled() throws IOException {
        String json = new ClassPathResource("judge/hostile-rating-labelled.json").getContentAsString(StandardCharsets.UTF_8);
        return JsonParserFactory.getJsonParser().parseMap(json);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> listOf(Map<String, Object> map, String name) {
        return (List<Map<String, Object>>) map.get(name);
    }

}
