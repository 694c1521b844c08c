"""Everything plain filled in at once: only what is true, all of it, and no further than asked."""

from __future__ import annotations

import random

import pytest

import enpitsu
from enpitsu import Ending, Fact, Level, Limits, Position
from enpitsu.grade import LEVELS, level_of
from enpitsu.kind import Document
from enpitsu.position import EMPTY, parse_fact
from enpitsu.registry import kinds
from tests.cases import each_case
from tests.library import ordinary_starters

PUZZLES: list[Document] = [
    document
    for kind in sorted(kinds())
    for document in ordinary_starters(kind)[::5]
    if document.puzzle.rows * document.puzzle.cols <= 150
]
EACH_KIND = [next(each for each in PUZZLES if each.puzzle.kind == kind) for kind in sorted(kinds())]


def name(document: Document) -> str:
    """What a test of a puzzle is called."""
    return f"{document.puzzle.kind}-{document.meta.level}"


def truths(document: Document) -> frozenset[Fact]:
    """What holds in the only solution."""
    [solution] = enpitsu.solve(document.puzzle).solutions
    return solution.truths


def is_true(fact: Fact, true: frozenset[Fact]) -> bool:
    """Whether a fact fits the solution."""
    return fact in true if fact.holds else fact.opposite not in true


@each_case("document", PUZZLES, ids=name)
def test_only_what_is_true_is_filled_in_and_more_with_each_level(document: Document) -> None:
    true, before = truths(document), EMPTY
    for level in LEVELS:
        found = enpitsu.fill_in(document.puzzle, up_to=level)
        assert all(is_true(fact, true) for fact in found.facts)
        assert found.position == Position.of(found.facts)
        assert before.facts <= found.position.facts
        assert LEVELS.index(level_of(document.puzzle, found.steps)) <= LEVELS.index(level)
        assert found.ending in (Ending.SOLVED, Ending.NO_MORE)
        assert (found.ending is Ending.SOLVED) == (
            not enpitsu.check(document.puzzle, found.position)
        )
        assert sum(found.techniques.values()) == len(found.steps)
        before = found.position


@each_case("document", PUZZLES, ids=name)
def test_a_puzzle_is_solved_up_to_its_own_level_and_not_below(document: Document) -> None:
    level = LEVELS.index(Level(document.meta.level))
    if level == len(LEVELS) - 1:
        return
    assert enpitsu.fill_in(document.puzzle, up_to=LEVELS[level]).ending is Ending.SOLVED
    if level:
        below = enpitsu.fill_in(document.puzzle, up_to=LEVELS[level - 1])
        assert below.ending is Ending.NO_MORE


@pytest.mark.parametrize("document", EACH_KIND, ids=name)
def test_from_any_right_position_the_same_is_reached_and_then_nothing_more(
    document: Document,
) -> None:
    chance, true = random.Random(5), sorted(truths(document), key=str)
    empty = enpitsu.fill_in(document.puzzle, up_to=Level.EASY).position
    for _ in range(4):
        start = Position.of(chance.sample(true, chance.randrange(len(true))))
        found = enpitsu.fill_in(document.puzzle, start, up_to=Level.EASY)
        assert {fact for fact in empty.facts if fact.holds} <= found.position.facts
        assert start.facts.isdisjoint(found.facts)
        again = enpitsu.fill_in(document.puzzle, found.position, up_to=Level.EASY)
        assert (again.facts, again.steps) == ((), ())


@pytest.mark.parametrize("document", EACH_KIND, ids=name)
def test_a_mistake_is_told_and_nothing_filled_in(document: Document) -> None:
    wrong = next(iter(document.position)).opposite
    found = enpitsu.fill_in(document.puzzle, Position.of([wrong]), [wrong])
    assert (found.ending, found.facts, found.steps) == (Ending.MISTAKE, (), ())
    assert found.position == Position.of([wrong])
    assert found.hint is not None
    assert found.hint == enpitsu.hint(document.puzzle, Position.of([wrong]), [wrong])


@pytest.mark.parametrize("document", EACH_KIND, ids=name)
def test_a_solved_board_stays_as_it_is(document: Document) -> None:
    found = enpitsu.fill_in(document.puzzle, document.position, up_to=Level.EXTREME)
    assert (found.ending, found.facts, found.position) == (Ending.SOLVED, (), document.position)


@pytest.mark.parametrize("document", EACH_KIND, ids=name)
def test_limits_leave_what_was_found(document: Document) -> None:
    none = enpitsu.fill_in(document.puzzle, limits=Limits(seconds=0))
    assert (none.ending, none.facts, none.reached) == (Ending.LIMIT, (), "time")


def test_a_limit_in_the_middle_gives_the_part_that_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from enpitsu.errors import LimitReached
    from enpitsu.explain.walkthrough import Walkthrough

    document, steps = EACH_KIND[-1], []
    real = Walkthrough.next_step

    def some(self: Walkthrough) -> object:
        steps.append(1)
        if len(steps) > 4:
            raise LimitReached("time")
        return real(self)

    whole = enpitsu.fill_in(document.puzzle, up_to=Level.EXTREME)
    monkeypatch.setattr(Walkthrough, "next_step", some)
    part = enpitsu.fill_in(document.puzzle, up_to=Level.EXTREME)
    assert (part.ending, part.reached) == (Ending.LIMIT, "time")
    assert 0 < len(part.facts) < len(whole.facts)
    assert part.facts == whole.facts[: len(part.facts)]


def test_of_several_solutions_only_what_all_share() -> None:
    puzzle = enpitsu.parse("https://puzz.link/p?yajilin/4/4/p")
    found = enpitsu.fill_in(puzzle, up_to=Level.EXTREME)
    shared = enpitsu.forced(puzzle).facts
    assert (found.ending, found.is_unique) == (Ending.NO_MORE, False)
    assert set(found.facts) <= set(shared)
    chosen = enpitsu.solve(puzzle, solutions=1).solutions[0].position
    assert enpitsu.fill_in(puzzle, chosen).ending is Ending.SOLVED


@pytest.mark.parametrize("link", ["yajilin/1/1/a", "yajilin/1/5/e", "yajilin/2/3/41b42b"])
def test_puzzles_without_a_solution_say_so(link: str) -> None:
    puzzle = enpitsu.parse(f"https://puzz.link/p?{link}")
    found = enpitsu.fill_in(puzzle)
    assert (found.ending, found.facts) == (Ending.IMPOSSIBLE, ())
    assert found.hint is not None


def test_what_cannot_be_asked_is_refused() -> None:
    puzzle = EACH_KIND[0].puzzle
    with pytest.raises(enpitsu.PuzzleError, match="unknown level 'plain'; known: gentle"):
        enpitsu.fill_in(puzzle, up_to="plain")
    with pytest.raises(enpitsu.FormatError):
        enpitsu.fill_in(puzzle, Position.of([parse_fact("r999c1 shaded")]))
