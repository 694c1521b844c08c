"""Pair logic: chains of "if this cell is shaded, that one is not", each link by a single line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.techniques.edge_logic import why_implied
from enpitsu.kinds.nonogram.techniques.line_view import Atom
from enpitsu.kinds.nonogram.techniques.reasons import things
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Reason

FORMS = {2: "two", 3: "three", 4: "step", 5: "five"}
"""The sentences for so many links. Fewer than four come back to where they began only by way of
another colour of the same cell."""

MOST_LINKS = max(FORMS)
MOST_OPEN = 4000  # open claims of a board; with more of them nobody looks for chains
MOST_TRIED = 12  # chains of the shortest length of which the one with the fewest reasons is told
MOST_THINGS = 12
"""Lines and known cells that a chain may rest on: longer stories are told as refutations."""


class CellClaim(NamedTuple):
    """Something that may be true: a cell has a colour, or has not."""

    row: int
    col: int
    colour: int
    holds: bool

    @property
    def opposite(self) -> CellClaim:
        """The same, denied."""
        return self._replace(holds=not self.holds)


class Implication(NamedTuple):
    """A link of a chain: one claim follows from another in a line, with the known cells that it
    needs."""

    site: int
    cause: CellClaim
    effect: CellClaim
    known: tuple[Atom, ...] = ()


class ImplicationGraph:
    """All open claims of a state, with what follows from each in its row and in its column."""

    def __init__(self, state: NonogramState) -> None:
        self.state = state
        self.claims: list[CellClaim] = []
        for row in range(state.rows):
            view = state.view(row)
            for colour, can in enumerate(view.can[:-1]):
                for col in bit_positions(can & view.can[-1]):
                    claim = CellClaim(row, col, colour, True)
                    self.claims += [claim, claim.opposite]
        self._number = {claim: at for at, claim in enumerate(self.claims)}
        self._next: dict[int, int] = {}

    def links(self, claim: CellClaim) -> Iterator[Implication]:
        """Yield the consequences of a claim in its row and in its column."""
        state = self.state
        for site, at in ((claim.row, claim.col), (state.rows + claim.col, claim.row)):
            news = state.view(site).after(Atom(at, claim.colour, claim.holds)).news
            for masks, holds in zip(news or (), (True, False), strict=False):
                for colour, mask in enumerate(masks):
                    for there in bit_positions(mask):
                        effect = CellClaim(*state.cell(site, there), colour, holds)
                        yield Implication(site, claim, effect)

    def after(self, number: int) -> int:
        """Return the consequences of a claim, as a bit set of claims' numbers."""
        if number not in self._next:
            found = 0
            for link in self.links(self.claims[number]):
                found |= 1 << self._number[link.effect]
            self._next[number] = found
        return self._next[number]

    def against(self, number: int) -> int:
        """The claims that cannot be true together with this one."""
        claim = self.claims[number]
        found = 1 << self._number[claim.opposite]
        if claim.holds:
            for colour in range(len(self.state.values)):
                other = self._number.get(claim._replace(colour=colour))
                if other is not None and colour != claim.colour:
                    found |= 1 << other
        return found

    def links_to_the_contrary(self, number: int, most: int) -> int | None:
        """Return the fewest links from a claim to one that excludes it; None if more are needed."""
        goal, seen = self.against(number), 1 << number
        front = seen
        for count in range(1, most + 1):
            found = 0
            for at in bit_positions(front):
                found |= self.after(at)
            front = found & ~seen
            seen |= front
            if front & goal:
                return count
            if not front:
                break
        return None

    def chain(self, number: int) -> list[Implication]:
        """The first of the shortest chains from a claim to one that excludes it."""
        claim, goal = self.claims[number], self.against(number)
        chains: dict[CellClaim, list[Implication]] = {claim: []}
        front = [claim]
        while front:
            following = []
            for cause in front:
                for link in self.links(cause):
                    if link.effect not in chains:
                        chains[link.effect] = [*chains[cause], link]
                        following.append(link.effect)
                        if goal >> self._number[link.effect] & 1:
                            return chains[link.effect]
            front = following
        return []


def pair_logic(state: NonogramState, site: int) -> Deduction | None:
    """What leads to its own contrary, link by link, is not true."""
    graph = ImplicationGraph(state)
    if len(graph.claims) > MOST_OPEN:
        return None
    shortest: list[int] = []
    most = MOST_LINKS
    for number in range(len(graph.claims)):
        count = graph.links_to_the_contrary(number, most)
        if count is not None:
            shortest = [*shortest, number] if count == most else [number]
            most = count
    tried = []
    for number in shortest[:MOST_TRIED]:
        chain = []
        for link in graph.chain(number):
            cause, effect = (
                Atom(each.col if link.site < state.rows else each.row, each.colour, each.holds)
                for each in (link.cause, link.effect)
            )
            known = why_implied(state.view(link.site), cause, effect)
            chain.append(link._replace(known=tuple(known)))
        tried.append(tuple(chain))
    best = min(tried, key=_size, default=())
    return _deduce(state, best) if best and _size(best) <= MOST_THINGS else None


def _size(chain: tuple[Implication, ...]) -> int:
    """Return the number of things that a chain rests on: lines and known cells."""
    return len({link.site for link in chain}) + sum(things(link.known) for link in chain)


def _deduce(state: NonogramState, chain: tuple[Implication, ...]) -> Deduction:
    sites = dict.fromkeys(link.site for link in chain)
    facts: set[Fact] = set()
    supposed = chain[0].cause
    args: dict[str, Argument] = {"fact0": _fact(state, supposed)}
    for at, link in enumerate(chain, 1):
        known = [state.fact(link.site, atom) for atom in link.known]
        facts.update(known)
        args[f"by{at}"] = (state.lines[link.site], *(fact.slot for fact in known))
        args[f"fact{at}"] = _fact(state, link.effect)
    conclusion = _fact(state, supposed.opposite)
    because: tuple[Reason, ...] = (*(state.lines[site] for site in sites), *sorted(facts))
    return Deduction(
        (conclusion,),
        because,
        {**args, "conclusion": conclusion},
        form=FORMS[len(chain)],
        at=conclusion.slot,
    )


def _fact(state: NonogramState, claim: CellClaim) -> Fact:
    atom = Atom(claim.col, claim.colour, claim.holds)
    return state.fact(claim.row, atom)
