"""What the sources depend on beside the reading rule, and the sources for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evalcore.exports.spring.java_text import bean_name, filled, slug
from evalcore.exports.spring.lines import SPRING_2, Line
from evalcore.judges import Judge
from evalcore.prompts import Dialect, placeholders
from evalcore.providers.bodies import output_limit

PACKAGE = "com.example.judge"
JAVA = "src/main/java/" + PACKAGE.replace(".", "/")
RESOURCES = "src/main/resources"

_OWN_NAMES = {"relevancy": {"query", "response", "context"}, "fact-check": {"document", "claim"}}
"""The variables that Spring's own evaluators fill."""
_LIMITS = {"max_tokens": "maxTokens", "max_completion_tokens": "maxCompletionTokens"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What the sources depend on."""

    line: Line
    evaluator: Literal["relevancy", "fact-check", "judge"]
    """Spring's own, where it asks and reads as measured; else the one that is written here."""
    dialect: Dialect
    role: Literal["user", "system"]
    openai: bool
    limit: str
    """Name of the field that limits a reply, for OpenAI-style servers."""
    think: bool
    """Whether the request says anything about thinking."""
    needs_documents: bool
    prompt: str
    """The prompt's place on the class path."""
    bean: str


def shape_of(judge: Judge, line: Line) -> Shape:
    """The shape for a judge that asks a model."""
    assert judge.prompt is not None
    names = set(placeholders(judge.prompt.template, judge.prompt.dialect))
    openai = judge.model.provider == "openai"
    think = judge.options.think
    own = [kind for kind, known in _OWN_NAMES.items() if names <= known] if judge.prompt.role == "user" else []
    return Shape(
        line=line,
        evaluator=own[0] if own and judge.rule.name == line.own_rule else "judge",  # type: ignore[arg-type]
        dialect=judge.prompt.dialect,
        role=judge.prompt.role,
        openai=openai,
        limit=output_limit(judge.model) if openai else "num_predict",
        think=think is not None and not (openai and isinstance(think, bool)),
        needs_documents=bool(names & {"evidence", "context", "document"}),
        prompt=f"judge/{slug(judge.name)}.txt",
        bean=bean_name(judge.name),
    )


def sources(shape: Shape, package: str) -> dict[str, str]:
    """The sources by class name, without their header comments and without those that read replies."""
    classes = {
        "JudgeProperties": filled("JudgeProperties", package=package),
        "JudgeConfig": _configuration(shape, package),
        "JudgeRefineAdvisor": filled(
            "JudgeRefineAdvisor", package=package, needs_documents=str(shape.needs_documents).lower()
        ),
    }
    if shape.dialect == "brace":
        classes["JudgeTemplateRenderer"] = filled(
            "JudgeTemplateRenderer", package=package, variable=shape.line.variable
        )
    if shape.evaluator == "judge":
        message = "UserMessage" if shape.role == "user" else "SystemMessage"
        classes["JudgeEvaluator"] = filled("JudgeEvaluator", package=package, message=message)
    return classes


def _configuration(shape: Shape, package: str) -> str:
    return filled(
        "JudgeConfig",
        package=package,
        imports="\n".join(f"import org.springframework.{name};" for name in sorted(_imports(shape))),
        prompt=shape.prompt,
        bean=shape.bean,
        evaluator=_evaluator(shape),
        model=_openai(shape) if shape.openai else _ollama(shape),
        think=_THINK if shape.think and not shape.openai else "",
    )


def _imports(shape: Shape) -> set[str]:
    names = {
        "ai.chat.model.ChatModel",
        "ai.evaluation.Evaluator",
        "boot.context.properties.EnableConfigurationProperties",
        "context.annotation.Bean",
        "context.annotation.Configuration",
        "core.io.ClassPathResource",
    }
    if shape.openai:
        names |= {"ai.openai.OpenAiChatModel", "ai.openai.OpenAiChatOptions"}
        names |= set() if shape.line is SPRING_2 else {"ai.openai.api.OpenAiApi"}
    else:
        names |= {"ai.ollama.OllamaChatModel", "ai.ollama.api.OllamaApi", "ai.ollama.api.OllamaChatOptions"}
        names |= {"ai.ollama.api.ThinkOption"} if shape.think else set()
    if shape.dialect == "stringtemplate":
        names.add("ai.template.st.StTemplateRenderer")
    match shape.evaluator:
        case "relevancy":
            names |= {"ai.chat.client.ChatClient", "ai.chat.evaluation.RelevancyEvaluator"}
            names.add("ai.chat.prompt.PromptTemplate")
        case "fact-check":
            names |= {"ai.chat.client.ChatClient", "ai.chat.evaluation.FactCheckingEvaluator"}
    return names


def _evaluator(shape: Shape) -> str:
    braces = shape.dialect == "brace"
    renderer = "new JudgeTemplateRenderer()" if braces else "StTemplateRenderer.builder().build()"
    match shape.evaluator:
        case "relevancy":
            return f"""\
        PromptTemplate prompt = PromptTemplate.builder()
            .template(template())
            .renderer({renderer})
            .build();
        return RelevancyEvaluator.builder()
            .chatClientBuilder(ChatClient.builder(model))
            .promptTemplate(prompt)
            .build();"""
        case "fact-check":
            return f"""\
        ChatClient.Builder client = ChatClient.builder(model).defaultTemplateRenderer({renderer});
        return FactCheckingEvaluator.builder(client).evaluationPrompt(template()).build();"""
        case "judge":
            return f"        return new JudgeEvaluator(model, template(), {renderer});"


def _ollama(shape: Shape) -> str:
    think = "\n                .thinkOption(think(judge.think()))" if shape.think else ""
    return f"""\
        return OllamaChatModel.builder()
            .ollamaApi(OllamaApi.builder().baseUrl(judge.baseUrl()).build())
            .{shape.line.options}(OllamaChatOptions.builder()
                .model(judge.model())
                .temperature(judge.temperature())
                .seed(judge.seed())
                .numPredict(judge.maxTokens())
                .numCtx(judge.numCtx()){think}
                .build())
            .build();"""


def _openai(shape: Shape) -> str:
    options = f"""\
                .model(judge.model())
                .temperature(judge.temperature())
                .seed(judge.seed())
                .{_LIMITS[shape.limit]}(judge.maxTokens()){_EFFORT if shape.think else ""}
                .build())
            .build();"""
    if shape.line is SPRING_2:
        return f"""\
        return OpenAiChatModel.builder()
            .options(OpenAiChatOptions.builder()
                .baseUrl(judge.baseUrl())
                .apiKey(judge.apiKey())
{options}"""
    return f"""\
        return OpenAiChatModel.builder()
            .openAiApi(OpenAiApi.builder()
                .baseUrl(judge.baseUrl())
                .completionsPath("/chat/completions")
                .apiKey(judge.apiKey())
                .build())
            .defaultOptions(OpenAiChatOptions.builder()
{options}"""


_EFFORT = "\n                .reasoningEffort(judge.think())"

_THINK = """
    private static ThinkOption think(String think) {
        return switch (think) {
            case "true" -> ThinkOption.ThinkBoolean.ENABLED;
            case "false" -> ThinkOption.ThinkBoolean.DISABLED;
            default -> new ThinkOption.ThinkLevel(think);
        };
    }
"""
