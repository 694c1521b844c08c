"""Facts as players say them: tracks and homes as moves of circles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, Edge, edge, is_inside
from enpitsu.kinds.satogaeri.board import LINE
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.position import Fact
from enpitsu.technique import Argument, Message


def tell(puzzle: Satogaeri, message: Message) -> Message:
    """Return a sentence with moves instead of facts; in what follows, a circle that it names is
    called "it"."""
    subject = message.args.get("circle")
    homes = [message.args["cell"]] if message.id.endswith(".why.home") else []
    args: dict[str, Argument] = dict(message.args)
    for name, arg in message.args.items():
        facts = [arg] if isinstance(arg, Fact) else arg
        if isinstance(facts, list | tuple) and any(isinstance(each, Fact) for each in facts):
            known = tuple(each for each in facts if isinstance(each, Fact))
            others = tuple(each for each in facts if not isinstance(each, Fact))
            who = subject if name == "then" else None
            args[name] = (*in_moves(puzzle, known, who, homes), *others)
    return message._replace(args=args)


def in_moves(
    puzzle: Satogaeri,
    facts: Collection[Fact],
    subject: Argument | None = None,
    homes: Iterable[Argument] = (),
) -> tuple[Argument, ...]:
    """Say facts as moves, as far as they belong to circles; the others follow as they are. `homes`
    are known beside these facts."""
    told: list[Message] = []
    left = dict.fromkeys(facts)
    for way in _ways(fact.slot for fact in facts if fact.holds and isinstance(fact.slot, Edge)):
        move = _find_move(puzzle, way, {*homes, *(each.slot for each in facts if each.holds)})
        if move is not None:
            told.append(_tell_move(puzzle, move, subject))
            used = {fact for fact in left if fact.slot in (*way.edges, move.home) and fact.holds}
            left = {fact: None for fact in left if fact not in used}
    closed: dict[Cell, list[Direction]] = {}
    stays: dict[bool, list[Cell]] = {True: [], False: []}
    for fact in tuple(left):
        if isinstance(fact.slot, Cell) and fact.slot in puzzle.circle_at:
            stays[fact.holds].append(fact.slot)
            del left[fact]
        elif isinstance(fact.slot, Edge) and fact.value == LINE and not fact.holds:
            starts = [cell for cell in fact.slot if cell in puzzle.circle_at]
            for start in starts:
                other = fact.slot.b if start == fact.slot.a else fact.slot.a
                closed.setdefault(start, []).append(Direction.between(start, other))
                left.pop(fact, None)
            move = None if starts else _find_move(puzzle, next(_ways([fact.slot])), ())
            if move is not None:
                told.append(_say("short", move.start, subject, end=move.end))
                del left[fact]
    told += [
        each
        for holds, circles in stays.items()
        for each in _say_together("stay" if holds else "leave", circles, subject)
    ]
    told += [
        _say("closed", start, subject, ways=_either(directions))
        for start, directions in closed.items()
    ]
    return (*told, *left)


class _Way(NamedTuple):
    """Lines that go straight on from one another, from left to right or from above."""

    first: Cell
    last: Cell
    direction: Direction

    @property
    def edges(self) -> tuple[Edge, ...]:
        here, found = self.first, []
        while here != self.last:
            there = self.direction.step(here)
            found.append(edge(here, there))
            here = there
        return tuple(found)


class _Move(NamedTuple):
    """A circle's move as far as it is known; without a home it may go further."""

    start: Cell
    first: Cell
    end: Cell
    direction: Direction
    home: Cell | None


def _ways(lines: Iterable[Edge]) -> Iterator[_Way]:
    """Join lines that go straight on."""
    left = set(lines)
    for line in sorted(left):
        if line not in left:
            continue
        direction = Direction.between(*line)
        here = line.a
        while (on := edge(here, direction.step(here))) in left:
            left.discard(on)
            here = direction.step(here)
        yield _Way(line.a, here, direction)


def _find_move(puzzle: Satogaeri, way: _Way, homes: Collection[object]) -> _Move | None:
    """Find the one circle that can have come this way; None if it cannot be told which."""
    found = []
    for first, end, direction in (
        (way.first, way.last, way.direction),
        (way.last, way.first, way.direction.opposite),
    ):
        start = _circle_behind(puzzle, first, direction)
        is_free = end not in puzzle.circle_at and first not in homes and start not in homes
        if start is not None and is_free and _can_go(puzzle, start, end):
            found.append(_Move(start, first, end, direction, end if end in homes else None))
    found = [move for move in found if move.home is not None] or found
    return found[0] if len(found) == 1 else None


def _can_go(puzzle: Satogaeri, start: Cell, end: Cell) -> bool:
    """Return True if a circle's number lets it go so far."""
    number = puzzle.circle_at[start]
    return number is None or _distance(start, end) <= number


def _distance(start: Cell, end: Cell) -> int:
    return abs(end.row - start.row) + abs(end.col - start.col)


def _circle_behind(puzzle: Satogaeri, cell: Cell, direction: Direction) -> Cell | None:
    """The circle from which a move comes to a cell in a direction; None at the border."""
    here = cell
    while here not in puzzle.circle_at:
        here = direction.opposite.step(here)
        if not is_inside(here, puzzle.rows, puzzle.cols):
            return None
    return here


def _tell_move(puzzle: Satogaeri, move: _Move, subject: Argument | None) -> Message:
    went = _distance(move.start, move.end)
    if move.home is not None or puzzle.circle_at[move.start] == went:
        return _say("to", move.start, subject, end=move.end)
    if move.first == move.start and (went == 1 or puzzle.circle_at[move.start] is not None):
        return _say("towards", move.start, subject, way=_say_way(move.direction))
    return _say("beyond", move.start, subject, end=move.end)


def _say(form: str, circle: Cell, subject: Argument | None, **args: Argument) -> Message:
    name = "circle" if form in ("closed", "short") else "of-circle"
    who = _name("it" if circle == subject else name, circle=circle)
    return _name(form, who=who, **args)


def _say_together(
    form: str, circles: Sequence[Cell], subject: Argument | None
) -> Iterator[Message]:
    """Say the same of several circles; of the one that the sentence names by itself."""
    others = tuple(circle for circle in circles if circle != subject)
    if len(others) < len(circles):
        yield _name(form, who=_name("it"), count=1)
    if others:
        yield _name(form, who=_name("circles", circles=others), count=len(others))


def _say_way(direction: Direction) -> Message:
    return _name(f"ways.{direction.word}")


def _either(directions: Iterable[Direction]) -> Message:
    """Say "up, down or left"."""
    ways = [_say_way(each) for each in Direction if each in set(directions)]
    *most, last = ways
    if not most:
        return last
    return _name("or", most=reduce(lambda a, b: _name("comma", a=a, b=b), most), last=last)


def _name(key: str, **args: Argument) -> Message:
    return Message(f"satogaeri.moves.{key}", args)
