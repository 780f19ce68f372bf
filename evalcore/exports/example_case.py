"""The case that exported examples are about: made up, so that no file tells what people asked."""

from __future__ import annotations

from evalcore.domain import Case, Document

EXAMPLE = Case(
    id="example",
    question="How long is the warranty?",
    answer="Two years from the day of purchase.",
    evidence=(
        Document(id="terms-3", source="terms.md", text="Every device has a warranty of 24 months after purchase."),
        Document(id="terms-4", source="terms.md", text="Batteries are covered for 12 months."),
    ),
    must_mention=("two years",),
)
