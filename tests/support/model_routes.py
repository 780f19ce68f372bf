"""What the scripted server answers on each path of Ollama and of an OpenAI-style server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.support.model_faults import Fault
from tests.support.model_server import ScriptedReply


def _tags(handler: Any, body: Any) -> None:
    handler.send_json({"models": [_listed(handler, name) for name in handler.scripted.models]})


def _ps(handler: Any, body: Any) -> None:
    window = handler.scripted.window_tokens
    loaded = [_listed(handler, name) | {"context_length": window} for name in handler.scripted.models]
    handler.send_json({"models": loaded})


def _listed(handler: Any, name: str) -> dict[str, Any]:
    return {"name": name, "model": name, "size": 98363007, "digest": handler.scripted.digest(name)}


def _version(handler: Any, body: Any) -> None:
    handler.send_json({"version": "0.24.0"})


def _show(handler: Any, body: Any) -> None:
    if _knows(handler, body.get("model") or body["name"]):  # its older name for it
        info = {"general.architecture": "llama", "llama.context_length": 8192}
        handler.send_json({"model_info": info, "capabilities": ["completion"]})


def _knows(handler: Any, model: str) -> bool:
    """Whether the model is installed; answers 404 as Ollama does if not."""
    known = _with_tag(model) in [_with_tag(name) for name in handler.scripted.models]
    if not known:
        handler.send_json({"error": f"model '{model}' not found"}, 404)
    return known


def _with_tag(model: str) -> str:
    return (model if ":" in model else f"{model}:latest").lower()


def _chat(handler: Any, body: Any) -> None:
    if not _knows(handler, body["model"]):
        return
    reply = handler.scripted.answer_to(_prompt(body))
    if isinstance(reply, Fault):
        handler.send_fault(reply)
        return
    window = body.get("options", {}).get("num_ctx") or handler.scripted.window_tokens
    prompt_tokens = _prompt_tokens(reply, body)
    if prompt_tokens > window and body.get("truncate") is False:
        handler.send_json({"error": "the input length exceeds the context length"}, 400)
        return
    message = {"role": "assistant", "content": reply.text}
    if reply.thinking is not None:
        message["thinking"] = reply.thinking
    handler.send_json(
        {
            "model": reply.served_model or body["model"],
            "created_at": "2026-09-14T12:00:00Z",
            "message": message,
            "done": True,
            "done_reason": reply.finish_reason,
            "total_duration": 20_000_000,
            "load_duration": 1_000_000,
            "prompt_eval_count": min(prompt_tokens, window),
            "eval_count": _completion_tokens(reply),
        },
        content_type=reply.content_type,
    )


def _prompt(body: Any) -> str:
    return "\n\n".join(message["content"] for message in body["messages"])


def _prompt_tokens(reply: ScriptedReply, body: Any) -> int:
    return len(_prompt(body)) // 4 + 1 if reply.prompt_tokens is None else reply.prompt_tokens


def _completion_tokens(reply: ScriptedReply) -> int:
    return len(reply.text) // 4 + 1 if reply.completion_tokens is None else reply.completion_tokens


def _pull(handler: Any, body: Any) -> None:
    """Progress as JSON lines, as Ollama streams it; a model it cannot find is an error in the stream."""
    name = body["model"]
    if name in handler.scripted.pullable:
        handler.scripted.models.append(name)
        layer = {"status": "pulling 0123", "digest": "sha256:0123", "total": 200}
        lines = [{"status": "pulling manifest"}, layer, layer | {"completed": 120}, layer | {"completed": 200}]
        lines.append({"status": "success"})
    else:
        lines = [{"status": "pulling manifest"}, {"error": "pull model manifest: file does not exist"}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    handler.send_body(200, text, {"Content-Type": "application/x-ndjson"})


def _openai_models(handler: Any, body: Any) -> None:
    handler.send_json({"object": "list", "data": [{"id": name, "object": "model"} for name in handler.scripted.models]})


def _openai_chat(handler: Any, body: Any) -> None:
    if body["model"] not in handler.scripted.models:
        error = {"message": f"The model `{body['model']}` does not exist", "code": "model_not_found"}
        handler.send_json({"error": error}, 404)
        return
    reply = handler.scripted.answer_to(_prompt(body))
    if isinstance(reply, Fault):
        handler.send_fault(reply)
        return
    prompt_tokens, completion_tokens = _prompt_tokens(reply, body), _completion_tokens(reply)
    window, is_ollama = handler.scripted.window_tokens, handler.scripted.kind == "ollama"
    if prompt_tokens > window and not is_ollama:
        error = {"message": "This model's maximum context length is exceeded", "code": "context_length_exceeded"}
        handler.send_json({"error": error}, 400)
        return
    message = {"role": "assistant", "content": reply.text}
    if reply.thinking is not None:
        message["reasoning_content"] = reply.thinking
    handler.send_json(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1789387200,
            "model": reply.served_model or body["model"],
            "system_fingerprint": "fp_ollama" if is_ollama else "fp_scripted",
            "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}],
            "usage": {
                "prompt_tokens": min(prompt_tokens, window),
                "completion_tokens": completion_tokens,
                "total_tokens": min(prompt_tokens, window) + completion_tokens,
            },
        },
        content_type=reply.content_type,
    )


Route = Callable[[Any, Any], None]


def route(kind: str, method: str, path: str) -> Route | None:
    """What answers a path on a server of this kind; None: nothing does."""
    return None if kind == "openai" and path.startswith("/api/") else _ROUTES.get((method, path))


_ROUTES: dict[tuple[str, str], Route] = {
    ("GET", "/api/tags"): _tags,
    ("GET", "/api/ps"): _ps,
    ("GET", "/api/version"): _version,
    ("POST", "/api/show"): _show,
    ("POST", "/api/chat"): _chat,
    ("POST", "/api/pull"): _pull,
    ("GET", "/v1/models"): _openai_models,
    ("POST", "/v1/chat/completions"): _openai_chat,
}
