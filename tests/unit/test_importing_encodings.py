"""Text of every encoding arrives as it was written, or the bytes that do not fit are named with their line."""

from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.importing import Imported, Layout, read_cases, read_rows, streams

WESTERN = "question,answer,label\nwärum?,größe,pass\nñandú,plain,fail\n"
CYRILLIC = "вопрос,answer,label\nпочему?,потому,pass\nкогда?,сейчас,fail\n"
JAPANESE = "質問,answer,label\nなぜ？,日本語の長い答えです。日本語の長い答えです。,pass\nいつ？,今,fail\n"
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


def answers(of: Imported) -> list[str]:
    return [case.answer for case in of.dataset.cases]


def remarks(of: Imported) -> list[tuple[int, ...]]:
    return [problem.where for problem in of.problems if problem.kind == "not-utf-8"]


def test_one_odd_byte_does_not_turn_the_letters_of_a_utf_8_file_wrong() -> None:
    data = WESTERN.encode().replace(b"plain", b"caf\xe9") + b"q,\x93so\x94,pass\n"
    found = read_cases(data, filename="a.csv")
    assert answers(found) == ["größe", "café", "“so”"]
    assert remarks(found) == [(3, 4)]
    (message,) = [problem.message for problem in found.problems if problem.kind == "not-utf-8"]
    assert message.startswith("In this line of the file a byte, such as 0xE9, is not UTF-8")
    assert "read as Windows-1252" in message


def test_odd_bytes_in_a_marked_file_and_bytes_that_are_no_letter_anywhere_stay_visible() -> None:
    data = codecs.BOM_UTF8 + WESTERN.encode().replace(b"plain", b"x\x81")
    found = read_cases(data, filename="a.csv")
    assert answers(found) == ["größe", "x\\x81"]
    assert "question" in found.understood.columns


def test_odd_bytes_are_found_in_json_lines_and_across_the_pieces_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_CHUNK", 7)
    lines = [json.dumps({"answer": text, "label": 1}, ensure_ascii=False) for text in ("größe", "XX", "ñandú")]
    data = "\n".join(lines).encode().replace(b"XX", b"\xe9t\xe9")
    found = read_cases(data, filename="a.jsonl")
    assert (answers(found), remarks(found)) == (["größe", "été", "ñandú"], [(2,)])


def test_a_file_whose_letters_are_all_odd_is_windows_1252_as_before() -> None:
    found = read_cases(WESTERN.encode("cp1252"), filename="a.csv")
    assert (found.understood.encoding, answers(found), remarks(found)) == ("cp1252", ["größe", "plain"], [(2,)])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_of_an_odd_byte_is_counted_whatever_ends_a_line(end: str) -> None:
    data = WESTERN.replace("\n", end).encode().replace(b"plain", b"caf\xe9")
    assert remarks(read_cases(data, filename="a.csv")) == [(3,)]
    with pytest.raises(InputError, match=r"a\.csv, row 3: byte 0xE9 is not utf-8"):
        read_cases(data, filename="a.csv", layout=Layout(encoding="utf-8"))


def test_lines_of_wide_text_are_counted_in_letters_not_in_bytes() -> None:
    """U+010A holds the byte of a line feed and ends no line."""
    data = "answer,label\nĊĊĊ,pass\n".encode("utf-16-le") + b"\x00\xd8a\x00"
    with pytest.raises(InputError, match="row 3: byte 0x00 is not utf-16-le"):
        read_cases(data, filename="a.csv", layout=Layout(encoding="utf-16-le"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf8", "UTF-16LE", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_mark_is_never_part_of_the_first_name_also_where_the_encoding_is_chosen(encoding: str) -> None:
    found = read_cases(f"\ufeff{WESTERN}".encode(encoding), filename="a.csv", layout=Layout(encoding=encoding))
    assert found.understood.columns == ("question", "answer", "label")
    assert found.dataset.cases[0].question == "wärum?"


@pytest.mark.parametrize("encoding", [*WIDE, "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [WESTERN, CYRILLIC, JAPANESE, JAPANESE.replace(",", "\t")])
def test_wide_text_is_recognised_with_and_without_its_mark_in_any_script(encoding: str, text: str) -> None:
    table, _ = read_rows(text.encode(encoding), filename="a.txt")
    wanted, _ = read_rows(text.encode(), filename="a.txt")
    assert table == wanted


@pytest.mark.parametrize("encoding", WIDE)
def test_that_wide_text_has_no_mark_is_said_and_it_can_be_chosen_by_its_family(encoding: str) -> None:
    found = read_cases(CYRILLIC.encode(encoding), filename="a.csv")
    assert (found.understood.encoding, remarks(found)) == (encoding, [()])
    chosen = read_cases(CYRILLIC.encode(encoding), filename="a.csv", layout=Layout(encoding=encoding[:6]))
    assert answers(chosen) == ["потому", "сейчас"]


@given(st.sampled_from(WIDE), st.lists(st.text(st.characters(codec="utf-8", categories=["L"]), min_size=1), min_size=1))
def test_json_in_wide_text_is_read_whatever_its_letters(encoding: str, texts: list[str]) -> None:
    rows = [{"answer": text, "label": "pass"} for text in texts]
    table, _ = read_rows(json.dumps(rows, ensure_ascii=False).encode(encoding), filename="a.json")
    assert [dict(row.cells) for row in table.rows] == rows


def test_a_zero_byte_gone_astray_does_not_make_text_wide() -> None:
    table, _ = read_rows(b"answer,label\nx\0y,pass\nz,fail\n", filename="a.csv")
    assert [row.cells["answer"] for row in table.rows] == ["x\0y", "z"]


def test_nor_do_a_few_odd_bytes_of_which_no_line_of_wide_text_comes() -> None:
    table, _ = read_rows(b"n0,n0\xa1\r\nid ,00000\x1f\x00[\x1f\r\n", filename="a.csv")
    assert [dict(row.cells) for row in table.rows] == [{"n0": "id ", "n0¡": "00000\x1f\x00[\x1f"}]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
@pytest.mark.parametrize("text", [WESTERN, "a,b\nc,d\n"])
def test_other_text_is_not_read_as_wide_because_that_was_chosen(encoding: str, text: str) -> None:
    with pytest.raises(InputError, match=f"a.csv: the bytes are not {encoding}"):
        read_cases(text.encode(), filename="a.csv", layout=Layout(encoding=encoding))


@pytest.mark.parametrize(
    "encoding",
    [
        *("punycode", "idna", "rot13", "hex", "base64", "zlib", "undefined", "unicode_escape", "raw-unicode-escape"),
        *("charmap", "klingon", "utf-8\0", "../x", "a" * 500),
    ],
)
@pytest.mark.parametrize("data", [b"answer,label\nx,pass\n", WESTERN.encode()])
def test_what_is_no_encoding_of_a_file_is_refused_in_words(encoding: str, data: bytes) -> None:
    with pytest.raises(InputError, match=r"expected an encoding such as utf-8, utf-16, cp1252 or latin-1, found"):
        read_cases(data, filename="a.csv", layout=Layout(encoding=encoding))
