"""``evalcore gate``: thresholds over a report, decided by its intervals."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, FAILED, UNDECIDED, note, print_json, print_table, say
from evalcore.cli.report_at_hand import report_at_hand
from evalcore.cli.stored import add_store_argument
from evalcore.cli.unused import refuse_unused
from evalcore.cli.writing import refuse_unwritable, write_result

if TYPE_CHECKING:
    from evalcore.gate import GateResult

_WRITTEN = "the JUnit file"


def register(commands: Any) -> None:
    """Add the command."""
    gate = commands.add_parser("gate", help="decide whether a judge or an application reaches its thresholds")
    gate.add_argument("--report", required=True, metavar="R", help="a report as JSON, or a run of the store")
    gate.add_argument("--gates", required=True, metavar="G", help="the gate file; docs/gates.md describes it")
    gate.add_argument("--baseline", metavar="R0", help="the report or run that rules against a baseline compare with")
    gate.add_argument("--judge", metavar="NAME", help="which judge of the report (default: the pinned or only one)")
    gate.add_argument(
        "--undecided", choices=["pass", "fail"], help="what undecided gates count as (default: exit code 2)"
    )
    gate.add_argument("--junit", metavar="F", help="also write the result as JUnit XML to this file")
    gate.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(gate)
    gate.set_defaults(run=_gate)


def _gate(arguments: argparse.Namespace) -> int:
    from evalcore.gate import evaluate, read_gate_file, result_document
    from evalcore.report.gate_sentences import gate_remarks

    gates = read_gate_file(Path(arguments.gates))
    if not any(rule.against_baseline for rule in gates.rules):
        refuse_unused(arguments, ["--baseline"], because=f"no demand in {arguments.gates} compares with a baseline")
    if arguments.junit:
        # Measuring counts as a look at cases that are kept back.
        refuse_unwritable(Path(arguments.junit), _WRITTEN)
    report = report_at_hand(arguments.report, arguments, to_decide=True)
    baseline = report_at_hand(arguments.baseline, arguments, to_decide=True) if arguments.baseline else None
    result = evaluate(gates, report, judge=arguments.judge, baseline=baseline)
    code = _exit_code(result, arguments.undecided)
    remarks = gate_remarks(result, gates, report, baseline)
    if arguments.json:
        print_json({**result_document(result), "exit_code": code, "remarks": list(remarks)})
    else:
        _print_result(result, remarks)
    if arguments.junit:
        _write_junit(result, Path(arguments.junit), undecided_fails=arguments.undecided == "fail")
    if result.outcome.value == "undecided" and arguments.undecided:
        note(f"evalcore: undecided gates count as {arguments.undecided}, as --undecided says.")
    return code


def _exit_code(result: GateResult, undecided: str | None) -> int:
    code = {"pass": DONE, "fail": FAILED, "undecided": UNDECIDED}[result.outcome.value]
    return {"pass": DONE, "fail": FAILED, None: UNDECIDED}[undecided] if code == UNDECIDED else code


def _write_junit(result: GateResult, path: Path, *, undecided_fails: bool) -> None:
    from evalcore.exports.junit import gate_junit

    text = gate_junit(result, undecided_fails=undecided_fails)
    write_result(path, _WRITTEN, text.encode(), else_print=lambda: None)


def _print_result(result: GateResult, remarks: tuple[str, ...]) -> None:
    from evalcore.report.gate_sentences import (
        demand_in_words,
        found_in_words,
        outcome_in_words,
        part_in_words,
        reason_in_words,
    )

    say(f"{result.name}: {result.judge} on {result.dataset}\n")
    print_table(
        ["gate", "cases", "found", "outcome"],
        [
            [demand_in_words(line.rule), part_in_words(line), found_in_words(line), line.outcome.value]
            for line in result.lines
        ],
    )
    say()
    for line in result.lines:
        if reason := reason_in_words(line):
            say(f"· {demand_in_words(line.rule)} ({part_in_words(line)}): {line.outcome.value}. {reason}")
    say(f"\n{outcome_in_words(result)}")
    for remark in remarks:
        say(f"\n{remark}")
