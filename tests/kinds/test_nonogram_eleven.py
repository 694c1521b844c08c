"""The eleven rules of C.-H. Yu (2007) and the techniques that show them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from enpitsu.kinds.nonogram.model import from_picture
from enpitsu.kinds.nonogram.techniques.ladder import ELEVEN_RULES
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.kinds.nonogram.yu.eleven_rules import ELEVEN
from enpitsu.kinds.nonogram.yu.run_ranges import LineState
from enpitsu.technique import Deduction, Technique
from tests.cases import each_case
from tests.kinds.nonogram_brute import PALETTES
from tests.kinds.test_nonogram_techniques import (
    BY_ID,
    LINE_TECHNIQUES,
    known_facts,
    random_picture,
    random_position,
    random_state,
)


def test_the_eleven_rules_are_on_the_ladder() -> None:
    assert set(ELEVEN_RULES) == {rule.id for rule in ELEVEN}
    steps = {technique.id for technique in LINE_TECHNIQUES}
    assert {name for names in ELEVEN_RULES.values() for name in names} <= steps


BEFORE = {"2.1": ("3.2",)}
"""Runs are in order from the beginning, so that rule says something only after another one."""
SHOWING = ("1.1", "1.2")
"""The rules in which narrower ranges show."""

News = list[tuple[int, int]]
"""For each colour the cells that have it, and those that have not."""


def _long_state(rng: random.Random) -> NonogramState:
    """One long line, partly known."""
    palette = PALETTES[0] if rng.random() < 0.7 else rng.choice(PALETTES[1:])
    picture = random_picture(rng, 1, rng.randint(8, 16), len(palette))
    puzzle = from_picture(picture, palette)
    state = NonogramState(puzzle)
    state.learn(random_position(rng, puzzle, picture, rng.choice((0.1, 0.2, 0.3, 0.5))))
    return state


def _news_of(state: NonogramState, rule: str) -> News:
    """What a rule alone tells of a line's cells."""
    if rule.startswith("1"):
        return _told_by(state, (rule,))
    before = BEFORE.get(rule, ())
    pairs = zip(
        _told_by(state, (*before, rule, *SHOWING)),
        _told_by(state, (*before, *SHOWING)),
        strict=True,
    )
    return [(paint & ~old[0], deny & ~old[1]) for (paint, deny), old in pairs]


def _told_by(state: NonogramState, rules: Iterable[str]) -> News:
    """What some rules, one after the other, tell of a line's cells."""
    view = state.view(0)
    line = LineState(view.clue, list(view.can), view.size)
    by_id = {rule.id: rule for rule in ELEVEN}
    for rule in rules:
        by_id[rule].rule(line)
    return [
        (line.known(colour) & ~view.painted[colour], view.can[colour] & ~line.can[colour])
        for colour in range(len(state.values))
    ]


def _is_found(state: NonogramState, news: News, techniques: Iterable[Technique[Any]]) -> bool:
    after = NonogramState(state.puzzle)
    after.learn(known_facts(state))
    techniques = tuple(techniques)
    while (found := _on_line(after, 0, techniques)) is not None:
        after.learn(found.facts)
    view = after.view(0)
    return not any(
        paint & ~view.painted[colour] or deny & view.can[colour]
        for colour, (paint, deny) in enumerate(news)
    )


@each_case("rule", sorted(ELEVEN_RULES))
def test_what_one_of_the_eleven_rules_tells_its_techniques_tell_too(rule: str) -> None:
    rng = random.Random(rule)
    last = max(LINE_TECHNIQUES.index(BY_ID[name]) for name in ELEVEN_RULES[rule])
    told = beyond_easier = 0
    for _ in range(1000 if last + 1 < len(LINE_TECHNIQUES) else 3000):
        state = _long_state(rng)
        news = _news_of(state, rule)
        if any(map(any, news)):
            told += 1
            assert _is_found(state, news, LINE_TECHNIQUES[: last + 1]), state.view(0).clue
            beyond_easier += not _is_found(state, news, LINE_TECHNIQUES[:last])
    assert told > 10
    assert beyond_easier > 0, "an easier technique is enough"


@pytest.mark.parametrize("seed", range(4))
def test_what_the_eleven_rules_make_of_a_line_the_ladder_does_too(seed: int) -> None:
    rng = random.Random(seed)
    concluded = 0
    for _ in range(150):
        state = random_state(rng)
        site = rng.choice(range(len(state.lines)))
        view, size = state.view(site), state.view(site).size
        line = LineState(view.clue, list(view.can), size)
        while any(rule.apply(line) is not None for rule in ELEVEN):
            pass
        while (found := _on_line(state, site, LINE_TECHNIQUES)) is not None:
            state.learn(found.facts)
        after = state.view(site)
        for colour, value in enumerate(state.values):
            concluded += (line.known(colour) & ~view.painted[colour]).bit_count()
            assert not line.known(colour) & ~after.painted[colour], (value, view.clue, size)
            assert not after.can[colour] & ~line.can[colour]
    assert concluded > 50


def _on_line(
    state: NonogramState, site: int, techniques: Iterable[Technique[Any]]
) -> Deduction | None:
    return next(
        (found for each in techniques if (found := each.find(state, site)) is not None), None
    )
