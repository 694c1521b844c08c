"""Yajilin's techniques against plain enumeration: a deduction follows from its reasons alone."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import enpitsu
from enpitsu.grid import Cell, Direction, Edge, ray
from enpitsu.kinds.yajilin import KIND
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.kinds.yajilin.techniques import LADDER
from enpitsu.kinds.yajilin.techniques.packing import KnownCells, LineClue, fill_line
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact, Note
from enpitsu.technique import Deduction, Message, Technique
from enpitsu.words import find_sentence, say
from tests.cases import each_case
from tests.kinds.yajilin_brute import all_loops, brute_solutions

SIZES = ((4, 4), (3, 5), (5, 3), (2, 7), (7, 2), (3, 6), (4, 5))
PUZZLES_EACH = 25
POSITIONS_EACH = 12

Solution = frozenset[Fact]


# --- puzzles and positions ---------------------------------------------------------------------


def random_puzzle(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """A puzzle around a random loop: of the cells off the loop some are shaded, the others clues,
    most of which tell the truth and look along the longer side."""
    loop = rng.choice(all_loops(rows, cols))
    on_loop = {cell for edge in loop for cell in edge}
    free = [Cell(*at) for at in product(range(rows), range(cols)) if Cell(*at) not in on_loop]
    rng.shuffle(free)
    shaded: set[Cell] = set()
    for cell in free:
        touches = any(direction.step(cell) in shaded for direction in Direction)
        if not touches and rng.random() < 0.6:
            shaded.add(cell)
    clues = [(cell, _random_clue(rng, cell, shaded, rows, cols)) for cell in set(free) - shaded]
    return Yajilin(rows, cols, tuple(clues), outside=rng.random() < 0.2)


def _random_clue(rng: random.Random, cell: Cell, shaded: set[Cell], rows: int, cols: int) -> Clue:
    along = (Direction.LEFT, Direction.RIGHT) if cols >= rows else (Direction.UP, Direction.DOWN)
    arrow = rng.choice(along if rng.random() < 0.6 else tuple(Direction))
    number = sum(other in shaded for other in ray(cell, arrow, rows, cols))
    chance = rng.random()
    if chance < 0.1:
        return rng.choice([BLANK, Clue(None, number), Clue(arrow, None), Clue(None, None)])
    return Clue(arrow, rng.randrange(4) if chance < 0.15 else number)


class World:
    """A small puzzle with the solutions of its shape, whatever the clues say."""

    def __init__(self, puzzle: Yajilin) -> None:
        self.puzzle = puzzle
        shape = tuple((cell, BLANK) for cell, _ in puzzle.clues)
        every = brute_solutions(Yajilin(puzzle.rows, puzzle.cols, shape, outside=puzzle.outside))
        facts = sorted({fact for each in every for fact in each}, key=str)
        self._bit = {fact: 1 << number for number, fact in enumerate(facts)}
        self._every = [self._bits(each) for each in every]
        self._sights = {
            cell: self._bits(
                Fact(other, SHADED) for other in ray(cell, clue.arrow, puzzle.rows, puzzle.cols)
            )
            for cell, clue in puzzle.clues
            if clue.arrow is not None and clue.number is not None
        }
        self.solutions = [each for each in every if self._suits(self._bits(each), self._sights)]

    def _bits(self, facts: Iterable[Fact]) -> int:
        return sum(self._bit.get(fact, 0) for fact in set(facts))

    def _suits(self, solution: int, clues: Iterable[Cell]) -> bool:
        return all(
            (solution & self._sights[cell]).bit_count() == self.puzzle.clue_at[cell].number
            for cell in clues
        )

    @property
    def counting(self) -> Collection[Cell]:
        """The cells of the clues that count."""
        return self._sights.keys()

    def agreeing(self, clues: Collection[Cell], facts: Sequence[Fact]) -> list[int]:
        """The solutions that suit these clues and these facts."""
        yes = [fact for fact in facts if fact.holds]
        if any(fact not in self._bit for fact in yes):
            return []
        true, false = self._bits(yes), self._bits(fact.opposite for fact in facts if not fact.holds)
        return [
            each
            for each in self._every
            if each & true == true and not each & false and self._suits(each, clues)
        ]

    def is_so(self, fact: Fact, solution: int) -> bool:
        """Whether a fact holds in a solution."""
        return bool(self._bits((fact._replace(holds=True),)) & solution) == fact.holds


def random_position(rng: random.Random, world: World) -> list[Fact]:
    """Some of what is true in one of the solutions, of all four sorts."""
    solution = rng.choice(world.solutions)
    shares = {sort: rng.choice((0.0, 0.1, 0.3, 0.6)) for sort in product((SHADED, LINE), (0, 1))}
    facts = [
        Fact(slot, value, Fact(slot, value) in solution) for slot, value in slots(world.puzzle)
    ]
    return [fact for fact in facts if rng.random() < shares[fact.value, int(fact.holds)]]


def slots(puzzle: Yajilin) -> Iterator[tuple[Cell | Edge, str]]:
    """Everything on a board that can be decided."""
    state = YajilinState(puzzle)
    for at, near in enumerate(state.neighbours):
        if state.is_playable(at):
            yield state.cell(at), SHADED
            for there in near:
                if there > at:
                    yield Edge(state.cell(at), state.cell(there)), LINE


@cache
def worlds(rows: int, cols: int, count: int = PUZZLES_EACH) -> tuple[World, ...]:
    """Random solvable puzzles of a size."""
    rng = random.Random(f"{rows}x{cols}")
    found: list[World] = []
    while len(found) < count:
        world = World(random_puzzle(rng, rows, cols))
        if world.solutions:
            found.append(world)
    return tuple(found)


# --- walking -----------------------------------------------------------------------------------


class Walk:
    """A walk with some techniques, each looking again only where it was touched."""

    def __init__(
        self, puzzle: Yajilin, facts: Iterable[Fact], techniques: Sequence[Technique[Any]]
    ):
        self.state = YajilinState(puzzle)
        self.known: set[Fact | Note] = set(facts)
        self.state.learn(facts)
        self._waiting = [(each, set(each.sites(self.state))) for each in techniques]

    def next(self, bookkeeping: bool) -> tuple[Technique[Any], Deduction] | None:
        """The first deduction by techniques that are bookkeeping, or are not; learned at once."""
        for technique, sites in self._waiting:
            if technique.is_implicit != bookkeeping:
                continue
            for site in sorted(sites):
                found = technique.find(self.state, site)
                if found is not None:
                    self._learn((*found.facts, *found.notes))
                    return technique, found
                sites.discard(site)
        return None

    def keep_books(self) -> None:
        """Do all bookkeeping."""
        while self.next(bookkeeping=True) is not None:
            pass

    def step(self) -> tuple[Technique[Any], Deduction] | None:
        """The next step that is no bookkeeping."""
        self.keep_books()
        return self.next(bookkeeping=False)

    def to_the_end(self) -> None:
        """As far as it goes."""
        while self.step() is not None:
            pass

    def _learn(self, new: Sequence[Fact | Note]) -> None:
        self.known.update(new)
        self.state.learn(new)
        for technique, sites in self._waiting:
            for known in new:
                sites.update(technique.touched(self.state, known))


BOOKKEEPING = tuple(each for each in LADDER.techniques if each.is_implicit)


# --- every deduction follows -------------------------------------------------------------------


class Checked(NamedTuple):
    """A position with what is looked at."""

    world: World
    facts: list[Fact]


def positions(rng: random.Random, world: World, count: int) -> Iterator[Checked]:
    """Random positions, every second one with the bookkeeping done."""
    for number in range(count):
        facts = random_position(rng, world)
        if number % 2:
            walk = Walk(world.puzzle, facts, BOOKKEEPING)
            walk.keep_books()
            facts = sorted((each for each in walk.known if isinstance(each, Fact)), key=str)
        yield Checked(world, facts)


def check_deduction(at: Checked, technique: Technique[Any], found: Deduction) -> None:
    """The deduction is new and follows from its reasons; its sentence can be said."""
    world, facts = at
    told = f"{technique.id} {found} on {world.puzzle} with {', '.join(map(str, facts))}"
    reasons = [each for each in found.because if isinstance(each, Fact)]
    clues = [each for each in found.because if isinstance(each, Cell) and each in world.counting]
    assert set(reasons) <= set(facts), told
    assert len(set(found.because)) == len(found.because), told
    assert found.facts or found.notes, told
    assert len(set(found.facts)) == len(found.facts), told
    assert not set(found.facts) & set(facts), told
    for solution in world.agreeing(clues, reasons):
        assert all(world.is_so(fact, solution) for fact in found.facts), told
    text = say(Message(f"{KIND.id}.techniques.{technique.id}.{found.form}", found.args))
    assert text.endswith("."), text
    assert "{" not in text, text


def look_everywhere(at: Checked, techniques: Iterable[Technique[Any]]) -> Iterator[str]:
    """Every technique at every site of a position; the names of those that found something."""
    state = YajilinState(at.world.puzzle)
    state.learn(at.facts)
    for technique in techniques:
        for site in technique.sites(state):
            found = technique.find(state, site)
            if found is not None:
                check_deduction(at, technique, found)
                yield technique.id


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_deduction_follows_from_its_reasons(size: tuple[int, int]) -> None:
    rng = random.Random(f"positions {size}")
    found: set[str] = set()
    for world in worlds(*size):
        for at in positions(rng, world, POSITIONS_EACH):
            found.update(look_everywhere(at, LADDER.techniques))
    assert {"saturation", "exhaustion", "corridor", "dead-cell", "two-exits"} <= found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_left_behind_at_the_end_of_a_walk(size: tuple[int, int]) -> None:
    rng = random.Random(f"walks {size}")
    for world in worlds(*size)[:12]:
        facts = random_position(rng, world)
        singly = [(*BOOKKEEPING, each) for each in LADDER.techniques if not each.is_implicit]
        for techniques in (LADDER.techniques, *singly):
            walk = Walk(world.puzzle, facts, techniques)
            walk.to_the_end()
            for technique in techniques:
                for site in technique.sites(walk.state):
                    assert technique.find(walk.state, site) is None, (technique.id, site)


def test_a_walk_ends_right() -> None:
    """What a whole walk finds from the empty board is so in every solution."""
    for world in worlds(4, 5):
        walk = Walk(world.puzzle, (), LADDER.techniques)
        walk.to_the_end()
        found = [each for each in walk.known if isinstance(each, Fact)]
        for solution in world.agreeing(world.counting, ()):
            assert all(world.is_so(fact, solution) for fact in found)


# --- lines -------------------------------------------------------------------------------------


def test_lines_are_filled_as_by_trying_everything() -> None:
    rng = random.Random(9)
    forced = 0
    for _ in range(1500):
        length = rng.randint(2, 9)
        clue_at = sorted(rng.sample(range(length), rng.randint(1, min(3, length - 1))))
        playable = ~sum(1 << at for at in clue_at) & ((1 << length) - 1)
        walls = rng.getrandbits(length) & playable
        fillings = [each for each in range(1 << length) if _is_filling(each, playable, walls)]
        truth = rng.choice(fillings)
        seen = rng.getrandbits(length) & rng.getrandbits(length)
        known = KnownCells(truth & seen, playable & ~truth & seen, walls)
        clues = []
        for at in clue_at:
            onwards = rng.random() < 0.5
            count = (truth >> at if onwards else truth & ((1 << at) - 1)).bit_count()
            clues.append(LineClue(at, count, onwards))
        suiting = [
            each
            for each in fillings
            if not known.shaded & ~each
            and not known.open & each
            and all(
                (each >> at if onwards else each & ((1 << at) - 1)).bit_count() == number
                for at, number, onwards in clues
            )
        ]
        filling = fill_line(playable, 1, clues, known)
        always, never = playable, playable
        for each in suiting:
            always, never = always & each, never & ~each
        blocked = _blocked(known, walls)
        assert filling.shaded & ~known.shaded == always & ~known.shaded
        assert filling.open & ~blocked == never & ~known.open & ~blocked
        forced += bool(filling)
    assert forced > 300


def _is_filling(filling: int, playable: int, walls: int) -> bool:
    if filling & ~playable or filling & filling << 1:
        return False
    return not filling << 1 & filling >> 1 & walls


def _blocked(known: KnownCells, walls: int) -> int:
    """What is not shaded because of a shaded cell nearby, whatever the clues say."""
    shaded = known.shaded
    beyond = (shaded << 1 & walls) << 1 | (shaded >> 1 & walls) >> 1
    return shaded << 1 | shaded >> 1 | beyond


# --- words -------------------------------------------------------------------------------------


@each_case("technique", LADDER.techniques, ids=lambda each: each.id)
def test_a_technique_has_name_rule_and_proof(technique: Technique[Any]) -> None:
    for key in ("name", "rule"):
        assert find_sentence(f"{KIND.id}.techniques.{technique.id}.{key}")
    assert technique.find.__doc__


def test_levels_rise_and_names_differ() -> None:
    techniques = LADDER.techniques
    assert [each.level for each in techniques] == sorted(each.level for each in techniques)
    assert len({each.id for each in techniques}) == len({each.code for each in techniques})


# --- examples ----------------------------------------------------------------------------------


def examples() -> list[Path]:
    """The examples of techniques."""
    folder = Path(str(KIND.examples))
    return sorted(path for path in folder.iterdir() if path.name.startswith("technique_"))


@each_case("path", examples(), ids=lambda path: path.stem)
def test_an_example_shows_its_technique(path: Path) -> None:
    (document,) = enpitsu.read(path)
    puzzle = document.puzzle
    assert isinstance(puzzle, Yajilin)
    name = path.stem.removeprefix("technique_")
    technique = next(each for each in LADDER.techniques if each.id == name)
    assert enpitsu.solve(puzzle, position=document.position).solutions
    if technique.is_implicit:
        walk = Walk(puzzle, document.position, (technique,))
        assert walk.next(bookkeeping=True) is not None
        return
    easier = LADDER.techniques[: LADDER.techniques.index(technique) + 1]
    found = Walk(puzzle, document.position, easier).step()
    assert found is not None
    assert found[0].id == name
