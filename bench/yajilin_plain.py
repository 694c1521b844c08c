"""The yardstick: Yajilin by SAT in the plainest way that works, on python-sat alone.

One variable a cell (shaded) and one an edge (line); a sequential counter a clue; loops cut lazily
in the same solver; the second solution by forbidding the first. Nothing clever, about a hundred
lines. `bench/yajilin_solve.py` measures Enpitsu beside it, in the same run.
"""

from __future__ import annotations

from itertools import combinations

from pysat.solvers import Solver

Cell = tuple[int, int]
STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


def count_solutions(text: str, most: int = 2, solver: str = "glucose4") -> int:
    """How many solutions a puzzle in grid text has, counting up to `most`."""
    lines = [line.split() for line in text.splitlines()[1:]]
    clues = {
        (row, col): token
        for row, line in enumerate(lines)
        for col, token in enumerate(line)
        if token != "-"
    }
    return _Plain(len(lines), len(lines[0]), clues).count(most, solver)


class _Plain:
    def __init__(self, rows: int, cols: int, clues: dict[Cell, str]) -> None:
        self.size, self.clues = (rows, cols), clues
        self.top = 0
        self.cells = [
            (r, c) for r in range(rows) for c in range(cols) if (r, c) not in clues
        ]  # fmt: skip
        self.shaded = {cell: self.new() for cell in self.cells}
        self.line = {
            (cell, other): self.new()
            for cell in self.cells
            for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
            if other in self.shaded
        }
        self.clauses: list[list[int]] = []
        self.say_cells()
        for cell, token in clues.items():
            if token not in ("x", "@"):
                self.say_clue(cell, token)

    def new(self) -> int:
        self.top += 1
        return self.top

    def say_cells(self) -> None:
        ends: dict[Cell, list[int]] = {cell: [] for cell in self.cells}
        for (a, b), line in self.line.items():
            ends[a].append(line)
            ends[b].append(line)
            self.clauses.append([-self.shaded[a], -self.shaded[b]])
        for cell, lines in ends.items():
            shaded = self.shaded[cell]
            self.clauses += [[-shaded, -line] for line in lines]
            self.clauses += [[-line for line in three] for three in combinations(lines, 3)]
            self.clauses += [
                [shaded, *(other for other in lines if other != line)] for line in lines
            ]
            if not lines:
                self.clauses.append([shaded])

    def say_clue(self, cell: Cell, token: str) -> None:
        number, way = int(token[:-1]), token[-1]
        seen: list[int] = []
        row, col = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
        while 0 <= row < self.size[0] and 0 <= col < self.size[1]:
            other = self.clues.get((row, col))
            if other is None:
                seen.append(self.shaded[row, col])
            elif other[-1] == way:
                number -= int(other[:-1])
                break
            row, col = row + STEPS[way][0], col + STEPS[way][1]
        self.say_exactly(number, seen)

    def say_exactly(self, number: int, seen: list[int]) -> None:
        if not 0 <= number <= len(seen):
            self.clauses += [[self.new()], [-self.top]]
            return
        before: list[int] = []
        for shaded in seen:
            here = [self.new() for _ in range(min(len(before) + 1, number + 1))]
            for j, name in enumerate(here):
                same = before[j : j + 1]
                less = before[j - 1 : j] if j else []
                self.clauses += [[-one, name] for one in same]
                self.clauses.append([-shaded, name, *(-one for one in less)])
                self.clauses.append([-name, shaded, *same])
                self.clauses += [[-name, one, *same] for one in less]
            before = here
        if number:
            self.clauses.append([before[number - 1]])
        if len(before) > number:
            self.clauses.append([-before[number]])

    def count(self, most: int, name: str) -> int:
        found = 0
        with Solver(name, bootstrap_with=self.clauses) as solver:
            while found < most and solver.solve():
                model = solver.get_model()
                loops = self.loops(model)
                if len(loops) == 1:
                    found += 1
                    facts = [*self.shaded.values(), *self.line.values()]
                    solver.add_clause([-model[fact - 1] for fact in facts])
                elif not loops:
                    solver.add_clause(list(self.line.values()))
                for loop in loops[:-1]:
                    solver.add_clause(self.cut(set(loop), loop[0], loops[-1][0]))
        return found

    def loops(self, model: list[int]) -> list[list[Cell]]:
        near: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        for (a, b), line in self.line.items():
            if model[line - 1] > 0:
                near[a].append(b)
                near[b].append(a)
        seen: set[Cell] = set()
        loops = []
        for cell in self.cells:
            if near[cell] and cell not in seen:
                loop = [cell]
                seen.add(cell)
                for here in loop:
                    fresh = [other for other in near[here] if other not in seen]
                    seen.update(fresh)
                    loop += fresh
                loops.append(loop)
        return sorted(loops, key=len)

    def cut(self, inside: set[Cell], a: Cell, b: Cell) -> list[int]:
        leaving = [line for (c, d), line in self.line.items() if (c in inside) != (d in inside)]
        return [self.shaded[a], self.shaded[b], *leaving]
