"""Nonogram's ladder: every technique against brute force, and what it says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import enpitsu
from enpitsu.grid import Cell, Line, cells
from enpitsu.kind import Rule
from enpitsu.kinds.nonogram import KIND
from enpitsu.kinds.nonogram.engines.rules.eleven import ELEVEN
from enpitsu.kinds.nonogram.engines.rules.ranges import LineState
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, from_picture
from enpitsu.kinds.nonogram.techniques import LADDER
from enpitsu.kinds.nonogram.techniques.desk import Desk
from enpitsu.kinds.nonogram.techniques.ladder import ELEVEN_RULES
from enpitsu.position import Fact, Position
from enpitsu.technique import Deduction, Message, Reason, Technique
from enpitsu.words import say
from tests.nonogram_brute import PALETTES, Cells, censored

BY_ID = {technique.id: technique for technique in LADDER.techniques}
LINE_TECHNIQUES = LADDER.techniques[1:12]
BOARD_TECHNIQUES = LADDER.techniques[12:]


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


def _random_picture(rng: random.Random, rows: int, cols: int, colours: int) -> list[Cells]:
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


def _random_position(
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


def _random_desk(rng: random.Random) -> Desk:
    """A few long lines, half solved."""
    palette = rng.choice(PALETTES)
    picture = _random_picture(rng, rng.randint(1, 3), rng.randint(1, 8), len(palette))
    if rng.random() < 0.5:
        picture = list(zip(*picture, strict=True))
    puzzle = censored(rng, from_picture(picture, palette), rng.choice((0.0, 0.0, 0.2, 0.6)))
    desk = Desk(puzzle)
    share = rng.choice((0.0, 0.1, 0.3, 0.5, 0.7))
    desk.learn(_random_position(rng, puzzle, picture, share))
    return desk


def _holds(cells: Cells, fact: Fact, line: Line, values: tuple[str, ...]) -> bool:
    assert isinstance(fact.slot, Cell)
    colour = cells[fact.slot.col if line.is_row else fact.slot.row]
    return (colour is not None and values[colour] == fact.value) == fact.holds


def _facts(reasons: Iterable[Reason]) -> list[Fact]:
    return [reason for reason in reasons if isinstance(reason, Fact)]


def _check_news(desk: Desk, found: Deduction) -> None:
    assert found.facts
    assert len(set(found.facts)) == len(found.facts)
    assert not any(map(desk.knows, found.facts))
    assert all(map(desk.knows, _facts(found.because)))
    assert not found.notes


def _check_line_deduction(desk: Desk, site: int, found: Deduction) -> None:
    """It follows from the line's clue and the facts named, and from none fewer."""
    line, values = desk.line(site), desk.values
    assert found.because[0] == line
    facts = _facts(found.because)
    assert len(facts) == len(found.because) - 1
    ways = _ways(desk.view(site).clue, desk.size(site))

    def follows(from_facts: list[Fact]) -> bool:
        left = [way for way in ways if all(_holds(way, each, line, values) for each in from_facts)]
        assert left
        return all(_holds(way, each, line, values) for way in left for each in found.facts)

    assert follows(facts)
    for fact in facts:
        assert not follows([other for other in facts if other != fact]), f"{fact} is not needed"


@pytest.mark.parametrize("seed", range(4))
def test_what_a_line_technique_concludes_holds_in_every_way_to_finish_the_line(seed: int) -> None:
    rng = random.Random(seed)
    used: Counter[str] = Counter()
    for _ in range(300):
        desk = _random_desk(rng)
        for technique in LINE_TECHNIQUES:
            for site in desk.sites():
                found = technique.find(desk, site)
                if found is not None:
                    used[technique.id] += 1
                    _check_news(desk, found)
                    _check_line_deduction(desk, site, found)
                    _say(technique, found)
    assert min(used[technique.id] for technique in LINE_TECHNIQUES) > 0, used


def _say(technique: Technique, found: Deduction) -> str:
    return say(Message(f"{Nonogram.kind}.techniques.{technique.id}.{found.form}", found.args))


# --- several lines -------------------------------------------------------------------------------


def _walk(desk: Desk, techniques: Iterable[Technique]) -> Iterator[tuple[Technique, Deduction]]:
    """The easiest deduction again and again."""
    techniques = tuple(techniques)
    while True:
        found = _first(desk, techniques)
        if found is None:
            return
        yield found
        desk.learn(found[1].facts)


def _first(desk: Desk, techniques: Iterable[Technique]) -> tuple[Technique, Deduction] | None:
    for technique in techniques:
        for site in technique.sites(desk):
            found = technique.find(desk, site)
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
        picture = _random_picture(rng, rng.randint(3, side), rng.randint(3, side), len(palette))
        puzzle = censored(rng, from_picture(picture, palette), rng.choice((0.0, 0.0, 0.2)))
        desk = Desk(puzzle)
        desk.learn(_random_position(rng, puzzle, picture, rng.choice((0.0, 0.1, 0.2))))
        if number % 4 == 0:
            for _ in _walk(desk, LADDER.techniques[:12]):
                pass
        for technique in BOARD_TECHNIQUES:
            found = technique.find(desk, 0)
            if found is not None:
                used[f"{technique.id}.{found.form}"] += 1
                _check_news(desk, found)
                lines = {reason for reason in found.because if isinstance(reason, Line)}
                (fact,) = found.facts
                assert _is_refuted(puzzle, lines, [*_facts(found.because), fact.opposite])
                if not puzzle.is_coloured:
                    assert str(fact.slot) in _say(technique, found)
    assert min(used["edge-logic.step"], used["pair-logic.step"], used["pair-logic.five"]) > 2, used


def test_a_cell_with_a_colour_has_no_other() -> None:
    picture: list[Cells] = [(0, 1), (None, 2)]
    desk = Desk(from_picture(picture, PALETTES[2]))
    technique = BY_ID["one-colour"]
    assert technique.find(desk, Cell(0, 1)) is None
    fact = Fact(Cell(0, 1), desk.values[1])
    desk.learn([fact])
    assert list(technique.touched(desk, fact)) == [Cell(0, 1)]
    assert list(technique.touched(desk, fact.opposite)) == []
    found = technique.find(desk, Cell(0, 1))
    assert found is not None
    assert found.facts == (
        Fact(Cell(0, 1), desk.values[0], False),
        Fact(Cell(0, 1), desk.values[2], False),
    )
    assert found.because == (fact,)
    desk.learn(found.facts)
    assert technique.find(desk, Cell(0, 1)) is None


# --- the ladder as a whole -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["colours", "oblong", "ten", "unknown"])
def test_the_ladder_leads_to_the_solution(name: str) -> None:
    (document,) = enpitsu.read(Path(str(KIND.examples)) / f"solved_{name}.json")
    assert isinstance(document.puzzle, Nonogram)
    desk = Desk(document.puzzle)
    steps = list(_walk(desk, LADDER.techniques))
    shaded = {fact for _, found in steps for fact in found.facts if fact.holds}
    assert shaded == {fact for fact in document.position if fact.holds}


@pytest.mark.parametrize("seed", range(6))
def test_sites_are_looked_at_again_where_something_new_may_lead_on(seed: int) -> None:
    """What a technique finds at a site after a step, it finds there because the step touched it."""
    rng = random.Random(seed)
    palette = PALETTES[seed % 2]
    puzzle = from_picture(_random_picture(rng, 6, 7, len(palette)), palette)
    desk = Desk(puzzle)
    silent: dict[str, set[object]] = {technique.id: set() for technique in LADDER.techniques}
    for technique, found in _walk(desk, LADDER.techniques):
        for other in LADDER.techniques[:12]:
            sites = set(other.sites(desk))
            silent[other.id] = {site for site in sites if other.find(desk, site) is None}
            for fact in found.facts:
                silent[other.id] -= set(other.touched(desk, fact))
        after = Desk(puzzle)
        after.learn([*_known(desk), *found.facts])
        for other in LADDER.techniques[:12]:
            assert all(other.find(after, site) is None for site in silent[other.id]), technique.id


def _known(desk: Desk) -> Iterator[Fact]:
    for cell in cells(desk.rows, desk.cols):
        for value, holds in product(desk.values, (True, False)):
            if desk.knows(Fact(cell, value, holds)):
                yield Fact(cell, value, holds)


def test_the_eleven_rules_are_on_the_ladder() -> None:
    assert set(ELEVEN_RULES) == {rule.id for rule in ELEVEN}
    steps = {technique.id for technique in LINE_TECHNIQUES}
    assert {name for names in ELEVEN_RULES.values() for name in names} <= steps
    assert {name for names in ELEVEN_RULES.values() for name in names} == steps


@pytest.mark.parametrize("seed", range(4))
def test_what_the_eleven_rules_make_of_a_line_the_ladder_does_too(seed: int) -> None:
    rng = random.Random(seed)
    concluded = 0
    for _ in range(150):
        desk = _random_desk(rng)
        site = rng.choice(desk.sites())
        view, size = desk.view(site), desk.size(site)
        state = LineState(view.clue, list(view.can), size)
        while any(rule.apply(state) is not None for rule in ELEVEN):
            pass
        while (found := _on_line(desk, site)) is not None:
            desk.learn(found.facts)
        after = desk.view(site)
        for colour, value in enumerate(desk.values):
            concluded += (state.known(colour) & ~view.painted[colour]).bit_count()
            assert not state.known(colour) & ~after.painted[colour], (value, view.clue, size)
            assert not after.can[colour] & ~state.can[colour]
    assert concluded > 50


def _on_line(desk: Desk, site: int) -> Deduction | None:
    return next(
        (found for each in LINE_TECHNIQUES if (found := each.find(desk, site)) is not None), None
    )


# --- by example ----------------------------------------------------------------------------------


def _row(clue: str, cells: str) -> Desk:
    """A row of one colour: "2 1 ?", "#.?" (shaded, empty, unknown)."""
    runs = tuple(Run(None if each == "?" else int(each)) for each in clue.split())
    desk = Desk(Nonogram((runs,), ((Run(None),),) * len(cells)))
    desk.learn(
        Fact(Cell(0, at), "shaded", sign == "#") for at, sign in enumerate(cells) if sign != "?"
    )
    return desk


@pytest.mark.parametrize(
    ("technique", "clue", "cells", "text"),
    [
        ("empty-line", "", "???", "Row 1 has no runs, so r1c1 to r1c3 cannot be shaded."),
        ("full-line", "4", "????", "The 4 fills the whole of row 1."),
        (
            "full-line",
            "2 1",
            "????",
            "The runs of row 1 and the gaps between them need all 4 cells, so r1c1, r1c2 and r1c4 "
            "must be shaded and r1c3 cannot be.",
        ),
        (
            "overlap",
            "7",
            "??????????",
            "The 7 in row 1 has only r1c1 to r1c10 to lie in, so it covers r1c4 to r1c7 whichever "
            "way it lies.",
        ),
        (
            "overlap",
            "3 3",
            "?.###.????",
            "Because of r1c6, the 2nd 3 in row 1 has only r1c7 to r1c10 to lie in, so it covers "
            "r1c8 and r1c9 whichever way it lies.",
        ),
        (
            "cap",
            "3 3",
            "???###?????",
            "No shaded run of row 1 is longer than 3, so the one at r1c4 to r1c6 is complete and "
            "r1c3 and r1c7 cannot be shaded.",
        ),
        (
            "cap",
            "2",
            "??##?",
            "All 2 shaded cells of row 1 are found, so r1c1, r1c2 and r1c5 cannot be shaded.",
        ),
        (
            "anchor",
            "3 1",
            "#???????",
            "The 3 in row 1 has one end at r1c1, so it covers r1c2 and r1c3, and r1c4 cannot be "
            "shaded.",
        ),
        (
            "short-gap",
            "3",
            "??.?????",
            "The gap at r1c1 and r1c2 in row 1 has only 2 cells, and no shaded run that could come "
            "there is so short, so r1c1 and r1c2 cannot be shaded.",
        ),
        (
            "glue",
            "4 1",
            "??#?????",
            "The 4 in row 1 lies over r1c3, close to the edge, so it also covers r1c4.",
        ),
        (
            "reach",
            "2",
            "???#????",
            "Because of r1c4, the first shaded run of row 1, the 2, begins at r1c3 at the "
            "earliest, so r1c1 and r1c2 cannot be shaded.",
        ),
        (
            "join-or-split",
            "2 2",
            "????#?#????",
            "No run of row 1 can cover all of r1c5 to r1c7, so r1c6 cannot be shaded.",
        ),
        (
            "join-or-split",
            "4",
            "???#?#???",
            "r1c4 and r1c6 in row 1 can only be parts of the 4, so it also covers r1c5.",
        ),
        (
            "identify",
            "1 4",
            "?????##?.???",
            "Only the 4 in row 1 can lie over r1c6 and r1c7, so it lies within r1c4 to r1c8 and "
            "covers r1c5.",
        ),
        (
            "line-solve",
            "3 1",
            "??#?#???",
            "Because of r1c3 and r1c5, in no way that is left to lay the runs of row 1 can r1c6 be "
            "shaded.",
        ),
    ],
)
def test_a_technique_says_what_it_sees(technique: str, clue: str, cells: str, text: str) -> None:
    desk = _row(clue, cells)
    found = BY_ID[technique].find(desk, 0)
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
    return say(LADDER.tell(puzzle, rule, *facts))


def test_a_link_is_told_as_people_see_it() -> None:
    puzzle = Nonogram(((Run(3), Run(1)),), ((Run(None),),) * 8)
    rule = Rule("clue", tuple(cells(1, 8)), (Line("row", 0),))
    text = _told(puzzle, rule, "r1c1 shaded", "r1c2 shaded, r1c3 shaded")
    assert text == "The 3 in row 1 has one end at r1c1, so it covers r1c2 and r1c3."
    text = _told(puzzle, rule, "r1c1 shaded, r1c8 shaded", "r1c4 not shaded, r1c2 shaded")
    assert "r1c2" in text
    text = _told(puzzle, rule, "r1c2 not shaded, r1c4 shaded, r1c8 shaded", "r1c1 not shaded")
    assert "r1c1" in text
    assert _told(puzzle, rule, "", "") == "But then the clue of row 1 no longer fits."


def test_a_link_by_colours_alone_is_told() -> None:
    puzzle = from_picture([[0, 1]], PALETTES[1])
    rule = Rule("colour", (Cell(0, 0),))
    text = _told(puzzle, rule, "r1c1 red, r1c1 blue", "")
    assert text == "But then r1c1 would have two colours."
    message = LADDER.tell(puzzle, rule, (), (Fact(Cell(0, 0), "red"),))
    assert message.id == "nonogram.why.last-colour"
