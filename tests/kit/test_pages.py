"""Small pages of many sorts: what a declaration alone gives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import enpitsu
from enpitsu import registry
from enpitsu.explain.step_checker import StepChecker
from enpitsu.grid import Cell, Direction, Edge, Symmetry, ray
from enpitsu.kind import Kind
from enpitsu.kit import (
    Constraint,
    GridPuzzle,
    all_different,
    any_of,
    areas,
    at_least,
    at_most,
    clues,
    connected,
    exactly,
    groups,
    groups_of,
    mark,
    never,
    not_all,
    page,
    rule,
    sees,
    single_loop,
    total,
)
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY
from enpitsu.sat.backend import Solver
from enpitsu.words import catalogue

FOLDER = Path(__file__).parent


# --- numbers in cells: each once in every row, column and area, areas add up ---------------------


class Cages(GridPuzzle):
    kind = "cages"
    cages = areas()
    sums = clues("areas", values=range(200), look="small")
    fixed = clues(values=range(1, 10))
    number = mark("cells", values=lambda rows, cols: range(1, max(rows, cols) + 1))


@rule("line", "Each number occurs at most once in a row or column.")
def line(puzzle: Cages) -> Iterator[list[Any]]:
    for cells in puzzle.lines():
        yield list(all_different(puzzle.number, cells))


@rule("given", "Numbers that are given stay.")
def given(puzzle: Cages) -> Iterator[Constraint]:
    for cell, value in puzzle.fixed.items():
        written = puzzle.number.of(cell).get(str(value))
        yield exactly([written] if written else [], 1, clue=cell)


@rule("cage", "The numbers of an area add up to its sum.")
def cage(puzzle: Cages) -> Iterator[Constraint]:
    for cell, value in puzzle.sums.items():
        cells = puzzle.cages.of(cell)
        literals = [
            {int(number): each for number, each in puzzle.number.of(one).items()} for one in cells
        ]
        yield total(literals, value, clue=cell)


# --- lights and walls ----------------------------------------------------------------------------


class Lamps(GridPuzzle):
    kind = "lamps"
    walls = clues(values=range(5), unknown=True, look="wall", blocks=True)
    light = mark("cells", look="light")


def stretches(puzzle: Lamps, cell: Cell) -> list[list[Cell]]:
    found = []
    for direction in Direction:
        seen = []
        for other in ray(cell, direction, puzzle.rows, puzzle.cols):
            if other in puzzle.walls:
                break
            seen.append(other)
        found.append(seen)
    return found


@rule("wall", "A number tells how many lights stand beside it.")
def wall(puzzle: Lamps) -> Iterator[Constraint]:
    for cell, value in puzzle.walls.items():
        if value != "?":
            yield exactly(puzzle.light.around(cell), value, clue=cell)


@rule("lit", "Every cell is lit.")
def lit(puzzle: Lamps) -> Iterator[Constraint]:
    for cell in puzzle.light.cells:
        seen = [cell, *(other for part in stretches(puzzle, cell) for other in part)]
        yield any_of(puzzle.light.at(seen), cells=[cell])


@rule("glare", "No light shines on another.")
def glare(puzzle: Lamps) -> Iterator[Constraint]:
    for cell in puzzle.light.cells:
        for direction, part in zip(Direction, stretches(puzzle, cell), strict=True):
            if direction in (Direction.DOWN, Direction.RIGHT):
                for other in part:
                    yield not_all(puzzle.light.at((cell, other)))


# --- a loop through cells, by pearls -------------------------------------------------------------


class Pearls(GridPuzzle):
    kind = "pearls"
    pearls = clues(values=("white", "black"), look="pearl")
    line = mark("edges")


@rule("loop", "One loop runs through cells.")
def loop(puzzle: Pearls) -> Iterator[list[Constraint]]:
    yield single_loop(puzzle.line)


@rule("passes", "The loop runs through every pearl.")
def passes(puzzle: Pearls) -> Iterator[Constraint]:
    for cell in puzzle.pearls:
        yield exactly(puzzle.line.around(cell), 2, clue=cell)


@rule("black", "The loop turns at a black pearl.")
def black(puzzle: Pearls) -> Iterator[Constraint]:
    for cell, colour in puzzle.pearls.items():
        up, down, left, right = (step(puzzle, cell, each) for each in Direction)
        if colour == "black":
            for a, b in ((up, down), (left, right)):
                if a and b:
                    yield not_all((a, b), clue=cell)


@rule("white", "The loop goes straight through a white pearl.")
def white(puzzle: Pearls) -> Iterator[Constraint]:
    for cell, colour in puzzle.pearls.items():
        if colour == "white":
            ways = [step(puzzle, cell, each) for each in Direction]
            for (a, one), (b, other) in product(enumerate(ways), repeat=2):
                if a < b and {a, b} not in ({0, 1}, {2, 3}) and one and other:
                    yield not_all((one, other), clue=cell)


def step(puzzle: Pearls, cell: Cell, direction: Direction) -> int:
    other = direction.step(cell)
    return puzzle.line.get(Edge(*sorted((cell, other)))) or 0


# --- cells that are seen -------------------------------------------------------------------------


class View(GridPuzzle):
    kind = "view"
    numbers = clues(values=range(1, 50))
    shaded = mark("cells")


@rule("number", "A number tells how many cells it sees, itself with them.")
def number(puzzle: View) -> Iterator[Constraint]:
    for cell, value in puzzle.numbers.items():
        rays = [
            [-puzzle.shaded[each] for each in ray(cell, direction, puzzle.rows, puzzle.cols)]
            for direction in Direction
        ]
        yield sees(rays, value - 1, clue=cell)
        yield exactly([puzzle.shaded[cell]], 0, clue=cell)


@rule("touching", "Shaded cells do not touch.")
def touching(puzzle: View) -> Iterator[Constraint]:
    for cell in puzzle.shaded.cells:
        for direction in (Direction.DOWN, Direction.RIGHT):
            both = puzzle.shaded.at((cell, direction.step(cell)))
            if len(both) == 2:
                yield not_all(both)


@rule("connected", "All cells that are not shaded are connected.")
def joined(puzzle: View) -> Iterator[Constraint]:
    yield connected({cell: -puzzle.shaded[cell] for cell in puzzle.shaded.cells})


# --- clues at the frame, and in areas ------------------------------------------------------------


class Tanks(GridPuzzle):
    kind = "tanks"
    tanks = areas()
    counts = clues("border", values=range(50))
    shaded = mark("cells")


@rule("count", "A number at the frame tells how many cells of its line are shaded.")
def count(puzzle: Tanks) -> Iterator[Constraint]:
    for side, value in puzzle.counts.items():
        yield exactly(puzzle.shaded.at(puzzle.behind(side)), value, clue=side)


@rule("tank", "Every area has a shaded cell, and at most three.")
def tank(puzzle: Tanks) -> Iterator[Constraint]:
    for cells in puzzle.tanks:
        yield at_least(puzzle.shaded.at(cells), 1)
        yield at_most(puzzle.shaded.at(cells), 3)


# --- islands with one number each, in a sea without pools ----------------------------------------


class Isles(GridPuzzle):
    kind = "isles"
    numbers = clues(values=range(1, 50), unknown=True, blocks=True)
    shaded = mark("cells")


@rule("island", "Each island has one number, that of its cells.")
def island(puzzle: Isles) -> Iterator[list[Constraint]]:
    land = {cell: -puzzle.shaded[cell] for cell in puzzle.shaded.cells}
    sizes = {cell: None if size == "?" else size for cell, size in puzzle.numbers.items()}
    yield groups(land, sizes)


@rule("sea", "All shaded cells are connected.")
def sea(puzzle: Isles) -> Iterator[Constraint]:
    yield connected({cell: puzzle.shaded[cell] for cell in puzzle.shaded.cells})


@rule("pool", "No square of 2x2 is shaded.")
def pool(puzzle: Isles) -> Iterator[Constraint]:
    yield from never({cell: puzzle.shaded[cell] for cell in puzzle.shaded.cells}, "##", "##")


# --- numbers that tell how many cells alike hang together ----------------------------------------


class Alike(GridPuzzle):
    kind = "alike"
    fixed = clues(values=range(1, 5))
    number = mark("cells", values=lambda rows, cols: range(1, 5))


@rule("alike", "A number tells how many cells with this number hang together.")
def alike(puzzle: Alike) -> Iterator[Constraint]:
    for value in puzzle.number.values:
        cells = {cell: puzzle.number.of(cell)[value] for cell in puzzle.number.cells}
        yield groups_of(cells, int(value))


@rule("given", "Numbers that are given stay.")
def stays(puzzle: Alike) -> Iterator[Constraint]:
    for cell, value in puzzle.fixed.items():
        yield exactly([puzzle.number.of(cell)[str(value)]], 1, clue=cell)


def _kind(puzzle: type[GridPuzzle], *rules: Any) -> Kind[Any]:
    name = puzzle.__name__
    return page(puzzle, name=name, native_name=name, rules=rules, folder=FOLDER / name)


PAGES = [
    _kind(Cages, line, given, cage),
    _kind(Lamps, wall, lit, glare),
    _kind(Pearls, loop, passes, black, white),
    _kind(View, number, touching, joined),
    _kind(Tanks, count, tank),
    _kind(Isles, island, sea, pool),
    _kind(Alike, alike, stays),
]
SIZES = {"cages": (3, 3)}
TINY = {"cages": (2, 2), "pearls": (3, 3), "isles": (3, 4), "alike": (1, 3)}


@pytest.fixture(autouse=True)
def _pages_are_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {kind.id: kind for kind in PAGES}
    monkeypatch.setattr(registry, "kinds", lambda: known)
    catalogue.cache_clear()  # other tests may have kinds of the same names
    yield
    catalogue.cache_clear()


def _made(kind: Kind[Any], seed: int = 1) -> Any:
    """A puzzle of the kind."""
    rows, cols = SIZES.get(kind.id, (5, 6))
    made = enpitsu.generate(kind.id, rows, cols, seed=seed, limits=Limits(seconds=60))
    assert made.puzzle is not None
    return made.puzzle


by_kind = pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.id)


@by_kind
def test_a_made_puzzle_is_unique_and_explained_to_its_end(kind: Kind[Any]) -> None:
    made = _made(kind)
    found = enpitsu.solve(made)
    assert found.status == "unique"
    steps = list(enpitsu.explain(made))
    judge = StepChecker(kind, made, NO_LIMITS.start())
    board = EMPTY
    for each in steps:
        assert judge.follows(each), each.text
        assert each.text.endswith("."), each.text
        board = board.place(*each.facts, *each.also)
    assert found.solutions[0].facts <= board.facts
    assert enpitsu.check(made, board) == []
    assert enpitsu.grade(made).level is not None


@by_kind
def test_it_is_drawn_packed_turned_and_read_again(kind: Kind[Any]) -> None:
    made = _made(kind, seed=2)
    answer = enpitsu.solve(made).solutions[0].position
    for position in (EMPTY, answer):
        assert "<svg" in str(enpitsu.render(made, position, format="svg"))
        assert enpitsu.render(made, position, format="text")
    text = enpitsu.dump(made, "json")
    assert enpitsu.parse(text) == made
    for symmetry in Symmetry:
        turned = made.transform(symmetry)
        found = enpitsu.solve(turned)
        assert found.status == "unique"
        moved = answer.transform(symmetry, made.rows, made.cols)
        assert found.solutions[0].position == moved
    assert enpitsu.fingerprint(made.transform(Symmetry.ROTATE_90)) == enpitsu.fingerprint(made)


@by_kind
def test_clauses_agree_with_the_rules_on_every_assignment(kind: Kind[Any]) -> None:
    rows, cols = TINY.get(kind.id, (2, 4))
    random, budget = Random(kind.id), NO_LIMITS.start()
    for seed in range(3):
        puzzle = kind.blank(rows, cols)
        if seed:
            puzzle = enpitsu.generate(kind.id, rows, cols, seed=seed).puzzle if seed < 2 else puzzle
        encoding = kind.encode(kind.board(puzzle), budget)
        with Solver("minisat22") as solver:
            for batch in encoding.batches(budget):
                solver.add_all(batch)
            for signs in product((1, -1), repeat=min(encoding.fact_count, 12)):
                rest = range(len(signs) + 1, encoding.fact_count + 1)
                model = [sign * name for name, sign in enumerate(signs, 1)]
                model += [random.choice((name, -name)) for name in rest]
                by_clauses = solver.solve(budget, model) and not encoding.cuts(model)
                board = encoding.decode(model)
                assert by_clauses == (not kind.check(board, partial=False, ruleset="strict"))


@by_kind
def test_all_clues_are_done_on_a_solved_board(kind: Kind[Any]) -> None:
    made = _made(kind)
    board = kind.board(made)
    board.place(enpitsu.solve(made).solutions[0].facts)
    assert kind.clue_states is not None
    assert set(kind.clue_states(board).values()) <= {"done"}


@by_kind
def test_a_hint_is_said_in_english_and_in_japanese(kind: Kind[Any]) -> None:
    made = _made(kind)
    found = enpitsu.hint(made, EMPTY)
    assert found.step is not None
    assert found.step.say("en")
    assert found.step.say("ja")


def test_names_that_every_puzzle_has_are_refused() -> None:
    for name in ("rows", "given", "layout", "transform"):
        with pytest.raises(TypeError, match="already"):
            type("Wrong", (GridPuzzle,), {name: clues(values=range(3))})


@by_kind
def test_constraints_that_change_with_a_clue_name_it(kind: Kind[Any]) -> None:
    """Those that name none are the same without the clues, but for clues that block cells."""
    made = _made(kind)
    spared: dict[str, Any] = {name: {} for name, sort in made.clue_sorts.items() if not sort.blocks}
    for puzzle in (made, made.replace(**spared)):
        encoding = kind.encode(kind.board(puzzle), NO_LIMITS.start())
        batches = zip(encoding.rules(), encoding.batches(NO_LIMITS.start()), strict=True)
        said = [(each.code, tuple(map(tuple, batch))) for each, batch in batches if not each.clues]
        if puzzle is made:
            first = said
    assert [code for code, _ in said] == [code for code, _ in first]


def test_slips_of_a_page_are_told() -> None:
    def plain(puzzle: Any) -> Iterator[Constraint]:
        yield from ()

    class Nameless(GridPuzzle):
        shaded = mark("cells")

    wrong: list[tuple[dict[str, Any], str]] = [
        ({"rules": (plain,)}, "plain is no rule: write @rule"),
        ({"rules": (line,), "techniques": (plain,)}, "plain is no technique: write @technique"),
    ]
    for parts, reason in wrong:
        with pytest.raises(TypeError, match=reason):
            page(Cages, name="x", native_name="x", folder=FOLDER, **parts)
    with pytest.raises(TypeError, match="Nameless has no id"):
        page(Nameless, name="x", native_name="x", folder=FOLDER, rules=())


def test_a_rule_may_leave_out_what_its_kind_never_shows() -> None:
    def ids(without: tuple[str, ...]) -> set[str]:
        @rule("open", "All open cells are connected.", without=without)
        def hang(puzzle: Any) -> Iterator[Constraint]:
            yield connected({cell: -puzzle.light[cell] for cell in puzzle.light.cells})

        kind = page(Lamps, name="x", native_name="x", folder=FOLDER, rules=(hang,))
        assert kind.ladder is not None
        found = {each.id for each in kind.ladder.techniques}
        words: Any = kind.words
        assert set(words.catalogue("en")["techniques"]) == found
        return found

    assert ids(()) == {"open-link", "open-cut-off"}
    assert ids(("cut-off",)) == {"open-link"}
