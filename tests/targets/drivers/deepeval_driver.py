"""Every case a test case; errors are kept beside the scores."""

from cases import CASES, error, finish, outcome
from deepeval import evaluate
from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig
from deepeval.test_case import LLMTestCase
from deepeval_metric import MeasuredJudge

tests = [
    LLMTestCase(
        name=case["id"],
        input=case["question"],
        actual_output=case["answer"],
        retrieval_context=[document["text"] for document in case["evidence"]],
    )
    for case in CASES
]
found = evaluate(
    tests,
    metrics=[MeasuredJudge()],
    async_config=AsyncConfig(run_async=True, max_concurrent=4),
    display_config=DisplayConfig(show_indicator=False, print_results=False),
    cache_config=CacheConfig(write_cache=False),
    error_config=ErrorConfig(ignore_errors=True),
)
outcomes = {}
for result in found.test_results:
    (measured,) = result.metrics_data
    if measured.error:
        assert not measured.success
        outcomes[result.name] = error(measured.error)
    else:
        assert measured.success == (measured.score == 1.0)
        unread = measured.reason.startswith("no verdict was read")
        outcomes[result.name] = outcome(measured.success, None if unread else measured.reason.split(" (")[0])
finish(outcomes)
