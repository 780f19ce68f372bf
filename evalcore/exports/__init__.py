"""A report and a judge as files: for people, for other programs, for the next run."""

from evalcore.exports.calibration import calibration_block, judge_yaml
from evalcore.exports.documents import report_json
from evalcore.exports.markdown import report_markdown
from evalcore.exports.page import report_html
from evalcore.exports.target import Carried, Exactness, Files, Material, Target
from evalcore.exports.targets import TARGETS, find_target, write_files

__all__ = [
    "TARGETS",
    "Carried",
    "Exactness",
    "Files",
    "Material",
    "Target",
    "calibration_block",
    "find_target",
    "judge_yaml",
    "report_html",
    "report_json",
    "report_markdown",
    "write_files",
]
