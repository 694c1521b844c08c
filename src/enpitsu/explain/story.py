"""Chains of thoughts: what rule instances make of an assumption, one after the other, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.trail import ASSUMED, Grounds, Run
from enpitsu.grid import Cell
from enpitsu.kind import Rule
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Message, Reason

SECTION = "refutation"


@dataclass(slots=True)
class Link:
    """What one owner makes of some facts, as literals; with nothing in `then`, it is broken."""

    owner: int
    given: set[int]
    then: list[int]


def chain_of(clauses: Clauses, run: Run, grounds: Grounds) -> list[Link]:
    """The facts on the way of a run, each with what it comes from; one link for each use of a rule
    instance, as far as the order allows."""
    links = []
    for literal in grounds.needed:
        number = run.reasons[literal]
        if number != ASSUMED and abs(literal) <= clauses.fact_count:
            given = _facts_behind(clauses, run, number, literal)
            links.append(Link(clauses.owner_of[number], given, [literal]))
    if run.end is not None:
        given = _facts_behind(clauses, run, run.end, 0)
        links.append(Link(clauses.owner_of[run.end], given, []))
    return _merged(_folded(links))


def _facts_behind(clauses: Clauses, run: Run, number: int, concluded: int) -> set[int]:
    """The facts that a clause rests on, auxiliary variables followed to where they come from."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = [-other for other in clauses.clauses[number] if other != concluded]
    while waiting:
        literal = waiting.pop()
        if abs(literal) <= clauses.fact_count:
            found.add(literal)
        elif literal not in seen:
            seen.add(literal)
            behind = run.reasons[literal]
            waiting += [-other for other in clauses.clauses[behind] if other != literal]
    return found


def _folded(links: list[Link]) -> list[Link]:
    """Without facts that only the rule instance that concludes them uses again."""
    kept = links[-1:]
    for link in reversed(links[:-1]):
        (literal,) = link.then
        users = [other for other in kept if literal in other.given]
        if all(other.owner == link.owner for other in users):
            for other in users:
                other.given = (other.given - {literal}) | link.given
        else:
            kept.insert(0, link)
    return kept


def _merged(links: list[Link]) -> list[Link]:
    """Links of one owner joined where what the later ones need is there for the first."""
    merged: list[Link] = []
    for link in links:
        for at, earlier in enumerate(merged):
            later = {literal for other in merged[at + 1 :] for literal in other.then}
            if earlier.owner == link.owner and link.then and not later & link.given:
                earlier.given |= link.given - set(earlier.then)
                earlier.then += link.then
                break
        else:
            merged.append(link)
    return merged


def length(links: Sequence[Link]) -> tuple[int, int]:
    """How long a chain is to tell: its links, and the facts they conclude."""
    return len(links), sum(len(link.then) for link in links)


def tell(clauses: Clauses, links: Iterable[Link]) -> list[Message]:
    """A chain in sentences."""
    return [_tell_link(clauses, link) for link in links]


def _tell_link(clauses: Clauses, link: Link) -> Message:
    given, then = in_order(clauses, link.given), in_order(clauses, link.then)
    owner, kind = clauses.owners[link.owner], clauses.kind
    if isinstance(owner, Note):
        form = "note" if then else "note-broken"
        return message(clauses, form, {"note": owner, "then": then})
    if kind.ladder is not None:
        return kind.ladder.tell(clauses.puzzle, owner, given, then)
    form = "then" if then else "broken"
    return message(clauses, form, {"then": then, "rule": kind.rules[owner.code]})


def message(clauses: Clauses, form: str, args: dict[str, Argument]) -> Message:
    """A sentence that all kinds share, about a puzzle of this kind."""
    return Message(f"{clauses.kind.id}.{SECTION}.{form}", args)


def in_order(clauses: Clauses, literals: Iterable[int]) -> tuple[Fact, ...]:
    """The facts of literals, those of one sort together."""
    facts = map(clauses.encoding.fact, literals)
    return tuple(sorted(facts, key=lambda fact: (fact.value, not fact.holds, fact.slot)))


def reasons(
    clauses: Clauses, owners: Iterable[int], known: Iterable[int], at: Reason
) -> tuple[Reason, ...]:
    """What a deduction rests on: clues, notes and facts, and for a rule without a clue the place
    to look at, unless it is shown already."""
    facts = in_order(clauses, known)
    used = [clauses.owners[owner] for owner in sorted(owners)]
    notes = [owner for owner in used if isinstance(owner, Note)]
    rules = [owner for owner in used if isinstance(owner, Rule)]
    clues = [clue for rule in rules for clue in rule.clues]
    shown = {at, *clues, *(fact.slot for fact in facts)}
    cells = [rule.cells[0] for rule in rules if rule.cells and not rule.clues]
    looked_at: list[Cell] = [cell for cell in cells if cell not in shown]
    return tuple(dict.fromkeys((*clues, *notes, *facts, *looked_at)))
