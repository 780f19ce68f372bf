package stub;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;

/** Sends bodies as Spring AI's model classes do, and takes the reply out of what comes back. */
public final class Server {

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Server() {
    }

    public static Map<String, Object> body(String model, Prompt prompt) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", model);
        body.put("messages",
                prompt.getInstructions().stream().map(m -> Map.of("role", m.role(), "content", m.getText())).toList());
        body.put("stream", false);
        return body;
    }

    public static ChatResponse send(String url, Map<String, Object> body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.text(body)))
            .build();
        try {
            HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("HTTP " + answer.statusCode());
            }
            return response(Json.map(answer.body()));
        }
        catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static ChatResponse response(Map<String, Object> answer) {
        Map<?, ?> holder = answer;
        if (answer.get("choices") instanceof List<?> choices) {
            holder = (Map<?, ?>) choices.get(0);
        }
        String text = (String) ((Map<?, ?>) holder.get("message")).get("content");
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
    }

}
