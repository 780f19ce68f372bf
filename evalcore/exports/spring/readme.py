"""The README of a Spring export: where each file goes, what was proven, and what stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.exports.inert import markdown_text
from evalcore.exports.spring.java_text import slug
from evalcore.exports.spring.lines import SPRING_2
from evalcore.exports.spring.shape import PACKAGE, Shape
from evalcore.exports.target import Material


def readme(material: Material, shape: Shape, heads: Sequence[str], *, with_test: bool) -> str:
    """The README, in Markdown."""
    judge = material.chosen
    sections = (
        f"# {markdown_text(judge.name)}, for Spring AI {shape.line.versions}",
        "\n".join(line if line.startswith("- ") else f"{markdown_text(line)}  " for line in heads),
        _files(shape, slug(judge.name), with_test=with_test),
        _USE.format(bean=shape.bean, package=PACKAGE),
        _READ.format(
            rule=judge.rule.name, reader=markdown_text(judge.reader), who=_WHO[shape.evaluator], reading=_reading(shape)
        ),
        _UNTOUCHED,
        _REFINE,
        _TEST if with_test else _NO_TEST,
        _PROOF,
        "" if shape.line is SPRING_2 else _OLDER,
    )
    return "\n\n".join(section for section in sections if section) + "\n"


def _files(shape: Shape, name: str, *, with_test: bool) -> str:
    package = PACKAGE.replace(".", "/")
    rows = [
        (f"src/main/java/{package}/", "the sources: configuration, evaluator, the rule that reads replies, an advisor"),
        ("src/main/resources/application-judge.yaml", "the judge's settings, under `evalcore.judge`"),
        (f"src/main/resources/{shape.prompt}", "the prompt, byte for byte; let no editor change its ends of lines"),
    ]
    if with_test:
        rows += [
            (f"src/test/java/{package}/JudgeCalibrationTest.java", "asks the judge about labelled cases"),
            (f"src/test/resources/judge/{name}-labelled.json", "those cases, and what the judge must reach on them"),
        ]
    table = "\n".join(f"| `{path}` | {what} |" for path, what in rows)
    return f"""\
## Where the files go

Into the same places of the application's source tree.

| file | what it is |
| --- | --- |
{table}

The package is `{PACKAGE}`. For another one move the sources and change their `package` lines; nothing else names it.
Needed are Spring Boot, Java 17 or later, and `{"spring-ai-openai" if shape.openai else "spring-ai-ollama"}`\
{" and `spring-ai-client-chat`"} of Spring AI; the test also needs `spring-boot-starter-test`. A second judge in one
application needs a package and a prefix of its own."""


_USE = """\
## Use

Activate the profile `judge` (`spring.profiles.include: judge`), or copy the block `evalcore:` into the
application's own settings, and let the application find `JudgeConfig` (a component scan of `{package}`, or
`@Import(JudgeConfig.class)`).

```java
@Autowired
Evaluator {bean};

EvaluationResponse verdict = {bean}.evaluate(new EvaluationRequest(question, documents, answer));
verdict.isPass();
```

Cases that should have had evidence and had none were left out when the judge was measured: do not ask about them."""

_READ = """\
## Who reads the reply

By the rule `{rule}`, as {reader} does. {who} {reading}"""

_WHO = {
    "relevancy": (
        "Here it is Spring's own `RelevancyEvaluator` with the judge's prompt; another version of Spring AI may read"
        " otherwise. It joins documents with the line separator of the system: on Windows that is another prompt than"
        " the one that was measured."
    ),
    "fact-check": (
        "Here it is Spring's own `FactCheckingEvaluator` with the judge's prompt; another version of Spring AI may read"
        " otherwise, and its score is always 0: use `isPass()`. It joins documents with the line separator of the"
        " system: on Windows that is another prompt than the one that was measured."
    ),
    "judge": (
        "`JudgeEvaluator` asks with one message and reads by `JudgeRule`, whatever the version of Spring AI. Its"
        " feedback is the reply, word for word."
    ),
}


def _reading(shape: Shape) -> str:
    if shape.dialect == "stringtemplate":
        return "The prompt is filled by Spring's `StTemplateRenderer`, as it was when the judge was measured."
    return (
        "`JudgeTemplateRenderer` replaces the known names in braces and leaves every other byte alone, as when the"
        " judge was measured."
    )


_UNTOUCHED = """\
## What stays as it is

Nothing here stands under `spring.ai`: `spring.ai.ollama.chat.model`, `num-predict` and every other setting of the
application go on meaning what they mean. `JudgeConfig` declares one bean, an `Evaluator`. The judge's model is no
bean, because an `OllamaChatModel`, an `OpenAiChatModel` or a `ChatClient.Builder` bean would switch off the
application's own."""

_REFINE = """\
## Answer again until it passes

```java
ChatClient client = builder.defaultAdvisors(
        new JudgeRefineAdvisor(judge, 3, Exhausted.BEST, Ordered.HIGHEST_PRECEDENCE + 100), retrieval).build();
```

An answer that does not pass is asked for again with the judge's feedback, so many times at most. Then the best
answer is returned (`BEST`), or an `IllegalStateException` thrown (`FAIL`). The documents are those that
`RetrievalAugmentationAdvisor` leaves in the context under `rag_document_context`; it runs again with every
attempt, and its query then holds the feedback. Every attempt gives the judge another chance to let a bad answer
through: its figures are for one call."""

_TEST = """\
## The calibration test

`JudgeCalibrationTest` is tagged `eval` and asks the real model; keep it out of the ordinary build
(`<excludedGroups>eval</excludedGroups>`). It fails when the judge agrees with people less than the lower end of
the interval that was measured, when more replies than expected are not literally what the rule reads, or when the
server's model has another digest. The labelled cases are real ones: see that they may stand in a repository."""

_NO_TEST = """\
## No calibration test

Nothing was measured that a test could hold the judge to, so none is written."""

_PROOF = """\
## What was proven

The workbench's tests fill prompts with the real StringTemplate, type-check these sources with the JDK against
stubs of Spring AI's classes (their signatures, written down by hand), run the compiled evaluator against a stub
model, and compare the verdicts of the Java that reads replies with those of the workbench over many thousands of
replies. They were not run with Spring AI's own jars. Characters that are newer than the Unicode version of the
Java at hand may be read otherwise."""

_OLDER = """\
## Spring AI 1.0

The sources are for 1.1. For 1.0 put `OllamaOptions` in place of `OllamaChatOptions`, `new
FactCheckingEvaluator(client, template())` in place of its builder, leave out `JudgeRefineAdvisor` (an advisor
cannot call on twice there) and `think`. Spring's own `RelevancyEvaluator` of 1.0.0 and 1.0.1 passes whatever
contains "yes": the test would notice."""
