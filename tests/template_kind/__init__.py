"""A kind in one folder: the smallest that has everything. Not a real puzzle.

"Stars": shade so many cells in each row as its number says, no two touching along a side.
docs/adding-a-kind.md tells what each part is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, ClassVar

from enpitsu.errors import BadClue, FormatError
from enpitsu.grid import COL, ROW, Cell, Direction, Line, Symmetry, cells, is_inside
from enpitsu.kind import Clause, Codec, Document, Encoding, Engine, Kind, Model, Rule, Violation
from enpitsu.limits import Budget
from enpitsu.making import Candidate, Maker, MakeTask, Option
from enpitsu.position import Fact, Position
from enpitsu.sat.cardinality import plan_exactly_apart
from enpitsu.sat.search import sat_search
from enpitsu.scene import Glyph, Label, Marks, Path, Rect, Scene, Shape
from enpitsu.technique import Argument, Deduction, Known, Ladder, Message, Technique

SHADED = "shaded"
RULES = {
    "touching": "Shaded cells do not touch.",
    "count": "A line has as many shaded cells as its number says.",
    "given": "What is on the board stays.",
}
VIOLATIONS = {
    "touching": "These two shaded cells touch.",
    "wrong-count": "This line has the wrong number of shaded cells.",
}


@dataclass(frozen=True)
class Stars:
    """A board with a number for each row, or after turning, for each column."""

    rows: int
    cols: int
    counts: tuple[int, ...]
    turned: bool = False

    kind: ClassVar[str] = "stars"

    def __post_init__(self) -> None:
        if not (0 < self.rows <= 100 and 0 < self.cols <= 100):
            raise FormatError("a board has 1 to 100 rows and columns")
        if len(self.counts) != (self.cols if self.turned else self.rows) or min(self.counts) < 0:
            raise BadClue("each line needs a number from 0 on")

    def transform(self, symmetry: Symmetry) -> Stars:
        """The puzzle turned or mirrored."""
        rows, cols = symmetry.size(self.rows, self.cols)
        first = Cell(0, 0)
        along = Cell(0, 1) if self.turned else Cell(1, 0)
        moved = [symmetry.cell(cell, 3, 3) for cell in (first, along)]
        backwards = moved[1] < moved[0]
        return replace(
            self,
            rows=rows,
            cols=cols,
            counts=self.counts[::-1] if backwards else self.counts,
            turned=self.turned != symmetry.value[0],
        )

    def lines(self) -> list[list[Cell]]:
        """The cells that each number counts."""
        if self.turned:
            return [[Cell(row, col) for row in range(self.rows)] for col in range(self.cols)]
        return [[Cell(row, col) for col in range(self.cols)] for row in range(self.rows)]

    def place(self, number: int) -> Line:
        """Where the number of a line stands."""
        return Line(COL if self.turned else ROW, number)


class Board:
    """The shaded and the open cells."""

    def __init__(self, puzzle: Stars) -> None:
        self.puzzle = puzzle
        self.value: dict[Cell, bool] = {}

    def place(self, facts: Iterable[Fact]) -> None:
        """Write facts."""
        for fact in facts:
            cell = fact.slot
            fits = isinstance(cell, Cell) and is_inside(cell, self.puzzle.rows, self.puzzle.cols)
            if not fits or fact.value != SHADED:
                raise FormatError(f"{fact} does not fit the puzzle")
            assert isinstance(cell, Cell)
            self.value[cell] = fact.holds

    def facts(self) -> Iterator[Fact]:
        """Everything on the board."""
        return (Fact(cell, SHADED, value) for cell, value in self.value.items())

    def answer(self) -> Iterator[Fact]:
        """The shaded cells."""
        return (fact for fact in self.facts() if fact.holds)

    def settle(self, budget: Budget) -> bool:
        """Nothing is concluded cheaply here."""
        return True


def check(board: Board, *, partial: bool, ruleset: str) -> list[Violation]:
    """Touching cells and wrong counts."""
    puzzle = board.puzzle
    shaded = {cell for cell, value in board.value.items() if value}
    found = []
    for cell in sorted(shaded):
        for other in (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col)):
            if other in shaded:
                found.append(Violation("touching", (cell, other), VIOLATIONS["touching"]))
    for count, line in zip(puzzle.counts, puzzle.lines(), strict=True):
        seen = sum(cell in shaded for cell in line)
        if seen > count or (seen < count and not partial):
            found.append(Violation("wrong-count", tuple(line), VIOLATIONS["wrong-count"]))
    return found


class StarsEncoding(Encoding):
    """One variable a cell; a counter a line; what the board knows as unit clauses."""

    def __init__(self, board: Board, budget: Budget) -> None:
        budget.check()
        self.puzzle = board.puzzle
        self.given = list(board.facts())
        self.fact_count = self._variables = self.puzzle.rows * self.puzzle.cols

    @property
    def variables(self) -> int:
        """Cells and counters."""
        return self._variables

    def name(self, cell: Cell) -> int:
        """The variable of a cell."""
        return cell.row * self.puzzle.cols + cell.col + 1

    def batches(self, budget: Budget) -> Iterator[Iterable[Clause]]:
        """A batch for each cell, each line and each given fact."""
        self._variables = self.fact_count
        for cell in cells(self.puzzle.rows, self.puzzle.cols):
            near = (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col))
            inside = [
                other for other in near if is_inside(other, self.puzzle.rows, self.puzzle.cols)
            ]
            yield [(-self.name(cell), -self.name(other)) for other in inside]
        for count, line in zip(self.puzzle.counts, self.puzzle.lines(), strict=True):
            plan = plan_exactly_apart((len(line),), count, budget)
            yield plan.over([self.name(cell) for cell in line], self._variables + 1, budget)
            self._variables += plan.extra
        for fact in self.given:
            yield [(self.literal(fact) or 0,)]

    def rules(self) -> Iterator[Rule]:
        """The rule instance of each batch."""
        for cell in cells(self.puzzle.rows, self.puzzle.cols):
            yield Rule("touching", (cell,))
        for number, line in enumerate(self.puzzle.lines()):
            yield Rule("count", tuple(line), (self.puzzle.place(number),))
        for fact in self.given:
            assert isinstance(fact.slot, Cell)
            yield Rule("given", (fact.slot,))

    def fact(self, literal: int) -> Fact:
        """The fact of a literal."""
        return Fact(Cell(*divmod(abs(literal) - 1, self.puzzle.cols)), SHADED, literal > 0)

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact."""
        assert isinstance(fact.slot, Cell)
        return self.name(fact.slot) if fact.holds else -self.name(fact.slot)

    def known(self) -> Iterator[Fact]:
        """Given facts are clauses here, so nothing is decided before."""
        return iter(())

    def decode(self, model: Model) -> Board:
        """The board of a model."""
        board = Board(self.puzzle)
        board.place(map(self.fact, model[: self.fact_count]))
        return board


def scene(board: Board, marks: Marks) -> Scene:
    """A bare drawing: frame, shaded cells, the numbers in a margin."""
    puzzle = board.puzzle
    corners = ((0, 0), (0, puzzle.cols), (puzzle.rows, puzzle.cols), (puzzle.rows, 0))
    shapes: list[Shape] = [Path(corners, "frame", closed=True)]
    shaded = [cell for cell, value in board.value.items() if value]
    shapes += [Rect(cell.row, cell.col, 1, 1, "shade") for cell in shaded]
    glyphs = {cell: Glyph("██", "shade") for cell in shaded}
    for at, count in enumerate(puzzle.counts):
        row, col = (-0.5, at + 0.5) if puzzle.turned else (at + 0.5, -0.5)
        shapes.append(Label(row, col, str(count), 0.5, "clue"))
        glyphs[Cell(-1, at) if puzzle.turned else Cell(at, -1)] = Glyph(str(count), "clue")
    title = f"Stars {puzzle.rows}x{puzzle.cols}"
    margin = (1.0, 0.0) if puzzle.turned else (0.0, 1.0)
    return Scene(
        rows=puzzle.rows,
        cols=puzzle.cols,
        title=title,
        shapes=tuple(shapes),
        glyphs=glyphs,
        top=margin[0],
        left=margin[1],
    )


class StarsState:
    """What is known of the cells, as the techniques look at it."""

    def __init__(self, puzzle: Stars) -> None:
        self.puzzle = puzzle
        self.known: set[Known] = set()
        self.value: dict[Cell, bool] = {}

    def learn(self, known: Iterable[Known]) -> None:
        """Take in what is new."""
        for fact in known:
            assert isinstance(fact, Fact)
            assert isinstance(fact.slot, Cell)
            self.known.add(fact)
            self.value[fact.slot] = fact.holds

    def knows(self, known: Known) -> bool:
        """Whether this is known."""
        return known in self.known

    def cells(self, value: bool | None, among: Iterable[Cell]) -> tuple[Cell, ...]:
        """Those of some cells that are shaded (True), are not (False) or may be (None)."""
        return tuple(cell for cell in among if self.value.get(cell) is value)

    def beside(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell."""
        size = self.puzzle.rows, self.puzzle.cols
        return [near for way in Direction if is_inside(near := way.step(cell), *size)]


def beside(state: StarsState, cell: Cell) -> Deduction | None:
    """Two shaded cells may not touch."""
    found = state.cells(None, state.beside(cell)) if state.value.get(cell) else ()
    if not found:
        return None
    args: dict[str, Argument] = {"cell": cell, "cells": found}
    return Deduction(facts(found, False), facts([cell]), args, at=cell)


def count(state: StarsState, number: int) -> Deduction | None:
    """With the line's number of cells shaded the others are not; if all that are left are needed,
    they are shaded."""
    clue, line = state.puzzle.counts[number], state.puzzle.lines()[number]
    shaded, free = state.cells(True, line), state.cells(None, line)
    if not free or clue not in (len(shaded), len(shaded) + len(free)):
        return None
    place, is_full = state.puzzle.place(number), clue == len(shaded)
    seen = facts(shaded) if is_full else facts(state.cells(False, line), False)
    args: dict[str, Argument] = {"line": place, "number": clue, "cells": free}
    form = "full" if is_full else "step"
    return Deduction(facts(free, not is_full), (place, *seen), args, form=form)


def facts(cells: Iterable[Cell], holds: bool = True) -> tuple[Fact, ...]:
    """That cells are shaded, or are not."""
    return tuple(Fact(cell, SHADED, holds) for cell in cells)


def touched_cells(state: StarsState, known: Known) -> list[Cell]:
    """The cell of which something new speaks."""
    assert isinstance(known, Fact)
    return [known.slot] if isinstance(known.slot, Cell) else []


def touched_lines(state: StarsState, known: Known) -> list[int]:
    """The lines of which something new speaks."""
    assert isinstance(known, Fact)
    return [number for number, line in enumerate(state.puzzle.lines()) if known.slot in line]


def narrate(puzzle: Stars, rule: Rule, given: tuple[Fact, ...], then: tuple[Fact, ...]) -> Message:
    """A link of a chain of thoughts."""
    line = rule.clues[0] if rule.clues else rule.cells[0]
    form = rule.code if then else f"{rule.code}-broken"
    return Message(f"stars.why.{form}", {"given": given, "then": then, "line": line})


LADDER = Ladder(
    techniques=(
        Technique(
            id="beside",
            code="T1",
            level=1.0,
            find=beside,
            sites=lambda state: cells(state.puzzle.rows, state.puzzle.cols),
            touched=touched_cells,
        ),
        Technique(
            id="count",
            code="T2",
            level=1.5,
            find=count,
            sites=lambda state: range(len(state.puzzle.counts)),
            touched=touched_lines,
        ),
    ),
    state=StarsState,
    narrate=narrate,
)


def make(task: MakeTask[Any]) -> Candidate[Any] | None:
    """Every second cell of some rows; None unless the numbers tell them all."""
    starts = [
        task.random.choice((0, 1)) if task.random.random() < task.options["density"] else None
        for _ in range(task.rows)
    ]
    shaded = [
        Cell(row, col)
        for row, start in enumerate(starts)
        if start is not None
        for col in range(start, task.cols, 2)
    ]
    counts = [sum(cell.row == row for cell in shaded) for row in range(task.rows)]
    puzzle = Stars(task.rows, task.cols, tuple(counts))
    solution = Position(frozenset(facts(shaded)))
    return Candidate(puzzle, solution) if task.solve(puzzle) == [solution] else None


MAKERS = (
    Maker(
        name="stripes",
        title="shades every second cell of some rows",
        options=(
            Option(
                name="density", words="How many rows have shaded cells.", form="share", default=0.5
            ),
        ),
        make=make,
    ),
)


def pack(puzzle: Stars) -> dict[str, Any]:
    """As JSON data."""
    return {
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "counts": list(puzzle.counts),
        "turned": puzzle.turned,
    }


def signature(puzzle: Stars, symmetry: Symmetry) -> str:
    """Which lines have numbers, and the numbers, after turning or mirroring."""
    turned = puzzle.transform(symmetry)
    return " ".join(map(str, ("columns" if turned.turned else "rows", *turned.counts)))


def unpack(data: dict[str, Any]) -> Stars:
    """From JSON data."""
    rows, cols, turned = data.get("rows"), data.get("cols"), data.get("turned", False)
    counts = data.get("counts")
    if not isinstance(counts, list) or not isinstance(turned, bool):
        raise FormatError("counts must be a list and turned true or false")
    if any(type(number) is not int for number in (rows, cols, *counts)):
        raise FormatError("rows, cols and counts must be whole numbers")
    return Stars(int(rows or 0), int(cols or 0), tuple(counts), turned)


def _parse(text: str) -> list[Document]:
    try:
        _, way, rows, cols, *counts = text.split()
        puzzle = Stars(int(rows), int(cols), tuple(map(int, counts)), way == "columns")
    except ValueError:
        raise FormatError("a stars text is: stars rows|columns ROWS COLS NUMBERS") from None
    return [Document(puzzle=puzzle)]


def _dump(document: Document) -> str:
    puzzle = document.puzzle
    assert isinstance(puzzle, Stars)
    numbers = " ".join(map(str, (puzzle.rows, puzzle.cols, *puzzle.counts)))
    return f"stars {'columns' if puzzle.turned else 'rows'} {numbers}"


KIND: Kind[Stars] = Kind(
    id=Stars.kind,
    name="Stars",
    native_name="Stars",
    how_to_play=("Shade as many cells in each row as its number says; no two may touch.",),
    rules=RULES,
    violations=VIOLATIONS,
    rulesets=("strict",),
    blank=lambda rows, cols: Stars(rows, cols, (0,) * rows),
    board=Board,
    check=check,
    encode=StarsEncoding,
    engines=(Engine("sat", "clauses alone", sat_search),),
    scene=scene,
    pack=pack,
    unpack=unpack,
    signature=signature,
    codecs=(
        Codec(
            format="stars-text",
            title="a line of numbers",
            suffixes=(".stars",),
            sniff=lambda text: text.startswith("stars "),
            parse=_parse,
            dump=_dump,
            carries_position=False,
        ),
    ),
    examples=files(__name__) / "examples",
    ladder=LADDER,
    makers=MAKERS,
    words=files(__name__) / "words",
)
