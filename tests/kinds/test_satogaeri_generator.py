"""Satogaeri makers: countries, tracks, rivals, tiers, and whole puzzles."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grid import Cell, Symmetry
from enpitsu.kinds.satogaeri.generator import MAKERS
from enpitsu.kinds.satogaeri.generator.borders import Borders
from enpitsu.kinds.satogaeri.generator.candidate import CandidatePuzzle, FixCosts
from enpitsu.kinds.satogaeri.generator.fast_grade import HIGHEST, SatogaeriFastGrade
from enpitsu.kinds.satogaeri.generator.known_tracks import Track, TrackLayer, reroute
from enpitsu.kinds.satogaeri.generator.level_steering import ease, harden, open_circles
from enpitsu.kinds.satogaeri.generator.ring_growth_maker import grow, numbered, shuffle_circles
from enpitsu.kinds.satogaeri.generator.rival_search import RivalSearch
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kit.area_growth import grow_areas
from enpitsu.kit.grid_index import GridIndex
from enpitsu.limits import Limits
from enpitsu.making import SYMMETRIES, Candidate, Maker, MakeTask
from enpitsu.position import Position
from tests.cases import each_case

PLEASANT, GROWTH = MAKERS
SIZES = [(1, 2), (1, 7), (2, 2), (3, 3), (9, 9), (10, 10), (5, 17), (12, 7)]


def solutions(puzzle: Any) -> list[Position]:
    return [solution.position for solution in enpitsu.solve(puzzle).solutions]


def attempt(
    rows: int,
    cols: int,
    seed: int = 1,
    *,
    maker: Maker[Satogaeri] = PLEASANT,
    aim: float | None = None,
    limits: Limits | None = None,
    **wishes: Any,
) -> Candidate[Satogaeri] | None:
    options = {option.name: option.default for option in maker.options}
    for option in maker.options:
        if option.name in wishes:
            options[option.name] = option.checked(wishes.pop(option.name))
    assert not wishes
    budget = (limits or Limits(seconds=600)).start()
    task = MakeTask(rows, cols, options, random.Random(seed), aim, budget, solutions)
    return maker.make(task)


def made(rows: int, cols: int, seed: int = 1, **wishes: Any) -> Candidate[Satogaeri]:
    """The first of some attempts that succeeds."""
    for number in range(60):
        found = attempt(rows, cols, 100 * seed + number, **wishes)
        if found is not None:
            return found
    raise AssertionError("no attempt succeeds")


def drawn(
    rows: int, cols: int, seed: int, symmetry: Symmetry = Symmetry.IDENTITY, size: float = 5
) -> tuple[Borders, list[Track]]:
    grid, chance = GridIndex(rows, cols, symmetry), random.Random(seed)
    borders = Borders(grid, grow_areas(grid, chance, size, lambda: None), size)
    return borders, TrackLayer(borders, chance, lambda: None).lay()


def draft_of(rows: int, cols: int, seed: int) -> CandidatePuzzle:
    borders, tracks = drawn(rows, cols, seed)
    return CandidatePuzzle(borders, tracks, random.Random(seed), Limits().start())


# --- countries and tracks -------------------------------------------------------------------------


@each_case("symmetry", SYMMETRIES.values(), ids=list(SYMMETRIES))
@each_case("size", SIZES)
def test_countries_are_whole_and_have_partners(size: tuple[int, int], symmetry: Symmetry) -> None:
    for seed in range(6):
        borders, _ = drawn(*size, seed, symmetry)
        image = borders.grid.image
        assert borders.are_whole(range(len(borders.members)))
        for country, cells in enumerate(borders.members):
            assert {image[at] for at in cells} == borders.members[borders.partner[country]]


def test_countries_are_of_pleasant_size() -> None:
    sizes: Counter[int] = Counter()
    for seed in range(20):
        borders, _ = drawn(15, 15, seed)
        sizes.update(map(len, borders.members))
    count = sum(sizes.values())
    mean = sum(size * times for size, times in sizes.items()) / count
    assert 4 <= mean <= 6
    assert sizes[1] < 0.02 * count
    assert max(sizes) <= 10


@each_case("symmetry", SYMMETRIES.values(), ids=list(SYMMETRIES))
@each_case("size", SIZES)
def test_tracks_are_a_solution(size: tuple[int, int], symmetry: Symmetry) -> None:
    for seed in range(6):
        borders, tracks = drawn(*size, seed, symmetry)
        check_tracks(borders, tracks)


def check_tracks(borders: Borders, tracks: list[Track]) -> None:
    """Straight, apart from each other, and one ends in each country."""
    used = [at for track in tracks for at in track]
    assert len(used) == len(set(used))
    for country, track in enumerate(tracks):
        assert borders.labels[track[-1]] == country
        if len(track) > 1:
            step = track[1] - track[0]
            assert all(b - a == step for a, b in pairwise(track))
            assert all(b in borders.grid.near[a] for a, b in pairwise(track))


def test_hardly_a_circle_stays() -> None:
    tracks = [track for seed in range(20) for track in drawn(10, 10, seed)[1]]
    assert sum(len(track) == 1 for track in tracks) < 0.03 * len(tracks)


def test_turned_boards_have_circles_in_turned_places() -> None:
    for seed in range(10):
        borders, tracks = drawn(8, 9, seed, Symmetry.ROTATE_180)
        starts = {track[0] for track in tracks}
        assert {borders.grid.image[start] for start in starts} == starts


@pytest.mark.parametrize("symmetry", SYMMETRIES.values(), ids=list(SYMMETRIES))
def test_new_tracks_fit_among_the_others(symmetry: Symmetry) -> None:
    for seed in range(5):
        borders, tracks = drawn(9, 9, seed, symmetry)
        chance = random.Random(seed)
        for circle in range(len(tracks)):
            for shorter in (False, True):
                found = reroute(borders, tracks, circle, chance, shorter=shorter)
                if found:
                    changed = [found.get(each, track) for each, track in enumerate(tracks)]
                    check_tracks(borders, changed)
                    assert changed[circle] != tracks[circle]
                    assert not shorter or len(changed[circle]) < len(tracks[circle])


# --- rivals ---------------------------------------------------------------------------------------


def test_rivals_are_found_exactly_where_the_solver_finds_a_second_solution() -> None:
    seen = set()
    for seed in range(40):
        candidate = draft_of(5, 5, seed)
        chance = random.Random(seed)
        candidate.numbered = {each for each in candidate.numbered if chance.random() < 0.7}
        status = enpitsu.solve(candidate.puzzle()).status
        seen.add(status)
        assert candidate.is_unique() == (status == "unique")
        candidate.close()
    assert seen == {"unique", "multiple"}


def test_each_rival_makes_a_solution_of_its_own() -> None:
    count = 0
    for seed in range(20):
        candidate = draft_of(7, 7, seed)
        labels, size = candidate.borders.labels, len(candidate.tracks)
        for rival in candidate.rivals.find(candidate.numbered, labels) or ():
            changed = [rival.tracks.get(each, candidate.tracks[each]) for each in range(size)]
            used = [at for track in changed for at in track]
            assert len(used) == len(set(used))
            assert sorted(labels[track[-1]] for track in changed) == list(range(size))
            assert all(
                len(rival.tracks[each]) == len(candidate.tracks[each]) for each in rival.tracks
            )
            assert rival.fits(labels)
            count += 1
        candidate.close()
    assert count > 10


def test_the_solver_follows_borders_that_move() -> None:
    """What is told bit by bit must be what a new solver would be told."""
    candidate, chance = draft_of(6, 6, 3), random.Random(3)
    moved = 0
    for _ in range(200):
        at = chance.randrange(36)
        to = candidate.borders.labels[chance.choice(candidate.grid.near[at])]
        changes = candidate.borders.plan_handover(at, to)
        if candidate.cost_of(changes) is None:
            continue
        candidate.hand_over(changes)
        moved += 1
        assert candidate.is_unique() == (enpitsu.solve(candidate.puzzle()).status == "unique")
        if chance.random() < 0.5:
            candidate.take_back(changes)
            assert candidate.is_unique() == (enpitsu.solve(candidate.puzzle()).status == "unique")
    candidate.close()
    assert moved > 20


def test_other_solutions_are_solutions() -> None:
    borders, tracks = drawn(8, 8, 2, Symmetry.ROTATE_180)
    rivals = RivalSearch(borders.grid, tracks, Limits().start())
    rivals.hold_all(borders)
    found = rivals.random_solution(random.Random(4))
    rivals.close()
    assert found is not None
    by_country = sorted(found, key=lambda track: borders.labels[track[-1]])
    check_tracks(borders, by_country)
    assert {track[0] for track in found} == {track[0] for track in tracks}


def test_repair_leaves_one_solution_and_keeps_it() -> None:
    for seed in range(15):
        candidate = draft_of(8, 8, seed)
        candidate.numbered = set(random.Random(seed).sample(sorted(candidate.numbered), 6))
        assert candidate.repair(FixCosts())
        check_tracks(candidate.borders, candidate.tracks)
        (only,) = solutions(candidate.puzzle())
        assert len(only.facts) == sum(len(track) - 1 for track in candidate.tracks)
        candidate.close()


# --- tiers ----------------------------------------------------------------------------------------


def test_tiers_place_circles_as_the_solution_has_them() -> None:
    for seed in range(15):
        candidate = draft_of(7, 7, seed)
        candidate.numbered -= set(random.Random(seed).sample(sorted(candidate.numbered), 3))
        before = None
        for tier in range(3):
            fast = SatogaeriFastGrade(
                candidate.grid, candidate.borders.labels, candidate.tracks, candidate.numbered, tier
            )
            for circle in set(range(len(candidate.tracks))) - fast.open:
                (move,) = fast.left(circle)
                assert tuple(move.cells) == candidate.tracks[circle][1:]
            assert before is None or fast.open <= before
            before = fast.open
        if not before:
            assert enpitsu.solve(candidate.puzzle()).status == "unique"
        assert open_circles(candidate, HIGHEST) <= open_circles(candidate, HIGHEST - 1)


def test_easing_and_hardening_lead_to_one_solution() -> None:
    for seed in range(4):
        candidate = draft_of(8, 8, seed)
        assert ease(candidate, 1, 300)
        assert not open_circles(candidate, 1)
        assert enpitsu.solve(candidate.puzzle()).status == "unique"
        harden(candidate, 1, wanted=4, changes=150, ceiling=None)
        assert enpitsu.solve(candidate.puzzle()).status == "unique"
        candidate.close()


LEVELS = ["gentle", "easy", "medium", "hard"]


@pytest.mark.parametrize("level", LEVELS)
def test_aims_are_mostly_met(level: str) -> None:
    aim = LEVELS.index(level) / 5
    levels = [enpitsu.grade(made(8, 8, seed, aim=aim).puzzle).level for seed in range(4)]
    assert levels.count(enpitsu.Level(level)) >= 2, levels


def test_extreme_puzzles_are_harder() -> None:
    hard = [enpitsu.grade(made(9, 9, seed, aim=1.0).puzzle).hardest for seed in range(2)]
    easy = [enpitsu.grade(made(9, 9, seed, aim=0.2).puzzle).hardest for seed in range(2)]
    assert min(hard) > max(easy)


# --- whole puzzles --------------------------------------------------------------------------------


@each_case("size", [*SIZES, (7, 1), (5, 40)])
@each_case("symmetry", SYMMETRIES)
def test_puzzles_have_one_solution(size: tuple[int, int], symmetry: str) -> None:
    found = made(*size, symmetry=symmetry)
    assert solutions(found.puzzle) == [found.solution]
    assert found.puzzle.country_count == len(found.puzzle.circles)


@pytest.mark.parametrize("symmetry", ["rotation", "mirror"])
@pytest.mark.parametrize("size", [(8, 8), (9, 9), (7, 10)])
def test_borders_are_symmetric(size: tuple[int, int], symmetry: str) -> None:
    for seed in range(3):
        puzzle = made(*size, seed, symmetry=symmetry).puzzle
        turned = puzzle.transform(SYMMETRIES[symmetry])
        assert turned.borders() == puzzle.borders()
        starts, places = set(puzzle.circle_at), set(turned.circle_at)
        assert len(starts & places) >= 0.7 * len(starts)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.25, 0.4])
def test_the_share_without_number_is_met(share: float) -> None:
    shares = []
    for seed in range(5):
        circles = made(10, 10, seed, unnumbered=share).puzzle.circles
        shares.append(sum(number is None for _, number in circles) / len(circles))
        assert shares[-1] <= share + 0.03
    assert sum(shares) / len(shares) >= 0.75 * share


def test_zeros_can_be_forbidden() -> None:
    for seed in range(5):
        found = made(9, 9, seed, zeros=0.0, unnumbered=0.0)
        assert all(number for _, number in found.puzzle.circles)


@pytest.mark.parametrize("size", [3.0, 8.0])
def test_country_size_is_the_mean(size: float) -> None:
    counts = [made(12, 12, seed, country_size=size).puzzle.country_count for seed in range(4)]
    assert 0.75 * size < 4 * 144 / sum(counts) < 1.3 * size


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.name)
def test_a_single_cell_is_refused(maker: Maker[Satogaeri]) -> None:
    with pytest.raises(PuzzleError, match="one cell"):
        attempt(1, 1, maker=maker)


@pytest.mark.parametrize("aim", [None, 0.0, 0.6, 1.0])
def test_limits_are_kept(aim: float | None) -> None:
    with pytest.raises(LimitReached):
        attempt(60, 60, aim=aim, limits=Limits(seconds=0.05))


@pytest.mark.parametrize("wishes", [{"unnumbered": 1.0}, {"zeros": 1.0}, {"country_size": 50.0}])
def test_wishes_at_their_ends_end_soon(wishes: dict[str, Any]) -> None:
    for seed in range(3):
        found = attempt(6, 7, seed, **wishes)
        assert found is None or solutions(found.puzzle) == [found.solution]


def test_the_same_chance_gives_the_same_puzzle() -> None:
    for wishes in ({}, {"symmetry": "mirror"}, {"aim": 0.6}):
        assert made(8, 8, 5, **wishes) == made(8, 8, 5, **wishes)


# --- the generator of the thesis of 2014 ----------------------------------------------------------


def test_growth_without_chance_gives_single_cells_and_with_certainty_one_country() -> None:
    grid = GridIndex(4, 5)
    assert grow(grid, random.Random(1), 0.0) == list(range(20))
    assert grow(grid, random.Random(1), 1.0) == [0] * 20


def test_larger_chances_give_larger_countries() -> None:
    grid = GridIndex(12, 12)
    counts = [
        sum(max(grow(grid, random.Random(seed), chance)) for seed in range(10))
        for chance in (0.2, 0.5, 0.8, 0.95)
    ]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == 4


def test_moved_circles_are_a_solution() -> None:
    for seed in range(20):
        grid, chance = GridIndex(7, 9), random.Random(seed)
        labels = grow(grid, chance, 0.8)
        tracks = shuffle_circles(grid, labels, chance)
        check_tracks(Borders(grid, labels, 5), [tracks[each] for each in sorted(tracks)])


def sharps(rows: int, cols: int, labels: list[int], tracks: list[Track]) -> set[Cell]:
    """The circles that get no number."""
    circles = numbered(GridIndex(rows, cols), labels, tracks)
    return {cell for cell, number in circles if number is None}


def test_a_circle_that_left_its_country_at_once_needs_no_number() -> None:
    # Home is r1c1, the country goes down from there; the border is behind it.
    assert sharps(2, 3, [0, 1, 1, 0, 1, 1], [(2, 1, 0), (4,)]) == {Cell(0, 2)}


def test_a_circle_that_first_moved_inside_its_country_needs_one() -> None:
    assert sharps(1, 3, [0, 0, 1], [(1, 0), (2,)]) == {Cell(0, 2)}


def test_a_circle_with_room_behind_its_home_needs_a_number() -> None:
    # Home is r1c2; r1c1 behind it is of the same country, and free.
    assert sharps(1, 4, [0, 0, 1, 1], [(2, 1), (3,)]) == {Cell(0, 3)}
    # With a track in r1c1 it is in the way.
    tracks: list[Track] = [(2, 1), (3,), (0, 4)]
    assert Cell(0, 2) in sharps(2, 4, [0, 0, 1, 1, 2, 2, 2, 2], tracks)


def test_a_circle_that_stays_and_could_move_inside_its_country_needs_a_zero() -> None:
    assert sharps(1, 2, [0, 0], [(0,)]) == set()
    assert sharps(2, 1, [0, 1], [(0,), (1,)]) == {Cell(0, 0), Cell(1, 0)}


def test_growth_makes_unique_puzzles() -> None:
    for seed in range(3):
        found = made(5, 5, seed, maker=GROWTH)
        assert solutions(found.puzzle) == [found.solution]
        assert isinstance(found.puzzle, Satogaeri)
