"""The log of a game: everything that happened, in order. The position is the log played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from enpitsu.errors import FormatError, PuzzleError
from enpitsu.grid import Slot
from enpitsu.kind import Puzzle
from enpitsu.play.events import Event, Move, Tail, read_events
from enpitsu.position import Fact, Position


class Log:
    """What happened in a game of one puzzle; more can be added, nothing changed."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.tail = Tail()
        self._events: list[Event] = []

    @classmethod
    def checked(cls, data: object, puzzle: Puzzle) -> Log:
        """The log from JSON data that may be anyone's; FormatError if something is wrong."""
        log = cls(puzzle)
        log.append(data)
        return log

    @classmethod
    def read(cls, text: str, puzzle: Puzzle) -> Log:
        """The log from a text with an event in JSON a line; FormatError if something is wrong."""
        try:
            data = list(map(json.loads, text.splitlines()))
        except (ValueError, RecursionError):
            raise FormatError("the log of this game is spoiled") from None
        return cls.checked(data, puzzle)

    def append(self, data: object) -> None:
        """Add events from JSON data: all of them, or, if one is wrong (FormatError), none."""
        events, self.tail = read_events(data, self.puzzle, self.tail)
        self._events.extend(events)

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    @property
    def last(self) -> int:
        """The time of the last event, in milliseconds of play."""
        return self.tail.last

    def position(self) -> Position:
        """What stands on the board now."""
        return self.position_at(len(self))

    def position_at(self, count: int) -> Position:
        """What stood on the board after the first `count` events."""
        if not 0 <= count <= len(self):
            raise PuzzleError(f"the game has {len(self)} events, so there is no event {count}")
        return _replayed(islice(self._events, count))

    def history(self) -> list[Fact]:
        """What was written, in order, as `enpitsu.hint` wants to know it."""
        return [fact for event in self if isinstance(event, Move) for fact in event.put]

    def to_data(self) -> list[dict[str, Any]]:
        """The log as JSON data."""
        return [event.to_data() for event in self]


def _replayed(events: Iterable[Event]) -> Position:
    replay = _Replay()
    for event in events:
        if isinstance(event, Move):
            replay.move(event)
    return Position(frozenset(replay.facts))


class _Replay:
    """A board on which events happen."""

    def __init__(self) -> None:
        self.facts: set[Fact] = set()
        self._held: dict[Slot, str] = {}

    def move(self, move: Move) -> None:
        for fact in move.take:
            self._take(fact)
        for fact in move.put:
            self._put(fact)

    def _put(self, fact: Fact) -> None:
        """A fact replaces what it excludes, as `Position.place` does."""
        self._take(fact.opposite)
        if fact.holds:
            other = self._held.get(fact.slot, fact.value)
            if other != fact.value:
                self._take(Fact(fact.slot, other))
            self._held[fact.slot] = fact.value
        self.facts.add(fact)

    def _take(self, fact: Fact) -> None:
        self.facts.discard(fact)
        if fact.holds and self._held.get(fact.slot) == fact.value:
            del self._held[fact.slot]
