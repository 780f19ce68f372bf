"""Every session key, by the name that stands in the address where there is one.

Keys of widgets that are bound to the address (``bind="query-params"``) are short, because
people read and share them: ``/compare?run=r-0003&judge=yes-no``.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

# In the address.
RUN = "run"
"""Id of the run whose results are shown."""
SET = "set"
"""Name of the set whose cases are shown."""
JUDGE = "judge"
"""Name of the judge that is looked at."""
CASE = "case"
"""Id of the case that is open."""
READING = "reading"
"""How replies are read where both ways are offered: as deployed or lenient."""
HUMAN, VERDICT = "human", "verdict"
"""The cell of the confusion matrix whose cases are listed."""

CRITERION = "criterion"
GOLD = "gold"
"""Which gold the listed cases have."""

FINDING = "finding"
"""The kind of finding on the set's health whose cases are listed."""

MORE = "more"
"""Whether the rest of the figures is shown."""
RANK = "rank"
"""By what the judges are ranked."""
COST_MISSED, COST_REJECTED = "missed", "rejected"
"""What a person says that each kind of error costs."""
RULE = "rule"
"""The rule that reads every reply in place of each judge's own."""
REFERENCE, MARGIN = "against", "margin"
"""The judge that every other one is compared with, and how much worse one may be, in points."""
OTHER, ONLY = "with", "only"
"""The judge that the listed cases tell the open one apart from, and which of the two is right on them."""
CUT = "prompts"
"""Whether the listed cases are only those whose prompt was cut."""
MIX = "mix"
"""The slice key by which production's mix is declared."""
TAB = "tab"
"""Which tab of the judge page is open."""
TARGET = "target"
"""What the judge is exported as."""
FILE = "file"
"""Which file of an export of several is looked at."""
EDIT = "edit"
"""The judge whose copy is being edited."""
PART = "part"
"""Which part of the Judges page is open."""
VERSIONS = "versions"
"""The judge whose versions are compared."""
EXAMINED = "examined"
"""The judge that the doctor is asked about on the Judges page."""
WORD_SEARCH = "find"
"""What the list of words is searched for."""
ASK = "ask"
"""Which question a plan answers."""
PLAN_RATE, PLAN_OTHER_RATE = "rate", "other"
"""The assumed true rate of a judge, and that of another one or of the next release."""
PLAN_HALF, PLAN_THRESHOLD, PLAN_POWER, PLAN_CASES = "half", "threshold", "power", "n"
PLAN_DISCORDANCE, PLAN_DISCORDANT = "discordance", "discordant"
"""Whether the share of cases on which exactly one of two is right is given, and that share."""
PLAN_PASS_RATE, PLAN_TPR, PLAN_TNR, PLAN_ATTEMPTS = "passing", "tpr", "tnr", "attempts"
BEFORE, AFTER = "before", "after"
"""Ids of the two runs whose releases are compared."""
JUDGE_BEFORE = "judge_before"
"""Name of the judge in the run before, where it has another one than the run after."""
TURNED = "turned"
"""Which way the listed cases turned between two runs."""
BASELINE = "baseline"
"""Id of the run that gates compare with."""
CODE = "code"
"""The code of an invitation to label."""
SESSION = "session"
"""Id of the labelling session that is looked at."""

# Only in the session.
MIX_OPEN, TWIN = "mix_open", "twin"
"""Whether the parts of Compare are open that are drawn on demand."""
EVIDENCE_SEARCH = "evidence_search"
EXAMPLES = "examples"
"""Whether a judge card quotes cases."""
ALL_TARGETS = "all_targets"
UPLOAD, UPLOAD_RECIPE, UPLOAD_FURTHER = "upload", "upload_recipe", "upload_further"
IMPORT_FROM, IMPORT_PATH, IMPORT_PASTED = "import_from", "import_path", "import_pasted"
"""Whether a file of cases is uploaded, named by its path or pasted; that path, and that text."""
FURTHER_FROM, FURTHER_PATH, FURTHER_PASTED = "further_from", "further_path", "further_pasted"
"""The same of a second file."""
RUN_JUDGES, RUN_REPEATS, RUN_LIMIT, RUN_CONCURRENCY = "run_judges", "run_repeats", "run_limit", "run_concurrency"
RUN_FRESH, RUN_RETRY = "run_fresh", "run_retry"
RUN_PROMPT_PRICE, RUN_REPLY_PRICE = "run_prompt_price", "run_reply_price"
KEPT_JUDGE = "kept_judge"
"""The judge that was looked at last, on whichever page."""
KEPT_BEFORE, KEPT_AFTER = "kept_before", "kept_after"
"""The two runs that were compared last."""
FIELDS_OF = "fields_of"
"""The judge that the fields of the editor were filled from."""
FIELD_NAME, FIELD_CRITERION, FIELD_MODEL, FIELD_PINNED = "field_name", "field_criterion", "field_model", "field_pinned"
FIELD_TEMPLATE, FIELD_DIALECT, FIELD_RULE, FIELD_PASS = "field_template", "field_dialect", "field_rule", "field_pass"
FIELD_TEMPERATURE, FIELD_SEED, FIELD_THINK = "field_temperature", "field_seed", "field_think"
FIELD_MAX_TOKENS, FIELD_WINDOW = "field_max_tokens", "field_window"
TRIAL = "trial"
"""What a judge that was tried is, and what it said."""
BROUGHT = "brought"
"""Judges from files and pasted prompts, by name; they are nowhere else until they are saved."""
PRESET_MODEL, PULL = "preset_model", "pull"
JUDGE_FILE, JUDGE_PATH, PASTED, JAR = "judge_file", "judge_path", "pasted", "jar"
OLDER, NEWER = "older", "newer"
"""The two versions of a judge that are compared."""
DRAFT = "draft"
"""The plan on the Run page, with the choice that it belongs to."""
PLAN_OF = "plan_of"
"""The run and the judge that the fields of a plan started from."""
GATE_TEXT = "gate_text"
"""The gate file as it is edited."""
GATE_SOURCE = "gate_source"
"""Where the text of the gate file came from."""
GATE_FILES, GATE_PATH = "gate_files", "gate_path"
NOT_FOUND = "not_found"
"""What was sought among the cases of a list in vain."""
PAIRS = "pairs"
"""The table of pairs of judges."""
SPLIT_SHARE, SPLIT_SEED = "split_share", "split_seed"
SEAT = "seat"
"""The seat that this browser labels from."""
CODES = "codes"
"""Codes of all seats that were taken in this browser session; its results stay closed while they are open."""
JOIN_CODE = "join_code"
CASE_MESSAGE = "case_message"
"""Why the last press on a case stored nothing."""
NOTES_SAVED = "notes_saved"
"""How many notes were saved; each makes a new field, so that the keys work again."""
CHANGES = "changes"
"""The version of the guidelines, and the turns that have yet to be looked at under it."""
PACKET_FOR, PACKET_CASES = "packet_for", "packet_cases"
"""The person that a packet is written for, and how many cases it holds at most."""
PACKET_FILE = "packet_file"
PACKET_TAKEN = "packet_taken"
"""The packet that was taken last: the session on whose page, the file's name, and what became of its lines or why it is
no packet."""
INVITED, PERSON = "invited", "person"
"""For whoever runs a session: names to invite, and the person that something is done about."""
STARTED = "started"
"""Whether the Overview was open before in this browser session."""
DECIDER = "decider"
"""Who decides conflicts."""
DOCTOR_CASES, DOCTOR_SEED = "doctor_cases", "doctor_seed"
"""How many cases a judge is probed on, and by which seed they are drawn."""
DOCTOR_WORDS, DOCTOR_CALLS, DOCTOR_KIND, DOCTOR_CALL = "doctor_words", "doctor_calls", "doctor_kind", "doctor_call"
"""Which parts of what the doctor found are open, and which of its calls is read."""
HEALTH, SET_FILES, SET_ORIGIN = "health", "set_files", "set_origin"
"""The parts of the Cases page that are drawn on demand."""
HEALTH_OLDER, HEALTH_WINDOW, HEALTH_DEEP = "health_older", "health_window", "health_deep"
HEALTH_OPTIONS = "health_options"
"""What was chosen in these three."""
UNKNOWN = "unknown"
"""A sentence on what the address names and the store does not have."""
NOTICE, WARNING = "notice", "warning"
"""A sentence to show once, after a callback did its work or could not."""


def case_list(first: int) -> str:
    """The session key of the list of cases that starts at one; each leaf has its own, so that no choice is carried."""
    return f"case_list_{first}"


def finding_link(kind: str, number: int | None) -> str:
    """Key of the button that opens one case of a finding, or with None lists them all."""
    return f"finding_{kind}_{'all' if number is None else number}"


def finding_fix(kind: str) -> str:
    """Key of the button that mends a finding."""
    return f"fix_{kind}"


def import_field(field: str, of: str) -> str:
    """The session key of a field about how a file is read; ``of`` names the file, so that the next starts afresh."""
    return f"import_{field}_{of}"


def label_field(field: str) -> str:
    """The session key of a field of a new labelling session."""
    return f"label_{field}"


def own_seat(session_id: str) -> str:
    """The session key of the button that takes the seat of whoever signed in."""
    return f"own_seat_{session_id}"


def packets_of(session_id: str) -> str:
    """The session key of whether the packets of a labelling session are open."""
    return f"packets_{session_id}"


def new_guidelines(session_id: str, version: int) -> str:
    """The session key of the text that is to follow a version of a session's guidelines."""
    return f"guidelines_{session_id}_{version}"


def slice_key(key: str) -> str:
    """The session key, and the name in the address, of a slice filter."""
    return f"slice_{key}"


def share_of(value: str) -> str:
    """The session key, and the name in the address, of the share of a slice in production."""
    return f"share_{value}"


def rule_field(parameter: str) -> str:
    """The session key of a parameter of the reading rule."""
    return f"field_rule_{parameter}"


def prompt_of(name: str) -> str:
    """Key of the expander with a prompt that was sent."""
    return f"prompt_{name}"


def matrix_key(*, lenient: bool) -> str:
    """The session key of the matrix; each way of reading has its own, so that a choice never survives the switch."""
    return "matrix_lenient" if lenient else "matrix_deployed"


def cell_key(human: str, verdict: str) -> str:
    """The session key of the button of one cell of the matrix."""
    return f"cell_{human}_{verdict}"


def get(key: str) -> Any:
    """The value under a key, or None."""
    return st.session_state.get(key)


def put(**values: Any) -> None:
    """Set values; to be called from callbacks, before any widget is drawn."""
    for key, value in values.items():
        st.session_state[key] = value


def tell(sentence: str) -> None:
    """Leave a sentence for the next drawing of the page."""
    st.session_state[NOTICE] = sentence


def warn(sentence: str) -> None:
    """Leave word of what could not be done."""
    st.session_state[WARNING] = sentence


def take(key: str) -> str | None:
    """The sentence that a callback left, once."""
    sentence: str | None = st.session_state.pop(key, None)
    return sentence
