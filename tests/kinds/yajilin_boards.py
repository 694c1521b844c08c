"""Yajilin boards on which a wrong loop argument shows; the same each time, by name or by seed.

A dot is a playable cell, # a clue cell that only blocks. Clues that count are named by their cells:
"r2c1": "right 3".
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle

import enpitsu
from enpitsu.grid import Cell, Direction, Edge, Symmetry, cells, is_inside, parse_slot, ray
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.position import Fact, Position
from tests.kinds.yajilin_brute import random_puzzle
from tests.kinds.yajilin_sweep import Sweep

Boards = dict[str, Yajilin]

TINY = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (2, 6), (4, 4)]
SMALL = [*TINY, (5, 3), (3, 5), (4, 5), (5, 4), (5, 5), (6, 4)]


def drawn(picture: str, clues: Mapping[str, str] | None = None) -> Yajilin:
    """The board of a picture, its rows divided by slashes."""
    rows = picture.split("/")
    assert len({len(row) for row in rows}) == 1, picture
    blocked = [
        Cell(row, col)
        for row, line in enumerate(rows)
        for col, sign in enumerate(line)
        if sign == "#"
    ]
    named = {_cell(cell): _clue(text) for cell, text in (clues or {}).items()}
    placed = dict.fromkeys(blocked, BLANK) | named
    return Yajilin(len(rows), len(rows[0]), tuple(placed.items()))


def _cell(text: str) -> Cell:
    cell = parse_slot(text)
    assert isinstance(cell, Cell)
    return cell


def _clue(text: str) -> Clue:
    arrow, number = text.split()
    return Clue(Direction[arrow.upper()], None if number == "?" else int(number))


def playable(rows: int, cols: int, is_playable: Callable[[int, int], bool]) -> Yajilin:
    """The board whose cells are playable where a function says so; all others only block."""
    blocked = [cell for cell in cells(rows, cols) if not is_playable(*cell)]
    return Yajilin(rows, cols, tuple((cell, BLANK) for cell in blocked))


def opened(puzzle: Yajilin, *cells_to_open: tuple[int, int]) -> Yajilin:
    """The board without the clues in some cells."""
    kept = tuple(item for item in puzzle.clues if item[0] not in cells_to_open)
    return replace(puzzle, clues=kept)


def closed(puzzle: Yajilin, *cells_to_close: tuple[int, int]) -> Yajilin:
    """The board with clues that only block in some more cells."""
    return replace(puzzle, clues=puzzle.clues + tuple((Cell(*at), BLANK) for at in cells_to_close))


# --- by hand ------------------------------------------------------------------------------------


def rings(rows: int, cols: int, wide: int = 1) -> Yajilin:
    """Rings of playable cells inside each other, with rings of clues between them."""

    def is_playable(row: int, col: int) -> bool:
        depth = min(row, col, rows - 1 - row, cols - 1 - col)
        return depth % (wide + 1) < wide

    return playable(rows, cols, is_playable)


def ring_boards() -> Boards:
    """One ring is the loop; two are too many, unless a bridge lets one line run through both."""
    two = rings(6, 6)
    beads = [(row, col) for row in range(7) for col in range(7)
             if min(row, col, 6 - row, 6 - col) == 0 and (row + col) % 2]  # fmt: skip
    return {
        **{f"rings {rows}x{cols}": rings(rows, cols)
           for rows, cols in [(3, 3), (3, 6), (5, 5), (5, 7), (6, 6), (7, 7), (6, 9), (10, 10)]},
        **{f"wide rings {rows}x{cols}": rings(rows, cols, 2)
           for rows, cols in [(4, 4), (5, 5), (5, 6), (6, 6), (8, 8)]},
        "a bridge one wide": opened(two, (1, 2)),
        "a bridge two wide": opened(two, (1, 2), (1, 3)),
        "bridges on two sides": opened(two, (1, 2), (4, 3)),
        "bridges at a corner": opened(two, (1, 2), (2, 1)),
        "two bridges two wide": opened(two, (1, 2), (1, 3), (4, 2), (4, 3)),
        "three rings, bridged": opened(rings(10, 10), (1, 4), (1, 5), (6, 4), (6, 5)),
        "a broken outer ring": closed(two, (0, 0)),
        "a broken inner ring": closed(two, (2, 2)),
        "a ring among beads": closed(rings(7, 7), *beads),
    }  # fmt: skip


def spiral(size: int) -> list[Cell]:
    """A path that winds inwards with a gap between its turns."""
    path, here = [Cell(0, 0)], Cell(0, 0)
    ways = cycle([Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP])
    lengths = [size - 1] + [each for k in range(size - 1, 0, -2) for each in (k, k)]
    for way, length in zip(ways, lengths, strict=False):
        for _ in range(length):
            here = way.step(here)
            path.append(here)
    return path


def corridor(path: Iterable[Cell], wide: int) -> Yajilin:
    """The board on which only a path is playable, one or more cells wide."""
    on_path = set(path)
    rows, cols = (wide * (max(part) + 1) for part in zip(*on_path, strict=True))
    return playable(rows, cols, lambda row, col: Cell(row // wide, col // wide) in on_path)


def corridor_boards() -> Boards:
    """A corridor one wide leads nowhere; in one two wide the loop runs there and back."""
    comb = [Cell(row, col) for row in range(3) for col in range(5) if row == 0 or col % 2 == 0]
    cross = [Cell(1, 0), Cell(1, 1), Cell(1, 2), Cell(0, 1), Cell(2, 1)]
    snake = [Cell(row, col) for row in range(5) for col in range(4)
             if row % 2 == 0 or col == (3 if row % 4 == 1 else 0)]  # fmt: skip
    paths = {"spiral": spiral(5), "comb": comb, "cross": cross, "snake": snake}
    return {
        f"{name} {wide} wide": corridor(path, wide) for name, path in paths.items()
        for wide in (1, 2)
    } | {
        "a ring with teeth": drawn(".#.#./#...#/..#../#...#/.#.#."),
        "a ring with a tail": drawn("...../.#.#./...##/###../####."),
        "two loops that share a cell": drawn("...##/.#.##/...../##.#./##..."),
        "a ladder": drawn("......./.#.#.#./......."),
        "a ladder with broken rungs": drawn("......./.#.#.#./...#..."),
    }  # fmt: skip


def unshaded(rows: int, cols: int) -> Yajilin:
    """Nothing may be shaded: the loop visits the whole board beside a column of zeros."""
    clues = tuple((Cell(row, 0), Clue(Direction.RIGHT, 0)) for row in range(rows))
    return Yajilin(rows, cols + 1, clues)


def whole_boards() -> Boards:
    """The loop visits everything, or is free to; of an odd number of cells it cannot."""
    full = [(2, 2), (3, 3), (4, 4), (3, 4), (4, 5), (5, 5), (4, 7), (2, 8), (5, 6), (7, 3)]
    free = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (2, 7), (4, 5), (3, 6)]
    return {
        **{f"unshaded {rows}x{cols}": unshaded(rows, cols) for rows, cols in full},
        **{f"empty {rows}x{cols}": Yajilin(rows, cols) for rows, cols in free},
        "one zero": drawn("#..../...../...../.....", {"r1c1": "right 0"}),
        "one clue in the middle": drawn("...../...../..#../...../....."),
        "one clue at the edge": drawn("...../...../#..../.....", {"r3c1": "up 1"}),
    }


def loopless_boards() -> Boards:
    """There is no loop, however one shades."""
    chess = [playable(size, size + 1, lambda row, col: (row + col) % 2 == 0) for size in (2, 3, 5)]
    return {
        **{f"a chessboard of {board.rows} rows": board for board in chess},
        **{f"a line of {cols}": Yajilin(1, cols) for cols in (1, 2, 3, 9, 40)},
        "a line down": Yajilin(40, 1),
        "a line with clues": drawn("..#..#.", {"r1c3": "left 1", "r1c6": "right 1"}),
        "all clues": playable(3, 4, lambda row, col: False),
        "one clue": drawn("#"),
        "one playable cell": drawn("###/#.#/###"),
        "two playable cells": drawn("####/#..#/####"),
        "all can be shaded": drawn(".#./#.#/.#."),
        "all must be shaded": drawn(".#./#.#/.#.", {"r1c2": "down 1", "r2c1": "right 1"}),
        "a tree": drawn("..#.../#..###/.#..#./.##.../..#.#."),
        "corners that touch": drawn("..##/..##/##../##.."),
    }


def island_boards() -> Boards:
    """Parts that no line connects: one may hold the loop if all others can be shaded."""
    return {
        "two islands": drawn("..#../..#.."),
        "four islands": drawn("..#../..#../#####/..#../..#.."),
        "an island and single cells": drawn("..#.#/..##./##.##/.##.#"),
        "single cells first": drawn(".#.#.#/#.####/###..#/.##..#/#.###."),
        "an island and a pair": drawn("..#../..###"),
        "a pair first": drawn("..#../###../#.###"),
        "islands of two sizes": drawn("...#../...#../..."
                                      "#../####../######"),
        "a large island and single cells": drawn(".#...../#....../.#...../#....../.#....."),
        "an island with a hole": drawn("...#./.#.#./...##/###.#"),
        "an island in a lake": drawn("....../.####./.#..#./.#..#./.####./......"),
        "single cells in a lake": drawn("....../.####./.#.##./.##.#./.####./......"),
        "a single cell in a narrow lake": drawn("...../.###./.#.#./.###./....."),
    }  # fmt: skip


def border_boards() -> Boards:
    """Nothing to be had at the border, or not where one looks first."""
    inner = {(row, col) for row in range(1, 5) for col in range(1, 5)}
    return {
        "clues all around": playable(6, 6, lambda row, col: (row, col) in inner),
        "clues all around, odd": playable(5, 5, lambda row, col: {row, col} <= {1, 2, 3}),
        "clues in the upper rows": playable(6, 4, lambda row, col: row > 1),
        "clues in the left columns": playable(4, 6, lambda row, col: col > 2),
        "clues in the lower half": playable(6, 4, lambda row, col: row < 3),
        "a first cell to be shaded": drawn(".#.../#..../...../...../....."),
        "corners to be shaded": drawn(".#.#./#...#/...../#...#/.#.#."),
        "an upper row to be shaded": drawn(".#.#.#/....../....../......"),
        "a left column to be shaded": drawn("...../#..../...../#..../....."),
        "a first cell shaded by a clue": drawn(".#..../....../....../......", {"r1c2": "left 1"}),
        "a first cell shaded or not": drawn("...../...../..#../.....", {"r3c3": "up 1"}),
        "only the last cells": drawn("#####/#####/###../###.."),
        "only the middle": drawn("######/######/##..##/##..##/######/######"),
    }


def ray_boards() -> Boards:
    """Many clues on one line, that look the same way or at each other."""
    free = "....../....../....../....../......"
    return {
        "equal": drawn(free, {"r2c1": "right 1", "r2c2": "right 1", "r2c4": "right 1"}),
        "equal, none shaded": drawn(free, {"r2c1": "right 0", "r2c4": "right 0"}),
        "descending": drawn(free, {"r3c1": "right 2", "r3c3": "right 1"}),
        "descending, far apart": drawn(free, {"r1c1": "right 2", "r1c4": "right 1"}),
        "descending to nothing": drawn(
            free, {"r1c1": "right 2", "r1c3": "right 1", "r1c5": "right 0"}
        ),
        "ascending": drawn(free, {"r2c1": "right 0", "r2c3": "right 1", "r2c5": "right 1"}),
        "too far apart": drawn(free, {"r2c1": "right 3", "r2c3": "right 1"}),
        "both ways": drawn(free, {"r2c1": "right 1", "r2c6": "left 1"}),
        "both ways, contradictory": drawn(free, {"r2c1": "right 2", "r2c6": "left 1"}),
        "crossing": drawn(free, {"r2c3": "right 1", "r2c6": "left 1", "r1c5": "down 1"}),
        "away from each other": drawn(free, {"r3c3": "left 1", "r3c4": "right 1"}),
        "next to each other": drawn(free, {"r2c1": "right 1", "r2c2": "right 1"}),
        "next to each other, wrong": drawn(free, {"r2c1": "right 1", "r2c2": "right 2"}),
        "into the border": drawn(free, {"r1c1": "up 0", "r4c6": "right 0", "r4c1": "left 0"}),
        "into the border, wrong": drawn(free, {"r1c1": "up 1"}),
        "into a clue": drawn(free, {"r1c1": "down 0", "r2c1": "down 0", "r3c1": "right 1"}),
        "one too many": drawn("#....../......./......./.......", {"r1c1": "right 4"}),
        "as many as fit": drawn("#...../....../....../......", {"r3c1": "right 3"}),
        "as many as fit, walled": drawn("#.#.#.#/......./.......", {"r1c1": "right 3"}),
        "nine digits": drawn("..../..../..#./....", {"r3c3": "up 999999999"}),
        "thirty digits": drawn("..../..../..#./....", {"r3c3": f"left {10**30}"}),
        "a huge number at the border": drawn("..#/.../...", {"r1c3": f"up {10**12}"}),
        "unknown numbers": drawn("..../.#../..#./....", {"r2c2": "down ?", "r3c3": "left ?"}),
        "a number without arrow": Yajilin(3, 4, ((Cell(0, 3), Clue(None, 2)),)),
    }


@cache
def nasty_boards() -> Boards:
    """All boards by hand."""
    groups: Sequence[Callable[[], Boards]] = (
        ring_boards,
        corridor_boards,
        whole_boards,
        loopless_boards,
        island_boards,
        border_boards,
        ray_boards,
    )
    return {name: board for group in groups for name, board in group().items()}


def turned_boards(puzzle: Yajilin) -> Iterator[Yajilin]:
    """The board in all eight symmetries."""
    return (puzzle.transform(symmetry) for symmetry in Symmetry)


# --- by chance ----------------------------------------------------------------------------------


def small_boards(seed: int, count: int, sizes: Sequence[tuple[int, int]]) -> Iterator[Yajilin]:
    """Small boards of every sort: read off a loop or not, with clues that lie or not."""
    rng = random.Random(seed)
    for _ in range(count):
        yield random_puzzle(rng, *rng.choice(sizes))


@cache
def _sketches(rows: int, cols: int, loops_at_will: bool) -> Sweep:
    return Sweep(Yajilin(rows, cols), loops_at_will=loops_at_will, shading_at_will=True)


def several_loops(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """A board whose clues are read off two or more loops: right in all but their number."""
    while True:
        answer = _sketches(rows, cols, True).sample(rng)
        assert answer is not None
        if _loop_count(answer) > 1:
            return read_off(rng, rows, cols, answer)


def one_loop(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """A board whose clues are read off one loop."""
    answer = _sketches(rows, cols, False).sample(rng)
    assert answer is not None
    return read_off(rng, rows, cols, answer)


def maze(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """A board of clues that only block, so that lines have little choice."""
    share = rng.choice((0.1, 0.2, 0.3, 0.4))
    return playable(rows, cols, lambda row, col: rng.random() >= share)


def parallel_rays(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """A board read off a loop whose clues all look one way, and some of which may be wrong."""
    puzzle = one_loop(rng, rows, cols)
    arrow, wrong = rng.choice(list(Direction)), rng.choice((0, 0, 0.1))
    shaded = set(cells(rows, cols)) - set(puzzle.clue_at)
    shaded -= {cell for fact in _some_answer(puzzle) for cell in _line_cells(fact)}
    clues = []
    for cell in puzzle.clue_at:
        number = sum(other in shaded for other in ray(cell, arrow, rows, cols))
        number += rng.choice((-1, 1)) if rng.random() < wrong else 0
        clues.append((cell, Clue(arrow, max(0, number))))
    return replace(puzzle, clues=tuple(clues))


def _some_answer(puzzle: Yajilin) -> frozenset[Fact]:
    return next(Sweep(puzzle).solutions(), frozenset())


def _line_cells(fact: Fact) -> Iterable[Cell]:
    return fact.slot if isinstance(fact.slot, Edge) else ()


def _loop_count(answer: frozenset[Fact]) -> int:
    """How many pieces lines form."""
    near: dict[Cell, list[Cell]] = {}
    for fact in answer:
        if isinstance(fact.slot, Edge):
            a, b = fact.slot
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    pieces = 0
    while near:
        pieces += 1
        waiting = [next(iter(near))]
        while waiting:
            waiting += near.pop(waiting.pop(), [])
    return pieces


def read_off(rng: random.Random, rows: int, cols: int, answer: frozenset[Fact]) -> Yajilin:
    """A board with this answer, lines and shading (that may touch): off the lines every cell that
    touches a shaded one becomes a clue, and as many others as chance wants."""
    spare = sorted(fact.slot for fact in answer if isinstance(fact.slot, Cell))
    rng.shuffle(spare)
    share, silent = rng.choice((0.3, 0.6, 0.9)), rng.choice((0, 0.1, 0.4))
    shaded: set[Cell] = set()
    for cell in spare:
        near = {direction.step(cell) for direction in Direction}
        if not near & shaded and rng.random() >= share:
            shaded.add(cell)
    clues = []
    for cell in spare:
        if cell not in shaded:
            arrow = rng.choice(list(Direction))
            number = sum(other in shaded for other in ray(cell, arrow, rows, cols))
            clues.append((cell, BLANK if rng.random() < silent else Clue(arrow, number)))
    return Yajilin(rows, cols, tuple(clues), outside=rng.random() < 0.2)


MAKERS: Mapping[str, Callable[[random.Random, int, int], Yajilin]] = {
    "random": random_puzzle,
    "several loops": several_loops,
    "one loop": one_loop,
    "maze": maze,
    "parallel rays": parallel_rays,
}
"""Ways to make boards by chance, all small enough for the sweep; the first one only up to 5x5."""


def treacherous_boards(
    seed: int, count: int, sizes: Sequence[tuple[int, int]]
) -> Iterator[Yajilin]:
    """Boards by chance on which a wrong loop argument is likely to show."""
    rng = random.Random(seed)
    makers = (several_loops, several_loops, maze, parallel_rays, one_loop)
    for at in range(count):
        puzzle = makers[at % len(makers)](rng, *rng.choice(sizes))
        yield puzzle.transform(rng.choice(list(Symmetry)))


# --- positions ----------------------------------------------------------------------------------


def everything_about(puzzle: Yajilin, answer: frozenset[Fact]) -> list[Fact]:
    """All that can be said of an answer, denials included."""
    return [fact if fact in answer else fact.opposite for fact in claims(puzzle)]


def claims(puzzle: Yajilin) -> list[Fact]:
    """All that a position may claim: playable cells shaded, lines also where clues stand."""
    free = [cell for cell in cells(puzzle.rows, puzzle.cols) if cell not in puzzle.clue_at]
    steps = [
        Edge(cell, there)
        for cell in cells(puzzle.rows, puzzle.cols)
        for there in (Direction.RIGHT.step(cell), Direction.DOWN.step(cell))
        if is_inside(there, puzzle.rows, puzzle.cols)
    ]
    return [Fact(cell, SHADED) for cell in free] + [Fact(step, LINE) for step in steps]


def agrees(answer: frozenset[Fact], position: Iterable[Fact]) -> bool:
    """Whether an answer has all that a position has."""
    return all((Fact(fact.slot, fact.value) in answer) == fact.holds for fact in position)


def random_position(
    rng: random.Random, puzzle: Yajilin, answers: Sequence[frozenset[Fact]]
) -> Position:
    """Some facts: of an answer, of an answer but for one, or anything."""
    pool = [rng.choice((fact, fact.opposite)) for fact in claims(puzzle)]
    sort = rng.random()
    if answers and sort < 0.75:
        pool = everything_about(puzzle, rng.choice(answers))
        if sort < 0.25 and pool:
            at = rng.randrange(len(pool))
            pool[at] = pool[at].opposite
            chosen = rng.sample(pool, min(len(pool), rng.choice((1, 3, 8))))
            return Position.of({*chosen, pool[at]})
    return Position.of(rng.sample(pool, min(len(pool), rng.choice((1, 1, 2, 4, 10)))))


# --- larger ones --------------------------------------------------------------------------------


@cache
def made_board(rows: int, cols: int, seed: int) -> Yajilin:
    """A puzzle with one solution, made from a seed."""
    made = enpitsu.generate("yajilin", rows, cols, seed=seed, jobs=1)
    assert isinstance(made.puzzle, Yajilin)
    return made.puzzle


def mutants(rng: random.Random, puzzle: Yajilin) -> Iterator[Yajilin]:
    """The board with a clue's number changed, with a clue silent, with one taken away."""
    for change in (_lied, _silenced, _removed):
        counting = [at for at, (_, clue) in enumerate(puzzle.clues) if clue.counts]
        if counting:
            yield replace(
                puzzle, clues=tuple(change(rng, list(puzzle.clues), rng.choice(counting)))
            )


Items = list[tuple[Cell, Clue]]


def _lied(rng: random.Random, clues: Items, at: int) -> Items:
    cell, clue = clues[at]
    assert clue.number is not None
    other = clue.number + 1 if clue.number == 0 else clue.number + rng.choice((-1, 1))
    clues[at] = cell, replace(clue, number=other)
    return clues


def _silenced(rng: random.Random, clues: Items, at: int) -> Items:
    clues[at] = clues[at][0], BLANK
    return clues


def _removed(rng: random.Random, clues: Items, at: int) -> Items:
    del clues[at]
    return clues
