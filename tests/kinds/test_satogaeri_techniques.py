"""Satogaeri's techniques against every solution of small puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import enpitsu
from enpitsu.grid import Cell, Slot, edge
from enpitsu.kind import Rule
from enpitsu.kinds.satogaeri import KIND
from enpitsu.kinds.satogaeri.encoding import RULES
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.techniques import LADDER
from enpitsu.kinds.satogaeri.techniques.circle_groups import smallest_group
from enpitsu.kinds.satogaeri.techniques.reasons import why_out
from enpitsu.kinds.satogaeri.techniques.state import NO_MOVE, SatogaeriState
from enpitsu.position import Fact, Note, Position
from enpitsu.technique import Deduction, Known, Message, Reason, Site, Technique
from enpitsu.words import find_sentence, say
from tests.cases import each_case
from tests.kinds.satogaeri_brute import (
    HOME,
    LINE,
    Answer,
    edges_of,
    everything_about,
    lines_of,
    random_puzzle,
    solutions,
)

TECHNIQUES = {technique.id: technique for technique in LADDER.techniques}
SIZES = [(1, 7), (2, 3), (3, 3), (2, 5), (3, 4), (4, 3), (3, 5), (4, 4)]
MOST_CIRCLES, MOST_WORLDS = 7, 4000

Found = tuple[Technique[Any], Site, Deduction]


class Worlds:
    """Every solution that a puzzle would have if none of its circles had a number."""

    def __init__(self, puzzle: Satogaeri, answers: list[Answer]) -> None:
        self.puzzle = puzzle
        self._bits: dict[Slot, int] = {}
        self._circles = {cell: at for at, (cell, _) in enumerate(puzzle.circles)}
        self._all = [(self._mask([*lines_of(each), *_ends(each)]), each) for each in answers]

    def _mask(self, slots: Iterable[Slot]) -> int:
        return sum(1 << self._bits.setdefault(slot, len(self._bits)) for slot in set(slots))

    def where(self, reasons: Iterable[Reason]) -> Iterator[tuple[int, Answer]]:
        """The solutions that agree with facts, notes and the numbers of circles."""
        facts = [each for each in reasons if isinstance(each, Fact)]
        there = self._mask(fact.slot for fact in facts if fact.holds)
        absent = self._mask(fact.slot for fact in facts if not fact.holds)
        others = [each for each in reasons if not isinstance(each, Fact)]
        for bits, answer in self._all:
            agrees = bits & there == there and not bits & absent
            if agrees and all(self._agrees(answer, each) for each in others):
                yield bits, answer

    def _agrees(self, answer: Answer, reason: Reason) -> bool:
        if isinstance(reason, Note):
            start, end = reason.slots
            return answer[self._circles[start]][-1] != end  # type: ignore[index]
        number = self.puzzle.circle_at.get(reason)  # type: ignore[arg-type]
        return number is None or len(answer[self._circles[reason]]) == number + 1  # type: ignore[index]

    def follows(self, known: Known, reasons: Iterable[Reason]) -> bool:
        """Whether a fact or a note holds in each of them."""
        if isinstance(known, Note):
            return all(self._agrees(answer, known) for _, answer in self.where(reasons))
        bit = self._mask([known.slot])
        return all(bool(bits & bit) == known.holds for bits, _ in self.where(reasons))


def _ends(answer: Answer) -> list[Cell]:
    return [way[-1] for way in answer]


def _bare(puzzle: Satogaeri, kept: Iterable[Reason] = ()) -> Satogaeri:
    """The puzzle with the numbers of these circles only."""
    named = set(kept)
    circles = tuple((cell, number if cell in named else None) for cell, number in puzzle.circles)
    return replace(puzzle, circles=circles)


def _all_worlds(puzzle: Satogaeri) -> Worlds | None:
    """None if the puzzle is too large for this, or has no solution at all."""
    if len(puzzle.circles) != puzzle.country_count or len(puzzle.circles) > MOST_CIRCLES:
        return None
    answers = []
    for answer in solutions(_bare(puzzle)):
        answers.append(answer)
        if len(answers) > MOST_WORLDS:
            return None
    worlds = Worlds(puzzle, answers)
    return worlds if next(worlds.where(puzzle.circle_at), None) else None


def _random_worlds(rng: random.Random) -> Worlds:
    while True:
        if worlds := _all_worlds(random_puzzle(rng, *rng.choice(SIZES))):
            return worlds


def _random_facts(rng: random.Random, worlds: Worlds) -> list[Fact]:
    """Some of what is true of one of the puzzle's solutions."""
    _, answer = rng.choice(list(worlds.where(worlds.puzzle.circle_at)))
    shares = {True: rng.choice((0, 0.05, 0.2)), False: rng.choice((0, 0.05, 0.2, 0.4))}
    facts = everything_about(worlds.puzzle, answer)
    return [fact for fact in facts if rng.random() < shares[fact.holds]]


def _everything_found(state: SatogaeriState) -> list[Found]:
    return [
        (technique, site, found)
        for technique in LADDER.techniques
        for site in sorted(technique.sites(state))
        if (found := technique.find(state, site)) is not None
    ]


def _conclusions(found: Deduction) -> tuple[Known, ...]:
    return *found.facts, *found.notes


def _walks(seed: int, count: int) -> Iterator[tuple[Worlds, set[Known], list[Found]]]:
    """Positions with everything found there: at first facts only, then with what was found."""
    rng = random.Random(seed)
    for _ in range(count):
        worlds = _random_worlds(rng)
        state = SatogaeriState(worlds.puzzle)
        known: set[Known] = set()
        new: tuple[Known, ...] = tuple(_random_facts(rng, worlds))
        for _ in range(rng.choice((1, 4, 12))):
            state.learn(new)
            known.update(new)
            if not (found := _everything_found(state)):
                break
            yield worlds, known, found
            new = _conclusions(rng.choice(found)[2])


# --- what techniques conclude --------------------------------------------------------------------


def test_every_deduction_follows_from_its_reasons_alone() -> None:
    used: Counter[str] = Counter()
    for worlds, known, everything in _walks(seed=1, count=600):
        for technique, _, found in everything:
            used[technique.id] += 1
            told = technique.id, str(worlds.puzzle), found
            assert _conclusions(found), told
            assert known.isdisjoint(_conclusions(found)), told
            assert known.issuperset(_known(found.because)), told
            assert len(set(found.because)) == len(found.because), told
            for each in _conclusions(found):
                assert worlds.follows(each, found.because), told
    assert used.keys() == TECHNIQUES.keys()
    assert min(used.values()) > 20


def _known(reasons: Iterable[Reason]) -> list[Known]:
    return [each for each in reasons if isinstance(each, Fact | Note)]


NEEDED = {"straight", "whole-track", "border", "track-block", "full-country", "zero", "last-circle"}
NEEDED |= {"only-move", "free-circle", "last-chance", "common-cell", "confined", "crossing"}
NEEDED |= {"corridor", "line-owner", "last-cell", "unreached"}


def test_no_known_reason_can_be_spared() -> None:
    """Without one of the facts or notes that it rests on, a technique does not find the same."""
    checked: Counter[str] = Counter()
    for worlds, _, everything in _walks(seed=2, count=200):
        for technique, site, found in everything:
            if technique.id in NEEDED:
                for spared in _known(found.because):
                    checked[technique.id] += 1
                    rest = [each for each in found.because if each != spared]
                    assert not _finds(worlds.puzzle, technique, site, rest, found), found
    assert checked.keys() == NEEDED - {"zero", "border"}


def _finds(
    puzzle: Satogaeri, technique: Technique[Any], site: Site, reasons: list[Reason], same: Deduction
) -> bool:
    """Whether a technique comes to the same conclusions from these reasons."""
    state = SatogaeriState(_bare(puzzle, reasons))
    state.learn(_known(reasons))
    while (found := technique.find(state, site)) is not None:
        state.learn(_conclusions(found))
    return all(map(state.knows, _conclusions(same)))


def test_a_note_means_that_a_circle_does_not_end_there() -> None:
    rng = random.Random(3)
    told = 0
    for _ in range(100):
        worlds = _random_worlds(rng)
        puzzle = worlds.puzzle
        state = SatogaeriState(puzzle)
        answers = [answer for _, answer in worlds.where(())]
        some = [(set(everything_about(puzzle, each)), each) for each in answers[::20]]
        for circle in range(state.count):
            for move in state.moves_of(circle):
                note = state.note(move)
                assert note.name == NO_MOVE
                assert state.move_of(note) == move
                meant = LADDER.meaning(puzzle, note)  # type: ignore[misc]
                for true, answer in some:
                    ends = answer[circle][-1] == state.cell(state.end(move))
                    assert true.isdisjoint(meant) == ends
                    told += ends
    assert told > 500


def test_moves_left_are_those_that_nothing_puts_out() -> None:
    rng = random.Random(4)
    for _ in range(300):
        worlds = _random_worlds(rng)
        state = SatogaeriState(worlds.puzzle)
        state.learn(_random_facts(rng, worlds))
        for circle in range(state.count):
            for move in state.moves_of(circle):
                assert state.is_left(move) == (not list(state.options(move)))
                for _, reason in state.options(move):
                    assert worlds.follows(state.note(move), [reason])
        for country, enders in enumerate(state.enders):
            assert enders == {move[0] >> 2 for move in state.left_into(country)}


def test_touched_sites_are_enough() -> None:
    """Looking again only where something changed finds as much as looking everywhere."""
    rng = random.Random(5)
    for _ in range(250):
        worlds = _random_worlds(rng)
        state = SatogaeriState(worlds.puzzle)
        state.learn(_random_facts(rng, worlds))
        waiting = {each.id: set(each.sites(state)) for each in LADDER.techniques}
        while (found := _first_waiting(state, waiting)) is not None:
            state.learn(_conclusions(found))
            for technique in LADDER.techniques:
                for known in _conclusions(found):
                    waiting[technique.id].update(technique.touched(state, known))
        assert not _everything_found(state)


def _first_waiting(state: SatogaeriState, waiting: dict[str, set[Site]]) -> Deduction | None:
    for technique in LADDER.techniques:
        for site in sorted(waiting[technique.id]):
            if (found := technique.find(state, site)) is not None:
                return found
            waiting[technique.id].discard(site)
    return None


# --- parts ---------------------------------------------------------------------------------------


def test_the_smallest_group_is_found() -> None:
    """The same size as by trying every set of circles and every set of countries."""
    rng = random.Random(6)
    sizes: Counter[int] = Counter()
    while sizes.total() < 300:
        state = SatogaeriState(
            Satogaeri(1, 6, tuple(range(6)), tuple((Cell(0, at), None) for at in range(6)))
        )
        for circle, reached in enumerate(state.reached):
            reached.update(dict.fromkeys(rng.sample(range(6), 2), 1))
            for country in reached:
                state.enders[country].add(circle)
        if all(len(each) > 1 for each in (*state.reached, *state.enders)):
            found = smallest_group(state)
            size = len(found.circles) if found else 0
            assert size == _smallest_size(state)
            sizes[size] += 1
    assert {0, 2, 3} <= sizes.keys()


def _smallest_size(state: SatogaeriState) -> int:
    """Of a set of circles that reach as many countries, or the other way round, from which
    something follows; 0 if there is none."""
    for size in range(2, state.count):
        for chosen in combinations(range(state.count), size):
            for here, there in ((state.reached, state.enders), (state.enders, state.reached)):
                met = set().union(*(here[each] for each in chosen))
                feeding = set().union(*(there[each] for each in met))
                if len(met) == size and not feeding <= set(chosen):
                    return size
    return 0


def test_one_reason_serves_for_many_moves() -> None:
    """A circle's first step has no track: that alone puts every move that way out."""
    puzzle = enpitsu.parse(_strip("○.....", "AABBCC"))
    assert isinstance(puzzle, Satogaeri)
    state = SatogaeriState(puzzle)
    first = Fact(edge(Cell(0, 0), Cell(0, 1)), LINE, False)
    state.learn([Fact(Cell(0, 3), HOME, False), first])
    assert why_out(state, [(3, far) for far in range(1, 6)]) == (first,)


def _strip(circles: str, countries: str) -> str:
    names = sorted(set(countries))
    cells = [f"r1c{at}" for at, sign in enumerate(circles, 1) if sign == "○"]
    data = f'"countries": [{[names.index(name) for name in countries]}]'
    listed = ", ".join(f'{{"cell": "{cell}"}}' for cell in cells)
    body = f'{{"rows": 1, "cols": {len(circles)}, {data}, "circles": [{listed}]}}'
    return f'{{"enpitsu": 1, "kind": "satogaeri", "puzzle": {body}}}'


# --- words and examples --------------------------------------------------------------------------


def test_levels_do_not_decrease() -> None:
    levels = [technique.level for technique in LADDER.techniques]
    assert levels == sorted(levels)
    assert len({technique.code for technique in LADDER.techniques}) == len(levels)


@each_case("technique", LADDER.techniques, ids=lambda each: each.id)
def test_every_technique_has_its_words(technique: Technique[Any]) -> None:
    for key in ("name", "rule"):
        assert find_sentence(f"satogaeri.techniques.{technique.id}.{key}")
    assert technique.find.__doc__


def test_every_deduction_can_be_told() -> None:
    for _, _, everything in _walks(seed=7, count=150):
        for technique, _, found in everything:
            text = say(Message(f"satogaeri.techniques.{technique.id}.{found.form}", found.args))
            assert text.endswith(".")
            assert "{" not in text


def test_every_link_of_a_chain_can_be_told() -> None:
    """Whatever a rule makes of whatever is given."""
    rng = random.Random(8)
    used: set[str] = set()
    for _ in range(400):
        puzzle = _random_worlds(rng).puzzle
        start = puzzle.circles[0][0]
        edges = edges_of(puzzle.rows, puzzle.cols)
        answer = next(solutions(_bare(puzzle)))
        facts = [*everything_about(puzzle, answer), *(Fact(each, LINE) for each in edges)]
        near = [fact for fact in facts if start in (fact.slot, *fact.slot)]
        for code in RULES:
            cells = tuple(rng.choice(edges)) if code == "line" else (start,)
            given, then = (tuple(rng.sample(near, min(len(near), rng.randrange(3)))) for _ in "12")
            message = LADDER.narrate(puzzle, Rule(code, cells), given, then)
            assert say(message).endswith(".")
            used.add(message.id)
    used.add(_two_in_one_country().id)
    words = find_sentence("satogaeri.why")
    assert {each.rpartition(".")[2] for each in used} == set(words)


def _two_in_one_country() -> Message:
    puzzle = enpitsu.parse(_strip("○..○", "ABBC"))
    assert isinstance(puzzle, Satogaeri)
    cells = Cell(0, 1), Cell(0, 2)
    begun = tuple(Fact(edge(Cell(0, at), Cell(0, at + 1)), LINE) for at in (0, 2))
    message = LADDER.narrate(puzzle, Rule("country", cells), begun, ())
    assert say(message) == "But then two circles would end in the country of r1c2."
    return message


def _example(technique: Technique[Any]) -> tuple[Satogaeri, Position]:
    (document,) = enpitsu.read(Path(str(KIND.examples)) / f"technique_{technique.id}.json")
    assert isinstance(document.puzzle, Satogaeri)
    return document.puzzle, document.position


@each_case("technique", LADDER.techniques, ids=lambda each: each.id)
def test_examples_show_their_techniques(technique: Technique[Any]) -> None:
    """With all that easier techniques give drawn, this one gives the next step."""
    puzzle, position = _example(technique)
    assert enpitsu.solve(puzzle, solutions=1).solutions
    state = SatogaeriState(puzzle)
    state.learn(position)
    if technique.is_implicit:
        assert any(technique.find(state, site) for site in technique.sites(state))
        return
    easier = [each for each in LADDER.techniques if each.is_implicit]
    while found := _first_of(state, easier):
        state.learn(_conclusions(found))
    before = LADDER.techniques[: LADDER.techniques.index(technique)]
    assert _first_of(state, before) is None
    assert _first_of(state, [technique]) is not None


def _first_of(state: SatogaeriState, techniques: Iterable[Technique[Any]]) -> Deduction | None:
    for technique in techniques:
        for site in technique.sites(state):
            if (found := technique.find(state, site)) is not None:
                return found
    return None
