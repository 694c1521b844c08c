"""Every constraint against plain enumeration: clauses, judgement and inference are separate code,
and each must agree with what all assignments say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from enpitsu.grid import Cell, Edge, cells
from enpitsu.kit.constraints.base import (
    FALSE,
    TRUE,
    UNKNOWN,
    Constraint,
    Inference,
    Values,
    assign,
    blank_values,
)
from enpitsu.kit.constraints.clause_set import all_of, any_of, never, not_all
from enpitsu.kit.constraints.connected import connected
from enpitsu.kit.constraints.count import all_different, at_least, at_most, exactly
from enpitsu.kit.constraints.group_sizes import groups_of
from enpitsu.kit.constraints.groups import groups
from enpitsu.kit.constraints.loop import Degree, Passed, SingleLoop, single_loop
from enpitsu.kit.constraints.sight import sees
from enpitsu.kit.constraints.sums import total
from enpitsu.kit.layout import CELLS, EDGES, SIDES, Layout, MarkTable
from enpitsu.kit.together import infer_together
from enpitsu.limits import NO_LIMITS
from enpitsu.sat.backend import Solver
from tests.cases import each_case

pytestmark = pytest.mark.quick

EXACT = (
    "clauses",
    "count",
    "degree",
    "connected",
    "sum",
)  # constraints that give no needless reason
PARTIAL = 60  # positions that are tried of each constraint


def _lines(on: str, rows: int, cols: int) -> Layout:
    return Layout(rows, cols, [MarkTable("line", on, ("line",))], {})


def _cells(rows: int, cols: int) -> dict[Cell, int]:
    return {cell: at for at, cell in enumerate(cells(rows, cols), 1)}


ROOTS: list[tuple[str, int, int, dict[Cell, int | None]]] = [
    ("no root", 2, 3, {}),
    ("one root", 3, 3, {Cell(0, 1): None}),
    ("one of 1", 3, 3, {Cell(1, 1): 1}),
    ("one of 4", 3, 4, {Cell(0, 1): 4}),
    ("one of 6", 3, 4, {Cell(2, 0): 6}),
    ("one too large", 2, 3, {Cell(0, 0): 7}),
    ("two roots", 3, 4, {Cell(0, 0): None, Cell(2, 3): None}),
    ("2 and 3", 3, 4, {Cell(0, 0): 2, Cell(0, 3): 3}),
    ("4 and 3", 3, 4, {Cell(0, 0): 4, Cell(2, 2): 3}),
    ("4 and any", 4, 3, {Cell(0, 0): 4, Cell(3, 2): None}),
    ("5 in the middle, and 1", 3, 4, {Cell(1, 1): 5, Cell(0, 3): 1}),
    ("neighbours", 2, 3, {Cell(0, 0): 1, Cell(0, 1): 1}),
    ("three", 3, 5, {Cell(0, 0): 2, Cell(0, 4): 3, Cell(2, 2): None}),
]


def _around_roots(rows: int, cols: int, roots: dict[Cell, int | None]) -> dict[Cell, int]:
    places = sorted(_cells(rows, cols).keys() - roots.keys())
    return {cell: -at for at, cell in enumerate(places, 1)}


def _constraints() -> Iterator[tuple[str, int, list[Constraint]]]:
    """Name, number of variables, and constraints that are meant together."""
    for size in (1, 3, 5):
        for number in range(size + 2):
            literals = [at if at % 3 else -at for at in range(1, size + 1)]
            yield f"exactly {number} of {size}", size, [exactly(literals, number)]
            yield f"at least {number} of {size}", size, [at_least(literals, number)]
            yield f"at most {number} of {size}", size, [at_most(literals, number)]
    yield "exactly 5 of 11", 11, [exactly(range(1, 12), 5)]
    yield "at most 4 of 11", 11, [at_most(range(1, 12), 4)]
    yield "any of", 4, [any_of((1, -2, 4))]
    yield "not all", 4, [not_all((1, -2, 4))]
    yield "all of", 4, [all_of(((1, 2), (-1, 3), (-2, -3, 4)))]
    for lines in range(1, 5):
        yield f"degree of {lines}", lines, [Degree(range(1, lines + 1))]
        yield f"passed by {lines}", lines, [Passed(range(1, lines + 1))]
    for on, rows, cols in ((EDGES, 3, 3), (EDGES, 2, 4), (SIDES, 2, 2), (SIDES, 1, 3)):
        layout = _lines(on, rows, cols)
        loop = single_loop(layout.views["line"])
        yield f"loop on {on} of {rows}x{cols}", layout.size, loop
    for rows, cols in ((3, 3), (2, 5), (1, 4), (4, 3)):
        for root in (False, True):
            found = connected(_cells(rows, cols), root=root)
            yield f"connected {rows}x{cols}, root {root}", rows * cols, [found]
    hole = {cell: at for cell, at in _cells(3, 4).items() if cell != Cell(1, 1)}
    yield "connected round a hole", 12, [connected(hole)]
    yield "connected, denied", 9, [connected({cell: -at for cell, at in _cells(3, 3).items()})]

    for size in range(1, 5):
        yield f"groups of {size}", 12, [groups_of(_cells(3, 4), size)]
    yield "groups of 3, denied", 9, [groups_of({cell: -at for cell, at in _cells(3, 3).items()}, 3)]
    for name, rows, cols, roots in ROOTS:
        around = _around_roots(rows, cols, roots)
        yield f"groups, {name}", len(around), groups(around, roots)

    for number in range(7):
        rays = [(1, 2, -3), (4,), (5, 6), ()]
        yield f"sees {number}", 6, [sees(rays, number)]
    for number in range(8):
        triples = [{value: 3 * cell + value for value in (1, 2, 3)} for cell in range(3)]
        one = [exactly(tuple(triple.values()), 1) for triple in triples]
        yield f"total {number}", 9, [total(triples, number), *one]
    for count in (3, 2):
        layout = Layout(1, count, [MarkTable("number", CELLS, ("1", "2", "3"))], {})
        view = layout.views["number"]
        yield f"{count} different", layout.size, [*all_different(view, view.slots)]


CASES = list(_constraints())


def _full(signs: Sequence[int]) -> Values:
    values = blank_values(len(signs))
    for at, sign in enumerate(signs, 1):
        assign(values, sign * at)
    return values


def _holds(constraints: Sequence[Constraint], values: Values) -> bool:
    return not any(list(each.broken(values, partial=False)) for each in constraints)


def _right(variables: int, constraints: Sequence[Constraint]) -> list[tuple[int, ...]]:
    """All assignments that the judgement accepts."""
    everything = product((1, -1), repeat=variables)
    return [
        tuple(sign * at for at, sign in enumerate(signs, 1))
        for signs in everything
        if _holds(constraints, _full(signs))
    ]


@each_case(("name", "variables", "constraints"), CASES)
def test_clauses_and_cuts_agree_with_the_judgement(
    name: str, variables: int, constraints: list[Constraint]
) -> None:
    for helps in (False, True):
        first, budget = variables + 1, NO_LIMITS.start()
        with Solver("minisat22") as solver:
            begins: dict[Constraint, int] = {}
            for each in constraints:
                begins[each] = first
                clauses, extra = each.clauses(first)
                solver.add_all(clauses)
                first += extra
            for each in constraints if helps else ():
                clauses, extra = each.helpful_clauses(first, begins)
                solver.add_all(clauses)
                first += extra
            for signs in product((1, -1), repeat=variables):
                values = _full(signs)
                model = [sign * at for at, sign in enumerate(signs, 1)]
                is_model = solver.solve(budget, model) if model else solver.solve(budget)
                cuts = [(each, cut) for each in constraints for cut in each.cuts(values)]
                assert (bool(is_model) and not cuts) == _holds(constraints, values), model
                for constraint, cut in cuts if is_model else ():
                    assert all(values[each] == FALSE for each in cut.clause)
                    assert constraint.cut_holds(cut.inside, cut.clause)


@each_case(("name", "variables", "constraints"), CASES)
def test_cuts_forbid_no_answer(name: str, variables: int, constraints: list[Constraint]) -> None:
    right = [set(each) for each in _right(variables, constraints)]
    for signs in product((1, -1), repeat=variables):
        values = _full(signs)
        nodes = [each for each in constraints if not each.is_lazy]
        if _holds(nodes, values):
            for cut in (cut for each in constraints for cut in each.cuts(values)):
                assert all(not answer.isdisjoint(cut.clause) for answer in right)


def _partial(variables: int, random: Random) -> Values:
    values = blank_values(variables)
    share = random.choice((0.3, 0.6, 0.85))
    for at in range(1, variables + 1):
        if random.random() < share:
            assign(values, random.choice((at, -at)))
    return values


def _agreeing(right: list[tuple[int, ...]], known: Sequence[int]) -> list[set[int]]:
    return [set(answer) for answer in right if set(known) <= set(answer)]


@each_case(("name", "variables", "constraints"), CASES)
def test_what_follows_is_so_in_every_answer(
    name: str, variables: int, constraints: list[Constraint]
) -> None:
    right, random = _right(variables, constraints), Random(name)
    own_right = {each: _right(variables, [each]) for each in constraints if not each.is_lazy}
    own_right |= {each: right for each in constraints if each.is_lazy}
    for _ in range(PARTIAL):
        values = _partial(variables, random)
        known = [at if values[at] == TRUE else -at for at in range(1, variables + 1) if values[at]]
        answers = _agreeing(right, known)
        is_broken = any(list(each.broken(values, partial=True)) for each in constraints)
        assert not (is_broken and answers), known
        if is_broken:
            continue
        for constraint in constraints:
            if constraint.is_done(values):
                own = _agreeing(own_right[constraint], known)
                assert len(own) == 2 ** values[1 : variables + 1].count(UNKNOWN)
            for form in constraint.forms:
                found = constraint.infer(form.id, values)
                if found is not None:
                    assert found.then
                    assert all(values[each] == UNKNOWN for each in found.then)
                    assert all(values[each] == TRUE for each in found.because)
                    assert set(found.ends) <= set(found.because)
                    for answer in _agreeing(right, found.because):
                        assert answer.issuperset(found.then), (known, found)
                    if constraint.name in EXACT:
                        _check_needed(own_right[constraint], found)


def _check_needed(right: list[tuple[int, ...]], found: Inference) -> None:
    """Without one of the reasons it does not all follow."""
    for each in found.because:
        fewer = [other for other in found.because if other != each]
        answers = _agreeing(right, fewer)
        assert not all(answer.issuperset(found.then) for answer in answers), (found, each)


@each_case(("name", "variables", "constraints"), CASES)
def test_hints_are_true_and_nearly_decided(
    name: str, variables: int, constraints: list[Constraint]
) -> None:
    right, random = _right(variables, constraints), Random(name)
    for _ in range(PARTIAL):
        values = _partial(variables, random)
        base = blank_values(variables)
        more = []
        for at in range(1, variables + 1):
            if values[at]:
                literal = at if values[at] == TRUE else -at
                if random.random() < 0.5:
                    assign(base, literal)
                else:
                    more.append(literal)
        for constraint in constraints:
            for cut in constraint.hinter(base)(more):
                assert sum(values[each] != FALSE for each in cut.clause) <= 1
                assert not any(values[each] == TRUE for each in cut.clause)
                assert all(not answer.isdisjoint(cut.clause) for answer in map(set, right))


def test_hints_of_connected_cells_miss_no_part_that_is_cut_off() -> None:
    random = Random(5)
    constraint = connected(_cells(5, 6))
    for _ in range(300):
        values = _partial(30, random)
        literals = [at if values[at] == TRUE else -at for at in range(1, 31) if values[at]]
        random.shuffle(literals)
        base, more = blank_values(30), literals[len(literals) // 3 :]
        for literal in literals[: len(literals) // 3]:
            assign(base, literal)
        is_broken = bool(list(constraint.broken(values, partial=True)))
        assert bool(constraint.hinter(base)(more)) == is_broken


def test_a_loop_that_is_closed_while_a_line_lies_elsewhere_is_hinted() -> None:
    layout = _lines(SIDES, 3, 4)
    view = layout.views["line"]
    loop = SingleLoop(view)
    ring = [view[slot] for slot in _around(Cell(0, 0))]
    other = view[Edge(Cell(2, 2), Cell(2, 3))]
    (cut,) = loop.hinter(blank_values(layout.size))([*ring, other])
    assert set(cut.clause) == {*(-each for each in ring), -other}
    assert loop.hinter(blank_values(layout.size))(ring) == []


def test_a_path_that_goes_on_is_not_about_to_close() -> None:
    layout = _lines(SIDES, 3, 4)
    view = layout.views["line"]
    values = blank_values(layout.size)
    top, left, right, bottom = (view[slot] for slot in _around(Cell(1, 1)))
    for line in (top, left, right, view[Edge(Cell(2, 2), Cell(2, 3))]):
        assign(values, line)
    hints = SingleLoop(view).hinter(values)
    assert [cut.clause[0] for cut in hints([])] == [-bottom]
    assert hints([view[Edge(Cell(2, 0), Cell(2, 1))]]) == []


def _around(cell: Cell) -> list[Edge]:
    row, col = cell
    return [
        Edge(Cell(row - 1, col), cell),
        Edge(Cell(row, col - 1), cell),
        Edge(cell, Cell(row, col + 1)),
        Edge(cell, Cell(row + 1, col)),
    ]


def test_clues_in_place_of_nodes_are_the_reason_that_a_loop_passes() -> None:
    view = _lines(EDGES, 2, 3).views["line"]
    plain = single_loop(view, passes=[Cell(0, 0)])
    named = single_loop(view, passes={Cell(0, 0): "white"})
    assert [each.clues for each in plain if each.clues] == []
    assert [each.clues for each in named if each.clues] == [(Cell(0, 0),)]
    assert [type(each) for each in plain] == [type(each) for each in named]


def test_constraints_together_name_only_the_clues_that_they_need() -> None:
    first, second, third = Cell(0, 0), Cell(0, 1), Cell(0, 2)
    group = [
        exactly((4, 5), 1, clue=third),
        any_of((1, 2), clue=first),
        any_of((1, -2), clue=second),
    ]
    found = infer_together(group, blank_values(5))
    assert found is not None
    assert (found.then, found.because, set(found.clues)) == ((1,), (), {first, second})


@each_case(("name", "rows", "cols", "roots"), ROOTS)
def test_what_groups_conclude_by_sizes_needs_no_other_size_than_those_it_names(
    name: str, rows: int, cols: int, roots: dict[Cell, int | None]
) -> None:
    around, random, right = _around_roots(rows, cols, roots), Random(name), {}
    constraint = groups(around, roots)[0]
    named = 0
    for _ in range(3 * PARTIAL):
        values = _partial(len(around), random)
        inferred = [constraint.infer(form.id, values) for form in constraint.forms]
        found = [
            (each.clues, (*(-literal for literal in each.because), literal))
            for each in inferred
            if each
            for literal in each.then
        ]
        found += [(cut.clues, cut.clause) for cut in constraint.hinter(values)(())]
        for clues, clause in found:
            if clues not in right:
                sizes = {cell: size if cell in clues else None for cell, size in roots.items()}
                right[clues] = _right(len(around), groups(around, sizes))
            assert all(not set(clause).isdisjoint(answer) for answer in right[clues])
            named += bool(clues)
    assert named or name not in ("2 and 3", "5 in the middle, and 1")


def test_a_pattern_is_forbidden_wherever_it_fits() -> None:
    board = _cells(3, 3)
    assert [each.groups for each in never(board, "##", ".o")] == [
        ((-1, -2, 5),),
        ((-2, -3, 6),),
        ((-4, -5, 8),),
        ((-5, -6, 9),),
    ]
    del board[Cell(1, 1)]
    assert list(never(board, "##", "##")) == []
    assert [each.literals for each in never(board, "###", turned=True)] == [
        (-1, -4, -7),
        (-3, -6, -9),
        (-1, -2, -3),
        (-7, -8, -9),
    ]
    ell = {frozenset(each.variables) for each in never(_cells(2, 2), "##", "#.", turned=True)}
    assert ell == {frozenset({1, 2, 3, 4} - {corner}) for corner in (1, 2, 3, 4)}


def test_what_constraints_conclude_together_is_all_that_their_answers_share() -> None:
    random = Random(3)
    for _ in range(300):
        group = [
            random.choice((exactly, at_most, at_least))(
                random.sample(range(1, 9), random.randint(1, 5)), random.randint(0, 3)
            )
            for _ in range(3)
        ]
        values = _partial(8, random)
        known = [at if values[at] == TRUE else -at for at in range(1, 9) if values[at]]
        right = _right(8, group)
        answers = _agreeing(right, known)
        used = {abs(each) for one in group for each in one.literals}
        found = infer_together(group, values)
        shared = set.intersection(*answers) if answers else set()
        assert set(found.then if found else ()) == {
            each for each in shared if abs(each) in used and not values[each]
        }
        if found:
            _check_needed(right, found)
