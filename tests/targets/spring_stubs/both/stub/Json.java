package stub;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Enough JSON for the tests: well-formed texts in, ASCII out. */
public final class Json {

    private final String text;

    private int at;

    private Json(String text) {
        this.text = text;
    }

    @SuppressWarnings("unchecked")
    public static Map<String, Object> map(String text) {
        return (Map<String, Object>) new Json(text).value();
    }

    public static String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet()
                .stream()
                .map(e -> text(e.getKey()) + ":" + text(e.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof String string ? quoted(string) : String.valueOf(value);
    }

    private static String quoted(String string) {
        return string.chars()
            .mapToObj(c -> c < ' ' || c > '~' || c == '"' || c == '\\' ? String.format("\\u%04x", c)
                    : String.valueOf((char) c))
            .collect(Collectors.joining("", "\"", "\""));
    }

    private Object value() {
        space();
        char c = this.text.charAt(this.at);
        if (c == '{') {
            Map<String, Object> map = new LinkedHashMap<>();
            while (more('}')) {
                String name = (String) value();
                space();
                this.at++;
                map.put(name, value());
            }
            return map;
        }
        if (c == '[') {
            List<Object> list = new ArrayList<>();
            while (more(']')) {
                list.add(value());
            }
            return list;
        }
        return c == '"' ? string() : word();
    }

    /** Steps over the opening bracket or a comma; false at the closing one. */
    private boolean more(char closes) {
        space();
        char c = this.text.charAt(this.at++);
        space();
        if (c != closes && this.text.startsWith(String.valueOf(closes), this.at)) {
            this.at++;
            return false;
        }
        return c != closes;
    }

    private void space() {
        while (this.at < this.text.length() && " \t\r\n".indexOf(this.text.charAt(this.at)) >= 0) {
            this.at++;
        }
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (this.at++; this.text.charAt(this.at) != '"'; this.at++) {
            char c = this.text.charAt(this.at);
            if (c == '\\') {
                char escaped = this.text.charAt(++this.at);
                int known = "bfnrt".indexOf(escaped);
                if (escaped == 'u') {
                    c = (char) Integer.parseInt(this.text.substring(this.at + 1, this.at + 5), 16);
                    this.at += 4;
                }
                else {
                    c = known < 0 ? escaped : "\b\f\n\r\t".charAt(known);
                }
            }
            string.append(c);
        }
        this.at++;
        return string.toString();
    }

    private Object word() {
        int start = this.at;
        while (this.at < this.text.length() && ",]} \t\r\n".indexOf(this.text.charAt(this.at)) < 0) {
            this.at++;
        }
        String word = this.text.substring(start, this.at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> new BigDecimal(word);
        };
    }

}
