package com.example.judge;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;

import stub.Json;

/** An application that answers as the lines of JSON on standard input say, with the recorder as its advisor. */
public class RecorderHarness {

    public static void main(String[] arguments) throws Exception {
        CallAdvisor recorder = new AnswerRecorder(Path.of(arguments[0]));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, Object> call = Json.map(line);
            ChatClientRequest request = new ChatClientRequest(new Prompt((String) call.get("question")), Map.of());
            ChatClientResponse response = response(call);
            if (recorder.adviseCall(request, answering(response)) != response) {
                throw new AssertionError("the recorder changed the response");
            }
        }
    }

    private static ChatClientResponse response(Map<String, Object> call) {
        Map<String, Object> metadata = new HashMap<>(Map.of("model", "small-1"));
        Map<String, Object> context = new HashMap<>();
        if (call.get("documents") instanceof List<?> list) {
            Map<String, Object> place = "metadata".equals(call.get("in")) ? metadata : context;
            place.put((String) call.get("key"), list.stream().map(RecorderHarness::document).toList());
        }
        List<Generation> generations = call.get("answer") instanceof String answer
                ? List.of(new Generation(new AssistantMessage(answer))) : List.of();
        return new ChatClientResponse(new ChatResponse(generations, metadata), context);
    }

    @SuppressWarnings("unchecked")
    private static Document document(Object written) {
        Map<String, Object> document = (Map<String, Object>) written;
        return new Document((String) document.get("id"), (String) document.get("text"),
                (Map<String, Object>) document.get("metadata"));
    }

    private static CallAdvisorChain answering(ChatClientResponse response) {
        return new CallAdvisorChain() {

            @Override
            public ChatClientResponse nextCall(ChatClientRequest request) {
                return response;
            }

            @Override
            public CallAdvisorChain copy(CallAdvisor after) {
                throw new UnsupportedOperationException();
            }

        };
    }

}
