package org.springframework.ai.ollama.api;

import java.util.List;

public sealed interface ThinkOption {

    Object toJsonValue();

    record ThinkBoolean(boolean enabled) implements ThinkOption {

        public static final ThinkBoolean ENABLED = new ThinkBoolean(true);

        public static final ThinkBoolean DISABLED = new ThinkBoolean(false);

        @Override
        public Object toJsonValue() {
            return this.enabled;
        }

    }

    record ThinkLevel(String level) implements ThinkOption {

        public ThinkLevel {
            if (!List.of("low", "medium", "high").contains(level)) {
                throw new IllegalArgumentException(level);
            }
        }

        @Override
        public Object toJsonValue() {
            return this.level;
        }

    }

}
