"""The log of a game, played again and judged; what a solve is worth."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.grid import Cell
from enpitsu.kind import Document, Puzzle
from enpitsu.play import PRICES, Log, Score, judge, score_of
from enpitsu.play.events import MAX_EVENTS, MAX_FACTS, MAX_TIME, MOVERS, Tail
from enpitsu.play.prices import STEP_STAGES
from enpitsu.play.score import filled_marks
from enpitsu.position import EMPTY, Position, parse_fact
from tests.cases import each_case
from tests.library import ordinary_starters

pytestmark = pytest.mark.quick

SMALLEST: list[Document] = [
    min(ordinary_starters(kind), key=lambda each: each.puzzle.rows * each.puzzle.cols)
    for kind in sorted({each.puzzle.kind for each in ordinary_starters()})
]
ONE = SMALLEST[-1]
FACTS = [str(fact) for fact in ONE.position]
A, B, C = FACTS[:3]


def move(t: int, put: Sequence[str] = (), take: Sequence[str] = (), by: str = "hand") -> Any:
    """A move as JSON data."""
    return {"t": t, "put": list(put), "take": list(take), "by": by}


def log_of(*events: Any) -> Log:
    """A log of the puzzle of these tests."""
    return Log.checked(list(events), ONE.puzzle)


def board(*texts: str) -> Position:
    """A position with these facts."""
    return Position.parse(", ".join(texts))


def solving(document: Document) -> list[Any]:
    """A game in which the solution is written down fact by fact."""
    return [move(100 * at, [str(fact)]) for at, fact in enumerate(document.position, 1)]


def coloured() -> tuple[Puzzle, list[str]]:
    """A puzzle whose cells take one of several values, and two of them."""
    for document in ordinary_starters():
        values = {fact.value for fact in document.position if isinstance(fact.slot, Cell)}
        if len(values) > 1:
            return document.puzzle, sorted(values)[:2]
    raise AssertionError("there is none")


class TestReplay:
    def test_nothing_happened(self) -> None:
        log = log_of()
        assert (len(log), log.position(), log.to_data(), log.last) == (0, EMPTY, [], 0)

    def test_moves_come_and_go(self) -> None:
        log = log_of(move(1, [A, B]), move(2, [C], [A]), move(2, [A], by="undo"))
        boards = [board(), board(A, B), board(B, C), board(A, B, C)]
        assert [log.position_at(count) for count in range(4)] == boards
        assert log.position() == boards[-1]
        assert [str(fact) for fact in log.history()] == [A, B, C, A]
        for count in (-1, 4):
            with pytest.raises(PuzzleError, match="3 events"):
                log.position_at(count)

    def test_what_is_put_replaces_what_it_excludes(self) -> None:
        fact = next(iter(ONE.position))
        log = log_of(move(1, [str(fact)]), move(2, [str(fact.opposite)]))
        assert log.position() == Position.of([fact.opposite])

    def test_colours_replace_each_other(self) -> None:
        puzzle, (red, blue) = coloured()
        log = Log.checked([move(1, [f"r1c1 {red}"]), move(2, [f"r1c1 {blue}"])], puzzle)
        assert str(log.position()) == f"r1c1 {blue}"
        log.append([move(3, [f"r1c1 not {red}", f"r1c1 not {blue}"])])
        assert log.position() == board(f"r1c1 not {red}", f"r1c1 not {blue}")
        with pytest.raises(FormatError, match="exclude each other"):
            log.append([move(4, [f"r1c1 {red}", f"r1c1 {blue}"])])

    def test_what_a_rejected_trial_took_back_is_a_move(self) -> None:
        log = log_of(move(1, [A]), move(3, [B], [A]), move(4, [A], [B], by="trial"))
        assert log.position() == board(A)
        assert log.tail == Tail(3, 5, 4)

    def test_as_positions_say_it(self) -> None:
        """Compared with `Position.place`, on games of chance."""
        chance = random.Random(8)
        facts = [fact for each in ONE.position for fact in (each, each.opposite)][:12]
        for _ in range(60):
            log, now = Log(ONE.puzzle), EMPTY
            for t in range(60):
                put, take = chance.choice(facts), chance.sample(facts, 2)
                now = Position(now.facts - set(take)).place(put)
                log.append([move(t, [str(put)], list(map(str, take)))])
                assert log.position() == now

    @pytest.mark.parametrize("document", SMALLEST, ids=lambda each: each.puzzle.kind)
    def test_there_and_back(self, document: Document) -> None:
        data = [
            *solving(document),
            {"t": 10**5, "note": "hint", "stage": "where", "cost": 10},
            {"t": 10**5, "note": "check"},
            {"t": 10**5, "note": "check", "live": True},
            {"t": 10**5, "note": "pause"},
            {"t": 10**5, "note": "resume"},
            {"t": 10**5, "note": "solve"},
        ]
        log = Log.checked(json.loads(json.dumps(data)), document.puzzle)
        assert log.to_data() == data
        assert log.position() == document.position


class TestStrangers:
    @each_case(
        ("event", "said"),
        [
            (None, "an object"),
            ([], "an object"),
            ("x", "an object"),
            ({}, "whole number of milliseconds"),
            (move(-1), "whole number of milliseconds"),
            (move(MAX_TIME + 1), "whole number of milliseconds"),
            ({**move(0), "t": True}, "whole number of milliseconds"),
            ({**move(0), "t": 1.0}, "whole number of milliseconds"),
            ({**move(0), "t": "1"}, "whole number of milliseconds"),
            (move(0, by="me"), '"by" must be'),
            ({"t": 0, "put": [A]}, '"by" must be'),
            ({**move(0), "by": ["hand"]}, '"by" must be'),
            ({**move(0), "put": A}, "a list of facts"),
            ({**move(0), "take": {"a": 1}}, "a list of facts"),
            ({**move(0), "put": None}, "a list of facts"),
            (move(0, [1]), "a fact is a text"),  # type: ignore[list-item]
            (move(0, ["r1c1 " + "x" * 1000]), "a fact is a text"),
            (move(0, ["shaded"]), "not a fact"),
            (move(0, ["r1c1-r3c3 line"]), "not neighbours"),
            (move(0, ["r0c1 shaded"]), "not a cell"),
            (move(0, [A, A.replace(" ", " not ", 1)]), "exclude each other"),
            ({**move(0), "x": 1}, "unknown key 'x'"),
            ({"t": 0, "note": "dance"}, '"note" must be'),
            ({"t": 0, "note": ["hint"]}, '"note" must be'),
            ({"t": 0, "note": "check", "put": [A]}, "unknown key 'put'"),
            ({"t": 0, "note": "check", "live": 1}, '"live" must be'),
            ({"t": 0, "note": "hint"}, '"stage" must be'),
            ({"t": 0, "note": "hint", "stage": 0}, '"stage" must be'),
            ({"t": 0, "note": "hint", "stage": 5}, '"stage" must be'),
            ({"t": 0, "note": "hint", "stage": True}, '"stage" must be'),
            ({"t": 0, "note": "hint", "stage": "check"}, '"stage" must be'),
            ({"t": 0, "note": "trial", "do": "begin"}, '"note" must be'),
        ],
    )
    def test_events_that_cannot_be(self, event: Any, said: str) -> None:
        log = log_of(move(0, [A]))
        with pytest.raises(FormatError, match=said) as caught:
            log.append([move(0, [B]), event])
        assert "event 3: " in str(caught.value)
        assert (len(log), log.position(), log.tail.events) == (1, board(A), 1)

    @pytest.mark.parametrize("data", [None, {}, "[]", 1, ({},)])
    def test_no_list(self, data: object) -> None:
        with pytest.raises(FormatError, match="are a list"):
            Log.checked(data, ONE.puzzle)

    @pytest.mark.parametrize("document", SMALLEST, ids=lambda each: each.puzzle.kind)
    @pytest.mark.parametrize("key", ["put", "take"])
    def test_facts_that_do_not_fit(self, document: Document, key: str) -> None:
        for text in ("r999c1 shaded", "r1c1 sparkling", "r1c999-r1c1000 line", "r1c1 not purple"):
            with pytest.raises(FormatError):
                Log.checked([{"t": 0, "by": "hand", key: [text]}], document.puzzle)

    def test_times_do_not_fall(self) -> None:
        log = log_of(move(5), move(5))
        with pytest.raises(FormatError, match="event 3: its time is before"):
            log.append([move(4)])

    def test_too_much(self) -> None:
        many = [move(0)] * MAX_EVENTS
        with pytest.raises(FormatError, match="at most 200000 events"):
            log_of(*many, move(0))
        log = log_of(*many)
        with pytest.raises(FormatError, match="at most 200000 events"):
            log.append([move(0)])
        heavy = move(0, [A], [A] * (MAX_FACTS // 4 - 1))
        log = log_of(*[heavy] * 4)
        for one_more in (move(0, [A]), move(0, [], [A])):
            with pytest.raises(FormatError, match=f"at most {MAX_FACTS} facts"):
                log.append([one_more])

    def test_rubbish_never_crashes(self) -> None:
        chance = random.Random(3)
        bits: list[Any] = [None, True, 0, -1, 1.5, "", A, "hint", [], [A], {}, "t", "\ud800", [[]]]
        keys = ["t", "put", "take", "by", "note", "stage", "live", "cost", "\ud800"]
        values = [*bits, *MOVERS, *STEP_STAGES, "trial"]
        for _ in range(4000):
            event = {key: chance.choice(values) for key in chance.sample(keys, 4)} | {"t": 1}
            with suppress(FormatError):
                assert log_of(event).to_data()


class TestScore:
    def test_a_clean_solve(self) -> None:
        log = log_of(*solving(ONE))
        score = score_of(log)
        assert score == Score(len(FACTS) / 10)
        assert (score.is_clean, score.total) == (True, score.seconds)
        # What comes after the last move costs no time: it was solved, whoever noticed when.
        after = {"t": log.last + 60_000, "note": "pause"}
        assert score_of(log_of(*solving(ONE), after)) == score

    def test_help_has_its_price(self) -> None:
        stages = [{"t": 9, "note": "hint", "stage": at, "cost": 0} for at in (1, 2, 3, 4)]
        check = {"t": 9, "note": "check"}
        live = {**check, "live": True}
        assert score_of(log_of(*stages)) == Score(0.0, 10 + 20 + 40, 4)
        assert score_of(log_of(check, check)) == Score(0.0, 30, 0, 2)
        assert score_of(log_of(live)).penalty == PRICES["live"]
        assert not score_of(log_of(check)).is_clean
        named = [{"t": 9, "note": "hint", "stage": stage} for stage in ("board", "where", "undo")]
        assert score_of(log_of(*named)).penalty == 30

    def test_moves_of_hints_are_paid_once(self) -> None:
        told = {"t": 0, "note": "hint", "stage": "reason"}
        made, price = move(0, [A], by="hint"), PRICES["reason"]
        assert score_of(log_of(told)).penalty == price
        assert score_of(log_of(told, made)).penalty == price
        assert score_of(log_of(made)) == Score(0.0, price, 1)
        assert score_of(log_of(told, made, move(0, [B], by="hint"))).penalty == 2 * price

    def test_each_mark_that_is_filled_in_is_paid_once(self) -> None:
        filled = move(0, [A, B], by="fill")
        assert score_of(log_of(filled)) == Score(0.0, 2 * PRICES["fill"], 1)
        again = [filled, move(1, [], [A, B], by="undo"), move(2, [A, B, C], by="fill")]
        assert score_of(log_of(*again)) == Score(0.002, 3 * PRICES["fill"], 2)
        asked = {"t": 0, "note": "hint", "stage": "where"}
        penalty = PRICES["where"] + 2 * PRICES["fill"]
        assert score_of(log_of(asked, filled)) == Score(0.0, penalty, 2)
        assert not score_of(log_of(move(0, [], by="fill"))).is_clean

    @pytest.mark.parametrize(
        ("facts", "count"),
        [
            ("", 0),
            ("r1c5 green, r1c5 not yellow", 1),
            ("r1c5 not green, r1c5 not yellow", 1),
            ("r1c1-r1c2 line, r1c1 not shaded, r1c2 not shaded, r1c3 not shaded", 2),
            ("r1c1-r1c2 not line, r1c1 not shaded", 2),
            ("r1c1 shaded, r1c1-r1c2 not line", 2),
            ("r1c1-r1c2 line, r1c1-r1c2 not wall", 1),
        ],
    )
    def test_only_marks_that_are_seen_are_paid(self, facts: str, count: int) -> None:
        parts = [part for part in facts.split(", ") if part]
        assert len(filled_marks(map(parse_fact, parts))) == count

    @pytest.mark.parametrize("document", SMALLEST, ids=lambda each: each.puzzle.kind)
    def test_a_game_that_is_filled_in_is_played_again(self, document: Document) -> None:
        found = enpitsu.fill_in(document.puzzle, up_to="extreme")
        filled = move(5, list(map(str, found.facts)), by="fill")
        log = Log.checked([filled, *solving(document)], document.puzzle)
        assert log.position_at(1) == found.position
        verdict = judge(document.puzzle, log)
        assert verdict.score is not None
        assert verdict.score.penalty == PRICES["fill"] * len(filled_marks(found.facts))

    def test_helpers_undo_and_pauses_are_free(self) -> None:
        moves = [move(0, [A], by=by) for by in ("helper", "undo", "redo", "clear", "trial")]
        assert score_of(log_of(*moves, {"t": 0, "note": "pause"})).is_clean

    def test_clean_solves_come_first(self) -> None:
        clean, slow, helped = Score(100.0), Score(500.0), Score(10.0, 15, 0, 1)
        assert sorted([helped, slow, clean], key=lambda each: each.order) == [clean, slow, helped]

    def test_every_stage_that_hints_have_is_priced(self) -> None:
        for document in SMALLEST:
            fact = next(iter(document.position))
            for position in (EMPTY, Position.of([fact.opposite])):
                found = enpitsu.hint(document.puzzle, position, [fact.opposite])
                assert {stage.name for stage in found.stages()} <= set(PRICES)


class TestJudge:
    @pytest.mark.parametrize("document", SMALLEST, ids=lambda each: each.puzzle.kind)
    def test_solved_is_what_the_rules_say(self, document: Document) -> None:
        events = solving(document)
        log = Log.checked(events, document.puzzle)
        verdict = judge(document.puzzle, log)
        assert verdict.is_solved
        assert verdict.score == Score(log.last / 1000)
        less = Log.checked(events[:-1], document.puzzle)
        assert not judge(document.puzzle, less).is_solved
        assert judge(document.puzzle, less).reason.startswith("the board is not solved: ")
        empty = Log(document.puzzle)
        assert not judge(document.puzzle, empty).is_solved

    @pytest.mark.parametrize(
        ("event", "reason"),
        [
            (move(0, [A], by="solve"), "was shown"),
            ({"t": 0, "note": "solve"}, "was shown"),
            (move(0, [A], by="given"), "began elsewhere"),
        ],
        ids=["solve", "note", "given"],
    )
    def test_what_was_not_played_here_has_no_result(self, event: Any, reason: str) -> None:
        verdict = judge(ONE.puzzle, log_of(event, move(0, [], [A], by="undo"), *solving(ONE)))
        assert (verdict.is_solved, verdict.score) == (True, None)
        assert reason in verdict.reason
