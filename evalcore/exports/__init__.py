"""A report and a judge as files: for people, for other programs, for the next run."""

from evalcore.exports.archive import zipped
from evalcore.exports.calibration import calibration_block, judge_yaml
from evalcore.exports.documents import report_json
from evalcore.exports.examples import Example, examples_of
from evalcore.exports.markdown import report_markdown
from evalcore.exports.page import report_html
from evalcore.exports.target import Carried, Exactness, Files, Material, Target
from evalcore.exports.targets import TARGETS, find_target, read_files, write_files
from evalcore.exports.verifying import Asked, Difference, Verification, asked_of, verify

__all__ = [
    "TARGETS",
    "Asked",
    "Carried",
    "Difference",
    "Exactness",
    "Example",
    "Files",
    "Material",
    "Target",
    "Verification",
    "asked_of",
    "calibration_block",
    "examples_of",
    "find_target",
    "judge_yaml",
    "read_files",
    "report_html",
    "report_json",
    "report_markdown",
    "verify",
    "write_files",
    "zipped",
]
