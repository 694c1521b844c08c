"""The log of a game: everything that happened, in order. The position is the log played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from enpitsu.errors import PuzzleError
from enpitsu.grid import Slot
from enpitsu.kind import Puzzle
from enpitsu.play.events import ACCEPT, BEGIN, REJECT, TRIAL, Event, Move, Tail, read_events
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
        elif event.note == TRIAL:
            replay.trial(event.do)
    return Position(frozenset(replay.facts))


class _Replay:
    """A board on which events happen. Each open trial remembers what changed since it began, so
    that it costs no more to reject it than it cost to try."""

    def __init__(self) -> None:
        self.facts: set[Fact] = set()
        self._held: dict[Slot, str] = {}
        self._trials: list[list[Fact]] = []

    def move(self, move: Move) -> None:
        for fact in move.take:
            self._change(fact, False)
        for fact in move.put:
            self._make_room(fact)
            self._change(fact, True)

    def trial(self, do: str) -> None:
        if do == BEGIN:
            self._trials.append([])
        elif do == ACCEPT and self._trials:
            changes = self._trials.pop()
            if self._trials:
                self._trials[-1].extend(changes)
        elif do == REJECT and self._trials:
            for fact in reversed(self._trials.pop()):
                self._flip(fact)

    def _make_room(self, fact: Fact) -> None:
        """A fact replaces what it excludes, as `Position.place` does."""
        self._change(fact.opposite, False)
        other = self._held.get(fact.slot, fact.value)
        if fact.holds and other != fact.value:
            self._change(Fact(fact.slot, other), False)

    def _change(self, fact: Fact, is_there: bool) -> None:
        if (fact in self.facts) != is_there:
            self._flip(fact)
            if self._trials:
                self._trials[-1].append(fact)

    def _flip(self, fact: Fact) -> None:
        if fact in self.facts:
            self.facts.discard(fact)
            if fact.holds:
                self._held.pop(fact.slot, None)
        else:
            self.facts.add(fact)
            if fact.holds:
                self._held[fact.slot] = fact.value
