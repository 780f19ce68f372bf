"""The target ``promptfoo``: the judge as a grader of other suites, and a regression suite for the judge itself."""

from evalcore.exports.promptfoo.target import TARGETS

__all__ = ["TARGETS"]
