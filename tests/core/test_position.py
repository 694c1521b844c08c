"""Facts and positions: text forms, replacement, symmetry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enpitsu.errors import FormatError
from enpitsu.grid import Cell, Direction, Edge, Groups, Symmetry, bit_positions, edge, parse_slot
from enpitsu.position import Fact, Position, parse_fact
from tests.cases import each_case

pytestmark = pytest.mark.quick

CELLS = st.builds(Cell, st.integers(0, 30), st.integers(0, 30))
EDGES = st.builds(
    lambda cell, way: edge(cell, way.step(cell)),
    CELLS,
    st.sampled_from([Direction.DOWN, Direction.RIGHT]),
)
FACTS = st.builds(Fact, CELLS | EDGES, st.sampled_from(["shaded", "line", "red"]), st.booleans())


@given(FACTS)
def test_a_fact_is_its_text(fact: Fact) -> None:
    assert parse_fact(str(fact)) == fact
    assert fact.opposite.opposite == fact


@given(st.lists(FACTS))
def test_a_position_is_its_text(facts: list[Fact]) -> None:
    position = Position()
    for fact in facts:
        position = position.place(fact)
    assert Position.parse(str(position)) == position
    assert list(position) == list(Position.parse(str(position)))


@given(st.lists(FACTS), st.sampled_from(Symmetry))
def test_turning_keeps_every_fact(facts: list[Fact], symmetry: Symmetry) -> None:
    position = Position()
    for fact in facts:
        position = position.place(fact)
    turned = position.transform(symmetry, 32, 40)
    assert len(turned) == len(position)


def test_placing_replaces_what_it_excludes() -> None:
    position = Position.parse("r1c1 red, r1c2 not red")
    assert str(position.place(parse_fact("r1c1 blue"))) == "r1c1 blue, r1c2 not red"
    assert str(position.place(parse_fact("r1c1 not red"))) == "r1c1 not red, r1c2 not red"
    assert str(position.place(parse_fact("r1c1 not blue"))) == (
        "r1c1 not blue, r1c1 red, r1c2 not red"
    )


def test_a_position_never_says_both() -> None:
    with pytest.raises(FormatError, match="both r1c1"):
        Position.parse("r2c1-r2c2 line, r1c1 shaded, r1c1 not shaded")


@pytest.mark.parametrize("text", ["", "r0c1", "r1c1-r1c3", "r1c1-", "r1c1 shaded", "r٣c1", "c1r1"])
def test_wrong_slots(text: str) -> None:
    with pytest.raises(ValueError, match="not"):
        parse_slot(text)


@pytest.mark.parametrize("text", ["r1c1", "r1c1 not", "r1c1 is not shaded", "shaded r1c1"])
def test_wrong_facts(text: str) -> None:
    with pytest.raises(FormatError):
        Position.parse(text)


def test_edges_have_one_form() -> None:
    assert parse_slot("r1c2-r1c1") == Edge(Cell(0, 0), Cell(0, 1))


@each_case("symmetry", Symmetry)
def test_symmetries_are_eight_and_turn_directions_with_cells(symmetry: Symmetry) -> None:
    places = {each.cell(Cell(0, 1), 3, 4) for each in Symmetry if each.size(3, 4) == (3, 4)}
    assert len(places) == 4
    for direction in Direction:
        start = Cell(1, 1)
        moved = symmetry.direction(direction).step(symmetry.cell(start, 3, 4))
        assert moved == symmetry.cell(direction.step(start), 3, 4)


@given(st.sets(st.integers(0, 500)))
def test_bit_positions(places: set[int]) -> None:
    assert bit_positions(sum(1 << place for place in places)) == sorted(places)


def test_groups() -> None:
    groups = Groups(4)
    assert groups.join(0, 1)
    assert groups.join(2, 3)
    assert not groups.join(1, 0)
    assert groups.count == 2
    assert groups.join(0, 3)
    assert groups.find(1) == groups.find(2)
