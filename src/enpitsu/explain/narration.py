"""Chains of thoughts in words: what rule instances conclude from an assumption, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.step import Role, SubStep, as_said
from enpitsu.explain.unit_propagation import ASSUMED, Antecedents, PropagationResult
from enpitsu.grid import Cell, Edge, Line
from enpitsu.kind import Rule
from enpitsu.position import Fact, Note
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message, Reason
from enpitsu.words import arguments_of, find_sentence

SECTION = "refutation"
AT_ONCE = "why.at-once"  # the name of what players see without being told: it is left out
# Endings of the names of sentences that are said in another way:
ON_BOARD = "-on-board"  # of what stood on the board before anything was supposed
JUST = "-just"  # of what the sentence before has just told
NEXT = "-next"  # right after a sentence in the usual way


@dataclass(slots=True)
class ChainLink:
    """A conclusion of one owner from some facts, as literals; nothing in `then`: it is broken."""

    owner: int
    given: set[int]
    then: list[int]
    is_on_board: bool = False
    """True if all that is given was known before anything was supposed."""


@dataclass(slots=True)
class _Sentence:
    """A sentence of a chain, the place of its link there, the ending of its name, and all links
    that are told with it."""

    message: Message
    link: ChainLink
    at: int
    ending: str = ""
    told: list[ChainLink] = field(default_factory=list)


def chain_of(clauses: Clauses, run: PropagationResult, behind: Antecedents) -> list[ChainLink]:
    """Return the facts on the way of a run, each with what it comes from; one link for each use of
    a rule instance, as far as the order allows."""
    links = []
    for literal in behind.needed:
        number = run.reasons[literal]
        if number != ASSUMED and abs(literal) <= clauses.fact_count:
            given = _facts_behind(clauses, run, number, literal)
            links.append(ChainLink(clauses.owner_of[number], given, [literal]))
    if run.end is not None:
        given = _facts_behind(clauses, run, run.end, 0)
        links.append(ChainLink(clauses.owner_of[run.end], given, []))
    links = _merge(_fold(links))
    for link in links:
        link.is_on_board = link.given <= behind.known
    return links


def _facts_behind(
    clauses: Clauses, run: PropagationResult, number: int, concluded: int
) -> set[int]:
    """Return the facts that a clause rests on, also behind auxiliary variables."""
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


def _fold(links: list[ChainLink]) -> list[ChainLink]:
    """Leave out facts that only the rule instance that concludes them uses again."""
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


def _merge(links: list[ChainLink]) -> list[ChainLink]:
    """Join links of one owner where what the later ones need is there for the first."""
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
    """Count what there is to narrate: links, and the facts that they conclude."""
    return len(links), sum(len(link.then) for link in links)


def narrate(clauses: Clauses, links: Iterable[ChainLink]) -> list[SubStep]:
    """Tell a chain in sentences; those that differ in their facts alone are said as one."""
    chain, sentences, silent = list(links), list[_Sentence](), list[ChainLink]()
    for at, link in enumerate(chain):
        told = _tell_link(clauses, link)
        same = _find_same(sentences, told, link, chain[:at])
        if same is not None:
            facts = {*_facts_told(same.message), *_facts_told(told)}
            args = {**told.args, "facts": tuple(sorted(facts, key=_by_sort))}
            same.message = told._replace(args=args)
            same.told.append(link)
        elif not told.id.endswith(AT_ONCE):
            sentences.append(_Sentence(told, link, at, told=[*silent, link]))
            silent = []
        else:
            (sentences[-1].told if sentences else silent).append(link)
    for at, sentence in enumerate(sentences):
        sentence.ending = _choose_ending(clauses, sentence, sentences[at - 1] if at else None)
    return [_sub_step(clauses, each) for each in sentences]


def _sub_step(clauses: Clauses, sentence: _Sentence) -> SubStep:
    """Return a sentence with the facts that it adds and what they rest on.

    What people see at once without being told comes with the sentence before it, or else after it.
    """
    then = [literal for link in sentence.told for literal in link.then]
    given = {literal for link in sentence.told for literal in link.given} - set(then)
    facts = in_order(clauses, then)
    named = sentence.message._replace(id=sentence.message.id + sentence.ending)
    is_end = not all(link.then for link in sentence.told)
    return SubStep(
        message=as_said(clauses.puzzle, named),
        role=Role.BROKEN if is_end else Role.FOLLOWS,
        facts=facts,
        because=reasons(
            clauses,
            {link.owner for link in sentence.told},
            given,
            facts[0].slot if facts else None,
        ),
    )


def _find_same(
    sentences: Iterable[_Sentence], told: Message, link: ChainLink, before: Sequence[ChainLink]
) -> _Sentence | None:
    """Find an earlier sentence with other facts, if all that is needed was there for it."""
    for sentence in sentences:
        later = {literal for other in before[sentence.at + 1 :] for literal in other.then}
        said = sentence.message
        is_same = said.id == told.id and _told_besides_facts(said) == _told_besides_facts(told)
        if is_same and "facts" in told.args and not later & link.given:
            return sentence
    return None


def _told_besides_facts(told: Message) -> dict[str, Argument]:
    named = arguments_of(told.id) - {"facts"}
    return {name: arg for name, arg in told.args.items() if name in named}


def _facts_told(told: Message) -> tuple[Any, ...]:
    facts = told.args["facts"]
    assert isinstance(facts, tuple)
    return facts


def _choose_ending(clauses: Clauses, sentence: _Sentence, before: _Sentence | None) -> str:
    """Choose the ending of the sentence's name, where the catalogue has such a one."""
    endings = []
    if sentence.link.is_on_board:
        endings.append(ON_BOARD)
    elif before is not None:
        if before.message.args.get("facts") == in_order(clauses, sentence.link.given):
            endings.append(JUST)
        if before.ending == "":
            endings.append(NEXT)
    name = sentence.message.id
    return next((each for each in endings if find_sentence(name + each) is not None), "")


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
    """Return a sentence that all kinds share, about a puzzle of this kind."""
    return Message(f"{clauses.kind.id}.{SECTION}.{form}", args)


def in_order(clauses: Clauses, literals: Iterable[int]) -> tuple[Fact, ...]:
    """Return the facts of literals, those of one sort together."""
    return tuple(sorted(map(clauses.encoding.fact, literals), key=_by_sort))


def _by_sort(fact: Fact) -> tuple[str, bool, Any]:
    return fact.value, not fact.holds, fact.slot


def reasons(
    clauses: Clauses, owners: Iterable[int], known: Iterable[int], at: Reason | None
) -> tuple[Reason, ...]:
    """List what a deduction rests on: clues, notes and facts, and for a rule without a clue the
    place to look at, unless it is shown already."""
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
    """Sort places from left to right and from above, and rows before columns."""
    if isinstance(place, Line):
        return (0 if place.is_row else 1), place.at
    cell = place.a if isinstance(place, Edge) else place
    return cell.row, cell.col
