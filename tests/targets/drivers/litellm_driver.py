"""Every case put to the model through LiteLLM."""

from cases import CASES, error, finish, outcome
from evalcore_judge import Case
from litellm_judge import ask

outcomes = {}
for case in CASES:
    about = Case(question=case["question"], evidence=tuple(case["evidence"]), answer=case["answer"])
    try:
        verdict = ask(about)
    except Exception as problem:
        outcomes[case["id"]] = error(problem)
    else:
        outcomes[case["id"]] = outcome(verdict.passed, verdict.value, said=verdict.reply)
finish(outcomes)
