"""Gates: thresholds over the figures of a report, decided by their intervals."""

from evalcore.gate.deciding import Needed, Outcome, decide, needed_if_perfect, needed_to_decide
from evalcore.gate.evaluating import evaluate
from evalcore.gate.figures import FIGURES, Figure
from evalcore.gate.files import gates_from_text, gates_to_text, read_gate_file
from evalcore.gate.result import GateResult, Line, Why, result_document
from evalcore.gate.rules import Bound, Demand, Gates, Minimum, Pins, Rule
from evalcore.gate.standing import one_judge
from evalcore.gate.starting import NotDemanded, Start, starting_gates

__all__ = [
    "FIGURES",
    "Bound",
    "Demand",
    "Figure",
    "GateResult",
    "Gates",
    "Line",
    "Minimum",
    "Needed",
    "NotDemanded",
    "Outcome",
    "Pins",
    "Rule",
    "Start",
    "Why",
    "decide",
    "evaluate",
    "gates_from_text",
    "gates_to_text",
    "needed_if_perfect",
    "needed_to_decide",
    "one_judge",
    "read_gate_file",
    "result_document",
    "starting_gates",
]
