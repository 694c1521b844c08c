"""The log of a game: everything that happened, in order. The position is the log played again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from enpitsu.errors import FormatError, PuzzleError
from enpitsu.kind import Puzzle
from enpitsu.play.events import Event, Move, Tail, read_events
from enpitsu.position import Fact, Position, Writing


class Log:
    """The events of a game of one puzzle; more can be added, nothing changed."""

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
        """Return the board as it is now."""
        return self.position_at(len(self))

    def position_at(self, count: int) -> Position:
        """Return the board after the first `count` events."""
        if not 0 <= count <= len(self):
            raise PuzzleError(f"the game has {len(self)} events, so there is no event {count}")
        writing = Writing()
        for event in islice(self._events, count):
            if isinstance(event, Move):
                for fact in event.take:
                    writing.take(fact)
                for fact in event.put:
                    writing.put(fact)
        return writing.position

    def history(self) -> list[Fact]:
        """Return all facts that were written, in order, for `enpitsu.hint`."""
        return [fact for event in self if isinstance(event, Move) for fact in event.put]

    def to_data(self) -> list[dict[str, Any]]:
        """The log as JSON data."""
        return [event.to_data() for event in self]
