"""Cases and replies that a run rarely brings, so that verification does not rest on luck."""

from __future__ import annotations

from evalcore.domain import Case, Document
from evalcore.judges import Judge
from evalcore.replies import rule_named

MADE_UP_CASES = (
    Case(
        id="made up: template syntax",
        question="Is {answer} the same as {{ answer }}, ${answer}, <answer>, {% raw %} and {# this #}?",
        evidence=(Document(id="1", text="{context} {document} %s %(evidence)s"), Document(id="2", text="{{{query}}}")),
        answer='{"verdict": "yes", "rating": 4}',
        must_mention=("{must_mention}", "a, b"),
    ),
    Case(
        id="made up: quotes and backslashes",
        question='"double", \'single\', `back`, \\n, \\\\, \\"',
        evidence=(Document(id="1", text="tab\there, no-break\u00a0space, line\u2028separator, é, 日本, 🙂"),),
        answer="$HOME && `id` # <b>bold</b> & 'done'",
    ),
    Case(
        id="made up: line ends",
        question="first\r\nsecond\rthird\n\n  indented\n",
        evidence=(
            Document(id="1", text="\tone\n\n\ttwo\n"),
            Document(id="2", text=" \n"),
            Document(id="3", text="three"),
        ),
        answer="\n",
    ),
)

_REPLIES = (
    *(
        "YES",
        "yes",
        "No",
        " YES \n",
        "YES\n",
        "Yes.",
        "**Yes**",
        "\u00a0yes",
        "\u3000yes",
        "ye\u017f",
        "eyes",
        "yes no",
    ),
    *("", "   ", "The answer is yes.", "I cannot say.", "true", "pass", "fail", "<think>no</think>yes"),
    *('{"verdict": "yes"}', '{"verdict": "no"}', '```json\n{"verdict": "yes"}\n```', '{"verdict": true}', "{"),
    *("1", "2", "3", "4", "5", "0", "6", "Rating: 4", "4/5", "3.5"),
    *(f'{{"{field}": {number}}}' for field in ("rating", "score") for number in (0, 1, 2, 3, 4, 5, 6)),
)


def made_up_replies(judge: Judge) -> tuple[str, ...]:
    """Replies that tell reading rules apart, the words of this judge's own rule and scale among them."""
    own = (*rule_named(judge.rule.name).tokens, *judge.scale.values, *judge.tokens)
    field = judge.rule.params.get("field")
    in_field = [f'{{"{field}": {value}}}' for value in ('"yes"', '"no"', "1", "2", "3", "4", "5")] if field else []
    return tuple(dict.fromkeys((*_REPLIES, *own, *(f"{word}." for word in own), *in_field)))
