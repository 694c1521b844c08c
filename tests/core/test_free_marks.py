"""Free marks: kept with a game and its file, and never part of the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import FormatError
from enpitsu.formats import dump, read
from enpitsu.free_marks import check_free_marks
from enpitsu.play import Log, judge, score_of
from tests.library import ordinary_starters

pytestmark = pytest.mark.quick

DOCUMENT = min(ordinary_starters(), key=lambda each: each.puzzle.rows * each.puzzle.cols)
PUZZLE = DOCUMENT.puzzle
GREEN, DOT = "tint:r1c1 green", "corner:r1c1 dot"


def free_move(t: int, put: list[Any], take: list[Any] | None = None) -> dict[str, Any]:
    """A move that writes free marks alone."""
    return {"t": t, "put": [], "take": [], "by": "hand", "free": {"put": put, "take": take or []}}


def solving(pause: int = 500) -> list[Any]:
    """A game in which the solution is written down fact by fact."""
    return [
        {"t": pause * at, "put": [str(fact)], "take": [], "by": "hand"}
        for at, fact in enumerate(DOCUMENT.position, 1)
    ]


def test_a_log_keeps_them_beside_its_facts() -> None:
    fact = str(next(iter(DOCUMENT.position)))
    both = {"t": 2, "put": [fact], "take": [], "by": "undo"} | {
        "free": {"put": [DOT], "take": [GREEN]}
    }
    events = [free_move(1, [GREEN]), both]
    log = Log.checked(events, PUZZLE)
    assert log.to_data() == events
    assert str(log.position()) == fact
    assert [str(each) for each in log.history()] == [fact]
    assert log.tail.facts == 4  # a limit holds for all of them


@pytest.mark.parametrize(
    "mark",
    [
        "tint:r1c1 red",
        "tint:r1c1 dot",
        "corner:r1c1 green",
        "tint:r0c1 green",
        "tint:r9999c1 green",
        "tint:r1c1 green ",
        "tint:r1c1",
        "r1c1 green",
        "tint:r1c1 not green",
        "tint:r１c1 green",
        "x" * 10_000,
        "",
        7,
        None,
        [GREEN],
    ],
)
def test_what_is_no_mark_is_refused(mark: Any) -> None:
    with pytest.raises(FormatError) as caught:
        Log.checked([free_move(1, [mark])], PUZZLE)
    assert len(str(caught.value)) < 200
    with pytest.raises(FormatError):
        check_free_marks([mark], PUZZLE)


@pytest.mark.parametrize("free", [[], "x", {"put": GREEN}, {"add": []}, None])
def test_what_is_no_move_of_marks_is_refused(free: Any) -> None:
    with pytest.raises(FormatError):
        Log.checked([{"t": 1, "by": "hand", "free": free}], PUZZLE)


def test_no_result_depends_on_them() -> None:
    plain = Log.checked(solving(), PUZZLE)
    marked = [free_move(0, [GREEN, DOT])]
    for event in solving():
        marked += [event, free_move(event["t"], [DOT], [GREEN]), free_move(event["t"], [GREEN])]
    marked.append(free_move(marked[-1]["t"] + 60_000, [], [GREEN]))
    log = Log.checked(marked, PUZZLE)
    assert score_of(log) == score_of(plain)
    assert judge(PUZZLE, log) == judge(PUZZLE, plain)
    assert judge(PUZZLE, log).is_by_hand


def test_they_lend_no_time_to_a_machine() -> None:
    fast = [*solving(pause=1), free_move(600_000, [GREEN])]
    assert not judge(PUZZLE, Log.checked(fast, PUZZLE)).is_by_hand


def test_a_file_carries_them() -> None:
    document = replace(DOCUMENT, free_marks=(GREEN, DOT))
    [again] = read(dump(document, "json"), format="json")
    assert again.free_marks == (GREEN, DOT)
    assert again.position == document.position
    assert again.bare.free_marks == ()
    assert '"free_marks"' not in dump(document.bare, "json")
    assert enpitsu.solve(again.puzzle).status == "unique"


@pytest.mark.parametrize("marks", [GREEN, {"a": 1}, [GREEN, "tint:r1c1 violet"], [GREEN, GREEN]])
def test_a_file_with_wrong_marks_is_refused(marks: Any) -> None:
    with pytest.raises(FormatError):
        check_free_marks(marks, PUZZLE)
