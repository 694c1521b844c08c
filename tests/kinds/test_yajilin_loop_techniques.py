"""Yajilin's techniques about rooms, paths and colours against all solutions of small puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from enpitsu.grid import Cell, Direction, Edge, ray
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.kinds.yajilin.techniques import (
    LADDER,
    chessboard_balance,
    clue_counts,
    domino,
    early_loops,
    one_block,
    room_parity,
)
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact, Position
from enpitsu.technique import Deduction, Message, Technique
from enpitsu.words import say

from .yajilin_brute import all_loops

MODULES = (domino, early_loops, room_parity, one_block, chessboard_balance)
TECHNIQUES = [technique for module in MODULES for technique in module.TECHNIQUES]

SIZES = ((3, 3), (3, 4), (4, 4), (4, 5), (5, 4), (3, 6), (6, 3), (2, 7), (4, 6))
DENSITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


class Slots(NamedTuple):
    """The slots of a board as bits, and every loop as the bits of its cells and of its edges."""

    bits: dict[object, int]
    loops: tuple[tuple[int, int], ...]


@cache
def slots_of(rows: int, cols: int) -> Slots:
    """The slots of boards of a size."""
    cells = [Cell(row, col) for row in range(rows) for col in range(cols)]
    edges = [
        Edge(cell, there)
        for cell in cells
        for there in (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col))
        if there.row < rows and there.col < cols
    ]
    bits: dict[object, int] = {slot: 1 << at for at, slot in enumerate([*cells, *edges])}
    loops = tuple(
        (
            sum(bits[cell] for cell in {cell for edge in loop for cell in edge}),
            sum(bits[edge] for edge in loop),
        )
        for loop in all_loops(rows, cols)
    )
    return Slots(bits, loops)


class Answers:
    """All ways to fill a puzzle's board if no clue counts, as bits: shaded cells and lines."""

    def __init__(self, puzzle: Yajilin) -> None:
        self.puzzle = puzzle
        self.bits, all_of_size = slots_of(puzzle.rows, puzzle.cols)
        free = sum(
            bit
            for slot, bit in self.bits.items()
            if isinstance(slot, Cell) and slot not in puzzle.clue_at
        )
        touching = [
            self.bits[slot.a] | self.bits[slot.b] for slot in self.bits if isinstance(slot, Edge)
        ]
        self.all = [
            (free & ~cells) | edges
            for cells, edges in all_of_size
            if not cells & ~free and not any(pair & ~(free & ~cells) == 0 for pair in touching)
        ]

    def counting(self, clues: frozenset[Cell]) -> Iterator[int]:
        """The answers if only these clues count."""
        lines = []
        for cell, clue in self.puzzle.clues:
            if cell in clues and clue.arrow is not None and clue.number is not None:
                seen = ray(cell, clue.arrow, self.puzzle.rows, self.puzzle.cols)
                lines.append((sum(self.bits[there] for there in seen), clue.number))
        for answer in self.all:
            if all((answer & mask).bit_count() == number for mask, number in lines):
                yield answer

    def mask(self, facts: Iterable[Fact]) -> int:
        """The slots of some facts."""
        return sum(self.bits[fact.slot] for fact in facts)

    def holds(self, fact: Fact, answer: int) -> bool:
        """Whether a fact holds in an answer."""
        return bool(answer & self.bits[fact.slot]) == fact.holds


def random_puzzle(rng: random.Random, *, is_tight: bool = False) -> Yajilin:
    """A puzzle with clues read off a random loop, often more than one solution. If it is tight,
    every clue counts, and looks where it sees the most shaded cells: many a technique finds
    something in full lines only."""
    rows, cols = rng.choice(SIZES)
    while True:
        on_loop = {cell for edge in rng.choice(all_loops(rows, cols)) for cell in edge}
        off = [Cell(r, c) for r in range(rows) for c in range(cols) if Cell(r, c) not in on_loop]
        share = rng.choice((0.2, 0.5, 0.8))
        chosen = [cell for cell in off if rng.random() < share]
        shaded = {*off} - {*chosen}
        if not any(direction.step(cell) in shaded for cell in shaded for direction in Direction):
            break
    clues = []
    for cell in chosen:
        numbers = {
            arrow: sum(there in shaded for there in ray(cell, arrow, rows, cols))
            for arrow in Direction
        }
        arrow = max(numbers, key=numbers.__getitem__) if is_tight else rng.choice(list(Direction))
        counts = is_tight or rng.random() < 0.7
        clues.append((cell, Clue(arrow, numbers[arrow]) if counts else Clue(None, None)))
    return Yajilin(rows, cols, tuple(clues))


def random_position(rng: random.Random, answers: Answers, answer: int) -> list[Fact]:
    """Some facts that hold in an answer; dense and thin ones, each sort by itself."""
    clues = answers.puzzle.clue_at
    chance = {
        (value, holds): rng.choice(DENSITIES) for value in (SHADED, LINE) for holds in (True, False)
    }
    facts = []
    for slot, bit in answers.bits.items():
        cells = (slot,) if isinstance(slot, Cell) else slot
        if any(cell in clues for cell in cells):  # type: ignore[attr-defined]
            continue
        value = SHADED if isinstance(slot, Cell) else LINE
        fact = Fact(slot, value, bool(answer & bit))  # type: ignore[arg-type]
        if rng.random() < chance[value, fact.holds]:
            facts.append(fact)
    return facts


def everything_found(state: YajilinState, technique: Technique[Any]) -> Iterator[Deduction]:
    """What a technique finds at each site."""
    for site in sorted(technique.sites(state)):
        found = technique.find(state, site)
        if found is not None:
            yield found


def complaint(answers: Answers, state: YajilinState, found: Deduction) -> str | None:
    """What is wrong with a deduction."""
    given = [reason for reason in found.because if isinstance(reason, Fact)]
    clues = frozenset(reason for reason in found.because if isinstance(reason, Cell))
    if not found.facts:
        return "nothing"
    if any(state.knows(fact) for fact in found.facts):
        return "known before"
    if not all(state.knows(fact) for fact in given):
        return "a reason that is not known"
    if len({*found.because}) != len(found.because):
        return "a reason twice"
    spoken, true = answers.mask(given), answers.mask(fact for fact in given if fact.holds)
    for answer in answers.counting(clues):
        fits = answer & spoken == true
        if fits and not all(answers.holds(fact, answer) for fact in found.facts):
            return "not entailed"
    return None


def check_random_positions(
    seed: int,
    puzzles: int,
    positions: int,
    techniques: Sequence[Technique[Any]] = TECHNIQUES,
    *,
    is_tight: bool = False,
) -> Counter[str]:
    """Techniques on random positions; how often each found something."""
    rng = random.Random(seed)
    used: Counter[str] = Counter()
    for _ in range(puzzles):
        answers = Answers(random_puzzle(rng, is_tight=is_tight))
        puzzle = answers.puzzle
        solutions = [*answers.counting(frozenset(puzzle.clue_at))]
        for _ in range(positions):
            position = random_position(rng, answers, rng.choice(solutions))
            state = YajilinState(puzzle)
            state.learn(position)
            for technique in techniques:
                for found in everything_found(state, technique):
                    wrong = complaint(answers, state, found)
                    assert wrong is None, (wrong, technique.id, puzzle, position, found)
                    used[f"{technique.id}.{found.form}"] += 1
                    used[technique.id] += 1
    return used


@pytest.mark.parametrize("seed", range(5))
def test_deductions_are_entailed_by_their_reasons_alone(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Small boards have hardly a room that is not seen at a glance.
    monkeypatch.setattr(room_parity, "EASY_COST", seed % 3)
    check_random_positions(seed, puzzles=120, positions=8)


def test_every_technique_is_compared_with_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each finds something on random boards, every second one of which has tight clues."""
    missing = {technique.id: technique for technique in LADDER.techniques}
    for seed in range(20):
        monkeypatch.setattr(room_parity, "EASY_COST", seed % 3)
        techniques = list(missing.values())
        used = check_random_positions(seed, 40, 8, techniques, is_tight=seed % 2 == 1)
        missing = {name: each for name, each in missing.items() if name not in used}
        if not missing:
            break
    assert not missing, f"these found nothing, so nothing was compared: {', '.join(missing)}"


def test_dominoes_are_entailed_by_their_reasons_alone() -> None:
    used = check_random_positions(1, puzzles=600, positions=6, techniques=domino.TECHNIQUES)
    assert used["closed-domino.step"]
    assert used["closed-domino.blocked"]


def open_desk(clues: dict[str, Clue], rows: int, cols: int, facts: str) -> YajilinState:
    """A board with clues and facts as text."""
    placed = tuple((Cell(*(int(n) - 1 for n in at[1:].split("c"))), clues[at]) for at in clues)
    state = YajilinState(Yajilin(rows, cols, placed))
    state.learn(Position.parse(facts))
    return state


def told(technique_id: str, state: YajilinState) -> list[tuple[set[str], set[str]]]:
    """What a technique finds: its facts and its reasons as text."""
    (technique,) = (each for each in TECHNIQUES if each.id == technique_id)
    return [
        ({str(fact) for fact in found.facts}, {str(reason) for reason in found.because})
        for found in everything_found(state, technique)
    ]


def test_closed_domino_needs_only_its_clue() -> None:
    state = open_desk({"r2c3": Clue(Direction.LEFT, 1)}, 4, 4, "r2c4 not shaded")
    assert told("closed-domino", state) == [
        ({f"r{row}c{col} not shaded" for row in (1, 3) for col in (1, 2)}, {"r2c3"})
    ]


def test_closed_domino_that_cannot_be_passed_is_shaded_there() -> None:
    state = open_desk({"r2c3": Clue(Direction.LEFT, 1)}, 4, 4, "r1c1-r2c1 not line")
    assert told("closed-domino", state) == [
        ({"r2c1 shaded"}, {"r2c3", "r1c1-r2c1 not line"}),
    ]


PATH = "r1c1-r1c2 line, r1c1-r2c1 line, r2c1-r3c1 line, r3c1-r3c2 line, r2c2-r3c2 line"


def test_a_path_does_not_close_without_the_rest_of_the_board() -> None:
    lines = {*PATH.split(", ")}
    state = open_desk({}, 4, 4, PATH + ", r4c4 not shaded")
    assert told("early-loop", state) == [({"r1c2-r2c2 not line"}, {*lines, "r4c4"})]
    state = open_desk({}, 4, 4, PATH)
    ((facts, because),) = told("early-loop", state)
    assert facts == {"r1c2-r2c2 not line"}
    assert because - lines == {"r1c3", "r1c4"}, "two neighbours that are not both shaded"


def test_a_cell_that_is_left_alone_must_be_known_to_be_on_the_loop() -> None:
    blocked = dict.fromkeys(("r1c3", "r2c3", "r4c1", "r4c3"), Clue(None, None))
    state = open_desk(blocked, 4, 3, PATH + ", r4c2 not shaded, r3c2-r3c3 not line")
    ((_, because),) = told("early-loop", state)
    assert "r4c2 not shaded" in because


def test_a_path_may_close_where_only_single_cells_are_left() -> None:
    blocked = dict.fromkeys(("r1c3", "r2c3", "r3c3"), Clue(None, None))
    assert told("early-loop", open_desk(blocked, 3, 3, PATH)) == []


NECK = dict.fromkeys(("r1c3", "r2c3"), Clue(None, None))
LEFT_ROUND = (
    "r3c2-r3c3 line, r2c2-r3c2 line, r1c2-r2c2 line, r1c1-r1c2 line, r1c1-r2c1 line, "
    "r2c1-r3c1 line, r3c1-r4c1 line, r4c1-r4c2 line, r4c2-r4c3 line"
)


def test_a_long_path_is_a_better_reason_than_a_short_wall() -> None:
    state = open_desk(NECK, 4, 5, LEFT_ROUND + ", r3c4 not shaded")
    reasons = {*LEFT_ROUND.split(", "), "r3c4"}
    assert told("early-loop", state) == [({"r3c3-r4c3 not line"}, reasons)]
    assert told("cut-off", state) == [], "the ends are those of one path"


def test_the_ends_of_two_paths_do_not_cut_off_a_room() -> None:
    lines = "r3c2-r3c3 line, r4c2-r4c3 line"
    state = open_desk(NECK, 4, 5, lines + ", r3c4 not shaded")
    assert told("early-loop", state) == []
    assert told("cut-off", state) == [({"r3c3-r4c3 not line"}, {*lines.split(", "), "r3c4"})]


def test_parity_takes_the_shortest_border() -> None:
    blocked = dict.fromkeys(("r1c3", "r2c3"), Clue(None, None))
    assert told("line-parity", open_desk(blocked, 4, 5, "")) == []
    state = open_desk(blocked, 4, 5, "r3c3-r3c4 line")
    assert told("line-parity", state) == [({"r4c3-r4c4 line"}, {"r3c3-r3c4 line"})]


def test_two_gaps_need_something_on_both_sides() -> None:
    blocked = dict.fromkeys(("r1c3", "r2c3"), Clue(None, None))
    state = open_desk(blocked, 4, 5, "r1c1 not shaded, r1c5 not shaded")
    assert told("two-gaps", state) == [({"r1c1-r2c1 line", "r1c2-r2c2 line"}, {"r1c1", "r1c5"})]
    assert told("two-gaps", open_desk({}, 3, 3, "r3c3 not shaded")) == [], "corners may be shaded"


def test_one_block_looks_for_a_single_link() -> None:
    blocked = dict.fromkeys(("r1c3", "r2c3"), Clue(None, None))
    dots = (f"r{row}c{col} not shaded" for row in range(1, 5) for col in (1, 2, 4, 5))
    ((facts, because),) = told("one-block", open_desk(blocked, 4, 5, ", ".join(dots)))
    assert facts == {"r3c3 not shaded"}
    assert because == {"r4c3"}, "the shape of the board is enough; the cell is the link"


def test_balance_of_a_board_with_one_more_cell_of_a_colour() -> None:
    dark = ("r1c1", "r1c3", "r2c2", "r3c1")
    light = ("r1c2", "r2c1", "r2c3", "r3c2")
    state = open_desk({}, 3, 3, ", ".join(f"{cell} not shaded" for cell in dark[:3]))
    assert told("chessboard", state) == []
    state = open_desk({}, 3, 3, ", ".join(f"{cell} not shaded" for cell in dark))
    assert told("chessboard", state) == [
        (
            {*(f"{cell} not shaded" for cell in light), "r3c3 shaded"},
            {f"{cell} not shaded" for cell in dark},
        )
    ]


def sentence(technique_id: str, state: YajilinState) -> str:
    """What is said of the first thing that a technique finds."""
    of_all = (*TECHNIQUES, *clue_counts.TECHNIQUES)
    (technique,) = (each for each in of_all if each.id == technique_id)
    found = next(everything_found(state, technique))
    return say(Message(f"yajilin.techniques.{technique_id}.{found.form}", found.args))


def test_a_small_room_is_named_by_its_cells_and_a_large_one_by_one() -> None:
    state = open_desk(NECK, 4, 5, "r1c1 not shaded, r1c5 not shaded")
    assert sentence("two-gaps", state) == (
        "The room r1c1 and r1c2 has only two gaps. The loop visits r1c1 there, and also r1c5 "
        "outside, so lines run along r1c1-r2c1 and r1c2-r2c2."
    )
    lines = "r3c2-r3c3 line, r4c2-r4c3 line, r3c4 not shaded"
    assert sentence("cut-off", open_desk(NECK, 4, 5, lines)) == (
        "A line between r3c3 and r4c3 would leave no other way from them and so cut off the room "
        "that holds r3c4, which the loop visits. So no line joins r3c3 and r4c3."
    )


def test_parity_names_the_lines_that_cross() -> None:
    state = open_desk({}, 4, 4, "r1c2-r1c3 line, r2c1-r3c1 line, r2c2-r3c2 line")
    assert sentence("line-parity", state) == (
        "The room r1c1, r1c2, r2c1 and r2c2 is closed but for 4 edges. The loop crosses its border "
        "an even number of times, and 3 lines cross it, at r1c2-r1c3, r2c1-r3c1 and r2c2-r3c2, so "
        "a line joins r2c2 and r2c3."
    )


def test_packing_names_the_stretches() -> None:
    state = open_desk({"r1c1": Clue(Direction.RIGHT, 2)}, 3, 6, "r1c4 not shaded, r1c6 not shaded")
    assert sentence("full-packing", state) == (
        "The clue in r1c1 needs 2 shaded cells. There is room for at most 1 in r1c2 and r1c3, so "
        "r1c5 is shaded."
    )
    state = open_desk({"r1c1": Clue(Direction.RIGHT, 3)}, 3, 7, "r1c4 not shaded")
    assert sentence("full-packing", state) == (
        "The clue in r1c1 needs 3 shaded cells. There is room for at most 1 in r1c2 and r1c3, and "
        "for 2 in r1c5 to r1c7, so r1c5 and r1c7 are shaded and r1c6 is not shaded."
    )
    beside = "r1c5 not shaded, r1c6 shaded, r1c7 not shaded"
    clue = {"r1c1": Clue(Direction.RIGHT, 3)}
    state = open_desk(clue, 3, 8, "r1c2 not shaded, " + beside)
    assert sentence("full-packing", state) == (
        "The clue in r1c1 needs 2 shaded cells besides r1c6. There is room for at most 1 in r1c3 "
        "and r1c4, so r1c8 is shaded."
    )


def test_what_is_shaded_already_is_not_left() -> None:
    state = open_desk({"r1c1": Clue(Direction.RIGHT, 2)}, 3, 4, "r1c2 shaded, r1c3 not shaded")
    assert sentence("exhaustion", state) == (
        "Besides r1c2, only r1c4 is left for the 2 shaded cells of the clue in r1c1, so r1c4 is "
        "shaded."
    )


def test_no_shaded_cell_is_none() -> None:
    facing = {"r1c2": Clue(Direction.RIGHT, 1), "r1c5": Clue(Direction.LEFT, 1)}
    state = open_desk(facing, 3, 6, "r1c1 not shaded")
    assert sentence("facing-clues", state).endswith("none on either side, so r1c6 is not shaded.")
    facing["r1c5"] = Clue(Direction.LEFT, 0)
    assert "with 1 beyond r1c5 and none beyond r1c2" in sentence(
        "facing-clues", open_desk(facing, 3, 6, "")
    )


def test_every_sentence_is_there() -> None:
    rng = random.Random(7)
    for _ in range(60):
        answers = Answers(random_puzzle(rng))
        solutions = [*answers.counting(frozenset(answers.puzzle.clue_at))]
        for _ in range(8):
            state = YajilinState(answers.puzzle)
            state.learn(random_position(rng, answers, rng.choice(solutions)))
            for technique in TECHNIQUES:
                for found in everything_found(state, technique):
                    name = f"yajilin.techniques.{technique.id}.{found.form}"
                    assert say(Message(name, found.args)).endswith(".")
