"""Names by content: the same content has the same fingerprint wherever it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from json.encoder import encode_basestring
from typing import Any

from evalcore.domain.cases import Case, Dataset, Label, Scale

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, no spaces and no escaped Unicode, so that equal values give equal bytes."""
    return _CANONICAL.encode(value)


def sha256_of(text: str) -> str:
    """Hexadecimal SHA-256 of the UTF-8 bytes; a lone surrogate is kept, so that any text has one."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def case_fingerprint(case: Case) -> str:
    """Name of what a judge can see of a case.

    Question, ordered evidence, answer and what is required; never the id, slices or labels, so
    that identical cases share calls and renaming a case costs none.
    """
    evidence = ",".join(
        [f"[{_quoted(d.id)},{_quoted(d.text)},{_quoted(d.source)},{_quoted(d.kind)}]" for d in case.evidence]
    )
    # The canonical JSON of these five, written out: cases are many, and an encoder for each takes three times as long.
    return sha256_of(
        f'{{"answer":{_quoted(case.answer)},"evidence":[{evidence}],"must_mention":[{_listed(case.must_mention)}],'
        f'"must_retrieve":[{_listed(case.must_retrieve)}],"question":{_quoted(case.question)}}}'
    )


def dataset_fingerprint(dataset: Dataset, *, case_fingerprints: Sequence[str] | None = None) -> str:
    """Name of a set: its cases with ids, slices, clusters and what made them, its scales, labels and gold rule.

    The set's own name is left out. The order of labels matters only within a case, where the
    newest vote of an annotator and the newest decision count.

    Parameters
    ----------
    case_fingerprints
        Those of the cases in their order, where the caller has them.
    """
    fingerprints = iter(case_fingerprints) if case_fingerprints else map(case_fingerprint, dataset.cases)
    keys = (
        case_key(case.id, name, case.expects_evidence, case.slices, case.cluster, case.made_by)
        for case, name in zip(dataset.cases, fingerprints, strict=True)
    )
    return fingerprint_of(dataset.criteria, keys, dataset.labels, dataset.gold_rule)


def fingerprint_of(
    criteria: Mapping[str, Scale], case_keys: Iterator[list[Any]], labels: Iterable[Label], gold_rule: str
) -> str:
    """Name of a set by its parts; ``case_keys`` as :func:`case_key` gives them."""
    scales = {name: _scale_key(scale) for name, scale in criteria.items()}
    label_keys = map(_label_key, sorted(labels, key=lambda label: label.case_id))
    # The canonical JSON of these four, hashed a piece at a time: the whole would take half the memory of the set.
    pieces = chain(
        ['{"cases":['],
        _in_pieces(case_keys),
        [f'],"criteria":{canonical_json(scales)},"gold_rule":{canonical_json(gold_rule)},"labels":['],
        _in_pieces(label_keys),
        ["]}"],
    )
    named = hashlib.sha256()
    for piece in pieces:
        named.update(piece.encode("utf-8", "surrogatepass"))
    return named.hexdigest()


def _in_pieces(values: Iterator[list[Any]], *, at_once: int = 200) -> Iterator[str]:
    """The items of a JSON list, without its brackets."""
    comma = ""
    while block := list(islice(values, at_once)):
        yield comma + canonical_json(block)[1:-1]
        comma = ","


def _scale_key(scale: Scale) -> list[Any]:
    return [list(scale.values), scale.level, list(scale.passing)]


def case_key(
    case_id: str,
    fingerprint: str,
    expects_evidence: bool,
    slices: Mapping[str, str],
    cluster: str | None,
    made_by: Mapping[str, str],
) -> list[Any]:
    """What the name of a set says of one case; what made the answer only where somebody knows it."""
    key = [case_id, fingerprint, expects_evidence, dict(slices), cluster]
    return [*key, dict(made_by)] if made_by else key


def _label_key(label: Label) -> list[Any]:
    return [label.case_id, label.criterion, label.annotator, label.value, label.source, label.adjudicated]


def _listed(texts: Sequence[str]) -> str:
    return ",".join(map(_quoted, texts)) if texts else ""


def _quoted(text: str) -> str:
    """A text as JSON, with no escaped Unicode."""
    # Most texts have nothing to escape, which is found out faster than the encoder goes through them.
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return encode_basestring(text)
