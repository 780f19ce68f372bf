"""Every case put to Phoenix's classifier."""

from cases import CASES, error, finish, outcome
from phoenix_classifier import measured_judge

outcomes = {}
for case in CASES:
    try:
        (score,) = measured_judge.evaluate({name: case[name] for name in ("question", "evidence", "answer")})
    except Exception as problem:
        outcomes[case["id"]] = error(problem)
    else:
        outcomes[case["id"]] = outcome(score.score, said=score.label)
finish(outcomes)
