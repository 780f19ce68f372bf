package org.springframework.util;

public abstract class StringUtils {

    /** Whether any character is not white space, as Character.isWhitespace has it. */
    public static boolean hasText(String text) {
        return text != null && !text.chars().allMatch(Character::isWhitespace);
    }

}
