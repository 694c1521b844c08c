"""Nonogram's ladder: every technique against brute force, and what it says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.grid import Cell, Line, cells
from enpitsu.kind import Rule
from enpitsu.kinds.nonogram import KIND
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, from_picture
from enpitsu.kinds.nonogram.techniques import LADDER
from enpitsu.kinds.nonogram.techniques.edge_logic import whole_board
from enpitsu.kinds.nonogram.techniques.line_patterns import LINE_PATTERNS
from enpitsu.kinds.nonogram.techniques.single_line import lines
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.position import Fact, Position
from enpitsu.technique import Deduction, Message, Reason, Technique
from enpitsu.words import catalogue, say
from tests.cases import each_case
from tests.kinds.nonogram_brute import PALETTES, Cells, censored

BY_ID = {technique.id: technique for technique in LADDER.techniques}
LINE_TECHNIQUES = [each for each in LADDER.techniques if each.sites is lines]
BOARD_TECHNIQUES = [each for each in LADDER.techniques if each.sites is whole_board]
LINE_BY_LINE = (BY_ID["one-colour"], *LINE_TECHNIQUES)


# --- lines and positions at random ---------------------------------------------------------------


@cache
def _ways(clue: Clue, size: int) -> list[Cells]:
    """Every way to lay a clue's runs along a line."""
    if not clue:
        return [(None,) * size]
    (length, colour), rest = clue[0], clue[1:]
    gap = int(bool(rest) and rest[0].colour == colour)
    found = []
    for start in range(size):
        for long in (length,) if length else range(1, size - start + 1):
            left = size - start - long - gap
            if left >= 0:
                head = (None,) * start + (colour,) * long + (None,) * gap
                found += [head + tail for tail in _ways(rest, left)]
    return list(dict.fromkeys(found))


def random_picture(rng: random.Random, rows: int, cols: int, colours: int) -> list[Cells]:
    density, again = rng.choice((0.3, 0.5, 0.7, 0.9)), rng.choice((0.0, 0.5, 0.8))
    picture = []
    for _ in range(rows):
        row: list[int | None] = []
        for _ in range(cols):
            if row and rng.random() < again:
                row.append(row[-1])
            else:
                row.append(rng.randrange(colours) if rng.random() < density else None)
        picture.append(tuple(row))
    return picture


def random_position(
    rng: random.Random, puzzle: Nonogram, picture: list[Cells], share: float
) -> list[Fact]:
    return [
        Fact(Cell(row, col), value, colour == at)
        for row, line in enumerate(picture)
        for col, colour in enumerate(line)
        if rng.random() < share
        for at, value in enumerate(puzzle.values)
        if colour == at or rng.random() < 0.8
    ]


def random_state(rng: random.Random) -> NonogramState:
    """A few long lines, half solved."""
    palette = rng.choice(PALETTES)
    picture = random_picture(rng, rng.randint(1, 3), rng.randint(1, 8), len(palette))
    if rng.random() < 0.5:
        picture = list(zip(*picture, strict=True))
    puzzle = censored(rng, from_picture(picture, palette), rng.choice((0.0, 0.0, 0.2, 0.6)))
    state = NonogramState(puzzle)
    share = rng.choice((0.0, 0.1, 0.3, 0.5, 0.7))
    state.learn(random_position(rng, puzzle, picture, share))
    return state


def _holds(cells: Cells, fact: Fact, line: Line, values: tuple[str, ...]) -> bool:
    assert isinstance(fact.slot, Cell)
    colour = cells[fact.slot.col if line.is_row else fact.slot.row]
    return (colour is not None and values[colour] == fact.value) == fact.holds


def _facts(reasons: Iterable[Reason]) -> list[Fact]:
    return [reason for reason in reasons if isinstance(reason, Fact)]


def _check_news(state: NonogramState, found: Deduction) -> None:
    assert found.facts
    assert len(set(found.facts)) == len(found.facts)
    assert not any(map(state.knows, found.facts))
    assert all(map(state.knows, _facts(found.because)))
    assert not found.notes


def _check_line_deduction(
    state: NonogramState, site: int, technique: Technique[Any], found: Deduction
) -> None:
    """It follows from the line's clue and the facts named; what the line as a whole tells, from
    none fewer."""
    line, values = state.lines[site], state.values
    assert found.because[0] == line
    facts = _facts(found.because)
    assert len(facts) == len(found.because) - 1
    ways = _ways(state.view(site).clue, state.view(site).size)

    def follows(from_facts: list[Fact]) -> bool:
        left = [way for way in ways if all(_holds(way, each, line, values) for each in from_facts)]
        assert left
        return all(_holds(way, each, line, values) for way in left for each in found.facts)

    assert follows(facts)
    if technique.id == "line-solve":
        for fact in facts:
            assert not follows([other for other in facts if other != fact]), f"{fact} is spare"


NAMED = {
    "cap": ("stretch",),
    "anchor": ("start",),
    "glue": ("stretch", "wall"),
    "join-or-split": ("stretch", "one", "other"),
    "identify": ("stretch",),
}
"""The arguments of a technique's sentence that are known cells."""


def _check_agreement(
    state: NonogramState, site: int, technique: Technique[Any], found: Deduction
) -> None:
    """What the sentence names as known is what the deduction rests on."""
    facts, known = set(_facts(found.because)), set(_listed(found, "known"))
    told = {cell for name in NAMED.get(technique.id, ()) for cell in _listed(found, name)}
    if technique.id == "cap" and found.form == "done":
        told = {
            fact.slot for fact in known_facts(state) if fact.holds and fact.value == _colour(found)
        }
        told &= {state.cell(site, at) for at in range(state.view(site).size)}
    if technique.id == "short-gap":
        at = [cell.col if state.lines[site].is_row else cell.row for cell in _listed(found, "gap")]
        ends = [end for end in (at[0] - 1, at[-1] + 1) if 0 <= end < state.view(site).size]
        told |= {state.cell(site, end) for end in ends}
    concluded = {fact.slot for fact in found.facts}
    assert known <= facts
    assert {fact.slot for fact in facts - known} == told - concluded, (
        f"NAMED must have the arguments of {technique.id}'s sentences that are known cells"
    )
    if "then" in found.args:
        assert set(_listed(found, "then")) == set(found.facts)


def _listed(found: Deduction, name: str) -> tuple[Any, ...]:
    listed = found.args.get(name, ())
    assert isinstance(listed, tuple)
    return listed


def _colour(found: Deduction) -> str:
    (value,) = {fact.value for fact in found.facts}
    return value


@pytest.mark.parametrize("seed", range(4))
def test_what_a_line_technique_concludes_holds_in_every_way_to_finish_the_line(seed: int) -> None:
    rng = random.Random(seed)
    used: Counter[str] = Counter()
    for _ in range(300):
        state = random_state(rng)
        for technique in LINE_TECHNIQUES:
            for site in range(len(state.lines)):
                found = technique.find(state, site)
                if found is not None:
                    used[technique.id] += 1
                    _check_news(state, found)
                    _check_line_deduction(state, site, technique, found)
                    _check_agreement(state, site, technique, found)
                    _say(technique, found)
    assert min(used[technique.id] for technique in LINE_TECHNIQUES) > 0, used


def _say(technique: Technique[Any], found: Deduction) -> str:
    return say(Message(f"{Nonogram.kind}.techniques.{technique.id}.{found.form}", found.args))


def known_facts(state: NonogramState) -> Iterator[Fact]:
    for cell in cells(state.rows, state.cols):
        for value, holds in product(state.values, (True, False)):
            if state.knows(Fact(cell, value, holds)):
                yield Fact(cell, value, holds)


# --- several lines -------------------------------------------------------------------------------


def _walk(
    state: NonogramState, techniques: Iterable[Technique[Any]]
) -> Iterator[tuple[Technique[Any], Deduction]]:
    """The easiest deduction again and again."""
    techniques = tuple(techniques)
    while True:
        found = _first(state, techniques)
        if found is None:
            return
        yield found
        state.learn(found[1].facts)


def _first(
    state: NonogramState, techniques: Iterable[Technique[Any]]
) -> tuple[Technique[Any], Deduction] | None:
    for technique in techniques:
        for site in technique.sites(state):
            found = technique.find(state, site)
            if found is not None:
                return technique, found
    return None


def _is_refuted(puzzle: Nonogram, lines: set[Line], facts: list[Fact]) -> bool:
    """Whether no picture has these facts and fits the clues of these lines; the others count for
    nothing."""
    clues = dict(puzzle.clues)
    choices = (None, *range(len(puzzle.palette)))

    def options(line: Line, size: int) -> list[Cells]:
        every = _ways(clues[line], size) if line in lines else product(choices, repeat=size)
        own = [fact for fact in facts if line.at == fact.slot[0 if line.is_row else 1]]
        return [way for way in every if all(_holds(way, fact, line, puzzle.values) for fact in own)]

    rows = [options(Line("row", at), puzzle.cols) for at in range(puzzle.rows)]
    cols = [options(Line("col", at), puzzle.rows) for at in range(puzzle.cols)]
    return not _can_go_on(rows, cols, 0)


def _can_go_on(rows: list[list[Cells]], cols: list[list[Cells]], row: int) -> bool:
    if row == len(rows):
        return True
    for way in rows[row]:
        left = [[each for each in col if each[row] == way[at]] for at, col in enumerate(cols)]
        if all(left) and _can_go_on(rows, left, row + 1):
            return True
    return False


def test_what_several_lines_conclude_follows_from_those_lines() -> None:
    rng = random.Random(11)
    used: Counter[str] = Counter()
    for number in range(500):
        palette = rng.choice(PALETTES[:2])
        side = 5 if len(palette) == 1 else 4
        picture = random_picture(rng, rng.randint(3, side), rng.randint(3, side), len(palette))
        puzzle = censored(rng, from_picture(picture, palette), rng.choice((0.0, 0.0, 0.2)))
        state = NonogramState(puzzle)
        state.learn(random_position(rng, puzzle, picture, rng.choice((0.0, 0.1, 0.2))))
        if number % 4 == 0:
            for _ in _walk(state, LINE_BY_LINE):
                pass
        for technique in BOARD_TECHNIQUES:
            found = technique.find(state, 0)
            if found is not None:
                used[f"{technique.id}.{found.form}"] += 1
                _check_news(state, found)
                lines = {reason for reason in found.because if isinstance(reason, Line)}
                (fact,) = found.facts
                assert _is_refuted(puzzle, lines, [*_facts(found.because), fact.opposite])
                text = _say(technique, found)
                named = [*_facts(found.because), *found.facts]
                assert puzzle.is_coloured or all(str(each.slot) in text for each in named)
                assert all(str(line) in _short(text) for line in lines)
    wanted = {"edge-logic.step", "edge-logic.step-known", "pair-logic.step", "pair-logic.five"}
    assert {form.partition(".")[0] for form in wanted} == {each.id for each in BOARD_TECHNIQUES}
    assert min(used[form] for form in wanted) > 2, used


def test_every_technique_is_compared_with_enumeration() -> None:
    """By the tests of lines, of several lines and of cells: each says which found nothing."""
    compared = {*LINE_TECHNIQUES, *BOARD_TECHNIQUES, BY_ID["one-colour"]}
    missing = [each.id for each in LADDER.techniques if each not in compared]
    assert not missing, f"no test compares these with enumeration: {', '.join(missing)}"


def test_what_a_cell_concludes_holds_for_every_colour_it_can_have() -> None:
    rng = random.Random(5)
    used = 0
    technique = BY_ID["one-colour"]
    for _ in range(200):
        state = random_state(rng)
        for cell in technique.sites(state):
            found = technique.find(state, cell)
            if found is not None:
                used += 1
                _check_news(state, found)
                facts = [*_facts(found.because), *found.facts]
                assert {fact.slot for fact in facts} == {cell}
                ways = [
                    way
                    for way in (None, *state.values)
                    if all((fact.value == way) == fact.holds for fact in _facts(found.because))
                ]
                assert all(
                    (fact.value == way) == fact.holds for way in ways for fact in found.facts
                )
    assert used, "one-colour found nothing"


def _short(text: str) -> str:
    return text.replace("row ", "row").replace("column ", "col")


def test_a_cell_with_a_colour_has_no_other() -> None:
    picture: list[Cells] = [(0, 1), (None, 2)]
    state = NonogramState(from_picture(picture, PALETTES[2]))
    technique = BY_ID["one-colour"]
    assert technique.find(state, Cell(0, 1)) is None
    fact = Fact(Cell(0, 1), state.values[1])
    state.learn([fact])
    assert list(technique.touched(state, fact)) == [Cell(0, 1)]
    assert list(technique.touched(state, fact.opposite)) == []
    found = technique.find(state, Cell(0, 1))
    assert found is not None
    assert found.facts == (
        Fact(Cell(0, 1), state.values[0], False),
        Fact(Cell(0, 1), state.values[2], False),
    )
    assert found.because == (fact,)
    state.learn(found.facts)
    assert technique.find(state, Cell(0, 1)) is None


# --- the ladder as a whole -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["colours", "oblong", "ten", "ten@unknown"])
def test_the_ladder_leads_to_the_solution(name: str) -> None:
    (document,) = enpitsu.read(Path(str(KIND.examples)) / f"solved_{name}.json")
    assert isinstance(document.puzzle, Nonogram)
    state = NonogramState(document.puzzle)
    steps = list(_walk(state, LADDER.techniques))
    shaded = {fact for _, found in steps for fact in found.facts if fact.holds}
    assert shaded == {fact for fact in document.position if fact.holds}


@pytest.mark.parametrize("seed", range(6))
def test_sites_are_looked_at_again_where_something_new_may_lead_on(seed: int) -> None:
    """What a technique finds at a site after a step, it finds there because the step touched it."""
    rng = random.Random(seed)
    palette = PALETTES[seed % 2]
    puzzle = from_picture(random_picture(rng, 6, 7, len(palette)), palette)
    state = NonogramState(puzzle)
    silent: dict[str, set[object]] = {technique.id: set() for technique in LADDER.techniques}
    for technique, found in _walk(state, LADDER.techniques):
        for other in LINE_BY_LINE:
            sites = set(other.sites(state))
            silent[other.id] = {site for site in sites if other.find(state, site) is None}
            for fact in found.facts:
                silent[other.id] -= set(other.touched(state, fact))
        after = NonogramState(puzzle)
        after.learn([*known_facts(state), *found.facts])
        for other in LINE_BY_LINE:
            assert all(other.find(after, site) is None for site in silent[other.id]), technique.id


# --- by example ----------------------------------------------------------------------------------


def _row(clue: str, cells: str) -> NonogramState:
    """A row of one colour: "2 1 ?", "#.?" (shaded, empty, unknown)."""
    runs = tuple(Run(None if each == "?" else int(each)) for each in clue.split())
    state = NonogramState(Nonogram((runs,), ((Run(None),),) * len(cells)))
    state.learn(
        Fact(Cell(0, at), "shaded", sign == "#") for at, sign in enumerate(cells) if sign != "?"
    )
    return state


@each_case(
    ("technique", "clue", "cells", "text"),
    [
        ("empty-line", "", "???", "Row 1 has no runs, so r1c1 to r1c3 are not shaded."),
        ("full-line", "4", "????", "The 4 fills the whole of row 1."),
        (
            "full-line",
            "2 1",
            "????",
            "The runs of row 1 and the gaps between them need all 4 cells, so r1c1, r1c2 and r1c4 "
            "are shaded and r1c3 is not shaded.",
        ),
        (
            "overlap",
            "7",
            "??????????",
            "The 7 in row 1 has only r1c1 to r1c10 to lie in, so r1c4 to r1c7 are shaded wherever "
            "it lies.",
        ),
        (
            "overlap",
            "3 4",
            "?????????",
            "The runs of row 1 and the gaps between them need 8 of its 9 cells, so each run can "
            "shift by one cell at most, and r1c2, r1c3 and r1c6 to r1c8 are shaded in any case.",
        ),
        (
            "overlap",
            "1 3",
            "?#.????.??",
            "As r1c3 and r1c8 are not shaded, the 3 in row 1 has only r1c4 to r1c7 to lie in, so "
            "r1c5 and r1c6 are shaded wherever it lies.",
        ),
        (
            "overlap",
            "3 3",
            "?.###.????",
            "As r1c6 is not shaded, the 2nd 3 in row 1 has only r1c7 to r1c10 to lie in, so r1c8 "
            "and r1c9 are shaded wherever it lies.",
        ),
        (
            "overlap",
            "3",
            "?.???.??",
            "As r1c2 and r1c6 are not shaded, the 3 in row 1 fits only at r1c3 to r1c5, so r1c3 to "
            "r1c5 are shaded.",
        ),
        (
            "cap",
            "3 3",
            "???###?????",
            "No run of row 1 is longer than 3, so the one at r1c4 to r1c6 is complete, and r1c3 "
            "and r1c7 are not shaded.",
        ),
        (
            "cap",
            "1 4",
            "?#????????",
            "Only a run of length 1 can lie over r1c2 in row 1, so it is complete, and r1c1 and "
            "r1c3 are not shaded.",
        ),
        (
            "cap",
            "2",
            "??##?",
            "Row 1 has its 2 shaded cells already, so r1c1, r1c2 and r1c5 are not shaded.",
        ),
        (
            "anchor",
            "3 1",
            "#???????",
            "The 3 in row 1 has one end at r1c1, so r1c2 and r1c3 are shaded and r1c4 is not "
            "shaded.",
        ),
        (
            "anchor",
            "2 2",
            "????.#????",
            "As r1c5 is not shaded, only runs of length 2 can have an end at r1c6 in row 1, so "
            "r1c7 is shaded and r1c8 is not shaded.",
        ),
        (
            "short-gap",
            "3",
            "??.?????",
            "The gap at r1c1 and r1c2 in row 1 has only 2 cells, too few for any run that could "
            "come there, so r1c1 and r1c2 are not shaded.",
        ),
        (
            "glue",
            "4 1",
            "??#?????",
            "Only the 4 in row 1 can lie over r1c3. It cannot go past the edge, so r1c4 is shaded.",
        ),
        (
            "glue",
            "3 3",
            "?????.?#????",
            "Only the 2nd 3 in row 1 can lie over r1c8. It cannot cover r1c6, so r1c9 is shaded.",
        ),
        (
            "glue",
            "3 4",
            "????????.?#??????????",
            "Every run of row 1 that can lie over r1c11 has at least 3 cells. It cannot cover "
            "r1c9, so r1c12 is shaded.",
        ),
        (
            "reach",
            "2",
            "???#????",
            "As r1c4 is shaded, the 2, the first run of row 1, begins at r1c3 at the earliest, so "
            "r1c1 and r1c2 are not shaded.",
        ),
        (
            "join-or-split",
            "2 2",
            "????#?#????",
            "No run of row 1 can cover all of r1c5 to r1c7, so r1c6 is not shaded.",
        ),
        (
            "join-or-split",
            "4",
            "???#?#???",
            "r1c4 and r1c6 in row 1 can only be parts of the 4, so r1c5 is shaded.",
        ),
        (
            "identify",
            "1 4",
            "?????##?????",
            "Only the 4 in row 1 can lie over r1c6 and r1c7. So the last run, the 4, ends at r1c9 "
            "at the latest, and r1c10 to r1c12 are not shaded.",
        ),
        (
            "line-solve",
            "3 1",
            "??#?#???",
            "As r1c3 and r1c5 are shaded, r1c6 is not shaded however the runs of row 1 are laid.",
        ),
    ],
)
def test_a_technique_says_what_it_sees(technique: str, clue: str, cells: str, text: str) -> None:
    state = _row(clue, cells)
    found = BY_ID[technique].find(state, 0)
    assert found is not None
    assert _say(BY_ID[technique], found) == text


def test_only_the_reasons_that_matter_are_given() -> None:
    found = BY_ID["overlap"].find(_row("5 1", ".??????.?"), 0)
    assert found is not None
    assert found.because == (Line("row", 0), Fact(Cell(0, 0), "shaded", False))
    assert found.facts == tuple(Fact(Cell(0, at), "shaded") for at in (2, 3, 4, 5))


# --- links of a chain of thoughts ----------------------------------------------------------------


def _told(puzzle: Nonogram, rule: Rule, given: str, then: str) -> str:
    facts = (tuple(Position.parse(text)) for text in (given, then))
    return say(LADDER.narrate(puzzle, rule, *facts))


def test_a_link_is_told_as_people_see_it() -> None:
    puzzle = Nonogram(((Run(3), Run(1)),), ((Run(None),),) * 8)
    rule = Rule("clue", tuple(cells(1, 8)), (Line("row", 0),))
    text = _told(puzzle, rule, "r1c1 shaded", "r1c2 shaded, r1c3 shaded")
    assert text == "The 3 in row 1 has one end at r1c1, so r1c2 and r1c3 are shaded."
    text = _told(puzzle, rule, "r1c1 shaded, r1c8 shaded", "r1c4 not shaded, r1c2 shaded")
    assert "r1c2" in text
    text = _told(puzzle, rule, "r1c2 not shaded, r1c4 shaded, r1c8 shaded", "r1c1 not shaded")
    assert "r1c1" in text
    assert _told(puzzle, rule, "", "") == "But then the clue of row 1 no longer fits."
    text = _told(puzzle, rule, "r1c1 shaded, r1c2 not shaded", "")
    assert (
        text == "But r1c1 is shaded and r1c2 is not shaded, which the clue of row 1 does not allow."
    )


def test_a_link_by_colours_alone_is_told() -> None:
    puzzle = from_picture([[0, 1]], PALETTES[1])
    rule = Rule("colour", (Cell(0, 0),))
    text = _told(puzzle, rule, "r1c1 red, r1c1 blue", "")
    assert text == "But then r1c1 would have two colours."
    message = LADDER.narrate(puzzle, rule, (), (Fact(Cell(0, 0), "red"),))
    assert message.id == "nonogram.why.last-colour"


def test_every_form_has_words_for_what_it_rests_on() -> None:
    """`sentence` may ask for any form of a pattern with the cells that are known."""
    sentences = catalogue(KIND.id)
    for name in LINE_PATTERNS:
        forms = sentences["techniques"][name].keys() - {"name", "rule"}
        plain = {form for form in forms if not form.endswith("-known")}
        assert {f"{form}-known" for form in plain} == forms - plain, name
