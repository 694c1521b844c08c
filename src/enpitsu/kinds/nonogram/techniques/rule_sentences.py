"""The links of a chain of thoughts in a player's words: what one line makes of what is given."""

from __future__ import annotations

from enpitsu.grid import Cell, Line
from enpitsu.kind import Rule
from enpitsu.kinds.nonogram.bits import union
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.techniques.line_patterns import LINE_PATTERNS, PatternMatch
from enpitsu.kinds.nonogram.techniques.single_line import match_again, sentence
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.position import Fact
from enpitsu.technique import Message


def narrate(
    puzzle: Nonogram, rule: Rule, given: tuple[Fact, ...], then: tuple[Fact, ...]
) -> Message:
    """Return what one rule instance makes of what is given; with nothing in `then`, that it is
    broken. Where the line shows it by an easy technique, that technique's sentence is used."""
    if rule.code == "colour":
        return _tell_colour(puzzle, rule.cells[0], given, then)
    (line,) = rule.clues
    assert isinstance(line, Line)
    seen = _as_seen(puzzle, line, given, then) if then else None
    if seen is not None:
        return seen
    form = ("clue" if then else "clue-broken") + ("-known" if given else "")
    args = {"line": line, "facts": then, "known": given}
    return Message(f"{puzzle.kind}.why.{form}", args)


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
    """Return what follows as the use of a technique, if one shows all of it at once."""
    if len({fact.value for fact in then}) > 1:
        return None
    state = NonogramState(puzzle)
    state.learn(given)
    site = line.at if line.is_row else state.rows + line.at
    colour = state.values.index(then[0].value)
    paint, deny = (_cells(line, then, holds) for holds in (True, False))
    wanted = PatternMatch(colour, paint, deny, {})
    atoms = state.view(site).atoms()
    for thorough in (False, True):
        view = state.view(site).only(atoms, thorough)
        for name, pattern in LINE_PATTERNS:
            for key in pattern.keys(view):
                match = match_again(pattern, view, key, wanted)
                if match is not None:
                    told = match._replace(paint=paint, deny=deny)
                    form, args = sentence(state, site, told, atoms)
                    return Message(f"{puzzle.kind}.techniques.{name}.{form}", args)
    return None


def _cells(line: Line, facts: tuple[Fact, ...], holds: bool) -> int:
    slots = [fact.slot for fact in facts if fact.holds == holds and isinstance(fact.slot, Cell)]
    return union(1 << (slot.col if line.is_row else slot.row) for slot in slots)
