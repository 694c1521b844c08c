"""Links, files and grid text of declared kinds: exact round trips, known texts, and refusals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import enpitsu
from enpitsu.errors import FormatError
from enpitsu.grid import Cell, cells, number_areas
from enpitsu.kind import Codec, Document
from enpitsu.kinds.heyawake import Heyawake
from enpitsu.kinds.slitherlink import Slitherlink
from enpitsu.kit.formats import (
    Format,
    area_borders,
    border_words,
    cell_answers,
    clue_words,
    clues_and_answers,
    decimals,
    line_answers,
    notes,
    number_answers,
    numbers,
    numbers_36,
    pearls,
    puzzlink,
    pzprv3,
    small_numbers,
)
from enpitsu.kit.puzzle import AREAS, GridPuzzle, areas, clues, mark
from enpitsu.kit.puzzle_text import clue_rows, grid_text, line_ends, shaded_cells
from enpitsu.position import EMPTY, Fact, Position
from tests.cases import each_case

MANY = settings(max_examples=150, deadline=None)
FORMATS = ("puzzlink", "pzprv3", "grid", "json")


class Pearls(GridPuzzle):
    """Pearls and lines from cell to cell."""

    kind = "pearls"
    pearls = clues(values=("white", "black"), look="pearl")
    line = mark("edges")


class Walls(GridPuzzle):
    """Walls, some with a number, and lights."""

    kind = "walls"
    walls = clues(values=range(5), unknown=True, look="wall", blocks=True)
    light = mark("cells", look="light")


class Islands(GridPuzzle):
    """Numbers of any size, and shaded cells."""

    kind = "islands"
    numbers = clues(values=range(1, 9000), unknown=True)
    shaded = mark("cells")


class Signs(GridPuzzle):
    """Numbers that have room in a link of a sign for each."""

    kind = "signs"
    numbers = clues(values=range(36**2), unknown=True)


class Digits(GridPuzzle):
    """Areas, given numbers up to 9, and numbers that are written."""

    kind = "digits"
    areas = areas()
    numbers = clues(values=range(1, 10))
    number = mark("cells", values=lambda rows, cols: range(1, max(rows, cols) + 1))


HITORI = puzzlink("hitori", numbers_36("numbers"))
TRIED: list[tuple[type[GridPuzzle], Format]] = [
    (Pearls, puzzlink("mashu", "masyu", pearls("pearls"))),
    (Pearls, pzprv3("mashu", clue_words("pearls"), line_answers("line"))),
    (Pearls, grid_text(clue_rows("pearls"), solution=line_ends("line"))),
    (Walls, puzzlink("lightup", "akari", small_numbers("walls"))),
    (
        Walls,
        pzprv3("lightup", clues_and_answers("walls", "light"), notes(blank=".", always=False)),
    ),
    (Islands, puzzlink("nurikabe", numbers("numbers"))),
    (Islands, pzprv3("hitori", clue_words("numbers"), cell_answers("shaded"))),
    (Signs, HITORI),
    (Islands, grid_text(clue_rows("numbers"), solution=shaded_cells("shaded"))),
    (Digits, puzzlink("digits", area_borders(), decimals("numbers"))),
    (Digits, pzprv3("digits", border_words(), clue_words("numbers"), number_answers("number"))),
]


def made(puzzle_type: type[GridPuzzle], random_: random.Random) -> GridPuzzle:
    """A puzzle of chance."""
    rows, cols = random_.randint(1, 7), random_.randint(1, 7)
    given: dict[str, Any] = {}
    if puzzle_type.area_name is not None:
        labels = [random_.randrange(3) for _ in range(rows * cols)]
        found = number_areas(rows, cols, labels)
        given[puzzle_type.area_name] = dict(zip(cells(rows, cols), found, strict=True))
    blank = puzzle_type(rows, cols, **given)
    share = random_.choice([0.0, 0.1, 0.5, 1.0])
    for name, sort in puzzle_type.clue_sorts.items():
        values = [*sort.values, "?"] if sort.unknown else [*sort.values]
        places = [place for place in blank.places(sort) if random_.random() < share]
        given[name] = {place: random_.choice(values) for place in places}
    return puzzle_type(rows, cols, **given)


def position_on(puzzle: GridPuzzle, random_: random.Random, *, denies: bool) -> Position:
    """A position of chance; with `denies` also what is absent."""
    facts = []
    for view in puzzle.layout.views.values():
        for slot in view.slots:
            if random_.random() < 0.3:
                is_denied = denies and len(view.values) == 1 and random_.random() < 0.4
                facts.append(Fact(slot, random_.choice(view.values), not is_denied))
    return Position.of(facts)


def codecs() -> Iterator[tuple[type[GridPuzzle], Codec]]:
    for puzzle_type, make in TRIED:
        yield puzzle_type, make(puzzle_type)
    for name, known in (("slitherlink", Slitherlink), ("heyawake", Heyawake)):
        for codec in enpitsu.registry.find_kind(name).codecs:
            yield known, codec


CODECS = list(codecs())


def is_of(codec: Codec, puzzle_type: type[GridPuzzle]) -> str:
    return f"{puzzle_type.__name__}-{codec.format}-{'-'.join(codec.type_names)}"


@each_case(
    ("puzzle_type", "codec"),
    [pytest.param(*each, id=is_of(each[1], each[0])) for each in CODECS],
)
@pytest.mark.quick
def test_texts_give_back_puzzles_and_positions(puzzle_type: type[GridPuzzle], codec: Codec) -> None:
    random_ = random.Random(1)
    whole = 0
    for _ in range(150):
        puzzle = made(puzzle_type, random_)
        position = position_on(puzzle, random_, denies=codec.format == "pzprv3")
        document = Document(puzzle=puzzle, position=position)
        try:
            text = codec.dump(document)
        except FormatError:
            # Lines that are no loop have no place in a grid of what is inside.
            document = Document(puzzle=puzzle)
            text = codec.dump(document)
        is_bare = (puzzle.rows, puzzle.cols) == (1, 1) or not any(puzzle.given.values())
        assert codec.sniff(text) or (codec.format == "grid" and is_bare)
        (again,) = codec.parse(text)
        assert again.puzzle == puzzle
        assert again.position == (document.position if codec.carries_position else EMPTY)
        assert not again.warnings
        assert codec.dump(again) == text
        whole += bool(document.position)
    assert whole > 10 or codec.format in ("puzzlink", "grid")


@MANY
@given(st.data())
def test_whatever_stands_there_only_format_errors_come(data: st.DataObject) -> None:
    puzzle_type, codec = data.draw(st.sampled_from(CODECS))
    puzzle = made(puzzle_type, random.Random(data.draw(st.integers(0, 20))))
    text = codec.dump(Document(puzzle=puzzle))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        signs = st.text(st.sampled_from("0123456789abfgvz.-+=@%*$ /\n#?xwé٣"), max_size=4)
        text = text[:at] + data.draw(signs) + text[at + cut :]
    codec.sniff(text)
    try:
        documents = codec.parse(text)
    except FormatError:
        return
    for document in documents:
        (again,) = codec.parse(codec.dump(document))
        assert again.puzzle == document.puzzle


# --- texts as the original tool writes them ------------------------------------------------------

SLITHER = "https://puzz.link/p?slither/5/5/cbcbcddad"
SLITHER_FILE = """pzprv3.1
slither
5
5
2 . . 1 . 
. 2 . . 1 
. . 2 . . 
3 . . 3 . 
. 0 . . 3 
0 0 1 0 0 
0 0 0 0 0 
0 0 0 2 0 
0 0 0 0 0 
0 0 0 0 0 
1 -1 0 -1 -1 1 
1 1 -1 1 -1 1 
1 1 1 0 0 1 
1 1 1 1 1 1 
-1 -1 -1 0 1 1 
1 1 1 1 1 
-1 1 1 -1 -1 
0 -1 1 0 0 
0 0 0 1 0 
1 -1 1 -1 0 
-1 0 -1 0 1 
"""  # noqa: W291
HEYAWAKE = "https://puzz.link/p?heyawake/6/6/lll155007rs12222j"
HEYAWAKE_FILE = """pzprv3
heyawake
6
6
8
0 1 1 2 2 3 
0 1 1 2 2 3 
0 1 1 2 2 3 
4 4 4 4 4 3 
5 5 5 6 6 3 
5 5 5 6 6 7 
2 2 . 2 . 2 
. . . . . . 
. . . . . . 
. . . . . . 
. . . . . . 
. . . . . . 
# + # + + # 
+ + + # + + 
# + # + # + 
+ + + + + + 
+ # + # + # 
+ + # + + + 
"""  # noqa: W291


@each_case(("link", "file"), [(SLITHER, SLITHER_FILE), (HEYAWAKE, HEYAWAKE_FILE)])
@pytest.mark.quick
def test_known_texts_are_written_as_they_were(link: str, file: str) -> None:
    (by_link,), (by_file,) = enpitsu.read(link), enpitsu.read(file)
    assert by_link.puzzle == by_file.puzzle
    assert not by_link.warnings + by_file.warnings
    assert enpitsu.dump(by_link) == link
    assert enpitsu.dump(by_file, "pzprv3") == file
    assert enpitsu.check(by_file.puzzle, by_file.position) == []
    assert enpitsu.solve(by_file.puzzle).status == "unique"


def test_files_of_the_first_version_have_no_colours() -> None:
    old = "pzprv3/slither/1/2/3 . /1 1 0 /1 -1 /0 0 /"
    (document,) = enpitsu.read(old)
    wanted = "r1c0-r1c1 line, r1c1-r1c2 line, r0c1-r1c1 line, r0c2-r1c2 not line"
    assert document.position == Position.parse(wanted)
    assert enpitsu.dump(document, "pzprv3").splitlines()[4:6] == ["3 . ", "0 0 "]


@each_case(
    ("link", "word"),
    [
        ("mashu/3/2/1i", {"r1c3": "white", "r2c1": "black"}),
        ("mashu/1/1/i", {"r1c1": "black"}),
        ("mashu/2/1/3", {"r1c2": "white"}),
    ],
)
def test_three_pearls_stand_in_a_digit(link: str, word: dict[str, str]) -> None:
    codec = TRIED[0][1](Pearls)
    (document,) = codec.parse(link)
    found = document.puzzle_as(Pearls).pearls
    assert {str(cell): value for cell, value in found.items()} == word
    assert codec.dump(document) == f"https://puzz.link/p?{link}"


@each_case(
    ("body", "clues"),
    [
        ("a", "0"),
        ("2.e", "2 ? 4"),
        ("7c", "2 - 2"),
        ("cb", "2 - - 1"),
        ("hd", "- - 3"),
        ("cg", "2 - - -"),
        ("z5a", "- " * 20 + "0 - 0"),
    ],
)
def test_small_numbers_tell_of_the_slots_behind_them(body: str, clues: str) -> None:
    codec = TRIED[3][1](Walls)
    words = clues.split()
    link = f"lightup/{len(words)}/1/{body}"
    (document,) = codec.parse(link)
    shown = (document.puzzle_as(Walls).walls.get(Cell(0, col), "-") for col in range(len(words)))
    assert list(map(str, shown)) == words
    assert codec.dump(document).rstrip("/") == f"https://puzz.link/p?{link}"


def test_numbers_of_36_signs() -> None:
    codec = HITORI(Islands)
    (document,) = codec.parse("hitori/3/2/z-10@.-zz1")
    assert [*document.puzzle_as(Islands).numbers.values()] == [35, 36, "?", 1295, 1]
    with pytest.raises(FormatError, match="r1c1: a link cannot hold a number over 1295"):
        codec.dump(Document(puzzle=Islands(1, 1, numbers={Cell(0, 0): 1296})))


def test_marks_of_the_tool_are_kept_while_the_position_stays() -> None:
    codec = TRIED[4][1](Walls)
    text = "pzprv3\nlightup\n1\n3\n1 # . \n- . . \n"
    (document,) = codec.parse(text)
    assert codec.dump(document) == text
    assert codec.dump(Document(puzzle=document.puzzle)) == "pzprv3\nlightup\n1\n3\n1 . . \n"


def test_marks_where_none_can_stand_are_passed_over() -> None:
    make = pzprv3("lightup", clue_words("walls"), cell_answers("light"))
    (document,) = make(Walls).parse("pzprv3/lightup/1/2/1 . /# + /")
    assert document.position == Position.parse("r1c2 not light")


def test_numbers_stand_in_any_cell_of_their_area() -> None:
    """They are written in the column furthest left, as the original tool does."""
    text = "pzprv3/heyawake/2/2/2/0 1 /1 1 /. . /. 2 /"
    (document,) = enpitsu.read(text)
    assert document.puzzle_as(Heyawake).numbers == {Cell(0, 1): 2}
    lines = enpitsu.dump(document, "pzprv3").splitlines()
    assert lines[7:9] == [". . ", "2 . "]
    (again,) = enpitsu.read("2 2\n- -\n- 2\na b\nb b", "heyawake")
    assert again.puzzle == document.puzzle


# --- what is refused -----------------------------------------------------------------------------


@each_case(
    ("text", "words"),
    [
        ("slither/2/2/4", "cell r1c1: a clue cannot be 4"),
        ("slither/2/2/.", "cell r1c1: a clue cannot be ?"),
        ("slither/2/2/g!", "column 14: no Slitherlink link has '!'"),
        ("slither/101/100/", "too large: at most 10000 cells"),
        ("slither/0/1/", "at least one row"),
        ("heyawake/2/2/w", "column 14: no Heyawake link has 'w'"),
        ("heyawake/2/1/g+fff", "cell r1c1: a clue cannot be 4095"),
        ("pzprv3/slither/2/2/. x /. . /", "line 5, column 3: a clue's number must be"),
        ("pzprv3/slither/2/2/. . /", "line 6: the clues need 2 lines"),
        ("pzprv3/slither/1/1/4 /", "line 5, column 1, cell r1c1: a clue cannot be 4"),
        ("pzprv3/slither/1/1/. /2 0 /0 /0 /", "line 6, column 1: '2' is none of"),
        ("pzprv3/slither/1/1/", "ends before the clues"),
        ("pzprv3/heyawake/1/2/1/0 0 /1 1 /", "column 3, cell r1c2: the area has a clue already"),
        ("pzprv3/heyawake/1/2/x/", "line 5, column 1: the number of areas must be"),
    ],
)
@pytest.mark.quick
def test_errors_name_the_place(text: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        enpitsu.read(text)
    assert words in str(caught.value)


@each_case(
    ("text", "words"),
    [
        ("2 2\n- -\n- 4", "line 3, column 3, cell r2c2: a clue cannot be 4"),
        ("2 2\n- -\n- y", "line 3, column 3: 'y' is no clue; one is a number"),
        ("2 2\n- -\n- - -", "line 3, column 5: 3 words in this row, not 2"),
        ("2 2\n- -\n-", "line 3, column 1: 1 words in this row, not 2"),
        ("2 2\n- -", "ends after 1 of 2 rows"),
        ("2\n- -", "line 1, column 1: grid text begins with a line ROWS COLS"),
        ("1 2\n- -\n\n2 2\nx -\nx -", "line 4, column 1: the solution has another size"),
        ("1 2\n- -\n\nx y", "line 4, column 3: 'y' is not 'x' or '-'"),
        ("1 2\n- -\n- x\n- x", "line 4, column 1: the text goes on behind"),
        ("101 100\n- -", "too large"),
        ("9999999999 1\n-", "at most 9 are read"),
    ],
)
@pytest.mark.quick
def test_errors_of_grid_text(text: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        enpitsu.read(text, "slitherlink", "grid")
    assert words in str(caught.value)


@each_case(
    ("text", "words"),
    [
        ("slither/2/2/c", "the link ends early"),
        ("slither/2/2/zz", "more than the board can hold"),
        ("heyawake/2/2/0", "the link ends early"),
        ("heyawake/2/2/g0h", "borders inside an area"),
        ("pzprv3/heyawake/1/3/2/0 1 0 /. . . /", "the 2 areas are in 3 pieces"),
        ("pzprv3/heyawake/1/3/3/0 1 1 /. . . /", "says 3 areas, the grid has 2"),
    ],
)
@pytest.mark.quick
def test_doubts_are_told(text: str, words: str) -> None:
    (document,) = enpitsu.read(text)
    assert any(words in warning for warning in document.warnings)


def test_lines_that_are_no_loop_have_no_place_in_grid_text() -> None:
    puzzle = Slitherlink(2, 2)
    line = Position.parse("r1c1-r1c2 line")
    with pytest.raises(FormatError, match="closed loops"):
        enpitsu.dump(puzzle, "grid", position=line)


# --- among all kinds -----------------------------------------------------------------------------


def test_a_grid_that_several_kinds_read_is_told_by_kinds() -> None:
    (document,) = enpitsu.read("2 3\n- 1 -\n3 - -")
    assert "could also be" in document.warnings[0]
    assert "name the kind to settle it" in document.warnings[0]
    assert enpitsu.read("2 3\n- 1 -\n3 - -", "slitherlink")[0].warnings == ()


@pytest.mark.quick
def test_pages_place_clues_of_areas_in_their_first_cells() -> None:
    assert Heyawake.clue_sorts["numbers"].on == AREAS
    rooms = {Cell(0, 0): 0, Cell(0, 1): 1}
    puzzle = Heyawake(1, 2, rooms=rooms, numbers={Cell(0, 1): 3})
    assert enpitsu.dump(puzzle) == "https://puzz.link/p?heyawake/2/1/gg3"
