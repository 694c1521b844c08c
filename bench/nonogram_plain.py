"""The yardstick: Nonograms in the plainest way that is still quick, on python-sat alone.

A line solver on integers as bit sets, one line at a time, with a queue of changed lines and a
memory of answers; then probing of single cells; then clauses with order variables for what is
left, in one solver; the second solution by forbidding the first. One colour only.
`bench/nonogram_solve.py` measures Enpitsu beside it, in the same run.
"""

from __future__ import annotations

from collections import deque

from pysat.solvers import Solver

Clue = tuple[int, ...]
Known = tuple[int, int]
"""The shaded and the empty cells of a line, as bits."""


class Contradiction(Exception):
    """A line has no answer."""


def read(text: str) -> tuple[list[Clue], list[Clue]]:
    """Row and column clues of a puzzle in puzzlekit's text form."""
    lines = text.split("\n")
    rows, cols = map(int, lines[0].split())
    clues = [tuple(n for n in map(int, line.split()) if n) for line in lines[1:]]
    clues += [()] * (rows + cols - len(clues))
    return clues[cols : cols + rows], clues[:cols]


def count_solutions(text: str, most: int = 2, solver: str = "glucose4") -> int:
    """How many solutions a puzzle has, counting up to `most`."""
    rows, cols = read(text)
    return _Plain(rows, cols).count(most, solver)


class _Plain:
    def __init__(self, rows: list[Clue], cols: list[Clue]) -> None:
        self.rows, self.cols = rows, cols
        self.clues = rows + cols
        self.cache: dict[tuple[Clue, int, int, int], Known] = {}

    def count(self, most: int, solver: str) -> int:
        start: list[Known] = [(0, 0)] * len(self.clues)
        try:
            known = self.propagate(start, range(len(self.clues)))
            known = self.probe(known)
        except Contradiction:
            return 0
        if self.is_finished(known):
            return 1
        return self.by_sat(known, most, solver)

    def length(self, line: int) -> int:
        return len(self.cols) if line < len(self.rows) else len(self.rows)

    def is_finished(self, known: list[Known]) -> bool:
        full = (1 << len(self.cols)) - 1
        return all(on | off == full for on, off in known[: len(self.rows)])

    # --- lines

    def solve_line(self, clue: Clue, length: int, on: int, off: int) -> Known:
        key = (clue, length, on, off)
        found = self.cache.get(key)
        if found is None:
            found = self.cache[key] = solve_line(clue, length, on, off)
        return found

    def propagate(self, known: list[Known], lines: object) -> list[Known]:
        known = list(known)
        queue = deque(lines)  # type: ignore[call-overload]
        waiting = set(queue)
        while queue:
            line = queue.popleft()
            waiting.discard(line)
            on, off = known[line]
            new_on, new_off = self.solve_line(self.clues[line], self.length(line), on, off)
            known[line] = new_on, new_off
            for which, changed in enumerate((new_on & ~on, new_off & ~off)):
                while changed:
                    bit = changed & -changed
                    changed ^= bit
                    other, mine = self.crossing(line, bit.bit_length() - 1)
                    pair = list(known[other])
                    pair[which] |= 1 << mine
                    known[other] = pair[0], pair[1]
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)
        return known

    def crossing(self, line: int, cell: int) -> tuple[int, int]:
        if line < len(self.rows):
            return len(self.rows) + cell, line
        return cell, line - len(self.rows)

    def probe(self, known: list[Known]) -> list[Known]:
        """Assume a cell one way; if a contradiction follows it is the other way."""
        changed = True
        while changed and not self.is_finished(known):
            changed = False
            for row, (on, off) in enumerate(known[: len(self.rows)]):
                for col in range(len(self.cols)):
                    if (on | off) >> col & 1:
                        continue
                    for shaded in (True, False):
                        try:
                            self.propagate(*self.assume(known, row, col, shaded))
                        except Contradiction:
                            known = self.propagate(*self.assume(known, row, col, not shaded))
                            changed = True
                            break
                    on, off = known[row]
            if not changed:
                break
        return known

    def assume(
        self, known: list[Known], row: int, col: int, shaded: bool
    ) -> tuple[list[Known], list[int]]:
        known = list(known)
        for line, cell in ((row, col), (len(self.rows) + col, row)):
            on, off = known[line]
            known[line] = (on | 1 << cell, off) if shaded else (on, off | 1 << cell)
        return known, [row, len(self.rows) + col]

    # --- clauses

    def by_sat(self, known: list[Known], most: int, name: str) -> int:
        width = len(self.cols)
        cells = [[row * width + col + 1 for col in range(width)] for row in range(len(self.rows))]
        self.top = width * len(self.rows)
        count = 0
        with Solver(name=name) as solver:
            for row, (on, off) in enumerate(known[: len(self.rows)]):
                for col in range(width):
                    if on >> col & 1:
                        solver.add_clause([cells[row][col]])
                    elif off >> col & 1:
                        solver.add_clause([-cells[row][col]])
            for line, clue in enumerate(self.clues):
                in_row = line < len(self.rows)
                own = cells[line] if in_row else [row[line - len(self.rows)] for row in cells]
                for clause in self.say_line(clue, own):
                    solver.add_clause(clause)
            while count < most and solver.solve():
                count += 1
                model = solver.get_model()
                solver.add_clause([-literal for literal in model[: width * len(self.rows)]])
        return count

    def say_line(self, clue: Clue, cells: list[int]) -> list[list[int]]:
        """Order variables: block j starts at p or before."""
        length, clauses = len(cells), []
        slack = length - sum(clue) - len(clue) + 1
        if not clue:
            return [[-cell] for cell in cells]
        earliest, at = [], 0
        for block in clue:
            earliest.append(at)
            at += block + 1
        start = []
        for _ in clue:
            start.append(list(range(self.top + 1, self.top + slack + 1)))
            self.top += slack

        def by(block: int, place: int) -> int | bool:
            if block < 0:
                return True
            if block == len(clue) or place < earliest[block]:
                return False
            at = place - earliest[block]
            return True if at >= slack else start[block][at]

        def say(*literals: int | bool) -> None:
            if not any(literal is True for literal in literals):
                clauses.append([literal for literal in literals if literal is not False])

        def no(literal: int | bool) -> int | bool:
            return (not literal) if isinstance(literal, bool) else -literal

        for block, size in enumerate(clue):
            for place in range(length):
                say(no(by(block, place)), by(block, place + 1))
                if block:
                    say(no(by(block, place)), by(block - 1, place - clue[block - 1] - 1))
                say(no(by(block, place)), by(block, place - size), cells[place])
        for block in range(-1, len(clue)):
            for place in range(length):
                ended = by(block, place - clue[block]) if block >= 0 else True
                say(no(ended), by(block + 1, place), -cells[place])
        return clauses


def solve_line(clue: Clue, length: int, on: int, off: int) -> Known:
    """What all answers of a line share: sets of places reached forwards and backwards."""
    full = (1 << length) - 1
    if on & off:
        raise Contradiction
    free, opened = full & ~off, full & ~on
    reach, starts, gaps = [], [], []
    place = 1
    for at, block in enumerate(clue):
        reach.append((((opened + (place & opened)) ^ opened) | place) & (full << 1 | 1))
        room, size = free, 1
        while size < block:
            more = min(size, block - size)
            room &= room >> more
            size += more
        starts.append(reach[-1] & room)
        place = starts[-1] << block
        gaps.append(0)
        if at < len(clue) - 1:
            gaps[-1] = place & opened
            place = gaps[-1] << 1
    reach.append((((opened + (place & opened)) ^ opened) | place) & (full << 1 | 1))
    shaded = empty = 0
    after = 1 << length
    for at in range(len(clue), -1, -1):
        step, through = 1, opened
        while step <= length:
            after |= (after >> step) & through
            through &= through >> step
            step *= 2
        empty |= reach[at] & (after >> 1)
        if at == 0:
            break
        stops = after if at == len(clue) else (after >> 1) & opened
        empty |= gaps[at - 1] & stops
        alive = starts[at - 1] & (stops >> clue[at - 1])
        cover, size = alive, 1
        while size < clue[at - 1]:
            more = min(size, clue[at - 1] - size)
            cover |= cover << more
            size += more
        shaded |= cover
        after = alive
    if not after & 1:
        raise Contradiction
    shaded &= free
    empty &= opened
    return full & ~empty, full & ~shaded
