/*
 * Judge hostile rating, written by the judge calibration workbench 0.1.0, 2026-09-14.
 * Exact: the same request and the same reading as measured, so the calibration holds.
 * config_sha256 of the judge: 8a9d9283d9a9e039272f6c834a05bc9b5d2ede6efdddf01ed70b0d6c1a62b929
 * No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit (its context window) and answers all the same; as measured, such a prompt is refused.
 * Goes to src/main/java/com/example/judge; for another package change the package lines.
 */
package com.example.judge;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a reply that is meant to be read: thinking blocks, code fences and invisible characters gone, runs of
 * white space as one space, full-width forms folded.
 */
final class ReplyText {

    private static final String SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

    private static final String WORD = "[\\p{L}\\p{N}_]";

    private static final Pattern FENCE_LINE = Pattern.compile("^(?:```|~~~)[\\p{L}\\p{N}_+\\-]*$",
            Pattern.UNIX_LINES | Pattern.MULTILINE);

    private static final String THINKING_NAMES = "think|thinking|thought|thoughts|reasoning|seed:think";

    private static final Pattern THINKING_TAG = pattern("<(/)?(?:" + THINKING_NAMES + ")>|\\[(/)?think\\]"
            + "|\u25c1(/)?think\u25b7|<\\|(?:start|(end))_thinking\\|>");

    private static final String CHANNEL = "<|channel|>";

    private static final String FINAL = "<|channel|>final<|message|>";

    private static final String DECORATION = ".,;:!\u2026-\u2013\u2014\u2022|>/\\\u3002\uff0c\u3001\uff01\uff1a\uff1b"
            + "\"'\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f" + "*_`#$"
            + "()[]{}<>";

    private static final String NOT_BEFORE = "!/\\";

    private ReplyText() {
    }

    /** A pattern that ignores case, in which \s, \w, \b and [^\W_] mean what they mean beyond ASCII. */
    static Pattern pattern(String expression) {
        return Pattern.compile(spelledOut(expression),
                Pattern.UNIX_LINES | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** A pattern for which case counts. */
    static Pattern exactPattern(String expression) {
        return Pattern.compile(spelledOut(expression), Pattern.UNIX_LINES);
    }

    private static String spelledOut(String expression) {
        String boundary = "(?:(?<=" + WORD + ")(?!" + WORD + ")|(?<!" + WORD + ")(?=" + WORD + "))";
        return expression.replace("[^\\W_]", "[\\p{L}\\p{N}]").replace("\\s", SPACE).replace("\\w", WORD)
            .replace("\\b", boundary);
    }

    /** The text that may hold a verdict, or null if there is none. */
    static String shown(String reply) {
        String visible = withoutThinking(plain(strip(reply)));
        if (visible == null) {
            return null;
        }
        String text = strip(FENCE_LINE.matcher(tidy(visible)).replaceAll(""));
        return text.isEmpty() ? null : text;
    }

    /** Text with full-width forms folded and invisible characters removed, character by character. */
    static String plain(String text) {
        StringBuilder folded = new StringBuilder();
        text.codePoints().filter(c -> !isInvisible(c)).forEach(c -> {
            if (c < 0x80 || Character.getType(c) == Character.OTHER_NUMBER) {
                folded.appendCodePoint(c);
            }
            else {
                folded.append(Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC));
            }
        });
        return folded.toString();
    }

    private static boolean isInvisible(int c) {
        return c >= 0x80 && (Character.getType(c) == Character.FORMAT || c == 0x34f || c == 0xfe0e || c == 0xfe0f);
    }

    /** Text without thinking blocks, or null if it ends inside one. */
    private static String withoutThinking(String text) {
        if (text.contains(CHANNEL)) {
            int last = text.lastIndexOf(FINAL);
            return last < 0 ? null : withoutThinking(text.substring(last + FINAL.length()).replace(CHANNEL, ""));
        }
        StringBuilder kept = new StringBuilder();
        int depth = 0;
        int start = 0;
        Matcher tag = THINKING_TAG.matcher(text);
        while (tag.find()) {
            boolean closes = tag.group(1) != null || tag.group(2) != null || tag.group(3) != null
                    || tag.group(4) != null;
            if (depth == 0 && closes) {
                kept.setLength(0);
            }
            else if (depth == 0) {
                kept.append(text, start, tag.start());
            }
            depth = closes ? Math.max(0, depth - 1) : depth + 1;
            start = tag.end();
        }
        if (depth > 0) {
            return null;
        }
        return kept.append(text, start, text.length()).toString();
    }

    /** The lines of a text without outer white space, runs of it within a line as one space. */
    static String tidy(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!endsLine(c)) {
                line.append(c);
                continue;
            }
            if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
                i++;
            }
            lines.add(String.join(" ", words(line.toString())));
            line.setLength(0);
        }
        lines.add(String.join(" ", words(line.toString())));
        return strip(String.join("\n", lines));
    }

    private static boolean endsLine(char c) {
        return (c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    /** The parts of a text between runs of white space. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean space = i == text.length() || isSpace(text.charAt(i));
            if (space && start >= 0) {
                words.add(text.substring(start, i));
                start = -1;
            }
            else if (!space && start < 0) {
                start = i;
            }
        }
        return words;
    }

    /** White space in the widest sense, no-break spaces included. */
    static boolean isSpace(int c) {
        return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680
                || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f
                || c == 0x3000;
    }

    /** Text without white space around it; unlike String.strip() it takes no-break spaces off too. */
    static String strip(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** Text without decoration around it: quotes, brackets, punctuation, emphasis, emoji. */
    static String peel(String text) {
        String right = peelLeft(text);
        int end = right.length();
        while (end > 0 && isDecoration(right.codePointBefore(end))) {
            end -= Character.charCount(right.codePointBefore(end));
        }
        return right.substring(0, end);
    }

    /** Text without decoration in front of it. */
    static String peelLeft(String text) {
        int start = 0;
        while (start < text.length()) {
            int c = text.codePointAt(start);
            if (NOT_BEFORE.indexOf(c) >= 0 || !isDecoration(c)) {
                break;
            }
            start += Character.charCount(c);
        }
        return text.substring(start);
    }

    private static boolean isDecoration(int c) {
        return isSpace(c) || DECORATION.indexOf(c) >= 0 || Character.getType(c) == Character.OTHER_SYMBOL;
    }

    /** At most so many characters from the start, each a whole one. */
    static String head(String text, int characters) {
        return length(text) <= characters ? text : text.substring(0, text.offsetByCodePoints(0, characters));
    }

    /** At most so many characters from the end. */
    static String tail(String text, int characters) {
        return length(text) <= characters ? text
                : text.substring(text.offsetByCodePoints(text.length(), -characters));
    }

    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

}
