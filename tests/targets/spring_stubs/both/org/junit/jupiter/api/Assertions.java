package org.junit.jupiter.api;

import java.util.Objects;
import java.util.function.Supplier;

public class Assertions {

    public static void assertTrue(boolean condition, Supplier<String> message) {
        if (!condition) {
            throw new AssertionError(message.get());
        }
    }

    public static void assertEquals(Object expected, Object actual, String message) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(message);
        }
    }

}
