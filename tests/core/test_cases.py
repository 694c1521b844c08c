"""Many cases in one test: none is left out, and a failure names its case."""

from __future__ import annotations

import pytest

from tests.cases import each_case

pytestmark = pytest.mark.quick


def test_every_case_is_tried_and_those_that_fail_are_named() -> None:
    tried = []

    @each_case("number", [1, 2, pytest.param(3, id="three"), 4])
    def even(number: int) -> None:
        tried.append(number)
        assert number % 2 == 0

    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases: 1; three") as failed:
        even()
    assert tried == [1, 2, 3, 4]
    notes = [error.__notes__ for error in failed.value.exceptions]
    assert notes == [["The case: 1"], ["The case: three"]]


def test_what_is_not_raised_fails() -> None:
    @each_case("text", ["1", "x"], ids=["a number", "a letter"])
    def refused(text: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    with pytest.raises(BaseExceptionGroup, match="1 of 2 cases: a number"):
        refused()


def test_fixtures_are_asked_for_and_cases_multiply() -> None:
    seen = []

    @each_case(("row", "col"), [(1, 2), (3, 4)])
    @each_case("turned", [True, False], ids=str)
    def test(row: int, col: int, turned: bool, fixture: str) -> None:
        seen.append((row, col, turned, fixture))

    test(fixture="x")
    assert seen == [(r, c, t, "x") for r, c in ((1, 2), (3, 4)) for t in (True, False)]


@pytest.mark.parametrize("cases", [[], [pytest.param(1, marks=pytest.mark.skip)]])
def test_no_cases_and_marks_are_refused(cases: list[object]) -> None:
    with pytest.raises(AssertionError):
        each_case("number", cases)


@each_case("number", [1, 2])
def test_pytest_gives_the_fixtures(number: int, request: pytest.FixtureRequest) -> None:
    assert request.node.name == "test_pytest_gives_the_fixtures"
    assert number in (1, 2)
