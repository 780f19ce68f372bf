"""The target ``judge.yaml``: the judge with its calibration, to be read back by this tool and by others."""

from __future__ import annotations

from evalcore.exports.calibration import judge_yaml
from evalcore.exports.target import Files, Material, Target


def write(material: Material) -> Files:
    """The judge file."""
    return {"judge.yaml": judge_yaml(material.chosen, material.report, date=material.date)}


TARGETS = (Target(name="judge.yaml", title="Judge file with its calibration", exactness="exact", write=write),)
