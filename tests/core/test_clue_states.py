"""Clue states: "done", "matched" and "wrong" are never wrong, whatever stands on the board."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby, pairwise, product
from pathlib import Path
from typing import Any, get_args

import pytest

import enpitsu
from enpitsu.book import BookPlan, make_book
from enpitsu.check import check
from enpitsu.grid import COL, ROW, Cell, Direction, Edge, Line, Symmetry, cells, parse_slot, ray
from enpitsu.kind import ClueState, Kind, Puzzle
from enpitsu.kinds.nonogram import KIND as NONOGRAM
from enpitsu.kinds.nonogram.model import Nonogram, Run
from enpitsu.kinds.satogaeri import KIND as SATOGAERI
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.yajilin import KIND as YAJILIN
from enpitsu.kinds.yajilin.model import Clue as YajilinClue
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kit import GridPuzzle
from enpitsu.position import Fact, Position
from enpitsu.registry import kinds
from enpitsu.words import HOW_TO_PLAY, LANGUAGES, catalogue, how_to_play
from tests.cases import each_case
from tests.kinds import nonogram_brute, satogaeri_brute, yajilin_brute
from tests.library import starters

KINDS: list[Kind[Any]] = [kind for kind in kinds().values() if kind.clue_states is not None]
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)

States = Mapping[str, ClueState]
Facts = frozenset[Fact]
LEVELS = {"open": 0, "matched": 1, "done": 2}


def states_of(kind: Kind[Any], puzzle: Puzzle, facts: Facts | str = frozenset()) -> States:
    """The clue states of a board with these facts, which may be given as text."""
    assert kind.clue_states is not None
    board = kind.board(puzzle)
    board.place(Position.parse(facts) if isinstance(facts, str) else Position(facts))
    return kind.clue_states(board)


def some_facts(rng: random.Random, truths: Facts) -> Facts:
    """Some of what is true of an answer, and at times one or two of them the wrong way round."""
    share = rng.choice((0.2, 0.5, 0.8, 0.95, 1.0))
    facts = [fact for fact in sorted(truths, key=str) if rng.random() < share]
    turned = rng.sample(facts, min(len(facts), rng.choice((0, 0, 0, 1, 2))))
    return frozenset(facts) - set(turned) | {Fact(a, b, not holds) for a, b, holds in turned}


def positions(rng: random.Random, answers: list[Facts]) -> Iterator[tuple[Facts, list[Facts]]]:
    """Random positions, each with the answers that agree with it."""
    for _ in range(6):
        facts = some_facts(rng, rng.choice(answers))
        yield facts, [answer for answer in answers if facts <= answer]


# --- every kind -----------------------------------------------------------------------------------


def _examples(kind: Kind[Any], prefix: str) -> Iterator[tuple[Puzzle, Facts]]:
    for path in sorted(Path(str(each)) for each in kind.examples.iterdir()):
        if path.name.startswith(prefix):
            yield from ((each.puzzle, each.position.facts) for each in enpitsu.read(path))


def _starters(kind: Kind[Any]) -> Iterator[tuple[Puzzle, Facts]]:
    for document in starters(kind.id)[::8]:
        (solution,) = enpitsu.solve(document.puzzle).solutions
        yield document.puzzle, solution.facts


def test_the_kinds_of_the_house_tell_them() -> None:
    assert {kind.id for kind in KINDS} >= {"yajilin", "nonogram", "satogaeri"}


@by_kind
def test_all_are_done_on_a_solved_board(kind: Kind[Any]) -> None:
    told = 0
    for puzzle, facts in (*_examples(kind, "solved_"), *_starters(kind)):
        found = states_of(kind, puzzle, facts)
        assert set(found.values()) <= {"done"}
        told += len(found)
    assert told > 40


@by_kind
def test_some_are_open_and_none_wrong_before_the_first_stroke(kind: Kind[Any]) -> None:
    for puzzle, facts in (*_examples(kind, "solved_"), *_starters(kind)):
        found = states_of(kind, puzzle)
        assert set(found.values()) <= {"open", "done"}
        assert found.keys() == states_of(kind, puzzle, facts).keys()


@by_kind
def test_what_is_true_never_makes_them_worse(kind: Kind[Any]) -> None:
    """Stroke by stroke to the solution: what was done stays done, and nothing is ever wrong."""
    rng = random.Random(1)
    for puzzle, facts in _starters(kind):
        order, before = rng.sample(sorted(facts, key=str), len(facts)), states_of(kind, puzzle)
        for end in range(0, len(order) + 1, max(1, len(order) // 12)):
            after = states_of(kind, puzzle, frozenset(order[:end]))
            assert all(LEVELS[after[key]] >= LEVELS[before[key]] for key in before)
            before = after


@by_kind
def test_odd_boards(kind: Kind[Any]) -> None:
    for rows, cols in ((1, 1), (1, 7), (9, 1), (2, 3), (60, 90)):
        found = states_of(kind, kind.blank(rows, cols))
        assert set(found.values()) <= set(get_args(ClueState))
    for puzzle, facts in _examples(kind, "breaks_"):
        assert set(states_of(kind, puzzle, facts).values()) <= set(get_args(ClueState))


def turned_key(puzzle: Any, key: str, symmetry: Symmetry) -> str:
    """Where a clue's place goes when the board is turned or mirrored."""
    size = puzzle.rows, puzzle.cols
    if ":" in key:
        return _turned_number(puzzle, key, symmetry)
    cell = parse_slot(key.split()[0])
    assert isinstance(cell, Cell)
    if isinstance(puzzle, GridPuzzle) and puzzle.area_map is not None:
        turned = puzzle.transform(symmetry).area_map
        assert turned is not None
        return str(turned.of(symmetry.cell(cell, *size))[0])
    if not key.endswith(" country"):
        return str(symmetry.cell(cell, *size))
    country = puzzle.country_cells[puzzle.country_of(cell)]
    return f"{min(symmetry.cell(each, *size) for each in country)} country"


def line_of(key: str) -> tuple[Line, int]:
    """The line of a number, and the number's place from 0 on."""
    name, _, at = key.partition(":")
    return Line(name[:3], int(name[3:]) - 1), int(at) - 1


def _turned_number(puzzle: Nonogram, key: str, symmetry: Symmetry) -> str:
    line, at = line_of(key)
    old = line.cells(puzzle.rows, puzzle.cols)
    new = [symmetry.cell(cell, puzzle.rows, puzzle.cols) for cell in (old[0], old[-1])]
    axis = ROW if line.is_row != symmetry.value[0] else COL
    count = max(1, len(dict(puzzle.clues)[line]))
    place = count - 1 - at if new[0] > new[1] else at
    return f"{Line(axis, new[0].row if axis == ROW else new[0].col)}:{place + 1}"


@cache
def _begun(kind: str) -> list[tuple[Puzzle, Facts, States]]:
    """Puzzles with some facts, and the states then."""
    rng, known = random.Random(5), kinds()[kind]
    puzzles = [
        (puzzle, some_facts(rng, truths))
        for puzzle, truths in (*_starters(known), *_examples(known, "breaks_"))
    ]
    return [(puzzle, facts, states_of(known, puzzle, facts)) for puzzle, facts in puzzles]


@by_kind
@each_case("symmetry", Symmetry)
def test_turned_boards_have_the_same_states(kind: Kind[Any], symmetry: Symmetry) -> None:
    for puzzle, facts, before in _begun(kind.id):
        turned = Position(facts).transform(symmetry, puzzle.rows, puzzle.cols).facts
        after = states_of(kind, puzzle.transform(symmetry), turned)
        assert after == {turned_key(puzzle, key, symmetry): before[key] for key in before}


# --- Yajilin --------------------------------------------------------------------------------------


def _yajilin_truths(puzzle: Yajilin, answer: Facts) -> Facts:
    """All that is true of an answer, denials included."""
    playable = [cell for cell in cells(puzzle.rows, puzzle.cols) if cell not in puzzle.clue_at]
    near = {
        Edge(a, b) for a in playable for b in playable if (b.row - a.row, b.col - a.col) in WAYS
    }
    facts = [Fact(cell, "shaded", Fact(cell, "shaded") in answer) for cell in playable]
    return frozenset(facts + [Fact(each, "line", Fact(each, "line") in answer) for each in near])


WAYS = {(0, 1), (1, 0)}


def _seen(puzzle: Yajilin, key: str) -> tuple[list[Cell], int]:
    cell = parse_slot(key)
    assert isinstance(cell, Cell)
    clue = puzzle.clue_at[cell]
    assert clue.arrow is not None
    assert clue.number is not None
    seen = ray(cell, clue.arrow, puzzle.rows, puzzle.cols)
    return [each for each in seen if each not in puzzle.clue_at], clue.number


def _shaded(facts: Facts, seen: list[Cell]) -> set[Cell]:
    return {cell for cell in seen if Fact(cell, "shaded") in facts}


def test_yajilin_against_all_solutions() -> None:
    rng, count = random.Random(11), Counter[str]()
    for _ in range(500):
        puzzle = yajilin_brute.random_puzzle(rng, rng.randint(2, 4), rng.randint(3, 5))
        solutions = yajilin_brute.brute_solutions(puzzle)
        answers = [_yajilin_truths(puzzle, each) for each in sorted(solutions, key=sorted_text)]
        for facts, left in positions(rng, answers) if answers else ():
            for key, state in states_of(YAJILIN, puzzle, facts).items():
                seen, number = _seen(puzzle, key)
                if state == "done":
                    assert len(_shaded(facts, seen)) == number
                    assert all(_shaded(each, seen) == _shaded(facts, seen) for each in left)
                assert state != "wrong" or not left
                count[state] += 1
    assert min(count[state] for state in ("open", "done", "wrong")) > 60


def sorted_text(facts: Facts) -> list[str]:
    """A key that puts sets of facts in the same order each time."""
    return sorted(map(str, facts))


def _ways_to_shade(facts: Facts, seen: list[Cell]) -> list[set[Cell]]:
    """Every way to shade the cells of a line that agrees with the board, by trying them all."""
    shaded = {fact.slot for fact in facts if fact.value == "shaded" and fact.holds}
    lines = [fact.slot for fact in facts if fact.value == "line" and fact.holds]
    denied = {fact.slot for fact in facts if fact.value == "shaded" and not fact.holds}
    denied |= {cell for each in lines if isinstance(each, Edge) for cell in each}
    ways = []
    for choice in product((False, True), repeat=len(seen)):
        chosen = {cell for cell, is_shaded in zip(seen, choice, strict=True) if is_shaded}
        both = chosen | shaded
        touching = any((a.row + r, a.col + c) in both for a in chosen for r, c in BESIDE)
        if shaded & set(seen) <= chosen and not chosen & denied and not touching:
            ways.append(chosen)
    return ways


BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))


def test_yajilin_states_say_all_that_a_clue_line_shows() -> None:
    """Done if there is one way to shade the line and it is right; wrong if no way is right."""
    rng, count = random.Random(12), Counter[str]()
    for _ in range(500):
        puzzle = yajilin_brute.random_puzzle(rng, rng.randint(1, 5), rng.randint(1, 5))
        playable = [cell for cell in cells(puzzle.rows, puzzle.cols) if cell not in puzzle.clue_at]
        share = rng.choice((0.2, 0.5, 0.9))
        chosen = [cell for cell in playable if rng.random() < share]
        facts = frozenset(Fact(cell, "shaded", rng.random() < 0.25) for cell in chosen)
        for key, state in states_of(YAJILIN, puzzle, facts).items():
            seen, number = _seen(puzzle, key)
            ways = _ways_to_shade(facts, seen)
            if not ways:
                assert state != "done"
                continue
            right = any(len(way) == number for way in ways)
            expected = "wrong" if not right else "done" if len(ways) == 1 else "open"
            assert state == expected
            count[state] += 1
    assert min(count[state] for state in ("open", "done", "wrong")) > 60


@each_case(
    ("facts", "expected"),
    [
        ("", "open"),
        ("r1c2 shaded", "open"),  # r1c4 may be shaded too
        ("r1c3 shaded", "done"),  # nothing beside it is
        ("r1c2 shaded, r1c4 not shaded", "done"),
        ("r1c2 shaded, r1c4-r2c4 line", "done"),
        ("r1c2 shaded, r2c4 shaded", "done"),
        ("r1c2 shaded, r1c4 shaded", "wrong"),
        ("r1c2 not shaded, r1c3 not shaded, r1c4 not shaded", "wrong"),
        ("r1c3 shaded, r1c3-r2c3 line", "open"),  # what is wrong settles nothing
        ("r1c3 shaded, r2c3 shaded", "open"),
    ],
)
def test_yajilin_clue(facts: str, expected: str) -> None:
    puzzle = Yajilin(2, 4, ((Cell(0, 0), YajilinClue(Direction.RIGHT, 1)),))
    assert states_of(YAJILIN, puzzle, facts) == {"r1c1": expected}


def test_yajilin_clues_that_count_nothing_are_left_out() -> None:
    rng = random.Random(3)
    for _ in range(100):
        puzzle = yajilin_brute.random_puzzle(rng, 4, 4)
        counting = {str(cell) for cell, clue in puzzle.clues if clue.counts}
        assert states_of(YAJILIN, puzzle).keys() == counting


# --- Nonogram -------------------------------------------------------------------------------------


def _fillings(puzzle: Nonogram, line: Line, facts: Facts) -> list[nonogram_brute.Cells]:
    """Every way to finish a line, by trying them all."""
    choices = {None, *range(len(puzzle.values))}
    can: list[set[int | None]] = []
    for cell in line.cells(puzzle.rows, puzzle.cols):
        left = set(choices)
        for at, value in enumerate(puzzle.values):
            if Fact(cell, value) in facts:
                left &= {at}
            if Fact(cell, value, False) in facts:
                left -= {at}
        can.append(left)
    return list(nonogram_brute.answers_of_line(dict(puzzle.clues)[line], can))


def _runs(filling: nonogram_brute.Cells) -> list[tuple[int, int, int]]:
    """The colour, start and end of each run."""
    found, at = [], 0
    for colour, same in groupby(filling):
        end = at + len(list(same))
        if colour is not None:
            found.append((colour, at, end))
        at = end
    return found


def _on_board(puzzle: Nonogram, line: Line, facts: Facts) -> nonogram_brute.Cells:
    """A line as it stands, what is not painted as empty."""
    found = []
    for cell in line.cells(puzzle.rows, puzzle.cols):
        own = [at for at, value in enumerate(puzzle.values) if Fact(cell, value) in facts]
        found.append(own[0] if own else None)
    return tuple(found)


def _nonogram_cases(seed: int) -> Iterator[tuple[Nonogram, Facts]]:
    rng = random.Random(seed)
    for _ in range(300):
        puzzle = nonogram_brute.random_puzzle(rng, rng.randint(1, 4), rng.randint(1, 6))
        share, wild = rng.choice((0.3, 0.6, 0.9, 1.0)), rng.choice((0.0, 0.0, 0.1))
        answer = next(nonogram_brute.solutions(puzzle), None)
        facts = set()
        for cell in cells(puzzle.rows, puzzle.cols):
            state = None if answer is None else answer[cell.row][cell.col]
            if rng.random() < wild:
                state = rng.choice((None, *range(len(puzzle.values))))
            if rng.random() < share:
                facts |= {
                    Fact(cell, value, at == state)
                    for at, value in enumerate(puzzle.values)
                    if at == state or rng.random() < 0.8
                }
        yield puzzle, frozenset(facts)


def test_nonogram_against_all_ways_to_finish_lines() -> None:
    count = Counter[str]()
    for puzzle, facts in _nonogram_cases(21):
        if not check(puzzle, Position(facts)):
            continue
        for key, state in states_of(NONOGRAM, puzzle, facts).items():
            line, at = line_of(key)
            left = _fillings(puzzle, line, facts)
            shown = _on_board(puzzle, line, facts)
            assert (state == "wrong") == (not left)
            if state == "done":
                assert left == [shown]
            if state == "matched":
                (run,) = {_runs(filling)[at] for filling in left}
                assert shown[run[1] : run[2]] == (run[0],) * (run[2] - run[1])
            count[state] += 1
    assert min(count[state] for state in get_args(ClueState)) > 60


def test_a_nonogram_line_whose_runs_are_all_there_is_done() -> None:
    for puzzle, facts in _nonogram_cases(22):
        found = states_of(NONOGRAM, puzzle, facts)
        for line, clue in puzzle.clues:
            left, shown = _fillings(puzzle, line, facts), _on_board(puzzle, line, facts)
            is_told = all(run.length is not None for run in clue)
            if clue and is_told and left == [shown]:
                assert all(found[f"{line}:{at}"] == "done" for at in range(1, len(clue) + 1))


def row(*lengths: int) -> Nonogram:
    """A puzzle of one row of eight cells, whose columns do not matter."""
    return Nonogram((tuple(map(Run, lengths)),), ((Run(1),),) * 8)


@each_case(
    ("lengths", "line", "expected"),
    [
        ((1, 1), "..x#x...", ["open", "open"]),  # nobody knows which one it is
        ((1, 2), "#x......", ["matched", "open"]),
        ((1, 2), "....x##x", ["open", "matched"]),
        ((1, 2), "#x..##..", ["done", "done"]),  # no cell is left to shade
        ((3, 3), "###x....", ["matched", "open"]),
        ((3, 3), "#.x#....", ["wrong", "wrong"]),
        ((), "........", ["open"]),
        ((), "xxxxxxxx", ["done"]),
        ((), "xxx#....", ["wrong"]),
        ((9,), "........", ["wrong"]),
    ],
)
def test_nonogram_numbers(lengths: tuple[int, ...], line: str, expected: list[str]) -> None:
    signs = {"#": "shaded", "x": "not shaded"}
    facts = [f"r1c{at} {signs[sign]}" for at, sign in enumerate(line, 1) if sign in signs]
    found = states_of(NONOGRAM, row(*lengths), ", ".join(facts))
    assert [state for key, state in found.items() if key.startswith("row1:")] == expected


# --- Satogaeri ------------------------------------------------------------------------------------


def test_satogaeri_against_all_solutions() -> None:
    rng, count = random.Random(31), Counter[str]()
    for _ in range(500):
        puzzle = satogaeri_brute.random_puzzle(rng, rng.randint(1, 4), rng.randint(2, 4))
        answers = {
            frozenset(satogaeri_brute.everything_about(puzzle, each)): each
            for each in satogaeri_brute.solutions(puzzle)
        }
        for facts, left in positions(rng, list(answers)) if answers else ():
            if check(puzzle, Position(facts)):
                found = states_of(SATOGAERI, puzzle, facts)
                _check_satogaeri(puzzle, facts, found, [answers[each] for each in left])
                count.update(f"{key.split()[1:]} {state}" for key, state in found.items())
    assert len(count) == 6
    assert min(count.values()) > 20


def _check_satogaeri(
    puzzle: Satogaeri, facts: Facts, found: States, left: list[satogaeri_brute.Answer]
) -> None:
    """What is done is the same in all answers that are left, and drawn; wrong if none is left."""
    for key, state in found.items():
        assert state != "wrong" or not left
        if state == "done":
            cell = parse_slot(key.split()[0])
            assert isinstance(cell, Cell)
            for answer in left:
                ends = {puzzle.country_of(way[-1]): way for way in answer}
                starts = {way[0]: way for way in answer}
                way = starts[cell] if key == str(cell) else ends[puzzle.country_of(cell)]
                assert all(Fact(Edge(*sorted(step)), "line") in facts for step in pairwise(way))


LAND = Satogaeri(
    3,
    4,
    (0, 0, 1, 1) + 2 * (0, 2, 2, 1),
    ((Cell(0, 0), 2), (Cell(1, 1), None), (Cell(2, 3), None)),
)
EAST = "r1c1-r1c2 line, r1c2-r1c3 line"


@each_case(
    ("facts", "changed"),
    [
        ("", {}),
        ("r1c1-r1c2 line", {}),  # it has to go on
        (EAST, {"r1c1": "done", "r1c3 country": "done"}),  # whoever else still stands there
        (f"{EAST}, r3c4 home", {"r1c1": "done", "r3c4": "done", "r1c3 country": "wrong"}),
        ("r2c2 home", {"r2c2": "done", "r2c2 country": "done"}),
        ("r2c2-r2c3 line", {}),  # it may go on
        ("r2c2-r2c3 line, r2c3 home", {"r2c2": "done", "r2c2 country": "done"}),
        ("r1c1-r2c1 line, r2c1-r2c2 line", {"r1c1": "wrong", "r2c2": "wrong"}),
        (f"{EAST}, r1c3-r1c4 line", {"r1c1": "wrong"}),
        ("r1c1 home", {"r1c1": "wrong"}),
        (f"{EAST}, r1c3 not home", {"r1c1": "wrong"}),
    ],
)
def test_satogaeri_circles_and_countries(facts: str, changed: dict[str, str]) -> None:
    places = ("r1c1", "r2c2", "r3c4", "r1c1 country", "r1c3 country", "r2c2 country")
    assert states_of(SATOGAERI, LAND, facts) == dict.fromkeys(places, "open") | changed


# --- the rules for players ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.id)
def test_every_rule_is_said_in_every_language(kind: Kind[Any]) -> None:
    assert how_to_play(kind) == kind.how_to_play
    numbers = {str(at) for at in range(1, len(kind.how_to_play) + 1)}
    for language in LANGUAGES:
        own = catalogue(kind.id, language)[HOW_TO_PLAY]
        assert own.keys() == numbers, language
        assert how_to_play(kind, language) == tuple(own[at] for at in sorted(numbers, key=int))


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.id)
def test_japanese_rules_are_japanese(kind: Kind[Any]) -> None:
    for rule in how_to_play(kind, "ja"):
        assert rule.endswith("。")
        assert not re.search("[a-zA-Z]", rule)


def test_a_language_without_rules_says_them_in_english() -> None:
    assert how_to_play(YAJILIN, "xx") == YAJILIN.how_to_play


def test_books_print_the_rules_in_their_language() -> None:
    pdfium = pytest.importorskip("pypdfium2")
    pytest.importorskip("reportlab")
    document = min(starters(), key=lambda each: each.puzzle.rows * each.puzzle.cols)
    kind = kinds()[document.puzzle.kind]
    made = make_book([document], BookPlan(language="ja"))
    texts = [page.get_textpage().get_text_bounded() for page in pdfium.PdfDocument(made.pdf)]
    text = re.sub(r"\s", "", "".join(texts))
    assert all(rule in text for rule in how_to_play(kind, "ja"))
    assert kind.how_to_play[0].replace(" ", "") not in text
