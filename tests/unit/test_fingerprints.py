"""A case's fingerprint is the SHA-256 of its canonical JSON, whatever stands in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import Case, Document, canonical_json, case_fingerprint, sha256_of

TEXT = st.text(max_size=8) | st.sampled_from(['"', "\\", "\n", "\x7f", "\ud800", "é漢", "a\u2028b"])


@given(
    st.builds(
        Case,
        id=TEXT,
        question=TEXT,
        answer=TEXT,
        evidence=st.lists(st.builds(Document, id=TEXT, text=TEXT, source=TEXT), max_size=2).map(tuple),
        must_mention=st.lists(TEXT, max_size=2).map(tuple),
        must_retrieve=st.lists(TEXT, max_size=2).map(tuple),
    )
)
def test_the_fingerprint_is_that_of_the_canonical_json(case: Case) -> None:
    written = {
        "question": case.question,
        "evidence": [[one.id, one.text, one.source, one.kind] for one in case.evidence],
        "answer": case.answer,
        "must_mention": list(case.must_mention),
        "must_retrieve": list(case.must_retrieve),
    }
    assert case_fingerprint(case) == sha256_of(canonical_json(written))
