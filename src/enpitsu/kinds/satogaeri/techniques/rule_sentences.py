"""The meaning of notes in facts, and the sentences of rules in a chain of thoughts."""

from __future__ import annotations

from itertools import pairwise

from enpitsu.grid import Cell, Edge, edge
from enpitsu.kind import Rule
from enpitsu.kinds.satogaeri.board import HOME, LINE
from enpitsu.kinds.satogaeri.encoding import without_numbers
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.techniques.state import SatogaeriState
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Message

Facts = tuple[Fact, ...]


def meaning(puzzle: Satogaeri, note: Note) -> Facts:
    """That a circle does not end in a cell: the cell is no home, or a step to it has no track.

    Where it is a home and every step from the circle's start to it has a track, that track is the
    circle's own, since nobody else comes to its start, and it ends there.
    """
    start, end = note.slots
    assert isinstance(start, Cell)
    assert isinstance(end, Cell)
    rows, cols = end.row - start.row, end.col - start.col
    length = abs(rows + cols)  # one of them is 0
    track = [
        Cell(start.row + far * rows // length, start.col + far * cols // length)
        for far in range(length + 1 if length else 0)
    ]
    steps = (Fact(edge(a, b), LINE, False) for a, b in pairwise(track))
    return Fact(end, HOME, False), *steps


# --- chains of thoughts --------------------------------------------------------------------------


def narrate(puzzle: Satogaeri, rule: Rule, given: Facts, then: Facts) -> Message:
    """Say that `then` follows from what is given by a rule; if it is empty, that this is broken."""
    first = rule.cells[0]
    args: dict[str, Argument] = {"then": then, "count": 1}
    if rule.code == "circle":
        name, args["circle"] = _tell_circle(first, given, then), first
    elif rule.code == "distance":
        goes = any(fact.holds for fact in then)
        name = "distance-goes" if goes else "distance-not" if then else "distance-broken"
        args["circle"] = first
        args["number"] = dict(puzzle.circles)[first] or 0
    elif rule.code == "line":
        name, args["line"] = _tell_line(Edge(*rule.cells[:2]), given, then), Edge(*rule.cells[:2])
    elif rule.code == "home":
        name, args["cell"] = _tell_home(first, given, then), first
    elif rule.code == "country":
        name, args["cell"] = _tell_country(puzzle, rule.cells, given, then), first
    elif rule.code == "cell":
        name, args["cell"] = "cell" if then else "cell-broken", first
    else:
        name = rule.code
    return Message(f"{puzzle.kind}.why.{name}", args)


def _tell_circle(start: Cell, given: Facts, then: Facts) -> str:
    goes = any(fact.holds for fact in given)
    if any(fact.holds for fact in then):
        return "circle-begins" if goes else "circle-must"
    if then:
        return "circle-elsewhere" if goes else "circle-stops"
    begun = [fact for fact in given if fact.holds and start in (fact.slot, *fact.slot)]
    if len(begun) > 1:
        return "circle-twice"
    return "circle-torn" if goes else "circle-stuck"


def _tell_line(line: Edge, given: Facts, then: Facts) -> str:
    if not then:
        return "line-gap" if Fact(line, LINE, False) in given else "line-broken"
    if any(fact.slot == line for fact in then):
        return "line-drawn" if then[0].holds else "line-unused"
    return "line"


def _tell_home(cell: Cell, given: Facts, then: Facts) -> str:
    if Fact(cell, HOME, False) in then:
        return "home-unused"
    is_denied = Fact(cell, HOME, False) in given
    if then:
        return "home-passed" if is_denied else "home"
    return "home-denied" if is_denied else "home-broken"


def _tell_country(puzzle: Satogaeri, country: tuple[Cell, ...], given: Facts, then: Facts) -> str:
    if then:
        return "country-last" if any(fact.holds for fact in then) else "country-taken"
    state = SatogaeriState(without_numbers(puzzle)[0])
    state.learn(given)
    at = puzzle.country_of(country[0])
    if not state.enders[at]:
        return "country-empty"
    coming = set()
    for ray, distance in state.moves_into(at):
        is_begun = (
            state.edge((ray, 1)) in state.lines
            if distance
            else state.starts[ray >> 2] in state.homes
        )
        if is_begun:
            coming.add(ray >> 2)
    return "country-two" if len(coming) > 1 else "country-wrong"
