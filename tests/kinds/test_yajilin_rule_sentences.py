"""Yajilin's chains of thoughts: every sentence is true of what is given there and concluded."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

import enpitsu
from enpitsu.explain.clauses import Clauses
from enpitsu.explain.narration import ChainLink, chain_of
from enpitsu.explain.narration import narrate as tell_chain
from enpitsu.explain.refute import Refuter
from enpitsu.grid import Cell, Direction, Edge, edge, is_inside
from enpitsu.kind import Rule
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.kinds.yajilin.techniques.rule_sentences import narrate
from enpitsu.limits import NO_LIMITS
from enpitsu.position import Fact
from enpitsu.registry import find_kind
from enpitsu.words import say
from tests.cases import each_case
from tests.kinds.weaker import Case, follows, random_case

ROW_OF_SEVEN = Yajilin(
    2, 7, ((Cell(0, 0), Clue(Direction.RIGHT, 2)), (Cell(0, 4), Clue(Direction.RIGHT, 1)))
)
WHOLE = Rule("clue", (Cell(0, 4), Cell(0, 5), Cell(0, 6)), (Cell(0, 4),))
PART = Rule("clue", (Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(0, 3)), (Cell(0, 0), Cell(0, 4)))
FREE = Yajilin(3, 3)
MIDDLE = Rule("cell", (Cell(1, 1),))
LOOP = Rule("one-loop", (Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)))
ANYWHERE = Rule("outside", (Cell(0, 0),))
LINKS = [
    (
        FREE,
        MIDDLE,
        "r1c2 shaded",
        "r2c2 not shaded",
        "Then r2c2 is not shaded, as it touches r1c2.",
    ),
    (
        FREE,
        MIDDLE,
        "r2c2 shaded",
        "r2c3 not shaded",
        "Then r2c3 is not shaded, as it touches r2c2.",
    ),
    (
        FREE,
        MIDDLE,
        "r2c2 not shaded, r1c2-r2c2 not line, r2c1-r2c2 not line",
        "r2c2-r2c3 line, r2c2-r3c2 line",
        "Then r2c2 has only two ways left, so lines join r2c3, r2c2 and r3c2.",
    ),
    (
        FREE,
        MIDDLE,
        "r1c2-r2c2 line, r2c1-r2c2 not line, r2c2-r3c2 not line",
        "r2c2-r2c3 line",
        "Then the line through r2c2 can only go on to r2c3.",
    ),
    (
        FREE,
        MIDDLE,
        "r1c2 shaded, r1c2-r2c2 not line, r2c1-r2c2 not line",
        "r2c2-r2c3 line, r2c2-r3c2 line",
        "Then r2c2, beside r1c2, is not shaded and has only two ways left, so lines join r2c3, "
        "r2c2 and r3c2.",
    ),
    (
        FREE,
        MIDDLE,
        "r1c2-r2c2 not line, r2c1-r2c2 not line, r2c2-r3c2 not line",
        "r2c2 shaded",
        "Then r2c2 has only one way left, so r2c2 is shaded.",
    ),
    (
        FREE,
        MIDDLE,
        "r1c2-r2c2 not line, r2c1-r2c2 not line, r2c2-r3c2 not line",
        "r2c3 not shaded, r2c2-r2c3 not line",
        "Then r2c2 has only one way left, so r2c2 is shaded and r2c3 is not shaded.",
    ),
    (
        FREE,
        MIDDLE,
        "r2c2 not shaded, r1c2-r2c2 not line, r2c1-r2c2 not line, r2c2-r3c2 not line",
        "",
        "But then r2c2, which is not shaded, would have only one way left.",
    ),
    (
        FREE,
        MIDDLE,
        "r1c2-r2c2 line, r2c1-r2c2 not line, r2c2-r3c2 not line, r2c2-r2c3 not line",
        "",
        "But then the line could not go on from r2c2.",
    ),
    (
        ROW_OF_SEVEN,
        WHOLE,
        "r1c6 shaded",
        "r1c7 not shaded",
        "Then the clue in r1c5 sees its shaded cell, so r1c7 is not shaded.",
    ),
    (
        ROW_OF_SEVEN,
        WHOLE,
        "r1c6 not shaded",
        "r1c7 shaded",
        "Then the clue in r1c5 has no other room for its shaded cell, so r1c7 is shaded.",
    ),
    (
        ROW_OF_SEVEN,
        WHOLE,
        "r1c6 not shaded, r1c7 not shaded",
        "",
        "But then the clue in r1c5 would see no shaded cell instead of 1.",
    ),
    (
        ROW_OF_SEVEN,
        PART,
        "r1c2 shaded, r1c4 shaded",
        "",
        "But then 2 cells between the clues in r1c1 and r1c5 would be shaded instead of 1.",
    ),
    (
        FREE,
        LOOP,
        "r1c1-r1c2 line, r1c1-r2c1 line, r2c1-r2c2 line, r3c3 not shaded",
        "r1c2-r2c2 not line",
        "The loop must not close without r3c3, so no line joins r1c2 and r2c2.",
    ),
    (
        FREE,
        LOOP,
        "r1c1-r1c2 line, r1c1-r2c1 line, r2c1-r2c2 line, r1c2-r2c2 line",
        "r3c3 shaded",
        "Then the loop is closed, so r3c3 is shaded.",
    ),
    (
        FREE,
        LOOP,
        "r1c1 not shaded, r3c3 not shaded, r1c2-r1c3 not line",
        "",
        "But then the loop could not get from r1c1 to r3c3.",
    ),
    (FREE, ANYWHERE, "r2c2 shaded", "", "But then r2c2 would lie inside the loop."),
]


@each_case(("puzzle", "rule", "given", "then", "text"), LINKS)
def test_links_are_told_in_plain_words(
    puzzle: Yajilin, rule: Rule, given: str, then: str, text: str
) -> None:
    assert say(narrate(puzzle, rule, _facts(given), _facts(then))) == text


# --- random refutations --------------------------------------------------------------------------


class Told(NamedTuple):
    """A link of a chain in its kind's words."""

    puzzle: Yajilin
    rule: Rule
    given: frozenset[Fact]
    then: frozenset[Fact]
    key: str
    args: dict[str, Any]

    def ways(self, cell: Cell) -> list[Cell]:
        """Where a line may lead from a cell."""
        near = (direction.step(cell) for direction in Direction)
        return [
            there
            for there in near
            if is_inside(there, self.puzzle.rows, self.puzzle.cols)
            and there not in self.puzzle.clue_at
            and Fact(edge(cell, there), LINE, False) not in self.given
        ]

    def lines(self, cell: Cell) -> int:
        """How many given lines a cell has."""
        near = (direction.step(cell) for direction in Direction)
        return sum(Fact(edge(cell, there), LINE) in self.given for there in near)

    def is_shaded(self, cell: Cell) -> bool:
        """Whether it is given that a cell is shaded."""
        return Fact(cell, SHADED) in self.given

    def is_open(self, cell: Cell) -> bool:
        """Whether it is given that a cell is not shaded."""
        return Fact(cell, SHADED, False) in self.given

    def counted(self) -> int:
        """How many of the cells that a clue counts are given as shaded."""
        return sum(map(self.is_shaded, self.rule.cells[1:]))


def _touch(cell: Cell, other: Cell) -> bool:
    return other in [direction.step(cell) for direction in Direction]


def _joins(told: Told) -> bool:
    cell, a, b = told.args["cell"], told.args["a"], told.args["b"]
    return set(told.ways(cell)) == {a, b}


def _is_beside(told: Told) -> bool:
    cell, other = told.args["cell"], told.args["other"]
    return _touch(cell, other) and told.is_shaded(other)


def _touches_all(told: Told) -> bool:
    cell, facts = told.args["cell"], told.args["facts"]
    near = {Fact(direction.step(cell), SHADED, False) for direction in Direction}
    return told.is_shaded(cell) and set(facts) <= near


def _is_left(told: Told, most: int) -> bool:
    """Whether a cell has so many ways left, and nothing speaks against its being shaded."""
    cell = told.args["cell"]
    becomes_shaded = Fact(cell, SHADED) in told.args["facts"] and not told.is_open(cell)
    return becomes_shaded and not told.lines(cell) and len(told.ways(cell)) == most


def _is_seen_at_once(told: Told) -> bool:
    """Crosses at a shaded cell or at one with two lines, dots on lines."""
    (cell,) = told.rule.cells
    for fact in told.then:
        is_cross = isinstance(fact.slot, Edge) and cell in fact.slot and not fact.holds
        is_dot = fact == Fact(cell, SHADED, False)
        closed = is_cross and (told.is_shaded(cell) or told.lines(cell) == 2)
        if not closed and not (is_dot and told.lines(cell)):
            return False
    return True


def _number(told: Told) -> int:
    numbers = [told.puzzle.clue_at[clue].number or 0 for clue in told.rule.clues]  # type: ignore[index]
    return numbers[0] - sum(numbers[1:])


def _is_ring(facts: frozenset[Fact]) -> bool:
    """Whether lines make a loop: every cell on them has two."""
    ends = Counter(end for fact in facts if isinstance(fact.slot, Edge) for end in fact.slot)
    return len(ends) > 0 and set(ends.values()) == {2}


def _closes(told: Told) -> bool:
    lines = frozenset(fact for fact in told.given if fact.value == LINE and fact.holds)
    return _is_ring(lines | {fact.opposite for fact in told.then if not fact.holds})


CLAIMS: dict[str, Callable[[Told], bool]] = {
    "at-once": _is_seen_at_once,
    "beside": _touches_all,
    "dead": lambda told: _is_left(told, 1),
    "closed": lambda told: _is_left(told, 0),
    "goes-on": lambda told: (
        told.lines(told.args["cell"]) == 1
        and len(told.ways(told.args["cell"])) == 2
        and Fact(edge(told.args["cell"], told.args["there"]), LINE) in told.then
    ),
    "corridor": lambda told: told.is_open(told.args["cell"]) and _joins(told),
    "corridor-beside": lambda told: _is_beside(told) and _joins(told),
    "touching": lambda told: _is_beside(told) and told.is_shaded(told.args["cell"]),
    "line-on-shaded": lambda told: (
        told.is_shaded(told.args["cell"]) and told.lines(told.args["cell"]) > 0
    ),
    "branch": lambda told: told.lines(told.args["cell"]) == 3,
    "stuck": lambda told: told.lines(told.args["cell"]) == len(told.ways(told.args["cell"])) == 1,
    "one-way": lambda told: (
        told.is_open(told.args["cell"]) and len(told.ways(told.args["cell"])) == 1
    ),
    "no-way": lambda told: told.is_open(told.args["cell"]) and not told.ways(told.args["cell"]),
    "one-way-beside": lambda told: _is_beside(told) and len(told.ways(told.args["cell"])) == 1,
    "no-way-beside": lambda told: _is_beside(told) and not told.ways(told.args["cell"]),
    "clue-zero": lambda told: _number(told) == 0,
    "between-zero": lambda told: _number(told) == 0,
    "clue-complete": lambda told: told.counted() == _number(told) == told.args["count"],
    "between-complete": lambda told: told.counted() == _number(told) == told.args["count"],
    "clue-no-room": lambda told: told.counted() < _number(told) == told.args["count"],
    "between-no-room": lambda told: told.counted() < _number(told) == told.args["count"],
    "clue-too-many": lambda told: told.counted() == told.args["count"] > _number(told),
    "between-too-many": lambda told: told.counted() == told.args["count"] > _number(told),
    "clue-too-few": lambda told: told.args["count"] < told.args["number"] == _number(told),
    "between-too-few": lambda told: told.args["count"] < told.args["number"] == _number(told),
    "clue-none": lambda told: all(map(told.is_open, told.rule.cells[1:])),
    "between-none": lambda told: all(map(told.is_open, told.rule.cells[1:])),
    "gets-on": lambda told: told.is_open(told.args["a"]) and told.is_open(told.args["b"]),
    "cut-off": lambda told: told.is_open(told.args["a"]) and told.is_open(told.args["b"]),
    "loop-closed": _closes,
    "closes-without": lambda told: told.is_open(told.args["cell"]) and _closes(told),
    "closed-without": lambda told: told.is_open(told.args["cell"]) and _closes(told),
    "inside": lambda told: all(map(told.is_shaded, told.args["cells"])),
}

RARE = {"closed", "no-way-beside", "gets-on", "cut-off", "clue-too-few"}
RARE |= {
    f"between-{name}" for name in ("zero", "complete", "no-room", "too-many", "too-few", "none")
}
"""What small boards hardly ever lead to."""


def _chains(seed: int, count: int) -> Iterator[tuple[Case, Refuter, list[ChainLink]]]:
    """Refutations of everything that is wrong, on random boards."""
    rng = random.Random(seed)
    for _ in range(count):
        case = random_case(rng, "yajilin", large=rng.random() < 0.7)
        share = rng.choice((0.0, 0.1, 0.4))
        known = [fact for fact in case.forced if rng.random() < share]
        refuter = Refuter(case.kind, case.puzzle, known, NO_LIMITS.start())
        refuter.smallest()  # which also finds loops that close too early
        for fact in case.forced:
            if fact not in known and (links := _chain(refuter, fact.opposite)) is not None:
                yield case, refuter, links


def _chain(refuter: Refuter, wrong: Fact) -> list[ChainLink] | None:
    """How a fact leads to a contradiction, by all rules; None if it does not."""
    trail = refuter.propagator
    literal = trail.clauses.encoding.literal(wrong)
    if literal is None:
        return None
    run = trail.assume_within(frozenset(range(len(trail.clauses.owners))), literal)
    return None if run.end is None else chain_of(trail.clauses, run, trail.antecedents(run))


def _told(case: Case, refuter: Refuter, link: ChainLink) -> Told:
    clauses = refuter.propagator.clauses
    given, then = (
        tuple(map(clauses.encoding.fact, literals)) for literals in (link.given, link.then)
    )
    rule, puzzle = clauses.owners[link.owner], case.puzzle
    assert isinstance(rule, Rule)
    assert isinstance(puzzle, Yajilin)
    message = narrate(puzzle, rule, given, then)
    key = message.id.split(".")[-1]
    return Told(puzzle, rule, frozenset(given), frozenset(then), key, dict(message.args))


def test_every_link_tells_the_truth() -> None:
    """What a sentence claims is given, and what it concludes follows from that alone."""
    seen = Counter[str]()
    for case, refuter, links in _chains(1, 150):
        for link in links:
            told = _told(case, refuter, link)
            claim = CLAIMS.get(told.key)
            assert claim is None or claim(told), told
            concluded = {*told.then, *told.args["facts"]} if told.then else ()
            assert not told.then or follows(case.puzzle, told.rule.clues, told.given, concluded)
            seen[told.key] += 1
    assert set(CLAIMS) - set(seen) <= RARE, seen
    assert sum(seen.values()) > 1000


def test_nothing_is_left_out_but_what_is_seen_at_once() -> None:
    """All that the links conclude is told, or is a cross or a dot."""
    for case, refuter, links in _chains(2, 25):
        sentences = [each.message for each in tell_chain(refuter.propagator.clauses, links)]
        said = {fact for each in sentences for fact in _listed(each.args["facts"])}
        for link in (_told(case, refuter, each) for each in links):
            left_out = link.then - said
            assert link.key == "at-once" or not any(fact.holds for fact in left_out)
        texts = list(map(say, sentences))
        assert all(text.endswith(".") and "{" not in text for text in texts)
        assert len(set(texts)) == len(texts)


def _listed(arg: Any) -> list[Fact]:
    return list(arg)


# --- how chains are said -------------------------------------------------------------------------


def test_crosses_and_dots_are_seen_at_once() -> None:
    for given, then in (
        ("r2c2 shaded", "r2c2-r2c3 not line, r1c2-r2c2 not line"),
        ("r1c2-r2c2 line", "r2c2 not shaded"),
        ("r1c2-r2c2 line, r2c2-r3c2 line", "r2c2-r2c3 not line"),
    ):
        assert narrate(FREE, MIDDLE, _facts(given), _facts(then)).id == "yajilin.why.at-once"
    message = narrate(
        FREE, MIDDLE, _facts("r2c2 shaded"), _facts("r2c2-r2c3 not line, r2c3 not shaded")
    )
    assert say(message) == "Then r2c3 is not shaded, as it touches r2c2."


def _facts(text: str) -> tuple[Fact, ...]:
    return tuple(each for each in enpitsu.Position.parse(text) if isinstance(each, Fact))


def _link(clauses: Clauses, rule: Rule, given: str, then: str, on_board: bool = False) -> ChainLink:
    literals = [
        [literal for fact in _facts(text) if (literal := clauses.encoding.literal(fact))]
        for text in (given, then)
    ]
    return ChainLink(clauses.owners.index(rule), set(literals[0]), literals[1], on_board)


@pytest.mark.parametrize(
    ("on_board", "text"),
    [
        (False, "Then r1c2, r2c1, r2c3 and r3c2 are not shaded, as they touch r2c2."),
        (True, "Since r2c2 is shaded, r1c2, r2c1, r2c3 and r3c2 are not shaded."),
    ],
)
def test_neighbours_are_told_together(on_board: bool, text: str) -> None:
    clauses = Clauses(find_kind("yajilin"), FREE, NO_LIMITS.start())
    above, left = (Rule("cell", (Cell(*at),)) for at in ((0, 1), (1, 0)))
    links = [
        _link(clauses, MIDDLE, "r2c2 shaded", "r2c3 not shaded, r3c2 not shaded", on_board),
        _link(clauses, MIDDLE, "r2c2 shaded", "r2c2-r2c3 not line", on_board),
        _link(clauses, above, "r2c2 shaded", "r1c2 not shaded", on_board),
        _link(clauses, left, "r2c2 shaded", "r2c1 not shaded", on_board),
    ]
    assert [say(each.message) for each in tell_chain(clauses, links)] == [text]


def test_a_chain_says_what_is_so_and_no_more() -> None:
    puzzle = enpitsu.parse("https://puzz.link/p?yajilin/5/5/m32j10")
    refuter = Refuter(find_kind("yajilin"), puzzle, [], NO_LIMITS.start())
    (wrong,) = _facts("r1c1-r1c2 not line")
    step = refuter.refute(wrong)
    assert step is not None
    assert list(map(say, step.chain)) == [
        "Then r1c1 has only one way left, so r1c1 is shaded and r2c1 is not shaded.",
        "Now r2c1 has only two ways left, so lines join r2c2, r2c1 and r3c1.",
        "Then the clue in r3c4 has no other room for its 2 shaded cells, "
        "so r3c2 and r3c3 are shaded.",
        "But they touch.",
    ]
