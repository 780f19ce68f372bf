"""Who somebody is who signed in, and which seats are theirs alone."""

from __future__ import annotations

import pytest

from evalcore.domain.labelling import Seat
from evalcore.domain.signed_in import check_may_take, is_address, known_by
from evalcore.errors import LabellingError


def seat(name: str) -> Seat:
    return Seat(session_id="s-0001", person_id=1, name=name, code="abc")


@pytest.mark.parametrize("verified", [True, "true", "True"])
def test_a_verified_address_comes_before_the_name(verified: object) -> None:
    assert known_by({"email": "ines@example.org", "email_verified": verified, "name": "Ines"}) == "ines@example.org"


@pytest.mark.parametrize("verified", [{}, {"email_verified": False}, {"email_verified": "false"}])
def test_an_address_that_nobody_verified_counts_for_nothing(verified: dict[str, object]) -> None:
    assert known_by({"email": "ines@example.org", "name": "Ines", **verified}) == "Ines"


# The second at sign is the full-width one, which the folding of names makes a plain one.
@pytest.mark.parametrize("name", ["ines@example.org", "ines＠example.org", "", "  "])
def test_a_name_that_reads_as_an_address_or_as_nothing_is_none(name: str) -> None:
    assert known_by({"name": name}) is None


def test_who_gives_neither_address_nor_name_is_known_by_nothing() -> None:
    assert known_by({"sub": "4711"}) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ines@example.org", True), (" Ines@Example.ORG ", True), ("Ines", False), ("@ines", False), ("a@b@c", False)],
)
def test_an_address_has_one_at_sign_with_something_on_both_sides(name: str, expected: bool) -> None:
    assert is_address(name) is expected


@pytest.mark.parametrize("name", ["ines@example.org", "INES@example.org"])
def test_the_seat_of_an_address_is_for_who_signed_in_with_it_in_whatever_letter_case(name: str) -> None:
    check_may_take(seat("Ines@Example.org"), name)


@pytest.mark.parametrize(
    ("name", "why"), [(None, "sign in with it"), ("bo@example.org", "you are signed in as bo@example.org")]
)
def test_the_seat_of_an_address_is_refused_to_everybody_else_in_words(name: str | None, why: str) -> None:
    with pytest.raises(LabellingError, match=why):
        check_may_take(seat("ines@example.org"), name)


@pytest.mark.parametrize("name", [None, "bo@example.org", "Bo"])
def test_the_seat_of_a_name_is_for_whoever_has_its_code(name: str | None) -> None:
    check_may_take(seat("Ines"), name)
