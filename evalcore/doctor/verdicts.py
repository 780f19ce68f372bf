"""What the judge says of the cases as they are, and of cases whose evidence was swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from evalcore.doctor.pairs import MORE_CASES, Pairs, is_shown
from evalcore.doctor.probed import Probed, finding, undefined_finding
from evalcore.doctor.report import Exchange, Finding, Mark
from evalcore.domain import Estimate
from evalcore.report.formatting import counted, counted_share, difference, p_value
from evalcore.stats import clopper_pearson

NO_REPLY = "no case brought a reply"
_HALF = 0.5
_READ_EVIDENCE = (
    "Check that the prompt holds {evidence} and that it reaches the model whole (prompt tokens against the window); "
    "say in it that only the evidence counts, not what is commonly known. An honest refusal rightly passes with any "
    "evidence: read the calls."
)


def agreement_of(probed: Probed) -> Estimate:
    """Share of the cases as they are on which the judge says what people say; no verdict is not agreement."""
    plain = probed.plain.values()
    return clopper_pearson(sum(exchange.verdict == exchange.human for exchange in plain), len(plain))


def form_finding(probed: Probed) -> Finding:
    """Whether replies are word for word what the judge's own rule accepts."""
    plain = tuple(probed.plain.values())
    if not plain:
        return undefined_finding("form", NO_REPLY)
    literal = clopper_pearson(sum(exchange.literal for exchange in plain), len(plain))
    other = [exchange for exchange in plain if not exchange.literal]
    unread = sum(exchange.verdict is None for exchange in other)
    judge = probed.plan.judge
    said = (
        f"Word for word what {judge.rule.name} accepts ({judge.reader}): {counted_share(literal)}."
        + (f" Of the others, {len(other) - unread} can be read leniently and {unread} cannot." if other else "")
        + (f" For example: “{_short(other[0].text)}”." if other else "")
    )
    return finding(
        "form",
        Mark.LOOK if other else Mark.OK,
        said,
        estimate=literal,
        figure_is="replies in form",
        change="Ask in the prompt for the bare verdict and nothing else, or read replies by a rule that takes this "
        "form, in production too; the Replies tab of a run shows what each rule would read.",
    )


def always_finding(probed: Probed) -> Finding:
    """Whether the judge passes more or fewer cases than people do, up to all or none."""
    kind = "always"
    said = [exchange for exchange in probed.plain.values() if exchange.verdict]
    if not probed.plan.chosen.by_side:
        return undefined_finding(kind, "the scale says of no value that it passes")
    if not said:
        return undefined_finding(kind, "no reply says a verdict" if probed.plain else NO_REPLY)
    passed = np.array([one.verdict == "pass" for one in said], dtype=bool)
    good = np.array([one.human == "pass" for one in said], dtype=bool)
    if not 0 < int(good.sum()) < len(said):
        return undefined_finding(kind, "people say the same of all these cases, so the judge may well do so too")
    change, p = Pairs(before=good, after=passed, cases=[probed.cases[str(one.case_id)] for one in said]).difference()
    constant = probed.only_verdict
    mark = Mark.LOOK if is_shown(change, p) else Mark.UNCLEAR if constant else Mark.OK
    start = f"It says {constant} to all of them. " if constant else ""
    found = (
        f"{start}Of {counted(len(said), 'case')} it passes {int(passed.sum())}, people pass {int(good.sum())}: "
        f"{difference(change)}{f', exact {p_value(p)}' if p is not None else ''}."
    )
    lenient = change.value is not None and change.value > 0
    idle = " Until then no figure of it beats always giving that verdict." if constant else ""
    return finding(
        kind,
        mark,
        found,
        estimate=change,
        figure_is="passed by the judge less passed by people",
        is_difference=True,
        p_value=p,
        change=f"It {'passes' if lenient else 'fails'} too much. Say in the prompt what makes an answer "
        f"{'fail' if lenient else 'pass'}, give an example of each verdict, or use a larger model.{idle}",
    )


def evidence_finding(probed: Probed) -> Finding:
    """Whether an answer that passes stops passing when the evidence is that of another case."""
    kind = "evidence"
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    if not probed.plan.chosen.by_side:
        return undefined_finding(kind, "the scale says of no value that it passes")
    after = {one.case_id: one for one in probed.made_for(kind) if one.failure is None}
    read = [(one, after[case_id]) for case_id, one in probed.plain.items() if case_id in after and one.verdict]
    same = sum(before.verdict == other.verdict for before, other in read)
    passed = [other for before, other in read if before.verdict == "pass"]
    if not passed:
        return undefined_finding(
            kind, "it passes none of the cases as they are, so other evidence can take nothing away"
        )
    if probed.only_verdict and same == len(read):
        return undefined_finding(kind, f"it says {probed.only_verdict} to every case, whatever it reads")
    return _evidence(passed, same, len(read))


def _evidence(passed: Sequence[Exchange], same: int, n: int) -> Finding:
    kept = clopper_pearson(sum(other.verdict == "pass" for other in passed), len(passed))
    assert kept.low is not None
    assert kept.high is not None
    mark = Mark.LOOK if kept.low > _HALF else Mark.OK if kept.high < _HALF else Mark.UNCLEAR
    return finding(
        "evidence",
        mark,
        f"Answers that it passes and still passes with evidence that is not theirs: {counted_share(kept)}. "
        f"The verdict stayed the same on {same} of {counted(n, 'case')}.",
        estimate=kept,
        figure_is="answers it passes that pass all the same",
        change=("" if mark is Mark.LOOK else MORE_CASES) + _READ_EVIDENCE,
    )


def finish_finding(probed: Probed) -> Finding:
    """How the replies ended, by the server's own word."""
    kind = "finish"
    if probed.plan.judge.prompt is None:
        return undefined_finding(kind, "a rule asks no model")
    reasons = Counter(exchange.finish_reason for exchange in probed.plain.values())
    if set(reasons) <= {None}:
        return undefined_finding(kind, "the server does not say how its replies ended" if reasons else NO_REPLY)
    n = reasons.total()
    whole = clopper_pearson(reasons["stop"], n)
    counts = ", ".join(f"{reason or 'not said'} {count}" for reason, count in reasons.most_common())
    limit = probed.plan.judge.options.max_tokens
    return finding(
        kind,
        Mark.OK if reasons["stop"] == n else Mark.LOOK,
        f"Of {n} replies: {counts}. Ended by themselves: {counted_share(whole)}.",
        estimate=whole,
        figure_is="replies that ended by themselves",
        change=f"“length” means that the token limit ({limit or 'of the server'}) cut the reply: raise max_tokens, or "
        "make the prompt ask for one word. Anything else is the server's own way of ending a reply: look it up there.",
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
