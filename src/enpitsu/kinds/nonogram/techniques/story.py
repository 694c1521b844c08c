"""The links of a chain of thoughts in a player's words: what one line makes of what is given."""

from __future__ import annotations

from enpitsu.grid import Cell, Line
from enpitsu.kind import Rule
from enpitsu.kinds.nonogram.bits import union
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.techniques.desk import Desk
from enpitsu.kinds.nonogram.techniques.ladder import SPOTS
from enpitsu.kinds.nonogram.techniques.single import same_spot, sentence
from enpitsu.kinds.nonogram.techniques.spots import Spot
from enpitsu.position import Fact
from enpitsu.technique import Message


def tell(puzzle: Nonogram, rule: Rule, given: tuple[Fact, ...], then: tuple[Fact, ...]) -> Message:
    """What one rule instance makes of what is given; with nothing in `then`, that it is broken.
    Where the line shows it by an easy technique, that technique's sentence is used."""
    if rule.code == "colour":
        return _tell_colour(puzzle, rule.cells[0], given, then)
    (line,) = rule.clues
    assert isinstance(line, Line)
    if not then:
        return Message(f"{puzzle.kind}.why.clue-broken", {"line": line})
    return _as_seen(puzzle, line, given, then) or Message(
        f"{puzzle.kind}.why.clue", {"line": line, "facts": then}
    )


def _tell_colour(
    puzzle: Nonogram, cell: Cell, given: tuple[Fact, ...], then: tuple[Fact, ...]
) -> Message:
    if then:
        key = "colour" if any(fact.holds for fact in given) else "last-colour"
    else:
        key = "two-colours" if any(fact.holds for fact in given) else "no-colour"
    return Message(f"{puzzle.kind}.why.{key}", {"facts": then, "cell": cell})


def _as_seen(
    puzzle: Nonogram, line: Line, given: tuple[Fact, ...], then: tuple[Fact, ...]
) -> Message | None:
    """What follows as the use of a technique, if one shows all of it at once."""
    if len({fact.value for fact in then}) > 1:
        return None
    desk = Desk(puzzle)
    desk.learn(given)
    site = line.at if line.is_row else desk.rows + line.at
    colour = desk.values.index(then[0].value)
    paint, deny = (_cells(line, then, holds) for holds in (True, False))
    view = desk.view(site)
    for name, finder in SPOTS:
        for found in finder(view):
            wanted = Spot(found.key, colour, paint, deny, {})
            if found.colour == colour and same_spot(finder, view, wanted) is not None:
                form, args = sentence(desk, site, found, wanted, view.atoms())
                return Message(f"{puzzle.kind}.techniques.{name}.{form}", args)
    return None


def _cells(line: Line, facts: tuple[Fact, ...], holds: bool) -> int:
    slots = [fact.slot for fact in facts if fact.holds == holds and isinstance(fact.slot, Cell)]
    return union(1 << (slot.col if line.is_row else slot.row) for slot in slots)
