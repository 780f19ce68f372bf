"""Every command but `run`, in process: what it prints where, its exit code, and that no error is a traceback."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from evalcore.cli import main
from evalcore.judges import builtin_judges, judge_to_text, read_judge_file
from tests.support.command import Command, ended, start
from tests.support.model_server import ModelServer

ROWS = (
    "id,question,answer,evidence,label\n1,Open today?,Yes.,Open daily.,pass\n2,Open at night?,Yes.,Closes at 8.,fail\n"
)


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Two cases with a label each."""
    path = tmp_path / "opening.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


# What keeps a command from its job


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "required: COMMAND"),
        ("frobnicate", "invalid choice: 'frobnicate'"),
        ("run --judge always-yes", "required: --cases"),
        ("run --cases demo", "required: --judge"),
        ("run --cases demo --judge always-yes --repeats 0", "expected a whole number from 1 to 1,000, found '0'"),
        (
            "run --cases demo --judge always-yes --limit many",
            "expected a whole number from 1 to 10,000,000, found 'many'",
        ),
        ("run --cases demo --judge always-maybe", "no judge is called 'always-maybe'; did you mean always-yes?"),
        ("run --cases demo --judge yes-no", "this judge needs a model"),
        ("run --cases demo --judge gone.yaml", "gone.yaml"),
        ("run --cases gone.csv --judge always-yes", "expected a file or a stored set"),
        ("run --cases demo --judge always-yes --map gone.yaml", "--map goes with a file"),
        ("run --cases demo --judge always-yes --criterion tone", "no labels under 'tone'; its criteria: grounded"),
        ("run --cases demo --judge always-yes --judge always-yes", "'always-yes' twice"),
        ("run --cases demo --judge always-yes --db mydata", "expected the URL of a store"),
        ("check gone.csv", "gone.csv: expected a file"),
        ("import gone.csv", "gone.csv: expected a file"),
        ("report", "there is no run in this store yet"),
        ("export --to judge.yaml", "there is no run in this store yet"),
        ("export --to gpt", "expected a target (judge.yaml,"),
        ("read --rule nonsense", "'nonsense' is unknown; choose one of spring-2.0,"),
        ("read --rule lenient gone.jsonl", "gone.jsonl: expected a file"),
        ("judges show always-maybe", "no judge is called 'always-maybe'"),
        ("judges add", "one of the arguments --spring-jar --template is required"),
        ("judges add --spring-jar gone.jar", "gone.jar: expected a jar"),
        ("judges add --template gone.txt", "gone.txt: expected a UTF-8 text file"),
    ],
)
def test_whatever_keeps_a_command_from_its_job_ends_with_3_and_a_sentence(command: Command, words: str, said: str):
    failed = command(*words.split())
    assert (failed.code, failed.out) == (3, "")
    assert said in failed.err


@pytest.mark.parametrize("words", ["run --cases demo --judge ollama:small:1b", "models pull small:1b"])
def test_a_server_that_is_not_there_is_said_with_what_to_do(
    command: Command, words: str, monkeypatch: pytest.MonkeyPatch
):
    with ModelServer() as gone:
        monkeypatch.setenv("OLLAMA_HOST", gone.url)
    failed = command(*words.split())
    assert (failed.code, failed.out) == (3, "")
    assert "Ollama is not answering at" in failed.err
    assert "start it with `ollama serve`" in failed.err


def test_a_file_that_is_no_store_is_said(command: Command, tmp_path: Path):
    (tmp_path / "notes.db").write_text("not a database " * 100)
    failed = command("report", "--db", f"sqlite:///{(tmp_path / 'notes.db').as_posix()}")
    assert (failed.code, failed.out) == (3, "")
    assert "notes.db" in failed.err


def test_an_unforeseen_error_is_a_sentence_and_with_evalcore_debug_a_traceback_as_well(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("evalcore.cli.reading.print_table", fail)
    assert main(["rules"]) == 3
    plain = capsys.readouterr().err
    assert "Traceback" not in plain
    assert "an error that nobody foresaw: ZeroDivisionError: by nought" in plain
    assert "EVALCORE_DEBUG=1" in plain
    monkeypatch.setenv("EVALCORE_DEBUG", "1")
    assert main(["rules"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_ends_the_command_quietly():
    process = start("rules")
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    assert ended(process).err == ""


def test_output_is_utf_8_whatever_the_locale_says():
    told = ended(start("rules", PYTHONIOENCODING="ascii"))
    assert (told.code, told.err) == (0, "")
    assert "────" in told.out


def test_text_from_a_file_cannot_steer_the_terminal(command: Command, cases: Path):
    """An escape sequence in a set's name, which an error message repeats."""
    stored = command("import", cases, "--name", "a\x1b[2Jb")
    assert (stored.code, stored.out) == (0, "a\ufffd[2Jb: 2 cases and 2 labels are stored\n")
    assert "\x1b" not in command("run", "--cases", "gone\x1b[2J", "--judge", "always-yes").err


# Help and lists


def test_help_and_version_end_with_0(command: Command):
    assert command("--help").code == 0
    assert command("--version").out.startswith("evalcore 0.")


def test_lists_are_one_json_document_and_a_table(command: Command):
    for words, name in (("rules", "spring-2.0"), ("targets", "judge.yaml"), ("judges", "always-yes")):
        listed = command(words, "--json")
        assert (listed.code, listed.err) == (0, "")
        assert name in [entry["name"] for entry in listed.json]
        assert [entry["name"] for entry in listed.json] == [
            line.split()[0] for line in command(words).out.splitlines()[2:]
        ]


# What a file holds


def test_check_as_json_has_the_documented_keys(command: Command, cases: Path):
    checked = command("check", cases, "--json")
    assert (checked.code, checked.err) == (0, "")
    document = checked.json
    assert [one["kind"] for one in document.pop("health")] == ["too-few"]
    assert document == {
        "file": {
            "format": "csv",
            "tool": None,
            "encoding": "utf-8",
            "delimiter": ",",
            "sheet": None,
            "header_row": 1,
        },
        "rows": 2,
        "cases": 2,
        "labels": 2,
        "labelled": 2,
        "unlabelled": 0,
        "unresolved": 0,
        "values": {"pass": 1, "fail": 1},
        "annotators": checked.json["annotators"],
        "problems": [],
    }


def test_check_tells_people_the_same_and_what_is_wrong(command: Command, cases: Path):
    cases.write_text(ROWS + "3,Open on Sunday?,Yes.,Open daily.,perhaps\n", encoding="utf-8")
    told = command("check", cases)
    assert told.code == 0
    assert "label-not-understood (1): " in told.out
    (problem,) = command("check", cases, "--json").json["problems"]
    assert (problem["kind"], problem["count"], set(problem)) == (
        "label-not-understood",
        1,
        {"kind", "count", "where", "message"},
    )


def test_what_nothing_was_made_of_and_a_file_without_labels_are_said_in_a_line_each(command: Command, tmp_path: Path):
    answers, verdicts, recipe = (tmp_path / name for name in ("answers.csv", "verdicts.csv", "recipe.yaml"))
    answers.write_text("nr,question,context,answer,team\n1,Why?,It rains.,Rain.,a\n", encoding="utf-8")
    verdicts.write_text("ticket,gpt verdict\n1,pass\n", encoding="utf-8")
    recipe.write_text(
        "schema: evalcore-recipe/1\ncolumns: {question: question, evidence: context, answer: answer}\n",
        encoding="utf-8",
    )
    options = ("--map", recipe, "--join", verdicts, "--on", "nr=ticket")
    said = ["No column is taken for labels, so no case has one."]
    said.append("Columns that nothing was made of: 'team', 'gpt verdict'.")
    told = command("check", answers, *options)
    assert [sentence in told.out for sentence in said] == [True, True]
    assert command("check", answers, *options, "--json").json["notes"] == said
    stored = command("import", answers, *options)
    assert [sentence in stored.err for sentence in said] == [True, True]


def test_check_reads_by_a_recipe(command: Command, tmp_path: Path):
    (tmp_path / "odd.tsv").write_text("frage\tantwort\turteil\nOffen?\tJa.\tgut\n", encoding="utf-8")
    (tmp_path / "odd.yaml").write_text(
        "schema: evalcore-recipe/1\ncolumns: {question: frage, answer: antwort, labels: [{column: urteil}]}\n"
        "values: {gut: pass}\n",
        encoding="utf-8",
    )
    checked = command("check", tmp_path / "odd.tsv", "--map", tmp_path / "odd.yaml", "--json").json
    assert (checked["cases"], checked["values"]) == (1, {"pass": 1, "fail": 0})


def test_an_imported_set_is_used_by_its_name_and_changed_content_replaces_it(command: Command, cases: Path):
    """The newest content under a name counts: 2 cases, then 3."""
    assert command("import", cases, "--name", "opening").out == "opening: 2 cases and 2 labels are stored\n"
    run = ("run", "--cases", "opening", "--judge", "always-yes", "--json")
    assert command(*run).json["dataset"]["cases"] == 2
    cases.write_text(ROWS + "3,Open on Sunday?,Yes.,Open daily.,pass\n", encoding="utf-8")
    command("import", cases, "--name", "opening")
    assert command(*run).json["dataset"]["cases"] == 3


# How replies are read


def lines_of(*rows: dict[str, Any]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


REPLIES = lines_of(
    {"id": "a", "reply": "YES"},
    {"id": 2, "reply": "**No**"},
    {"id": "c", "reply": "", "thinking": "So, yes."},
    {"id": "d", "reply": "It is", "finish_reason": "length"},
    {"id": "e", "reply": None},
)


def test_read_prints_one_line_for_each_reply_from_standard_input(command: Command):
    said = command("read", "--rule", "lenient", stdin=REPLIES)
    assert (said.code, said.err) == (0, "")
    assert said.lines == [
        {"id": "a", "verdict": "yes", "how": "literal", "step": None, "reason": None},
        {"id": 2, "verdict": "no", "how": "recovered", "step": "emphasis", "reason": None},
        {"id": "c", "verdict": None, "how": "unread", "step": None, "reason": "thinking-only"},
        {"id": "d", "verdict": None, "how": "unread", "step": None, "reason": "cut-off"},
        {"id": "e", "verdict": None, "how": "unread", "step": None, "reason": "empty"},
    ]


def test_spring_rules_say_pass_or_fail_from_a_file_as_well(command: Command, tmp_path: Path):
    (tmp_path / "replies.jsonl").write_bytes(b"\xef\xbb\xbf" + REPLIES + b"\n")
    said = command("read", "--rule", "spring-2.0", tmp_path / "replies.jsonl").lines
    assert [(line["verdict"], line["how"], line["reason"]) for line in said] == [
        ("pass", "literal", None),
        ("fail", "by default", "not literal"),
        ("fail", "by default", "thinking-only"),
        ("fail", "by default", "cut-off"),
        ("fail", "by default", "empty"),
    ]
    assert command("read", "--rule", "spring-2.0", "-", stdin=REPLIES).lines == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "row 2: expected one JSON object in UTF-8 on the line"),
        (b'["reply"]', 'row 2: expected an object with the field "reply"'),
        (b'{"id": 1, "answer": "yes"}', 'row 2: expected an object with the field "reply"'),
        (b'{"reply": 1}', "row 2: expected text in the field 'reply'"),
        (b'{"reply": "yes", "thinking": []}', "row 2: expected text in the field 'thinking'"),
        (b'{"reply": "\xff"}', "row 2: expected one JSON object in UTF-8 on the line"),
        (b"[" * 100_000, "row 2: expected one JSON object in UTF-8 on the line"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_by_its_number(command: Command, line: bytes, said: str):
    """What came before it has been printed."""
    failed = command("read", "--rule", "lenient", stdin=lines_of({"reply": "yes"}) + line + b"\n")
    assert (failed.code, len(failed.lines)) == (3, 1)
    assert said in failed.err


# Judges


@pytest.mark.parametrize("name", ["spring-fact-check", "always-yes", "yes-no@ollama:small:1b"])
def test_a_shown_judge_is_a_judge_file(command: Command, name: str, tmp_path: Path):
    (tmp_path / "judge.yaml").write_text(command("judges", "show", name).out, encoding="utf-8")
    shown = read_judge_file(tmp_path / "judge.yaml")
    assert shown.name == name
    assert judge_to_text(shown) == command("judges", "show", tmp_path / "judge.yaml").out


def class_of(*texts: str) -> bytes:
    """A class file with these string constants: each is a text and a pointer to it."""
    pool = b""
    for number, text in enumerate(texts):
        pool += struct.pack(f">BH{len(text)}sBH", 1, len(text), text.encode("ascii"), 8, 2 * number + 1)
    return struct.pack(">IHHH", 0xCAFEBABE, 0, 61, 2 * len(texts) + 1) + pool


def jar_of(path: Path, **classes: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as jar:
        for name, data in classes.items():
            jar.writestr(f"org/springframework/ai/chat/evaluation/{name}.class", data)
    return path


BESPOKE = "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n"


def test_springs_own_prompts_come_from_a_jar_as_judge_files(command: Command, tmp_path: Path):
    """The Bespoke form is recognised by its hash; a prompt that nobody published is one's own."""
    jar = jar_of(
        tmp_path / "spring-ai-client-chat.jar",
        FactCheckingEvaluator=class_of(BESPOKE, "Is {claim} in {document}?", "Or {claim} from {document}?"),
        RelevancyEvaluator=class_of("Does {response} fit {query} and {context}?"),
    )
    added = command("judges", "add", "--spring-jar", jar, "--model", "ollama:small:1b", "--out", tmp_path / "judges")
    assert (added.code, added.err) == (0, "")
    files = [Path(line.partition(": ")[0]) for line in added.out.splitlines()]
    judges = {file.name: read_judge_file(file) for file in files}
    assert set(judges) == {
        "bespoke-minicheck-1.1.0-M4-to-2.0.1.yaml",
        "spring-fact-check-own.yaml",
        "spring-fact-check-own-2.yaml",
        "spring-relevancy-own.yaml",
    }
    bespoke = judges["bespoke-minicheck-1.1.0-M4-to-2.0.1.yaml"]
    assert bespoke.prompt
    assert (bespoke.prompt.template, bespoke.model.name) == (BESPOKE, "small:1b")


def test_a_pasted_template_becomes_a_judge_file_that_is_never_overwritten(command: Command, tmp_path: Path):
    (tmp_path / "prompt.txt").write_text("Is {claim} in {document}?", encoding="utf-8")
    add = ("judges", "add", "--template", tmp_path / "prompt.txt", "--out", tmp_path)
    added = command(*add)
    file = tmp_path / "spring-fact-check-own.yaml"
    assert (added.code, added.out.startswith(f"{file}: ")) == (0, True)
    assert "name no model yet" in added.err
    assert command(*add).code == 0
    file.write_text(file.read_text(encoding="utf-8").replace("own", "edited"), encoding="utf-8")
    refused = command(*add)
    assert (refused.code, refused.out) == (3, "")
    assert "there is another judge in this file already" in refused.err
    assert "edited" in file.read_text(encoding="utf-8")


def test_every_preset_is_listed_with_whether_it_needs_a_model(command: Command):
    listed = {entry["name"]: entry["needs_model"] for entry in command("judges", "--json").json}
    assert listed == {name: judge.prompt is not None for name, judge in builtin_judges().items()}


# Models


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setenv("EVALCORE_CACHE", str(tmp_path / "no weights"))
    with ModelServer(models=["smollm2:135m"], pullable=["tiny:1b"]) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        yield server


def test_models_are_listed_by_the_names_that_judges_take(command: Command, server: ModelServer):
    listed = command("models", "--json")
    assert (listed.code, listed.err) == (0, "")
    assert [model["judge"] for model in listed.json] == ["embedded:smollm2-135m", "ollama:smollm2:135m"]
    assert listed.json[1] == {
        "judge": "ollama:smollm2:135m",
        "state": server.digest("smollm2:135m")[:12],
        "size_bytes": 98363007,
    }
    assert "98 MB" in command("models").out


def test_without_a_server_the_embedded_model_is_still_listed(
    command: Command, server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    listed = command("models", "--json")
    assert [model["judge"] for model in listed.json] == ["embedded:smollm2-135m"]
    assert (listed.code, "Ollama is not answering" in listed.err) == (0, True)


def test_a_model_is_pulled_and_then_listed(command: Command, server: ModelServer):
    pulled = command("models", "pull", "tiny:1b")
    assert (pulled.code, pulled.out, pulled.err) == (0, "", "tiny:1b is here\n")
    assert "ollama:tiny:1b" in command("models").out
    refused = command("models", "pull", "huge:900b")
    assert (refused.code, refused.out) == (3, "")
    assert "could not fetch 'huge:900b'" in refused.err


# The demo


def test_without_the_embedded_model_the_demo_shows_the_rule_judges_and_says_what_is_missing(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("EVALCORE_CACHE", str(tmp_path / "no weights"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    shown = command("demo")
    assert shown.code == 0
    assert "demo: 60 cases, 60 with gold under 'grounded'" in shown.out
    assert "always-no catches 21 of 21 bad answers" in shown.out
    assert "embedded" not in shown.out
    assert shown.out.count("clusters that share a source") == 1
    assert "Without a model judge: " in shown.err
    assert "could not be fetched" in shown.err or "xllamacpp" in shown.err


# Starting


def test_a_table_is_checked_without_the_heavy_libraries(tmp_path: Path):
    """Loading numpy alone takes a twentieth of what checking 100,000 rows does."""
    file = tmp_path / "a.csv"
    file.write_text("id,question,evidence,answer,label\na,q,e,x,pass\n", encoding="utf-8")
    heavy = ["pandas", "scipy", "sqlalchemy", "httpx", "asyncio", "numpy", "pydantic", "openpyxl", "pyarrow"]
    program = (
        "import sys; from evalcore.cli import main\n"
        "assert main(['check', sys.argv[1]]) == 0\n"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    told = subprocess.run([sys.executable, "-c", program, file], capture_output=True, encoding="utf-8", check=True)
    assert told.stderr.splitlines()[-1] == "[]"


def test_help_and_lists_start_without_the_heavy_libraries():
    heavy = ["pandas", "sklearn", "scipy", "sqlalchemy", "httpx", "streamlit", "altair", "xllamacpp"]
    heavy += ["asyncio", "numpy", "platformdirs", "pydantic"]
    program = (
        "import sys; from evalcore.cli import main\n"
        "assert [main([words]) for words in ('--help', 'rules', 'judges', 'targets')] == [0] * 4\n"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert told.stderr.splitlines()[-1] == "[]"


def test_asking_starts_without_what_only_reports_and_pages_need():
    """Neither the command line that httpx brings along, nor what reports are made of: each is loaded when used."""
    others = ["click", "rich", "pygments", "numpy", "evalcore.domain.measures", "evalcore.judges.editing"]
    others += ["evalcore.runner.background", "evalcore.runner.trial"]
    program = (
        "import sys, evalcore.providers.http, evalcore.store\n"
        "from evalcore.judges import find_judge\n"
        "from evalcore.runner import execute, prepare_run, run_report\n"
        f"print([name for name in {others} if name in sys.modules])\n"
        "import evalcore.domain, evalcore.judges, evalcore.runner\n"
        "print({type(getattr(part, name)).__name__ for part in (evalcore.domain, evalcore.judges, evalcore.runner)"
        " for name in part.__all__} & {'module'})"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert told.stdout.splitlines() == ["[]", "set()"]
