"""Chains of thoughts: what rule instances make of an assumption, one after the other, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.unit_propagation import ASSUMED, Grounds, Propagation
from enpitsu.grid import Cell, Edge, Line
from enpitsu.kind import Rule
from enpitsu.position import Fact, Note
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message, Reason
from enpitsu.words import find_sentence

SECTION = "refutation"
AT_ONCE = "why.at-once"
"""What a kind tells by this name players see at once: it is left out."""
ON_BOARD, JUST, NEXT = "-on-board", "-just", "-next"
"""Endings of sentences said in another way: of what stood on the board before anything was
supposed; of what the sentence before has just told; right after a sentence in the usual way."""


@dataclass(slots=True)
class ChainLink:
    """What one owner makes of some facts, as literals; with nothing in `then`, it is broken."""

    owner: int
    given: set[int]
    then: list[int]
    is_on_board: bool = False
    """Whether all that is given was known before anything was supposed."""


@dataclass(slots=True)
class _Sentence:
    """A sentence of a chain, the place of its link there, and how it is said."""

    message: Message
    link: ChainLink
    at: int
    way: str = ""


def chain_of(clauses: Clauses, run: Propagation, grounds: Grounds) -> list[ChainLink]:
    """The facts on the way of a run, each with what it comes from; one link for each use of a rule
    instance, as far as the order allows."""
    links = []
    for literal in grounds.needed:
        number = run.reasons[literal]
        if number != ASSUMED and abs(literal) <= clauses.fact_count:
            given = _facts_behind(clauses, run, number, literal)
            links.append(ChainLink(clauses.owner_of[number], given, [literal]))
    if run.end is not None:
        given = _facts_behind(clauses, run, run.end, 0)
        links.append(ChainLink(clauses.owner_of[run.end], given, []))
    links = _merged(_folded(links))
    for link in links:
        link.is_on_board = link.given <= grounds.known
    return links


def _facts_behind(clauses: Clauses, run: Propagation, number: int, concluded: int) -> set[int]:
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


def _folded(links: list[ChainLink]) -> list[ChainLink]:
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


def _merged(links: list[ChainLink]) -> list[ChainLink]:
    """Links of one owner joined where what the later ones need is there for the first."""
    merged: list[ChainLink] = []
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


def length(links: Sequence[ChainLink]) -> tuple[int, int]:
    """How long a chain is to narrate: its links, and the facts they conclude."""
    return len(links), sum(len(link.then) for link in links)


def narrate(clauses: Clauses, links: Iterable[ChainLink]) -> list[Message]:
    """A chain in sentences; those that differ in their facts alone are said as one."""
    chain, sayings = list(links), list[_Sentence]()
    for at, link in enumerate(chain):
        told = _tell_link(clauses, link)
        same = _same_saying(sayings, told, link, chain[:at])
        if same is not None:
            _add_facts(same, told)
        elif not told.id.endswith(AT_ONCE):
            sayings.append(_Sentence(told, link, at))
    for at, saying in enumerate(sayings):
        saying.way = _way_to_say(clauses, saying, sayings[at - 1] if at else None)
    return [each.message._replace(id=each.message.id + each.way) for each in sayings]


def _same_saying(
    sayings: Iterable[_Sentence], told: Message, link: ChainLink, before: Sequence[ChainLink]
) -> _Sentence | None:
    """An earlier sentence with other facts, if all that is needed was already there for it."""
    for saying in sayings:
        later = {literal for other in before[saying.at + 1 :] for literal in other.then}
        is_same = saying.message.id == told.id and _but_facts(saying.message) == _but_facts(told)
        if is_same and "facts" in told.args and not later & link.given:
            return saying
    return None


def _but_facts(told: Message) -> dict[str, Argument]:
    return {name: arg for name, arg in told.args.items() if name != "facts"}


def _add_facts(saying: _Sentence, told: Message) -> None:
    args = saying.message.args
    facts: set[Any] = {*_listed(args["facts"]), *_listed(told.args["facts"])}
    saying.message = told._replace(args={**args, "facts": tuple(sorted(facts, key=_by_sort))})


def _listed(arg: Argument) -> tuple[Any, ...]:
    assert isinstance(arg, tuple)
    return arg


def _way_to_say(clauses: Clauses, saying: _Sentence, before: _Sentence | None) -> str:
    """The ending of the sentence to say, where the catalogue has such a one."""
    ways = []
    if saying.link.is_on_board:
        ways.append(ON_BOARD)
    elif before is not None:
        if before.message.args.get("facts") == in_order(clauses, saying.link.given):
            ways.append(JUST)
        if before.way == "":
            ways.append(NEXT)
    return next((way for way in ways if find_sentence(saying.message.id + way) is not None), "")


def _tell_link(clauses: Clauses, link: ChainLink) -> Message:
    given, then = in_order(clauses, link.given), in_order(clauses, link.then)
    owner, kind = clauses.owners[link.owner], clauses.kind
    if isinstance(owner, Note):
        form = "note" if then else "note-broken"
        return message(clauses, form, {"note": owner, "then": then})
    if kind.ladder is not None:
        return kind.ladder.narrate(clauses.puzzle, owner, given, then)
    form = "then" if then else "broken"
    return message(clauses, form, {"then": then, "rule": kind.rules[owner.code]})


def message(clauses: Clauses, form: str, args: dict[str, Argument]) -> Message:
    """A sentence that all kinds share, about a puzzle of this kind."""
    return Message(f"{clauses.kind.id}.{SECTION}.{form}", args)


def in_order(clauses: Clauses, literals: Iterable[int]) -> tuple[Fact, ...]:
    """The facts of literals, those of one sort together."""
    facts = map(clauses.encoding.fact, literals)
    return tuple(sorted(facts, key=_by_sort))


def _by_sort(fact: Fact) -> tuple[str, bool, Any]:
    return fact.value, not fact.holds, fact.slot


def reasons(
    clauses: Clauses, owners: Iterable[int], known: Iterable[int], at: Reason
) -> tuple[Reason, ...]:
    """What a deduction rests on: clues, notes and facts, and for a rule without a clue the place
    to look at, unless it is shown already."""
    facts = in_order(clauses, known)
    used = [clauses.owners[owner] for owner in sorted(owners)]
    notes = [owner for owner in used if isinstance(owner, Note)]
    rules = [owner for owner in used if isinstance(owner, Rule)]
    clues = sorted((clue for rule in rules for clue in rule.clues), key=_as_read)
    shown = {at, *clues, *(fact.slot for fact in facts)}
    cells = [rule.cells[0] for rule in rules if rule.cells and not rule.clues]
    looked_at: list[Cell] = [cell for cell in cells if cell not in shown]
    return tuple(dict.fromkeys((*clues, *notes, *facts, *looked_at)))


def _as_read(place: Place) -> tuple[int, int]:
    """Places from left to right and from above, and rows before columns."""
    if isinstance(place, Line):
        return (0 if place.is_row else 1), place.at
    cell = place.a if isinstance(place, Edge) else place
    return cell.row, cell.col
