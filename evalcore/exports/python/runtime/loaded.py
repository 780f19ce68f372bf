"""The judge of a file: what it asks, and what it makes of the reply."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalcore.domain import How
from evalcore.errors import JudgeError
from evalcore.exports.python.runtime import servers
from evalcore.exports.python.runtime.calling import JudgeCallError, call
from evalcore.exports.python.runtime.cases import Case
from evalcore.judges import Judge, config_sha256
from evalcore.prompts import fill, variables
from evalcore.providers.bodies import request_body
from evalcore.providers.keys import key_for
from evalcore.replies import read, score

MODEL_PLACEHOLDER = "MODEL-NAME"
"""Stands in a file for the model of a judge that names none yet."""


@dataclass(frozen=True)
class Verdict:
    """What the judge said of one answer."""

    value: str | None
    """A value of the judge's scale; None: the reply could not be read."""
    passed: bool | None
    """None where there is no value: neither a pass nor a fail."""
    how: str
    """``literal``, ``recovered``, ``by default`` (the reply says none, and the rule gives one) or ``unread``."""
    step: str | None
    """For a recovered verdict: the last step that was needed to read it."""
    reason: str | None
    """Why the reply says no verdict."""
    score: float | None
    """From 0 to 1 where the judge gives scores (a rule may go beyond, as the deployed evaluator does)."""
    reply: str
    """Word for word."""


class LoadedJudge:
    """A judge as its file describes it; safe to share between threads."""

    def __init__(self, judge: Judge, calibration: Mapping[str, Any] | None) -> None:
        self.judge = judge
        self.calibration = calibration
        """What was measured, as the file says it; None where it says nothing."""
        self._window: servers.Window | None = None
        self._looking = threading.Lock()

    @property
    def name(self) -> str:
        """As its file calls it."""
        return self.judge.name

    @property
    def config_sha256(self) -> str:
        """The name of this configuration, which a calibration belongs to."""
        return config_sha256(self.judge)

    @property
    def calibration_is_valid(self) -> bool:
        """Whether the file says what was measured of exactly this configuration."""
        return self.calibration is not None and self.calibration.get("config_sha256") == self.config_sha256

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to know before relying on the calibration, in sentences; none where there are no figures."""
        block = self.calibration or {}
        measured = block.get("config_sha256")
        if measured is None:
            return ()
        if not self.calibration_is_valid:
            return (
                "the calibration belongs to another configuration (config_sha256 "
                f"{str(measured)[:12]}…, and this is {self.config_sha256[:12]}…): the judge works, "
                "and nothing is known of how well; measure it again",
            )
        selection = block.get("selection")
        if isinstance(selection, Mapping) and selection.get("on_the_same_cases"):
            return (str(selection.get("note", "the judge was chosen on the same cases that its figures rest on")),)
        return ()

    def request(self, case: Case) -> tuple[str, dict[str, str], dict[str, Any]]:
        """Address, headers and JSON body of the request about a case.

        The headers hold the key, if the judge's file names the variable that holds one.

        Raises
        ------
        JudgeCallError
            When the variable is not set.
        """
        prompt = self.judge.prompt
        assert prompt is not None, "load() takes no judge without a prompt"
        body = request_body(self.judge, fill(prompt.template, prompt.dialect, variables(case.as_measured())))
        url = servers.address_of(self.judge.model) + servers.PATHS[self.judge.model.provider]
        return url, self._headers(), body

    def ask(self, case: Case) -> Verdict:
        """Ask once; the first call also looks up how long a prompt the server takes.

        Raises
        ------
        JudgeCallError
            When the judge names no model, no reply came, or the prompt did not fit. A missing reply is never a verdict.
        """
        self._refuse_unnamed_model()
        url, headers, body = self.request(case)
        try:
            answer = servers.answer_in(call(url, headers, body), self.judge.model.provider)
        except JudgeCallError as error:
            raise servers.explained(error, self.judge) from None
        if answer.prompt_tokens is not None and answer.by_ollama:
            self._refuse_cut_prompt(answer.prompt_tokens)
        return self.read(answer.text, thinking=answer.thinking, finish_reason=answer.finish_reason)

    def read(self, text: str, *, thinking: str | None = None, finish_reason: str | None = None) -> Verdict:
        """What the judge makes of a reply; thinking text and finish reason explain an unread one and decide nothing."""
        rule = self.judge.rule
        reading = read(rule.name, text, thinking=thinking, finish_reason=finish_reason, params=rule.params)
        value = self.judge.verdict(reading)
        unknown = value is None and reading.token is not None
        given = score(rule.name, text, params=rule.params)
        return Verdict(
            value=value,
            passed=None if value is None else self.judge.passes(value),
            how=str(How.UNREAD if unknown else reading.how),
            step=reading.step,
            reason="off-scale" if unknown else reading.reason,
            score=given if given is not None or value is None else self.judge.scores.get(value),
            reply=text,
        )

    def check(self) -> str:
        """Ask the server whether its model is the one that was measured, and say what it answered.

        Raises
        ------
        JudgeCallError
            When the model is missing, or is another one than was measured.
        """
        self._refuse_unnamed_model()
        if self.judge.model.provider != "ollama":
            return "This server reports no digests: whether its model is the one that was measured cannot be seen."
        return servers.check_digest(self.judge)

    def _refuse_unnamed_model(self) -> None:
        if self.judge.model.name in ("", MODEL_PLACEHOLDER):
            raise JudgeCallError("the judge file names no model to ask; set model.name in it", kind="not-set-up")

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self.judge.model.provider == "openai":
            try:
                key = key_for(self.judge.model, servers.address_of(self.judge.model))
            except JudgeError as error:
                raise JudgeCallError(str(error), kind="not-set-up") from None
            if key:
                headers["Authorization"] = f"Bearer {key}"
        return headers

    def _refuse_cut_prompt(self, prompt_tokens: int) -> None:
        """A prompt may be cut in silence, by servers older than ``truncate`` and by Ollama's OpenAI-style interface.

        A count that fills the window gives it away.
        """
        with self._looking:
            if self._window is None:
                self._window = servers.window_of(self.judge)
        if self._window.tokens is not None and prompt_tokens >= self._window.tokens:
            raise JudgeCallError(
                f"the prompt fills the window of {self._window.tokens} tokens, so that the server cut it: "
                f"{self._longer_window()}, or give the case less evidence",
                kind="prompt-too-long",
            )

    def _longer_window(self) -> str:
        if self.judge.model.provider == "ollama":
            return "give the judge a larger num_ctx"
        return "give the model a longer window in Ollama, whose OpenAI-style interface takes no num_ctx"
