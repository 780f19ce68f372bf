"""A measured judge in plain Python: no package beyond the standard library.

::

    from evalcore_judge import Case, load

    judge = load("judge.yaml")
    verdict = judge.ask(Case(question="…", evidence=("…",), answer="…"))
    verdict.passed        # True, False, or None where the reply could not be read
"""

from evalcore.exports.python.runtime.calling import JudgeCallError
from evalcore.exports.python.runtime.cases import Case
from evalcore.exports.python.runtime.judge_file import CalibrationWarning, JudgeFileError, load
from evalcore.exports.python.runtime.loaded import LoadedJudge, Verdict
from evalcore.exports.python.runtime.refining import Attempt, Exhausted, Refined, refine

__all__ = [
    "Attempt",
    "CalibrationWarning",
    "Case",
    "Exhausted",
    "JudgeCallError",
    "JudgeFileError",
    "LoadedJudge",
    "Refined",
    "Verdict",
    "load",
    "refine",
]
