"""The links of a chain of thoughts in a player's words: what one line makes of what is given."""

from __future__ import annotations

from enpitsu.grid import Cell, Line
from enpitsu.kind import Rule
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.techniques.line_patterns import LINE_PATTERNS, PatternMatch
from enpitsu.kinds.nonogram.techniques.single_line import match_again, sentence
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.position import Fact
from enpitsu.technique import Message


def narrate(
    puzzle: Nonogram, rule: Rule, given: tuple[Fact, ...], then: tuple[Fact, ...]
) -> Message:
    """Say that `then` follows from `given` by one rule instance; with nothing in `then`, that it is
    broken. Where the line shows it by an easy technique, that technique's sentence is used."""
    if rule.code == "colour":
        is_painted = any(fact.holds for fact in given)
        if then:
            form = "colour" if is_painted else "last-colour"
        else:
            form = "two-colours" if is_painted else "no-colour"
        return Message(f"{puzzle.kind}.why.{form}", {"facts": then, "cell": rule.cells[0]})
    (line,) = rule.clues
    assert isinstance(line, Line)
    seen = _as_seen(puzzle, line, given, then) if then else None
    if seen is not None:
        return seen
    form = ("clue" if then else "clue-broken") + ("-known" if given else "")
    args = {"line": line, "facts": then, "known": given}
    return Message(f"{puzzle.kind}.why.{form}", args)


def _as_seen(
    puzzle: Nonogram, line: Line, given: tuple[Fact, ...], then: tuple[Fact, ...]
) -> Message | None:
    """Return the sentence of a technique that shows all of it at once, if there is one."""
    if len({fact.value for fact in then}) > 1:
        return None
    state = NonogramState(puzzle)
    state.learn(given)
    site = line.at if line.is_row else state.rows + line.at
    paint = deny = 0
    for cell, _, holds in then:
        assert isinstance(cell, Cell)
        bit = 1 << (cell.col if line.is_row else cell.row)
        paint |= bit if holds else 0
        deny |= 0 if holds else bit
    wanted = PatternMatch(state.values.index(then[0].value), paint, deny, {})
    atoms = state.view(site).atoms()
    for thorough in (False, True):
        view = state.view(site).only(atoms, thorough)
        for name, pattern in LINE_PATTERNS.items():
            for key in pattern.keys(view):
                match = match_again(pattern, view, key, wanted)
                if match is not None:
                    told = match._replace(paint=paint, deny=deny)
                    form, args = sentence(state, site, told, atoms)
                    return Message(f"{puzzle.kind}.techniques.{name}.{form}", args)
    return None
