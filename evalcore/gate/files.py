"""Gates as YAML files that people read and write: ``evalcore-gates/1``."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evalcore.errors import InputError, JudgeError
from evalcore.gate.figures import FIGURES
from evalcore.gate.file_schema import SCHEMA, DemandPart, Demands, DemandsPart, GateFile, MeasuredPart, validated
from evalcore.gate.rules import Gates, Minimum, Pins, Rule
from evalcore.judges import config_sha256, judge_from_text
from evalcore.judges.yaml_reading import load_yaml
from evalcore.judges.yaml_writing import mapping_lines


def read_gate_file(path: Path) -> Gates:
    """The gates in a file.

    Raises
    ------
    InputError
        Names the file, the key, what was expected and what was found; or says that the calibration that the file
        names is void.
    """
    return gates_from_text(_text(path, what="a gate file"), file=str(path), folder=path.parent)


def gates_from_text(text: str, *, file: str, folder: Path) -> Gates:
    """The gates in the text of a file.

    Parameters
    ----------
    file
        What errors call it.
    folder
        Where the judge file lies that ``measured.calibration`` names.

    Raises
    ------
    InputError
        As :func:`read_gate_file`.
    """
    document = validated(_yaml(text, file), file=file)
    rules = tuple(_rules(document, file))
    if not rules:
        raise InputError("expected at least one demand, such as judge.overall.agreement; found none", file=file)
    return Gates(
        name=document.name,
        rules=rules,
        pins=_pins(document.measured, file, folder),
        minimum=Minimum(good=document.judge.minimum.good, bad=document.judge.minimum.bad),
    )


def gates_to_text(gates: Gates) -> str:
    """The gates as a file; reading it gives the same gates."""
    pins = {key: value for key, value in _pins_document(gates.pins).items() if value is not None}
    minimum = {"good": gates.minimum.good, "bad": gates.minimum.bad}
    judge = {"minimum": minimum} | _written(gates, about="judge", against_baseline=False)
    application = _written(gates, about="application", against_baseline=False)
    against = _written(gates, about="application", against_baseline=True)
    document: dict[str, Any] = {"schema": SCHEMA, "name": gates.name}
    document |= {"measured": pins} if pins else {}
    document |= {"judge": judge}
    document |= {"application": application | ({"against_baseline": against} if against else {})}
    return "\n".join((*mapping_lines(document), ""))


def _rules(document: GateFile, file: str) -> Iterator[Rule]:
    yield from _rules_of(document.judge, "judge", file)
    yield from _rules_of(document.application, "application", file)
    yield from _rules_of(document.application.against_baseline, "application", file, against_baseline=True)


def _rules_of(part: DemandsPart, about: str, file: str, *, against_baseline: bool = False) -> Iterator[Rule]:
    path = f"{about}.against_baseline" if against_baseline else about
    groups: list[tuple[str, str | None, Demands]] = [(f"{path}.overall", None, part.overall)]
    groups += [(f"{path}.slices.{key}", key, demands) for key, demands in part.slices.items()]
    for where, key, demands in groups:
        for figure, demand in demands.items():
            _refuse_unknown(figure, about, where, file)
            bound = "no_worse_by" if against_baseline else FIGURES[figure].bound
            threshold = _threshold(figure, demand, bound, f"{where}.{figure}", file)
            yield Rule(
                figure=figure,
                bound=FIGURES[figure].bound,
                threshold=-threshold if against_baseline else threshold,
                slice_key=key,
                against_baseline=against_baseline,
            )


def _refuse_unknown(figure: str, about: str, where: str, file: str) -> None:
    known = [name for name, one in FIGURES.items() if one.about == about]
    if figure in known:
        return
    if figure in FIGURES:
        raise InputError(f"{where}.{figure}: move it to {FIGURES[figure].about}, which it is about", file=file)
    nearest = difflib.get_close_matches(figure, known, n=1)
    meant = f"did you mean {nearest[0]}? " if nearest else ""
    raise InputError(f"{where}.{figure} is not a figure; {meant}(known here: {', '.join(known)})", file=file)


def _threshold(figure: str, demand: DemandPart, bound: str, key: str, file: str) -> float:
    given = demand.model_dump(exclude_none=True)
    if list(given) != [bound]:
        found = ", ".join(given) or "nothing"
        raise InputError(f"{key}: expected {{{bound}: …}}, found {found}", file=file)
    value: float = given[bound]
    lowest = -1.0 if FIGURES[figure].coefficient else 0.0
    if not lowest < value < 1:
        raise InputError(
            f"{key}: expected {bound} between {lowest:g} and 1, both excluded, found {value:g};"
            " no number of cases can show that something never or always happens",
            file=file,
        )
    return value


def _pins(measured: MeasuredPart, file: str, folder: Path) -> Pins:
    config = measured.config_sha256
    if measured.calibration:
        calibrated = _calibrated(folder / measured.calibration)
        if config not in (None, calibrated):
            raise InputError(
                f"measured.config_sha256 is not that of the judge in {measured.calibration}: leave one of them out",
                file=file,
            )
        config = calibrated
    return Pins(judge=measured.judge, config_sha256=config, digest=measured.digest, dataset=measured.dataset)


def _calibrated(path: Path) -> str:
    """The ``config_sha256`` of a judge file whose calibration block is about the judge as the file describes it."""
    file = str(path)
    text = _text(path, what="a judge file with its calibration")
    try:
        actual = config_sha256(judge_from_text(text, file=file))
    except JudgeError as error:
        raise InputError(str(error)) from error
    block = _yaml(text, file).get("calibration") or {}
    if "config_sha256" not in block:
        raise InputError(
            "expected a judge file with a calibration block, found none; `evalcore export --to judge.yaml` writes one",
            file=file,
        )
    if block["config_sha256"] != actual:
        raise InputError(
            f"the calibration is void: it was made for config_sha256 {str(block['config_sha256'])[:12]}…, and the judge"
            f" in the file is {actual[:12]}…. Measure the judge as it is now, and export it again.",
            file=file,
        )
    return actual


def _text(path: Path, *, what: str) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"expected {what}; {error.strerror or error}", file=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"expected UTF-8, found another encoding at byte {error.start}", file=str(path)) from error


def _yaml(text: str, file: str) -> Any:
    try:
        return load_yaml(text, file=file)
    except JudgeError as error:
        raise InputError(str(error)) from error


def _pins_document(pins: Pins) -> Mapping[str, str | None]:
    return {
        "judge": pins.judge,
        "config_sha256": pins.config_sha256,
        "digest": pins.digest,
        "dataset": pins.dataset,
    }


def _written(gates: Gates, *, about: str, against_baseline: bool) -> dict[str, Any]:
    """``overall`` and ``slices`` of one part of the file; what is empty is left out."""
    overall: dict[str, Any] = {}
    slices: dict[str, dict[str, Any]] = {}
    for rule in gates.rules:
        if FIGURES[rule.figure].about != about or rule.against_baseline != against_baseline:
            continue
        group = overall if rule.slice_key is None else slices.setdefault(rule.slice_key, {})
        group[rule.figure] = {"no_worse_by": -rule.threshold} if against_baseline else {rule.bound: rule.threshold}
    return {key: value for key, value in (("overall", overall), ("slices", slices)) if value}
