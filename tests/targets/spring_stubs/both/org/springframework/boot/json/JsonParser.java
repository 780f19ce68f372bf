package org.springframework.boot.json;

import java.util.Map;

public interface JsonParser {
    Map<String, Object> parseMap(String json);
}
