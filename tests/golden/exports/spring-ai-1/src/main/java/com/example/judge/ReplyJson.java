/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** JSON objects inside a reply, found in one pass, and repaired where models write them loosely. */
final class ReplyJson {

    /** A field of an object; a name that is given twice stands there twice. */
    record Field(String name, Object value) {
    }

    /** An object as its fields in order. */
    record Fields(List<Field> all) {

        List<Object> named(Predicate<String> wanted) {
            return all.stream().filter(field -> wanted.test(field.name())).map(Field::value).toList();
        }

    }

    /** The objects of a text and the text around them; cut: the text ends inside an object. */
    record Found(List<Fields> objects, String outside, boolean cut) {
    }

    private static final int DEEPEST = 900;

    private static final int MOST_DIGITS = 4300;

    private final String text;

    private int at;

    private ReplyJson(String text) {
        this.text = text;
    }

    /** The fields of a strict JSON object, or null if the text is anything else. */
    static Fields parse(String text) {
        ReplyJson json = new ReplyJson(text);
        try {
            json.space();
            Object value = json.value(0);
            json.space();
            return json.at == text.length() && value instanceof Fields fields ? fields : null;
        }
        catch (NotJson refusal) {
            return null;
        }
    }

    /** Take the top-level objects out of a text; braces that are no JSON stay where they are. */
    static Found find(String text) {
        List<Fields> objects = new ArrayList<>();
        List<String> outside = new ArrayList<>();
        int position = 0;
        int start = text.indexOf('{');
        while (start >= 0) {
            int end = closing(text, start);
            if (end < 0) {
                if (!opensObject(text, start)) {
                    break;
                }
                outside.add(text.substring(position, start));
                return new Found(objects, String.join(" ", outside), true);
            }
            String span = text.substring(start, end);
            Fields fields = parse(span);
            if (fields == null) {
                fields = parse(withoutLastCommas(strict(span)));
            }
            if (fields != null) {
                objects.add(fields);
                outside.add(text.substring(position, start));
                position = end;
            }
            start = text.indexOf('{', end);
        }
        outside.add(text.substring(position));
        return new Found(objects, String.join(" ", outside), false);
    }

    private static int closing(String text, int start) {
        int depth = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                int end = endOfString(text, i);
                i = end < 0 ? text.length() : end - 1;
            }
            else if (c == '{') {
                depth++;
            }
            else if (c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    /** The place behind a quoted string that starts here; -1 if it never ends. */
    private static int endOfString(String text, int start) {
        for (int i = start + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            }
            else if (c == '"') {
                return i + 1;
            }
        }
        return -1;
    }

    private static boolean opensObject(String text, int start) {
        int i = afterSpace(text, start + 1);
        return i == text.length() || "\"'\u201c".indexOf(text.charAt(i)) >= 0 || text.startsWith("//", i)
                || text.startsWith("/*", i);
    }

    private static int afterSpace(String text, int start) {
        int i = start;
        while (i < text.length() && ReplyText.isSpace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    /** Comments out, single and curly quotes to double ones, Python's words to JSON's. */
    private static String strict(String text) {
        StringBuilder strict = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            int end = -1;
            char c = text.charAt(i);
            if (c == '"' && (end = endOfString(text, i)) > 0) {
                strict.append(text, i, end);
            }
            else if (c == '\'' && (end = endOfSingle(text, i)) > 0) {
                strict.append(quoted(text.substring(i + 1, end - 1)));
            }
            else if (c == '\u201c' && text.indexOf('\u201d', i + 1) >= 0) {
                end = text.indexOf('\u201d', i + 1) + 1;
                strict.append(quoted(text.substring(i + 1, end - 1)));
            }
            else if (text.startsWith("//", i)) {
                end = text.indexOf('\n', i);
                end = end < 0 ? text.length() : end;
                strict.append(' ');
            }
            else if (text.startsWith("/*", i)) {
                end = text.indexOf("*/", i + 2);
                end = end < 0 ? text.length() : end + 2;
                strict.append(' ');
            }
            else if ((end = endOfPythonWord(text, i)) > 0) {
                strict.append(c == 'T' ? "true" : c == 'F' ? "false" : "null");
            }
            if (end <= 0) {
                strict.append(c);
                end = i + 1;
            }
            i = end;
        }
        return strict.toString();
    }

    /** A single quote ends a string only where a comma, a colon or a closing bracket follows. */
    private static int endOfSingle(String text, int start) {
        for (int i = start + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            }
            else if (c == '\'') {
                int next = afterSpace(text, i + 1);
                if (next < text.length() && ",:}]".indexOf(text.charAt(next)) >= 0) {
                    return i + 1;
                }
            }
        }
        return -1;
    }

    private static int endOfPythonWord(String text, int start) {
        for (String word : List.of("True", "False", "None")) {
            int end = start + word.length();
            if (text.startsWith(word, start) && (start == 0 || !isWord(text.codePointBefore(start)))
                    && (end == text.length() || !isWord(text.codePointAt(end)))) {
                return end;
            }
        }
        return -1;
    }

    private static boolean isWord(int c) {
        int type = Character.getType(c);
        return c == '_' || Character.isLetter(c) || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER || type == Character.OTHER_NUMBER;
    }

    private static String quoted(String inner) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : inner.replace("\\'", "'").toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            }
            else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            }
            else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static String withoutLastCommas(String text) {
        StringBuilder kept = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int end = c == '"' ? endOfString(text, i) : -1;
            if (end > 0) {
                kept.append(text, i, end);
                i = end;
                continue;
            }
            int next = afterSpace(text, i + 1);
            if (c != ',' || next == text.length() || "}]".indexOf(text.charAt(next)) < 0) {
                kept.append(c);
            }
            i++;
        }
        return kept.toString();
    }

    private static final class NotJson extends RuntimeException {

        NotJson() {
            super(null, null, false, false);
        }

    }

    private Object value(int depth) {
        if (depth > DEEPEST || at == text.length()) {
            throw new NotJson();
        }
        char c = text.charAt(at);
        if (c == '{') {
            return object(depth);
        }
        if (c == '[') {
            return array(depth);
        }
        if (c == '"') {
            return string();
        }
        if (text.startsWith("true", at)) {
            at += 4;
            return Boolean.TRUE;
        }
        if (text.startsWith("false", at)) {
            at += 5;
            return Boolean.FALSE;
        }
        if (text.startsWith("null", at)) {
            at += 4;
            return null;
        }
        return number();
    }

    private Fields object(int depth) {
        List<Field> fields = new ArrayList<>();
        at++;
        space();
        if (next('}')) {
            return new Fields(fields);
        }
        do {
            space();
            if (at == text.length() || text.charAt(at) != '"') {
                throw new NotJson();
            }
            String name = string();
            space();
            require(':');
            space();
            fields.add(new Field(name, value(depth + 1)));
            space();
        }
        while (next(','));
        require('}');
        return new Fields(fields);
    }

    private List<Object> array(int depth) {
        List<Object> values = new ArrayList<>();
        at++;
        space();
        if (next(']')) {
            return values;
        }
        do {
            space();
            values.add(value(depth + 1));
            space();
        }
        while (next(','));
        require(']');
        return values;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return string.toString();
            }
            if (c < ' ') {
                throw new NotJson();
            }
            string.append(c == '\\' ? escaped() : c);
        }
        throw new NotJson();
    }

    private char escaped() {
        if (at == text.length()) {
            throw new NotJson();
        }
        char c = text.charAt(at++);
        int known = "\"\\/bfnrt".indexOf(c);
        if (known >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(known);
        }
        if (c != 'u' || at + 4 > text.length()) {
            throw new NotJson();
        }
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = "0123456789abcdef".indexOf(lowerHex(text.charAt(at++)));
            if (digit < 0) {
                throw new NotJson();
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private static char lowerHex(char c) {
        return c >= 'A' && c <= 'F' ? (char) (c + 32) : c;
    }

    private Object number() {
        int start = at;
        next('-');
        int digits = at;
        if (!next('0')) {
            digits();
        }
        if (at == digits) {
            throw new NotJson();
        }
        boolean tooLong = at - digits > MOST_DIGITS;
        boolean whole = true;
        int mark = at;
        if (next('.') && digits()) {
            whole = false;
            mark = at;
        }
        at = mark;
        if (next('e') || next('E')) {
            if (!next('-')) {
                next('+');
            }
            if (digits()) {
                whole = false;
                mark = at;
            }
        }
        at = mark;
        if (whole && tooLong) {
            throw new NotJson();
        }
        String number = text.substring(start, at);
        return whole ? (Object) new BigInteger(number) : (Object) Double.valueOf(number);
    }

    private boolean digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at > start;
    }

    private void space() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean next(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void require(char c) {
        if (!next(c)) {
            throw new NotJson();
        }
    }

}
