"""What stands beside the promptfoo files for whoever uses them."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.domain import Estimate
from evalcore.exports.heading import standing_sentences
from evalcore.exports.inert import markdown_text
from evalcore.exports.promptfoo import configurations, script
from evalcore.exports.promptfoo.configurations import Suite
from evalcore.exports.target import Material
from evalcore.judges import config_sha256


def readme(material: Material, suite: Suite, *, losses: Sequence[str]) -> str:
    """The README of one export."""
    judge = material.chosen
    in_javascript = judge.rule.name in script.RULES_IN_JAVASCRIPT
    parts = [
        _HEAD.format(
            name=markdown_text(judge.name),
            standing="\n".join(standing_sentences(material, losses=losses)),
            config=config_sha256(judge),
            runs=_SCRIPT if in_javascript else _PACKAGE,
            suite=_SUITE_FILES if suite.tests else "",
        )
    ]
    if not in_javascript:
        parts.append(_NEEDS_PYTHON.format(rule=judge.rule.name))
    if suite.tests:
        parts.append(_REGRESSION.format(count=len(suite.tests), threshold=_threshold(_agreement(material))))
        parts += [f"{sentence}\n" for sentence in configurations.left_out_sentences(suite)]
    if judge.model.api_key_env:
        parts.append(f"The key is read from the environment variable `{judge.model.api_key_env}`.\n")
    return "\n".join(parts)


def _agreement(material: Material) -> Estimate | None:
    wanted = config_sha256(material.chosen)
    measured = material.report.judges if material.report else ()
    return next((one.as_deployed.agreement for one in measured if one.config_sha256 == wanted), None)


def _threshold(agreement: Estimate | None) -> str:
    if agreement is None or agreement.low is None or agreement.k is None:
        return ""
    return _THRESHOLD.format(k=agreement.k, n=agreement.n, low=int(100 * agreement.low))


_HEAD = """# {name} in promptfoo

{standing}

config_sha256 `{config}`

| file | |
| --- | --- |
| `grader.yaml` | the judge as a grader: a default test with one `llm-rubric` assertion |
{runs}{suite}
Put them into the folder of your `promptfooconfig.yaml`, and name the grader there:

```yaml
defaultTest: file://grader.yaml
```

Each test then needs the variables that the prompt uses: `question`, and `context` with the text of the documents
(a newline between two). The answer is what your provider says. promptfoo itself changes a variable that is text: it
takes a newline off its end, fills `{{{{ name }}}}` in it with other variables, and loads what begins with `file://`.
One that is an object it hands on as it is, and the judge reads that too: `vars: {{case: {{question: …, context: …}}}}`.

A reply without a verdict fails, and its reason says "no verdict". A call without a reply (an HTTP error) is an error
of the test, neither pass nor fail. Run with `--no-cache` if you want to see whether the judge says the same twice.
Other graders of your suite stay as they are: the provider belongs to this one assertion.
"""
_SCRIPT = "| `judge.cjs` | fills the prompt and reads the reply |\n"
_PACKAGE = (
    "| `promptfoo_judge.py` | hands the judge to promptfoo |\n"
    "| `judge.yaml`, `evalcore_judge/` | the judge, and the plain Python package that asks it; no dependency |\n"
)
_SUITE_FILES = (
    "| `regression.yaml`, `cases.json` | the judge's own suite: the cases it was measured on, with people's labels |\n"
)
_NEEDS_PYTHON = """The reading rule `{rule}` is carried by Python 3.11 or newer: `python`, or what `PROMPTFOO_PYTHON`
names. promptfoo starts it once for every answer, which takes a moment each time.
"""
_REGRESSION = """## Does the judge still agree with people?

```bash
npx promptfoo eval -c regression.yaml --no-cache
```

asks the judge about {count} cases and compares with people's labels, at pass or fail. promptfoo ends with 100 if one
case differs, which is so for most judges.{threshold}

`cases.json` holds the cases word for word: mind whose data they are before you commit it.
"""
_THRESHOLD = """ This one was measured to agree on {k} of {n}; with `PROMPTFOO_PASS_RATE_THRESHOLD={low}`
in the environment the run fails only below {low} percent, the lower end of that figure's interval."""
