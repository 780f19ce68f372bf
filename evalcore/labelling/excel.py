"""One sheet of text cells as an Excel workbook (.xlsx), and the first sheet of any workbook back.

Only the standard library: the format is XML in a zip file, and a packet needs neither styles nor formulas. Cells are
written as text, which no spreadsheet calculates with.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from evalcore.errors import InputError

MOST_IN_CELL = 32_767
"""Characters that Excel keeps in one cell."""

_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    IndexError,
    ValueError,
    ElementTree.ParseError,
    RuntimeError,
)
"""What reading a damaged, a foreign or an encrypted archive raises; the last stands for the encrypted."""
_MOST_BYTES = 200_000_000
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_FILES = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_SHEET_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
    '<sheets><sheet name="labels" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def write_sheet(rows: Sequence[Sequence[str]], *, choices: dict[int, Sequence[str]] | None = None) -> bytes:
    """The rows as a workbook with one sheet.

    Parameters
    ----------
    choices
        By the number of a column (from 0), the values that Excel offers in it below the header.
    """
    body = "".join(f'<row r="{number}">{_cells(row, number)}</row>' for number, row in enumerate(rows, start=1))
    sheet = (
        f'<worksheet xmlns="{_MAIN}"><sheetData>{body}</sheetData>{_validations(choices or {}, len(rows))}</worksheet>'
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**_FILES, "xl/worksheets/sheet1.xml": sheet}.items():
            # A fixed date: the same packet is the same file.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), _HEAD + text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def read_sheet(content: bytes) -> list[list[str]]:
    """The cells of a workbook's first sheet as text, row by row; empty rows are empty lists.

    Raises
    ------
    InputError
        When it is no workbook, or too large for a packet.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _MOST_BYTES:
                raise InputError("expected a packet, found a workbook of more than 200 MB; split it")
            shared = _shared_strings(archive)
            return list(_rows(ElementTree.fromstring(archive.read(_first_sheet(archive))), shared))
    except _UNREADABLE as error:
        raise InputError(
            f"expected an Excel workbook (.xlsx), found a file that cannot be read as one: {error}"
        ) from error


def _cells(row: Sequence[str], number: int) -> str:
    return "".join(
        f'<c r="{_letters(column)}{number}" t="inlineStr"><is><t xml:space="preserve">{_xml(text)}</t></is></c>'
        for column, text in enumerate(row)
        if text
    )


def _xml(text: str) -> str:
    """Text for XML; characters that XML has no place for are written as Excel writes them, _x0000_ for NUL."""
    kept = _ESCAPED.sub(lambda found: f"_x005F_x{found[1]}_", text)
    return escape(_NOT_IN_XML.sub(lambda found: f"_x{ord(found[0]):04X}_", kept), {"\r": "_x000D_"})


def _validations(choices: dict[int, Sequence[str]], rows: int) -> str:
    offered = [
        _validation(f"{_letters(column)}2:{_letters(column)}{rows}", values)
        for column, values in choices.items()
        # Excel takes a list of at most 255 characters, and has no way to write a comma in it.
        if rows > 1 and len(_listed(values)) <= 255 and not any("," in value or '"' in value for value in values)
    ]
    return f'<dataValidations count="{len(offered)}">{"".join(offered)}</dataValidations>' if offered else ""


def _validation(cells: str, values: Sequence[str]) -> str:
    kind = f'type="list" allowBlank="1" showErrorMessage="1" sqref="{cells}"'
    return f"<dataValidation {kind}><formula1>{escape(_listed(values))}</formula1></dataValidation>"


def _listed(values: Sequence[str]) -> str:
    return '"' + ",".join(values) + '"'


def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _column(reference: str) -> int:
    column = 0
    for letter in re.sub(r"[^A-Z]", "", reference.upper()):
        column = column * 26 + ord(letter) - ord("A") + 1
    if not 0 < column <= 16_384:
        raise ValueError(f"the cell {reference!r}")
    return column - 1


def _first_sheet(archive: zipfile.ZipFile) -> str:
    workbook = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    sheet = workbook.find(f"{{{_MAIN}}}sheets/{{{_MAIN}}}sheet")
    links = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    wanted = None if sheet is None else sheet.get(f"{{{_OFFICE}}}id")
    target = next(link.get("Target", "") for link in [*links, ElementTree.Element("none")] if link.get("Id") == wanted)
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared_strings(archive: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    return [_text(one) for one in ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))]


def _rows(sheet: ElementTree.Element, shared: Sequence[str]) -> Iterator[list[str]]:
    given = 0
    for row in sheet.iterfind(f"{{{_MAIN}}}sheetData/{{{_MAIN}}}row"):
        number = int(row.get("r", given + 1))
        if not given < number <= 1_048_576:
            raise ValueError(f"row {number} after row {given}")
        yield from ([] for _ in range(number - given - 1))
        given = number
        cells: list[str] = []
        for cell in row.iterfind(f"{{{_MAIN}}}c"):
            column = _column(cell.get("r", _letters(len(cells))))
            cells += [""] * (column + 1 - len(cells))
            cells[column] = _value(cell, shared)
        yield cells


def _value(cell: ElementTree.Element, shared: Sequence[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{{{_MAIN}}}is")
        return "" if inline is None else _text(inline)
    said = cell.findtext(f"{{{_MAIN}}}v", "")
    if kind == "s":
        return shared[int(said)]
    if kind == "b":
        return {"1": "TRUE", "0": "FALSE"}.get(said, said)
    # A whole number is stored as 4 by one program and as 4.0 by another.
    return said[:-2] if kind == "n" and re.fullmatch(r"-?\d+\.0", said) else _unescaped(said)


def _text(element: ElementTree.Element) -> str:
    """The text of a cell, whatever runs it is in; the reading of East Asian characters, kept beside it, is no part."""
    runs = [element, *element.iterfind(f"{{{_MAIN}}}r")]
    return _unescaped("".join(run.findtext(f"{{{_MAIN}}}t", "") for run in runs))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
