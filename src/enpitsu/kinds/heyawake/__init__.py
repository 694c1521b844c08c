"""Heyawake: shade cells in rooms; what is not shaded is connected and never runs straight through
three rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path

from enpitsu.kit import (
    Constraint,
    GridPuzzle,
    any_of,
    areas,
    clues,
    connected,
    exactly,
    mark,
    not_all,
    page,
    rule,
    technique,
)
from enpitsu.kit.formats import (
    area_borders,
    area_words,
    cell_answers,
    clue_words,
    numbers,
    puzzlink,
    pzprv3,
)
from enpitsu.kit.puzzle_text import area_rows, clue_rows, grid_text, shaded_cells


class Heyawake(GridPuzzle):
    """A board cut into rooms, some of them with a number."""

    kind = "heyawake"
    rooms = areas(rectangles=True)
    numbers = clues("areas", values=range(1000), look="small")
    shaded = mark("cells")


@rule("room", "A number tells how many cells of its room are shaded.")
def room(puzzle: Heyawake) -> Iterator[Constraint]:
    """Each room with a number."""
    for cell, value in puzzle.numbers.items():
        yield exactly(puzzle.shaded.at(puzzle.rooms.of(cell)), value, clue=cell)


@rule("touching", "Shaded cells never touch along a side.")
def touching(puzzle: Heyawake) -> Iterator[Constraint]:
    """Each two neighbours."""
    for line in puzzle.lines():
        for pair in pairwise(puzzle.shaded.at(line)):
            yield not_all(pair)


@rule("three-rooms", "No straight run of cells that are not shaded reaches into a third room.")
def three_rooms(puzzle: Heyawake) -> Iterator[Constraint]:
    """Each shortest stretch with cells of three rooms: the whole of a room between two others."""
    for line in puzzle.lines():
        borders = [at for at, pair in enumerate(pairwise(line)) if puzzle.rooms.is_border(*pair)]
        for first, last in pairwise(borders):
            yield any_of(puzzle.shaded.at(line[first : last + 2]))


@rule(
    "connected",
    "All cells that are not shaded are connected along their sides.",
    without=("cut-off",),
)
def together(puzzle: Heyawake) -> Iterator[Constraint]:
    """All cells that are not shaded. Nothing is ever cut off: it would be shaded, and touch."""
    yield connected({cell: -puzzle.shaded[cell] for cell in puzzle.shaded.cells}, apart=True)


@technique("room-fit", 1.6)
def room_fit(puzzle: Heyawake) -> Iterator[tuple[Constraint, ...]]:
    """A room with a number, and all that touches in it and around it; no cell is walled in."""
    near = neighbourhoods(puzzle)
    for asked in room.constraints(puzzle):
        yield asked, *near(asked.literals)


@technique("room-open", 2.8)
def room_open(puzzle: Heyawake) -> Iterator[tuple[Constraint, ...]]:
    """The same, and nothing is cut off anywhere."""
    near, (all_connected,) = neighbourhoods(puzzle), together.constraints(puzzle)
    for asked in room.constraints(puzzle):
        yield asked, *near(asked.literals), all_connected


@technique("run-open", 3.4)
def run_open(puzzle: Heyawake) -> Iterator[tuple[Constraint, ...]]:
    """A stretch through three rooms, and nothing is cut off anywhere."""
    near, (all_connected,) = neighbourhoods(puzzle), together.constraints(puzzle)
    for asked in three_rooms.constraints(puzzle):
        yield asked, *near(asked.literals), all_connected


@technique("rooms-fit", 4.2)
def rooms_fit(puzzle: Heyawake) -> Iterator[tuple[Constraint, ...]]:
    """Two rooms with numbers side by side, and nothing is cut off anywhere."""
    near, (all_connected,) = neighbourhoods(puzzle), together.constraints(puzzle)
    numbered = zip(puzzle.numbers, room.constraints(puzzle), strict=True)
    asked = {puzzle.rooms.of(cell): each for cell, each in numbered}
    sides = chain.from_iterable(map(pairwise, puzzle.lines()))
    beside = dict.fromkeys(tuple(sorted(map(puzzle.rooms.of, side))) for side in sides)
    for a, b in beside:
        if a != b and a in asked and b in asked:
            one, other = asked[a], asked[b]
            yield one, other, *near((*one.literals, *other.literals)), all_connected


def neighbourhoods(puzzle: Heyawake) -> Callable[[Sequence[int]], Iterable[Constraint]]:
    """Return the rules about cells and what touches them, without numbers."""
    shaded, about = puzzle.shaded, dict[int, list[Constraint]]()
    walled_in = ((shaded[cell], *(-each for each in shaded.around(cell))) for cell in shaded.cells)
    rules = [each for one in (touching, three_rooms) for each in one.constraints(puzzle)]
    if puzzle.rows * puzzle.cols > 3:  # else all others may be shaded
        rules += map(any_of, walled_in)
    for each in rules:
        for variable in each.variables:
            about.setdefault(variable, []).append(each)

    def near(cells: Sequence[int]) -> Iterable[Constraint]:
        around = {other for cell in cells for each in about[cell] for other in each.variables}
        found = dict.fromkeys(each for cell in sorted(around) for each in about[cell])
        return (each for each in found if each.variables <= around)

    return near


KIND = page(
    Heyawake,
    name="Heyawake",
    native_name="へやわけ",
    rules=(room, touching, three_rooms, together),
    techniques=(room_fit, room_open, run_open, rooms_fit),
    folder=Path(__file__).parent,
    formats=(
        puzzlink("heyawake", area_borders(), numbers("numbers")),
        pzprv3("heyawake", area_words(), clue_words("numbers"), cell_answers("shaded")),
        grid_text(clue_rows("numbers"), area_rows(), solution=shaded_cells("shaded")),
    ),
)
