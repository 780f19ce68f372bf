"""Whether judge and application are of one family, and how often the judge passes whose bad answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from evalcore.doctor.choosing import Chosen, gold_values
from evalcore.doctor.probed import Probed, finding, undefined_finding
from evalcore.doctor.report import Finding, Mark
from evalcore.domain import Case, Dataset, Estimate, Reply, case_fingerprint, undefined
from evalcore.domain.reply_columns import ReplyForm
from evalcore.judges import Judge
from evalcore.report import ReplyReader
from evalcore.report.formatting import counted_share, difference
from evalcore.stats import unpaired_difference, wilson

_FAMILIES: Mapping[str, str] = {
    "gpt": r"gpt|chatgpt|davinci|o[134](?=-|$)",
    "claude": r"claude",
    "gemini": r"gemini|gemma|palm",
    "llama": r"llama|vicuna|alpaca",
    "qwen": r"qwen|qwq",
    "mistral": r"mistral|mixtral|ministral|magistral|codestral",
    "phi": r"phi",
    "smollm": r"smollm",
    "deepseek": r"deepseek",
    "command": r"command|aya",
    "granite": r"granite",
    "grok": r"grok",
    "glm": r"glm|chatglm",
    "kimi": r"kimi",
}
"""Family → how a name of it begins; makers keep to one line of names for models that share their training."""
_WORD_STARTS = r"(?:^|[^a-z])"


def family_of(model: str) -> str | None:
    """The family that a model's name speaks of: a known one, else the letters that its name begins with.

    A tuned model is of the family that its name says it was made from; where it names two, of the first.

    >>> family_of("hf.co/bartowski/Llama-3.2-3B"), family_of("gpt-4o-mini"), family_of("wickline-8b"), family_of("7b")
    ('llama', 'gpt', 'wickline', None)
    """
    name = model.lower().rsplit("/", 1)[-1]
    found = [
        (place.start(), family)
        for family, pattern in _FAMILIES.items()
        if (place := re.search(_WORD_STARTS + f"(?:{pattern})", name))
    ]
    if found:
        return min(found)[1]
    letters = re.match(r"[a-z]{2,}", name)
    return letters[0] if letters else None


def family_finding(probed: Probed, stored: Mapping[tuple[str, int], Reply]) -> Finding:
    """Whether the judge passes bad answers of its own family more often than those of others.

    Parameters
    ----------
    stored
        Replies to this very judge from runs, by case fingerprint and repeat; none: the probe calls are used.
    """
    kind = "family"
    if kind in probed.plan.why_not:
        return undefined_finding(kind, probed.plan.why_not[kind])
    judge, dataset = probed.plan.judge, probed.plan.dataset
    if not any(map(_made_by, dataset.cases)):
        return undefined_finding(kind, "the cases do not say which model answered (made_by: application model)")
    if not probed.plan.chosen.by_side:
        return undefined_finding(kind, "the scale says of no value that it passes")
    known = gold_values(judge, dataset)
    from_runs = list(_from_runs(known, judge, stored))
    verdicts = from_runs or [
        (case, known.human[case_id], probed.plain[case_id].verdict)
        for case_id, case in probed.cases.items()
        if case_id in probed.plain
    ]
    bad = [(str(_made_by(case)), verdict == "pass") for case, human, verdict in verdicts
           if human == "fail" and verdict and _made_by(case)]  # fmt: skip
    return _by_model(judge, dataset, bad, "stored replies" if from_runs else "the probe calls")


def _from_runs(
    known: Chosen, judge: Judge, stored: Mapping[tuple[str, int], Reply]
) -> Iterator[tuple[Case, str, str | None]]:
    reader = ReplyReader(judge)
    for case in known.cases if stored else ():
        reply = stored.get((case_fingerprint(case), 0))
        if reply is not None and reply.answered:
            yield case, known.human[case.id], reader.read(ReplyForm.of(reply)).lenient_side


def _by_model(judge: Judge, dataset: Dataset, bad: list[tuple[str, bool]], where: str) -> Finding:
    own = family_of(judge.model.name)
    models = list(dict.fromkeys(filter(None, map(_made_by, dataset.cases))))
    related = [model for model in models if own is not None and family_of(model) == own]
    rates = {model: _rate(bad, [model]) for model in models}
    listed = "; ".join(f"{model}: {counted_share(rate)}" for model, rate in list(rates.items())[:_SHOWN_MODELS])
    more = f"; and {len(models) - _SHOWN_MODELS} models more" if len(models) > _SHOWN_MODELS else ""
    start = f"The judge's family by its name: {own or 'unknown'}. Bad answers passed, by who answered ({where}): "
    others = [model for model in models if model not in related]
    apart = unpaired_difference(_rate(bad, related), _rate(bad, others)) if related and others else None
    shown = apart is not None and apart.low is not None and apart.low > 0
    compared = f" Own family less others: {difference(apart)}." if apart is not None else ""
    if not related:
        compared = " None of them is of its family."
    elif not others:
        compared = " All are of its family, so nothing can be compared."
    return finding(
        "family",
        Mark.LOOK if shown else Mark.UNCLEAR if related else Mark.OK,
        f"{start}{listed}{more}.{compared}",
        estimate=apart,
        figure_is="bad answers passed, own family less others",
        is_difference=True,
        change="Judges tend to be kind to text like their own: measure a judge of another family on the same cases, "
        "and label answers of several models, so that the two can be told apart.",
    )


_SHOWN_MODELS = 6


def _rate(bad: list[tuple[str, bool]], models: list[str]) -> Estimate:
    passed = [was_passed for model, was_passed in bad if model in models]
    return wilson(sum(passed), len(passed)) if passed else undefined(0, "no bad answer with a verdict")


def _made_by(case: Case) -> str | None:
    """The application's model, by whatever name a set has for it."""
    return next((value for key, value in case.made_by.items() if "model" in key.casefold() and value.strip()), None)
