"""The conformance suite: what every kind must fulfil, run on every kind and on a template.

A kind's examples/ folder holds files in any of its formats, named
- solved_NAME         a finished board without fault, the puzzle's only solution
- breaks_CODE         a full board that breaks exactly this rule
- breaks_CODE@partial the same for an unfinished board; @RULESET for another reading of the rules
- tiny_NAME           a puzzle small enough to try every assignment
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import EntryPoint
from itertools import chain, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import enpitsu
from enpitsu import registry
from enpitsu.errors import FormatError
from enpitsu.fingerprint import canonical, fingerprint
from enpitsu.grid import Cell, Edge, Symmetry, is_inside
from enpitsu.kind import Clause, Document, Kind
from enpitsu.kit import GridPuzzle
from enpitsu.kit.clue_values import frame_of
from enpitsu.kit.rules import sample
from enpitsu.limits import NO_LIMITS
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.render import scene_of
from enpitsu.render.theme import STYLES
from enpitsu.sat.backend import BACKENDS, Solver
from tests.cases import each_case
from tests.library import starters
from tests.template_kind import KIND as TEMPLATE

KINDS: list[Kind[Any]] = [*registry.kinds().values(), TEMPLATE]
MOST_FACTS = 13
WRONG_VALUES: list[Any] = [None, True, 1.0, "2", [None], [{}], {}, -1, 10**9]


TEMPLATE_POINT = EntryPoint("stars", "tests.template_kind:KIND", registry.ENTRY_POINT_GROUP)


@pytest.fixture(autouse=True)
def _template_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "entry_points", lambda group: [TEMPLATE_POINT])
    registry.kinds.cache_clear()
    yield
    registry.kinds.cache_clear()


def _paths(kind: Kind[Any], prefix: str) -> list[Path]:
    found = [Path(str(each)) for each in kind.examples.iterdir() if each.name.startswith(prefix)]
    return sorted(found)


def _examples(prefix: str) -> list[Any]:
    return [
        pytest.param(kind, path, id=f"{kind.id}-{path.stem}")
        for kind in KINDS
        for path in _paths(kind, prefix)
    ]


def _one(kind: Kind[Any], path: Path) -> Document:
    (document,) = enpitsu.read(path)
    assert document.puzzle.kind == kind.id
    return document


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.quick
def test_kind_is_found_and_has_every_sort_of_example(kind: Kind[Any]) -> None:
    assert registry.find_kind(kind.id) is kind
    for prefix in ("solved_", "breaks_", "tiny_"):
        assert _paths(kind, prefix), prefix


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.quick
def test_every_violation_code_has_an_example(kind: Kind[Any]) -> None:
    shown = {path.stem.removeprefix("breaks_").split("@")[0] for path in _paths(kind, "breaks_")}
    assert shown == set(kind.violations)


@each_case(("kind", "path"), _examples("solved_"))
@pytest.mark.quick
def test_solved_board_is_right_and_the_only_solution(kind: Kind[Any], path: Path) -> None:
    document = _one(kind, path)
    assert enpitsu.check(document.puzzle, document.position) == []
    result = enpitsu.solve(document.puzzle)
    assert result.status == "unique"
    answer = frozenset(fact for fact in document.position if fact.holds)
    assert result.solutions[0].facts == answer


def _ways(kind: Kind[Any], path: Path) -> Iterator[tuple[str, str]]:
    """Engines with backends: all with those that work in this process; the others, each of which
    needs a process of its own, with the first engine and on one example."""
    by_sat = [engine.name for engine in kind.engines if engine.uses_sat]
    yield from product(by_sat, (name for name, each in BACKENDS.items() if each.in_process))
    if path == _paths(kind, "solved_")[0]:
        others = (name for name, each in BACKENDS.items() if not each.in_process)
        yield from product(by_sat[:1], others)


@each_case(("kind", "path"), _examples("solved_"))
def test_every_engine_and_backend_agrees(kind: Kind[Any], path: Path) -> None:
    puzzle = _one(kind, path).puzzle
    expected = enpitsu.solve(puzzle).solutions
    for engine, backend in _ways(kind, path):
        result = enpitsu.solve(puzzle, engine=engine, backend=backend)
        assert (result.status, result.solutions) == ("unique", expected)
        assert (result.stats.engine, result.stats.backend) == (engine, backend)


@each_case(("kind", "path"), _examples("solved_"))
def test_every_engine_without_sat_agrees(kind: Kind[Any], path: Path) -> None:
    puzzle = _one(kind, path).puzzle
    expected = enpitsu.solve(puzzle).solutions
    for engine in kind.engines:
        if engine.uses_sat:
            continue
        result = enpitsu.solve(puzzle, engine=engine.name)
        assert (result.status, result.solutions) == ("unique", expected)
        with pytest.raises(enpitsu.PuzzleError, match=r"asks no SAT solver|has no backend"):
            enpitsu.solve(puzzle, engine=engine.name, backend="minisat22")


@each_case(("kind", "path"), _examples("solved_"))
@pytest.mark.quick
def test_every_part_of_a_solution_is_right_so_far(kind: Kind[Any], path: Path) -> None:
    document = _one(kind, path)
    facts = list(document.position)
    for start in range(4):
        part = Position.of(facts[start::4])
        assert enpitsu.check(document.puzzle, part, partial=True) == []
        assert enpitsu.check(document.puzzle, part) != []
        assert enpitsu.forced(document.puzzle, part) >= set(facts)


@each_case(("kind", "path"), _examples("breaks_"))
@pytest.mark.quick
def test_broken_board_breaks_exactly_one_rule(kind: Kind[Any], path: Path) -> None:
    document = _one(kind, path)
    code, _, how = path.stem.removeprefix("breaks_").partition("@")
    rules = how if how in kind.rulesets else None
    found = enpitsu.check(document.puzzle, document.position, partial=how == "partial", rules=rules)
    assert {violation.code for violation in found} == {code}
    for violation in found:
        assert violation.message == kind.violations[code]
        assert all(
            0 <= cell.row < document.puzzle.rows and 0 <= cell.col < document.puzzle.cols
            for cell in violation.cells
        )


@each_case(("kind", "path"), _examples("tiny_"))
@pytest.mark.quick
def test_encoding_agrees_with_the_rules_on_every_assignment(kind: Kind[Any], path: Path) -> None:
    puzzle = _one(kind, path).puzzle
    encoding = kind.encode(kind.board(puzzle), NO_LIMITS.start())
    assert encoding.fact_count <= MOST_FACTS, "too large for a tiny example"
    budget = NO_LIMITS.start()
    right = 0
    with Solver("minisat22") as solver:
        solver.add_all(chain.from_iterable(encoding.batches(budget)))
        for signs in product((1, -1), repeat=encoding.fact_count):
            model = [sign * name for name, sign in enumerate(signs, 1)]
            by_clauses = solver.solve(budget, model) and not encoding.cuts(model)
            board = encoding.decode(model)
            by_rules = not kind.check(board, partial=False, ruleset=kind.rulesets[0])
            assert by_clauses == by_rules, list(map(str, map(encoding.fact, model)))
            right += by_rules
    result = enpitsu.solve(puzzle, solutions=None)
    assert len(result.solutions) == right
    assert result.status == ("none", "unique", "multiple")[min(right, 2)]


@each_case(("kind", "path"), _examples("tiny_"))
@pytest.mark.quick
def test_encoding_names_its_batches_and_facts(kind: Kind[Any], path: Path) -> None:
    puzzle = _one(kind, path).puzzle
    encoding = kind.encode(kind.board(puzzle), NO_LIMITS.start())
    batches = [list(batch) for batch in encoding.batches(NO_LIMITS.start())]
    rules = list(encoding.rules())
    assert len(rules) == len(batches)
    assert {rule.code for rule in rules} <= kind.rules.keys()
    size = puzzle.rows, puzzle.cols
    assert all(is_inside(cell, *size) for rule in rules for cell in rule.cells)
    used = {abs(literal) for batch in batches for clause in batch for literal in clause}
    assert max(used, default=0) <= encoding.variables
    for name in range(1, encoding.fact_count + 1):
        assert encoding.literal(encoding.fact(name)) == name
        assert encoding.literal(encoding.fact(-name)) == -name


@each_case(("kind", "path"), _examples(""))
@pytest.mark.quick
def test_symmetries_keep_status_and_count(kind: Kind[Any], path: Path) -> None:
    document = _one(kind, path)
    puzzle, rows, cols = document.puzzle, document.puzzle.rows, document.puzzle.cols
    expected = enpitsu.solve(puzzle, solutions=50)
    codes = sorted(each.code for each in enpitsu.check(puzzle, document.position))
    for symmetry in Symmetry:
        turned = puzzle.transform(symmetry)
        assert (turned.rows, turned.cols) == symmetry.size(rows, cols)
        result = enpitsu.solve(turned, solutions=50)
        assert (result.status, len(result.solutions)) == (expected.status, len(expected.solutions))
        position = document.position.transform(symmetry, rows, cols)
        assert sorted(each.code for each in enpitsu.check(turned, position)) == codes


@each_case(("kind", "path"), _examples(""))
@pytest.mark.quick
def test_twins_have_one_fingerprint_and_one_canonical_form(kind: Kind[Any], path: Path) -> None:
    puzzle = _one(kind, path).puzzle
    forms = [puzzle.transform(symmetry) for symmetry in Symmetry]
    assert len(set(map(fingerprint, forms))) == 1
    assert len(set(map(canonical, forms))) == 1
    assert canonical(puzzle) in forms
    if kind.signature is not None:
        turned = [kind.signature(form, Symmetry.IDENTITY) for form in forms]
        assert [kind.signature(puzzle, symmetry) for symmetry in Symmetry] == turned


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.quick
def test_puzzles_with_one_fingerprint_have_as_many_solutions(kind: Kind[Any]) -> None:
    puzzles = {_one(kind, path).puzzle for path in _paths(kind, "")}
    found = {
        (fingerprint(each), len(enpitsu.solve(each, solutions=9).solutions)) for each in puzzles
    }
    marks = {mark for mark, _ in found}
    assert len(marks) == len(found)
    assert len(marks) > 1


@each_case(("kind", "path"), _examples(""))
@pytest.mark.quick
def test_every_format_gives_back_what_it_holds(kind: Kind[Any], path: Path) -> None:
    document = _one(kind, path)
    for name in enpitsu.formats(kind.id):
        with suppress(FormatError):
            text = enpitsu.dump(document.puzzle, name)
            assert enpitsu.parse(text, kind=kind.id, format=name) == document.puzzle
            assert enpitsu.dump(enpitsu.parse(text, kind=kind.id, format=name), name) == text
    text = enpitsu.dump(document, "json")
    assert enpitsu.parse_with_position(text) == (document.puzzle, document.position)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.quick
def test_every_format_holds_a_solved_board(kind: Kind[Any]) -> None:
    documents = [_one(kind, path) for path in _paths(kind, "solved_")]
    for codec in kind.codecs:
        held = 0
        for document in documents:
            with suppress(FormatError):
                text = codec.dump(document)
                (again,) = codec.parse(text)
                assert again.puzzle == document.puzzle
                assert again.position == (document.position if codec.carries_position else EMPTY)
                held += 1
        assert held, codec.format


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.quick
def test_wrong_data_is_refused(kind: Kind[Any]) -> None:
    """Every value of a packed puzzle replaced by others of the wrong type."""
    puzzle = _one(kind, _paths(kind, "solved_")[0]).puzzle
    good = kind.pack(puzzle)
    assert kind.unpack(good) == puzzle
    for key in good:
        for wrong in WRONG_VALUES:
            if wrong == good[key] and type(wrong) is type(good[key]):
                continue
            with suppress(FormatError):
                again = kind.unpack({**good, key: wrong})
                assert again != puzzle, f"{key}={wrong!r} was taken for {good[key]!r}"
                assert kind.unpack(kind.pack(again)) == again


@each_case(("kind", "path"), _examples(""))
@pytest.mark.quick
def test_drawings_use_known_styles(kind: Kind[Any], path: Path) -> None:
    document = _one(kind, path)
    scene = scene_of(document.puzzle, document.position)
    assert {shape.style for shape in scene.shapes} <= STYLES.keys() | scene.inks.keys()
    assert {ink.like for ink in scene.inks.values()} <= STYLES.keys()


@each_case(("kind", "path"), _examples(""))
@pytest.mark.quick
def test_every_example_can_be_drawn(kind: Kind[Any], path: Path) -> None:
    document = _one(kind, path)
    for position in (EMPTY, document.position):
        svg = enpitsu.render(document.puzzle, position, format="svg")
        assert ElementTree.fromstring(svg).tag.endswith("svg")
        text = enpitsu.render(document.puzzle, position, format="text")
        assert isinstance(text, str)
        assert len(text.splitlines()) >= document.puzzle.rows


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.quick
def test_blank_boards_of_odd_sizes(kind: Kind[Any]) -> None:
    for rows, cols in ((1, 1), (1, 6), (6, 1), (2, 5)):
        puzzle = kind.blank(rows, cols)
        result = enpitsu.solve(puzzle, solutions=3)
        for solution in result.solutions:
            assert enpitsu.check(puzzle, solution.position) == []
        assert enpitsu.render(puzzle, format="svg")


@pytest.mark.quick
def _nameless(kind: Kind[Any], puzzle: GridPuzzle) -> set[tuple[str, Clause]]:
    """The clauses about facts alone that name no clue, each with its rule."""
    assert kind.ladder is not None
    assert kind.ladder.encode is not None
    encoding = kind.ladder.encode(puzzle, NO_LIMITS.start())
    pairs = zip(encoding.rules(), encoding.batches(NO_LIMITS.start()), strict=True)
    return {
        (rule.code, tuple(sorted(clause)))
        for rule, batch in pairs
        if not rule.clues
        for clause in batch
        if all(abs(literal) <= encoding.fact_count for literal in clause)
    }


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.declaration], ids=lambda kind: kind.id
)
@pytest.mark.quick
def test_what_depends_on_a_clue_names_it(kind: Kind[Any]) -> None:
    """Makers and editors find the value of a clue by the constraints that name it."""
    puzzle = sample(type(kind.blank(6, 6)))
    assert _nameless(kind, puzzle) == _nameless(kind, frame_of(puzzle))


def test_a_new_kind_needs_no_edit_elsewhere() -> None:
    """The template is nowhere named in the package, and still read, solved, checked and drawn."""
    puzzle = enpitsu.parse("2 3\n- - - - -\n2 - - - -\n1 - - - -\n- - - - -\n")
    assert puzzle.kind == "stars"
    result = enpitsu.solve(puzzle)
    assert result.status == "unique"
    assert str(result.solutions[0].position) == "r1c1 shaded, r1c3 shaded, r2c2 shaded"
    assert set(enpitsu.formats("stars")) == {"grid", "json"}


@pytest.mark.quick
def test_a_broken_package_takes_no_other_kind_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("broken", "no.such.package:KIND", registry.ENTRY_POINT_GROUP),
        EntryPoint("twin", "enpitsu.kinds.yajilin:KIND", registry.ENTRY_POINT_GROUP),
        TEMPLATE_POINT,
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    registry.kinds.cache_clear()
    with pytest.warns(UserWarning, match="left out") as warned:
        found = set(registry.kinds())
    assert len(warned) == 2
    assert found == {kind.id for kind in KINDS}


@each_case(
    "wrong",
    [
        Edge(Cell(0, 1), Cell(0, 0)),  # the wrong way round
        Edge(Cell(0, 0), Cell(0, 2)),
        Edge(Cell(0, 0), Cell(1, 1)),
        Edge(Cell(0, 0), Cell(0, 0)),
    ],
)
@each_case("holds", [True, False])
def test_what_is_no_edge_is_refused(wrong: Edge, holds: bool) -> None:
    position = Position.of([Fact(wrong, "line", holds)])
    for name in ("yajilin", "satogaeri"):
        puzzle = starters(name)[0].puzzle
        for engine in registry.kinds()[name].engines:
            with pytest.raises(FormatError, match="joins no neighbours"):
                enpitsu.solve(puzzle, engine=engine.name, position=position)
