package com.example.judge;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.EvaluationResponse;
import org.springframework.ai.evaluation.Evaluator;
import org.springframework.context.annotation.Bean;

import stub.Json;

/** Does what a line of JSON on standard input asks of the exported classes, and answers with a line of JSON. */
public class JudgeHarness {

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(Json.text(answer(Json.map(line))));
        }
    }

    private static Map<String, Object> answer(Map<String, Object> asked) throws Exception {
        try {
            return switch ((String) asked.get("do")) {
                case "read" -> Map.of("readings",
                        ((List<?>) asked.get("texts")).stream().map(text -> read((String) text)).toList());
                case "evaluate" -> evaluate(asked);
                case "refine" -> refine(asked);
                case "beans" -> beans();
                case "calibrate" -> calibrate(asked);
                default -> throw new IllegalArgumentException(String.valueOf(asked));
            };
        }
        catch (IllegalStateException failure) {
            return Map.of("error", String.valueOf(failure.getMessage()));
        }
    }

    private static Map<String, Object> read(String text) {
        JudgeReading reading = JudgeRule.read(text);
        String verdict = JudgeRule.verdict(reading);
        Map<String, Object> said = new HashMap<>();
        said.put("value", verdict);
        said.put("literal", reading.literal());
        said.put("passes", JudgeRule.passes(verdict));
        said.put("score", JudgeRule.score(text, verdict));
        return said;
    }

    private static Map<String, Object> evaluate(Map<String, Object> asked) {
        JudgeProperties judge = properties(asked);
        Evaluator evaluator = JudgeConfig.evaluator(JudgeConfig.model(judge));
        EvaluationResponse response = evaluator.evaluate(new EvaluationRequest((String) asked.get("question"),
                documents(asked), (String) asked.get("answer")));
        Map<String, Object> said = new HashMap<>();
        said.put("passes", response.isPass());
        said.put("score", response.getScore());
        said.put("evaluator", evaluator.getClass().getSimpleName());
        if (response.getMetadata().containsKey("reply")) {
            said.put("verdict", response.getMetadata().get("verdict"));
        }
        return said;
    }

    private static List<Document> documents(Map<String, Object> asked) {
        return ((List<?>) asked.get("evidence")).stream().map(text -> new Document((String) text)).toList();
    }

    private static JudgeProperties properties(Map<String, Object> asked) {
        Map<?, ?> values = (Map<?, ?>) asked.get("settings");
        BigDecimal temperature = (BigDecimal) values.get("temperature");
        return new JudgeProperties((String) values.get("base-url"), (String) values.get("api-key"),
                (String) values.get("model"), (String) values.get("digest"),
                temperature == null ? null : temperature.doubleValue(), whole(values, "seed"),
                whole(values, "max-tokens"), whole(values, "num-ctx"), (String) values.get("think"));
    }

    private static Integer whole(Map<?, ?> values, String key) {
        BigDecimal value = (BigDecimal) values.get(key);
        return value == null ? null : value.intValueExact();
    }

    /** The judge passes what contains "good", with a score by length. */
    private static Map<String, Object> refine(Map<String, Object> asked) {
        Evaluator judge = request -> new EvaluationResponse(request.getResponseContent().contains("good"),
                request.getResponseContent().length(), "because " + request.getDataList().size(), Map.of());
        JudgeRefineAdvisor advisor = new JudgeRefineAdvisor(judge, ((BigDecimal) asked.get("attempts")).intValue(),
                JudgeRefineAdvisor.Exhausted.valueOf((String) asked.get("exhausted")), 0);
        List<String> prompts = new ArrayList<>();
        Iterator<?> answers = ((List<?>) asked.get("answers")).iterator();
        Map<String, Object> context = Map.of("rag_document_context", documents(asked));
        CallAdvisorChain chain = chain(prompts, answers, context);
        ChatClientResponse response = advisor.adviseCall(
                new ChatClientRequest(new Prompt((String) asked.get("question")), Map.of()), chain);
        return Map.of("answer", response.chatResponse().getResult().getOutput().getText(), "prompts", prompts);
    }

    private static CallAdvisorChain chain(List<String> prompts, Iterator<?> answers, Map<String, Object> context) {
        return new CallAdvisorChain() {

            private boolean used;

            @Override
            public ChatClientResponse nextCall(ChatClientRequest request) {
                if (this.used) {
                    throw new IllegalStateException("a chain can be used once");
                }
                this.used = true;
                prompts.add(request.prompt().getUserMessage().getText());
                Generation said = new Generation(new AssistantMessage((String) answers.next()));
                return new ChatClientResponse(new ChatResponse(List.of(said)), context);
            }

            @Override
            public CallAdvisorChain copy(CallAdvisor after) {
                return chain(prompts, answers, context);
            }

        };
    }

    private static Map<String, Object> beans() {
        List<String> types = Arrays.stream(JudgeConfig.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Bean.class))
            .map(method -> method.getReturnType().getName())
            .toList();
        return Map.of("types", types);
    }

    private static Map<String, Object> calibrate(Map<String, Object> asked) throws Exception {
        Class<?> tests = Class.forName("com.example.judge.JudgeCalibrationTest");
        Object test = tests.getDeclaredConstructor().newInstance();
        Field judge = tests.getDeclaredField("judge");
        judge.setAccessible(true);
        judge.set(test, properties(asked));
        Map<String, Object> outcomes = new HashMap<>();
        for (Method method : tests.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                method.setAccessible(true);
                outcomes.put(method.getName(), outcome(method, test));
            }
        }
        return outcomes;
    }

    private static String outcome(Method method, Object test) throws IllegalAccessException {
        try {
            method.invoke(test);
            return "passed";
        }
        catch (InvocationTargetException failure) {
            return String.valueOf(failure.getCause());
        }
    }

}
