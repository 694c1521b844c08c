"""The yardstick: Satogaeri in the plainest way, on python-sat alone.

One variable for each circle and move. Each circle makes exactly one move, no two tracks share a
cell, exactly one circle ends in each country; "at most one" is spelled out in pairs, or by
python-sat's sequential counter where there are many. The second solution by forbidding the first.
`bench/satogaeri_solve.py` measures Enpitsu beside it, in the same run.
"""

from __future__ import annotations

import time
from collections import defaultdict
from itertools import combinations

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from enpitsu.grid import Cell, Direction, ray
from enpitsu.kinds.satogaeri.model import Satogaeri

PAIRS = 20
"""So many literals are spelled out in pairs."""


def moves(puzzle: Satogaeri) -> list[list[tuple[Cell, ...]]]:
    """For each circle its moves: the cells entered, the end last; empty if it stays."""
    found = []
    for start, number in puzzle.circles:
        own: list[tuple[Cell, ...]] = [()] if not number else []
        for direction in Direction:
            way: list[Cell] = []
            for cell in ray(start, direction, puzzle.rows, puzzle.cols):
                if cell in puzzle.circle_at:
                    break
                way.append(cell)
                if number is None or number == len(way):
                    own.append(tuple(way))
        found.append(own)
    return found


def clauses(puzzle: Satogaeri) -> tuple[list[list[int]], int]:
    """The formula, and how many variables stand for moves."""
    made: list[list[int]] = []
    on_cell: dict[Cell, list[int]] = defaultdict(list)
    in_country: dict[int, list[int]] = {each: [] for each in range(puzzle.country_count)}
    groups: list[list[int]] = []
    name = 0
    for (start, _), own in zip(puzzle.circles, moves(puzzle), strict=True):
        groups.append([])
        for way in own:
            name += 1
            groups[-1].append(name)
            in_country[puzzle.country_of(way[-1] if way else start)].append(name)
            for cell in way:
                on_cell[cell].append(name)
    top = name
    for group in (*groups, *in_country.values()):
        made.append(group)
        top = at_most_one(group, made, top)
    for group in on_cell.values():
        top = at_most_one(group, made, top)
    return made, name


def at_most_one(names: list[int], made: list[list[int]], top: int) -> int:
    """Add clauses; the number of the last variable used."""
    if len(names) <= PAIRS:
        made += [[-a, -b] for a, b in combinations(names, 2)]
        return top
    counter = CardEnc.atmost(lits=names, bound=1, top_id=top, encoding=EncType.seqcounter)
    made += counter.clauses
    return max(top, int(counter.nv))


def count_solutions(puzzle: Satogaeri, seconds: float, solver: str = "glucose4") -> int | None:
    """How many solutions a puzzle has, counting up to two; None if the time is over before."""
    started = time.perf_counter()
    made, facts = clauses(puzzle)
    if [] in made:
        return 0
    count = 0
    with Solver(name=solver, bootstrap_with=made) as sat:
        while count < 2:
            answer = None
            while answer is None:
                if time.perf_counter() - started > seconds:
                    return None
                sat.conf_budget(5000)
                answer = sat.solve_limited()
            if not answer:
                break
            count += 1
            sat.add_clause([-name for name in sat.get_model()[:facts]])
    return count
