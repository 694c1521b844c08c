"""The events of a game, as JSON data from anyone: read strictly, or refused with a sentence.

A move says what was put on the board and what was taken away; a remark says what else happened.

    {"t": 1200, "put": ["r3c4 shaded"], "take": [], "by": "hand"}
    {"t": 1400, "put": ["r5c1 shaded", "r5c2 not shaded"], "take": [], "by": "fill"}
    {"t": 1500, "note": "hint", "stage": "where", "cost": 10}
    {"t": 1600, "note": "check"}              {"t": 1600, "note": "check", "live": true}
    {"t": 1700, "by": "hand", "free": {"put": ["tint:r3c4 green"], "take": ["corner:r3c4 dot"]}}
    {"t": 1800, "note": "pause"}  {"t": 1800, "note": "resume"}  {"t": 1900, "note": "solve"}

`free` holds the free marks (enpitsu.free_marks) that a move puts down and takes away.

Times are milliseconds of play, pauses left out, and never fall.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from enpitsu.check import check_fit
from enpitsu.errors import FormatError
from enpitsu.free_marks import check_free_mark
from enpitsu.grid import Slot
from enpitsu.kind import Puzzle
from enpitsu.play.prices import HINT_STAGES, PRICES, STEP_STAGES
from enpitsu.position import Fact, parse_fact

MAX_EVENTS = 200_000  # of one game
MAX_FACTS = 300_000  # that all moves of one game may speak of together
MAX_TIME = 2_000_000_000  # ms that one game may take: 23 days without a pause
MAX_FACT_LENGTH = 100  # characters

HINT = "hint"
CHECK = "check"
SOLVE = "solve"
FILL = "fill"  # moves when everything plain is filled in at once
GIVEN = "given"  # moves when a game begins elsewhere, with the board of a file that was opened

MOVERS = ("hand", "helper", "undo", "redo", "trial", HINT, FILL, SOLVE, "clear", GIVEN)
_KEYS: dict[str, frozenset[str]] = {
    HINT: frozenset({"stage", "cost"}),
    CHECK: frozenset({"live"}),
    SOLVE: frozenset(),
    "pause": frozenset(),
    "resume": frozenset(),
}
"""The keys that each remark may have beside its time."""


class FreeMarks(NamedTuple):
    """Free marks that a move puts down and takes away."""

    put: tuple[str, ...] = ()
    take: tuple[str, ...] = ()


class Move(NamedTuple):
    """Facts taken away and then others put down, all at once; `by` tells who did it."""

    t: int
    put: tuple[Fact, ...]
    take: tuple[Fact, ...]
    by: str
    free: FreeMarks = FreeMarks()

    @property
    def size(self) -> int:
        """The number of facts and free marks that it speaks of."""
        return sum(map(len, (self.put, self.take, *self.free)))

    @property
    def is_free(self) -> bool:
        """True if it writes free marks alone: that is no move of the game."""
        return any(self.free) and not (self.put or self.take)

    def to_data(self) -> dict[str, Any]:
        """The move as JSON data."""
        put, take = (list(map(str, facts)) for facts in (self.put, self.take))
        data: dict[str, Any] = {"t": self.t, "put": put, "take": take, "by": self.by}
        if any(self.free):
            data["free"] = {"put": list(self.free.put), "take": list(self.free.take)}
        return data


class Remark(NamedTuple):
    """An event beside the board: a stage of a hint was shown, a trial began, and so on."""

    t: int
    note: str
    stage: str = ""
    is_live: bool = False

    def to_data(self) -> dict[str, Any]:
        """The remark as JSON data."""
        data: dict[str, Any] = {"t": self.t, "note": self.note}
        if self.stage:
            data |= {"stage": self.stage, "cost": PRICES[self.stage]}
        if self.is_live:
            data["live"] = True
        return data


Event = Move | Remark


class Tail(NamedTuple):
    """All that must be known of earlier events to read further ones."""

    events: int = 0
    facts: int = 0
    last: int = 0
    """The time of the last event."""


START = Tail()


def read_events(data: object, puzzle: Puzzle, tail: Tail = START) -> tuple[list[Event], Tail]:
    """Read events from JSON data that follow others; return them and the tail that they leave.
    FormatError if anything is wrong with one of them."""
    if not isinstance(data, list):
        raise FormatError("the events of a game are a list")
    if tail.events + len(data) > MAX_EVENTS:
        raise FormatError(f"a game has at most {MAX_EVENTS} events")
    reader = _Reader(puzzle, tail)
    events = [reader.read(item) for item in data]
    check_fit(puzzle, reader.texts.values())
    return events, reader.tail


class _Reader:
    """Reads one event after the other."""

    def __init__(self, puzzle: Puzzle, tail: Tail) -> None:
        self.puzzle = puzzle
        self.tail = tail
        self.texts: dict[str, Fact] = {}

    def read(self, item: object) -> Event:
        """Return the next event; the error says which one it is."""
        try:
            if not isinstance(item, dict):
                raise FormatError("an event is an object { }")
            time = checked_time(item.get("t"))
            if time < self.tail.last:
                raise FormatError("its time is before that of the event before it")
            event = _remark(item, time) if "note" in item else self._move(item, time)
        except FormatError as error:
            raise FormatError(f"event {self.tail.events + 1}: {error.message}") from None
        facts = event.size if isinstance(event, Move) else 0
        self.tail = Tail(self.tail.events + 1, self.tail.facts + facts, time)
        return event

    def _move(self, item: dict[Any, Any], time: int) -> Move:
        _check_keys(item, {"t", "put", "take", "by", "free"})
        by = item.get("by")
        if by not in MOVERS:
            raise FormatError(f'"by" must be one of {", ".join(MOVERS)}')
        free = item.get("free", {})
        if not isinstance(free, dict):
            raise FormatError('"free" must be an object { }')
        _check_keys(free, {"put", "take"})
        lists = [_list(data, key) for data in (item, free) for key in ("put", "take")]
        if self.tail.facts + sum(map(len, lists)) > MAX_FACTS:
            raise FormatError(f"the moves of a game have at most {MAX_FACTS} facts")
        put, take = (tuple(map(self._fact, texts)) for texts in lists[:2])
        _check_agree(put)
        marks = (tuple(check_free_mark(text, self.puzzle) for text in texts) for texts in lists[2:])
        return Move(time, put, take, str(by), FreeMarks(*marks))

    def _fact(self, text: object) -> Fact:
        if not isinstance(text, str) or len(text) > MAX_FACT_LENGTH:
            raise FormatError('a fact is a text such as "r1c1 shaded"')
        fact = self.texts.get(text)
        if fact is None:
            try:
                fact = self.texts[text] = parse_fact(text)
            except ValueError as error:
                raise FormatError(str(error)) from None
        return fact


def checked_time(data: object) -> int:
    """Return milliseconds of play; FormatError if they are none."""
    if type(data) is not int or not 0 <= data <= MAX_TIME:
        raise FormatError(f"a time is a whole number of milliseconds from 0 to {MAX_TIME}")
    return data


def _list(data: dict[Any, Any], key: str) -> list[Any]:
    texts = data.get(key, [])
    if not isinstance(texts, list):
        raise FormatError(f'"{key}" must be a list of facts')
    return texts


def _remark(item: dict[Any, Any], time: int) -> Remark:
    note = item["note"]
    if not isinstance(note, str) or note not in _KEYS:
        raise FormatError(f'"note" must be one of {", ".join(_KEYS)}')
    _check_keys(item, {"t", "note"} | _KEYS[note])
    if note == HINT:
        # What a stage costs is known here: what the event says of it does not count.
        stage = item.get("stage")
        if type(stage) is int and 1 <= stage <= len(STEP_STAGES):
            stage = STEP_STAGES[stage - 1]
        if not isinstance(stage, str) or stage not in HINT_STAGES:
            known = ", ".join(name for name in PRICES if name in HINT_STAGES)
            raise FormatError(f'"stage" must be one of {known}, or 1 to {len(STEP_STAGES)}')
        return Remark(time, note, stage=stage)
    live = item.get("live", False)
    if type(live) is not bool:
        raise FormatError('"live" must be true or false')
    return Remark(time, note, is_live=live)


def _check_keys(item: dict[Any, Any], known: Iterable[str]) -> None:
    strange = item.keys() - set(known)
    if strange:
        raise FormatError(f"unknown key {min(map(str, strange))[:40]!r}")


def _check_agree(put: tuple[Fact, ...]) -> None:
    """FormatError if a move puts down what excludes each other."""
    held: dict[Slot, str] = {}
    claims: dict[tuple[Slot, str], bool] = {}
    for fact in put:
        is_double = fact.holds and held.setdefault(fact.slot, fact.value) != fact.value
        if is_double or claims.setdefault((fact.slot, fact.value), fact.holds) != fact.holds:
            raise FormatError(f"the move says two things of {fact.slot} that exclude each other")
