"""Facts of Satogaeri as players say them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from enpitsu.explain.justify import FactStatus
from enpitsu.explain.refute_assumption import refuted_messages, say_facts
from enpitsu.explain.step import as_said, say_move
from enpitsu.grid import Cell
from enpitsu.hint import hint
from enpitsu.improve.can_be import can_be
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.techniques.reasons import in_words, why_out
from enpitsu.kinds.satogaeri.techniques.state import SatogaeriState
from enpitsu.position import EMPTY, Position, parse_fact
from enpitsu.technique import Message
from enpitsu.why import why
from enpitsu.words import say
from tests.cases import each_case

pytestmark = pytest.mark.quick

#    1 2 3 4 5
# 1  . . . . .
# 2  2 . . . O     the country of r1c1 is the first row
# 3  . . O . .
BOARD = Satogaeri(
    3, 5, (0,) * 5 + (1,) * 5 + (2,) * 5, ((Cell(1, 0), 2), (Cell(1, 4), None), (Cell(2, 2), None))
)
"""A circle with a number and two without."""

MOVES = {
    "r2c1-r2c2 line, r2c2-r2c3 line, r2c3 home": "the circle in r2c1 moves to r2c3",
    "r2c2-r2c3 line, r2c3 home": "the circle in r2c1 moves to r2c3",
    "r2c1-r2c2 line": "the circle in r2c1 moves right",
    "r2c1-r2c2 line, r2c2-r2c3 line": "the circle in r2c1 moves to r2c3",
    "r2c4-r2c5 line": "the circle in r2c5 moves left",
    "r2c3-r2c4 line, r2c4-r2c5 line": "the circle in r2c5 moves to r2c3 or beyond",
    "r2c3-r2c4 line": "the circle in r2c5 moves to r2c3 or beyond",
    "r1c2-r1c3 line": "a circle moves along r1c2-r1c3",
    "r3c3 home": "the circle in r3c3 stays",
    "r3c3 not home": "the circle in r3c3 does not stay",
    "r2c5 not home, r3c3 not home": "the circles in r2c5 and r3c3 do not stay",
    "r1c1 home": "a circle ends in r1c1",
    "r2c2-r2c3 not line": "no circle moves along r2c2-r2c3",
    "r2c3-r2c4 not line": "the circle in r2c5 does not get as far as r2c3",
    "r2c3-r3c3 not line": "the circle in r3c3 cannot move up",
    "r2c3-r3c3 not line, r3c2-r3c3 not line, r3c3-r3c4 not line": (
        "the circle in r3c3 cannot move up, left or right"
    ),
    "r1c1-r1c2 not line, r1c4 not home": (
        "no circle ends in r1c4 and no circle moves along r1c1-r1c2"
    ),
}


@each_case("facts", MOVES)
def test_facts_are_moves(facts: str) -> None:
    told = say(say_move(BOARD, tuple(Position.parse(facts))))
    assert told == f"So {MOVES[facts]}."


def test_moves_in_japanese() -> None:
    told = say_move(BOARD, tuple(Position.parse("r2c3-r2c4 line, r2c4-r2c5 line, r2c3 home")))
    assert say(told, "ja") == "よって、2行5列の丸の行き先は2行3列です。"
    told = say_move(BOARD, tuple(Position.parse("r2c3-r3c3 not line, r3c2-r3c3 not line")))
    assert say(told, "ja") == "よって、3行3列の丸は上・左への移動なしです。"


def test_circle_of_the_sentence_is_called_it() -> None:
    args = {"circle": Cell(1, 0), "then": tuple(Position.parse("r2c1-r2c2 line"))}
    told = say(as_said(BOARD, Message("satogaeri.why.circle-must", args)))
    assert told.endswith("so it moves right.")
    reasons = {"circle": Cell(1, 0), "facts": tuple(Position.parse("r1c1-r2c1 not line"))}
    known = Message("satogaeri.techniques.free-circle.facts-stay", reasons)
    assert say(as_said(BOARD, known)).startswith("As the circle in r2c1 cannot move up, ")


def test_reasons_name_the_link() -> None:
    state = SatogaeriState(BOARD)
    known = tuple(
        Position.parse("r1c5-r2c5 line, r1c5 home, r2c1-r2c2 line, r2c2-r2c3 line, r2c3 home")
    )
    state.learn(known)
    circle = state.circle_at[state.at(Cell(2, 2))]
    near, far = (4 * circle, 1), (4 * circle, 2)
    assert state.cell(state.end(far)) == Cell(0, 2)
    told = in_words(state, [near, far], why_out(state, [near, far]))
    message = Message(
        "satogaeri.techniques.free-circle.facts",
        {"facts": told, "circle": Cell(2, 2), "end": Cell(2, 0)},
    )
    assert say(message) == "As r2c3 is already taken, the circle in r3c3 can only go to r3c1."
    told = in_words(state, [far], tuple(Position.parse("r1c5 home")))
    assert say(message._replace(args={**message.args, "facts": told})) == (
        "As r1c3's country already has its circle, the circle in r3c3 can only go to r3c1."
    )


def test_hint_ends_with_a_move() -> None:
    found = hint(BOARD, EMPTY)
    assert found.stages()[-1].text == "So the circle in r2c1 moves to r2c3."


def test_a_fact_that_is_asked_alone_is_told_as_a_move() -> None:
    told = say_facts(BOARD, "why.open", parse_fact("r2c4-r2c5 line"))
    assert say(told).startswith("It is open whether the circle in r2c5 moves left:")
    (far,) = refuted_messages(BOARD, parse_fact("r2c1-r2c2 not line"), ())
    assert say(far).startswith("It cannot be that the circle in r2c1 cannot move right:")
    found = why(BOARD, EMPTY, "r2c1-r2c2 not line")
    assert found.text.endswith("So the circle in r2c1 moves right.")
    later = replace(found, finding=FactStatus.LATER)
    assert "the circle in r2c1 cannot move right" in later.say_head()
    assert "the circle in r2c5 cannot move left" in can_be(BOARD, parse_fact("r2c4-r2c5 line")).text
