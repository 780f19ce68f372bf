package org.springframework.boot.json;

public abstract class JsonParserFactory {

    public static JsonParser getJsonParser() {
        return stub.Json::map;
    }

}
