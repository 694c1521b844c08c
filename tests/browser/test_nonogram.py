"""The Nonogram board in a real browser: gestures by mouse, finger and key, clues, colours."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import pytest

import enpitsu
from enpitsu.kinds.nonogram import colours, inks
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.clue_states import clue_states
from enpitsu.kinds.nonogram.draw_scene import scene
from enpitsu.kinds.nonogram.model import Nonogram, from_picture, pack
from enpitsu.position import Position, parse_fact
from enpitsu.web.words import own_texts
from tests.browser.board import Hand, mid, replayed
from tests.browser.window import needs_chromium

pytestmark = needs_chromium


KIND = "nonogram"
"""The kind of the boards here, for the fixture `hand`."""


# --- puzzles -----------------------------------------------------------------------------------

HEART = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
FLAG = ("rr.bb", "rr.bb", ".rrb.", "b...r")
RED, BLUE = "#ff0000", "#2040e0"


def puzzle(picture: Sequence[str], **more: Any) -> Nonogram:
    """The puzzle of a picture: # or letters of colours."""
    letters = sorted(set("".join(picture)) - {"."}, key="#rbgy".index)
    rows = [[letters.index(c) if c != "." else None for c in row] for row in picture]
    return from_picture(rows, **more)


def blank(rows: int, cols: int) -> Any:
    """A board whose lines have no runs."""
    return {"row_clues": [[]] * rows, "col_clues": [[]] * cols}


def flag() -> Any:
    """A puzzle in two colours."""
    return pack(puzzle(FLAG, palette=(RED, BLUE)))


def filled(*cells: tuple[int, int]) -> set[str]:
    return {f"r{row}c{col} shaded" for row, col in cells}


def crossed(*cells: tuple[int, int]) -> set[str]:
    return {f"r{row}c{col} not shaded" for row, col in cells}


def row(at: int, first: int, last: int) -> list[tuple[int, int]]:
    """The cells of a row from one to the other."""
    return [(at, col) for col in range(first, last + 1)]


def col(at: int, first: int, last: int) -> list[tuple[int, int]]:
    """The cells of a column from one to the other."""
    return [(row, at) for row in range(first, last + 1)]


def is_solved(puzzle: Nonogram, facts: set[str]) -> bool:
    """Whether the rules call the board solved."""
    return not enpitsu.check(puzzle, Position.of(map(parse_fact, facts)))


def runs(line: str) -> Iterator[tuple[int, int]]:
    """First and last place of each run, from 1."""
    edges = [at for at, (a, b) in enumerate(pairwise(f".{line}."), 1) if (a == ".") != (b == ".")]
    return zip(edges[::2], (end - 1 for end in edges[1::2]), strict=True)


# --- mouse -------------------------------------------------------------------------------------


def test_left_drag_fills_right_drag_crosses(hand: Hand) -> None:
    hand.show(blank(6, 7))
    hand.drag(mid(2, 2), mid(2, 5), steps=6)
    assert hand.facts == filled(*row(2, 2, 5))
    assert hand.count(".shade") == 4
    hand.drag(mid(4, 3), mid(6, 3), button="right", steps=6)
    assert hand.facts == filled(*row(2, 2, 5)) | crossed(*col(3, 4, 6))
    assert hand.count(".cross") == 3
    hand.drag(mid(4, 3), button="right")
    hand.drag(mid(2, 5))
    assert hand.facts == filled(*row(2, 2, 4)) | crossed(*col(3, 5, 6))
    assert replayed(hand.log) == hand.facts


def test_fast_drag_leaves_no_gap(hand: Hand) -> None:
    hand.show(blank(3, 12))
    hand.drag(mid(2, 1), mid(2, 12))
    assert hand.facts == filled(*row(2, 1, 12))
    assert len(hand.log) == 1


def test_first_cell_decides_and_only_its_like_are_overwritten(hand: Hand) -> None:
    hand.show(blank(3, 8), facts=sorted(filled((1, 3)) | crossed((1, 5), (1, 6))))
    hand.drag(mid(1, 1), mid(1, 8))  # from an empty cell: crosses stay
    assert hand.facts == filled(*row(1, 1, 4), (1, 7), (1, 8)) | crossed((1, 5), (1, 6))
    hand.drag(mid(1, 5), mid(1, 8))  # from a cross: only crosses are filled
    assert hand.facts == filled(*row(1, 1, 8))
    hand.do("() => board.undo()")
    hand.drag(mid(1, 4), mid(1, 8))  # from a filled one: only filled ones are emptied
    assert hand.facts == filled(*row(1, 1, 3)) | crossed((1, 5), (1, 6))
    hand.drag(mid(1, 3), mid(1, 7), button="right")  # from a filled one, crossing
    assert hand.facts == filled((1, 1), (1, 2)) | crossed((1, 3), (1, 5), (1, 6))
    hand.drag(mid(1, 6), mid(1, 2), button="right")  # from a cross, uncrossing
    assert hand.facts == filled((1, 1), (1, 2))


def test_drag_keeps_to_its_line(hand: Hand) -> None:
    hand.show(blank(8, 8))
    hand.drag(mid(2, 2), mid(2, 3), mid(5, 6), steps=8)
    assert hand.facts == filled(*row(2, 2, 6))
    hand.do("() => board.clear()")
    hand.drag(mid(2, 2), mid(3, 2), mid(5, 6), steps=8)
    assert hand.facts == filled(*col(2, 2, 5))


def test_back_at_the_start_the_line_is_open_again(hand: Hand) -> None:
    hand.show(blank(8, 8))
    hand.drag(mid(4, 4), mid(4, 7), mid(4, 4), mid(2, 4), steps=8)
    assert hand.facts == filled(*col(4, 2, 4))


def test_alt_drags_freely(hand: Hand) -> None:
    hand.show(blank(6, 6))
    hand.page.keyboard.down("Alt")
    hand.drag(mid(2, 2), mid(2, 4), mid(4, 4), steps=8)
    hand.page.keyboard.up("Alt")
    assert hand.facts == filled(*row(2, 2, 4), (3, 4), (4, 4))


def test_drag_back_shortens_and_beside_the_board_goes_to_its_end(hand: Hand) -> None:
    hand.show(blank(5, 6), facts=sorted(crossed((2, 5))))
    hand.drag(mid(2, 2), mid(2, 6), mid(2, 3), steps=8)
    assert hand.facts == filled((2, 2), (2, 3)) | crossed((2, 5))
    hand.drag(mid(4, 3), (3.5, 6.2), steps=8)
    assert hand.facts >= filled(*row(4, 3, 6))
    hand.drag(mid(3, 1), (-0.5, 0.5), steps=8)  # over the clues
    assert hand.facts >= filled(*col(1, 1, 3))


def bubble(hand: Hand) -> str:
    """What the bubble says while a stroke lasts."""
    return " ".join(hand.page.locator(".board .bubble-text").all_text_contents())


def test_bubble_counts_the_whole_run(hand: Hand) -> None:
    hand.show(blank(5, 9), facts=sorted(filled((3, 1), (3, 6), (3, 7))))
    mouse = hand.page.mouse
    mouse.move(*hand.at(mid(3, 2)))
    mouse.down()
    assert bubble(hand) == ""
    mouse.move(*hand.at(mid(3, 4)), steps=4)
    assert bubble(hand) == "4"  # with the one that stood before it
    mouse.move(*hand.at(mid(3, 5)), steps=4)
    assert bubble(hand) == "7"
    mouse.move(*hand.at(mid(3, 3)), steps=4)
    assert bubble(hand) == "3"
    mouse.up()
    assert bubble(hand) == ""
    mouse.move(*hand.at(mid(3, 7)))
    mouse.down()
    mouse.move(*hand.at(mid(3, 3)), steps=8)
    assert bubble(hand) == "3"  # erased: those of the stroke
    mouse.up()


def is_on_screen(box: Any) -> bool:
    """Whether a box lies in the window."""
    ends = box["x"], box["y"], 600 - box["x"] - box["width"], 600 - box["y"] - box["height"]
    return bool(min(ends) >= 0)


def test_bubble_stays_in_sight(hand: Hand) -> None:
    hand.show(blank(4, 4))
    mouse = hand.page.mouse
    for start, end in (((1, 1), (1, 4)), ((1, 4), (1, 1)), ((4, 4), (4, 1)), ((1, 1), (4, 1))):
        mouse.move(*hand.at(mid(*start)))
        mouse.down()
        mouse.move(*hand.at(mid(*end)), steps=8)
        box = hand.page.locator(".board .bubble").bounding_box()
        mouse.up()
        assert is_on_screen(box)


def test_shift_swaps_buttons_and_escape_takes_the_stroke_back(hand: Hand) -> None:
    hand.show(blank(3, 5))
    hand.page.keyboard.down("Shift")
    hand.drag(mid(1, 1), mid(1, 3))
    hand.page.keyboard.up("Shift")
    assert hand.facts == crossed(*row(1, 1, 3))
    hand.page.mouse.move(*hand.at(mid(3, 1)))
    hand.page.mouse.down()
    hand.page.mouse.move(*hand.at(mid(3, 4)), steps=4)
    hand.keys("Escape")
    hand.page.mouse.up()
    assert hand.facts == crossed(*row(1, 1, 3))
    assert bubble(hand) == ""


def test_tools(hand: Hand) -> None:
    hand.show(blank(3, 5))
    assert hand.do("() => board.tools") == ["fill", "cross", "erase"]
    hand.do("() => board.setTool('cross')")
    hand.drag(mid(1, 1), mid(1, 3))
    hand.drag(mid(2, 1), mid(2, 2), button="right")
    assert hand.facts == crossed(*row(1, 1, 3)) | filled((2, 1), (2, 2))
    hand.do("() => board.setTool('erase')")
    hand.drag(mid(3, 2), mid(1, 2))  # whatever stands there, also from an empty cell
    assert hand.facts == crossed((1, 1), (1, 3)) | filled((2, 1))


def test_a_puzzle_solved_with_the_mouse(hand: Hand) -> None:
    heart = puzzle(HEART)
    hand.show(pack(heart))
    for at, line in enumerate(HEART, 1):
        for first, last in runs(line):
            assert not is_solved(heart, hand.facts)
            hand.drag(mid(at, first), mid(at, last), steps=3)
    assert is_solved(heart, hand.facts)
    assert replayed(hand.log) == hand.facts


# --- fingers -----------------------------------------------------------------------------------


def test_tap_goes_round(hand: Hand) -> None:
    hand.show(blank(4, 4))
    states = []
    for _ in range(3):
        hand.swipe(mid(2, 2))
        states.append(hand.facts)
    assert states == [filled((2, 2)), crossed((2, 2)), set()]


def test_swipe_paints_as_the_first_cell_goes_round(hand: Hand) -> None:
    hand.show(blank(4, 6), facts=sorted(crossed((1, 4))))
    hand.swipe(mid(1, 1), mid(1, 3), mid(1, 6))
    assert hand.facts == filled(*row(1, 1, 3), (1, 5), (1, 6)) | crossed((1, 4))
    hand.swipe(mid(1, 2), mid(1, 3), mid(1, 6))
    assert hand.facts == filled((1, 1)) | crossed(*row(1, 2, 6))
    hand.swipe(mid(1, 6), mid(1, 4), mid(1, 1))
    assert hand.facts == filled((1, 1))


def test_long_press_crosses(hand: Hand) -> None:
    hand.show(blank(4, 6))
    hand.swipe(mid(2, 2), mid(2, 4), mid(2, 5), rest=450)
    assert hand.facts == crossed(*row(2, 2, 5))
    hand.swipe(mid(2, 5), rest=450)
    assert hand.facts == crossed(*row(2, 2, 4))


def test_touch_tools(hand: Hand) -> None:
    hand.show(blank(4, 6))
    hand.do("() => board.setTool('cross')")
    hand.swipe(mid(1, 1), mid(1, 3))
    assert hand.facts == crossed(*row(1, 1, 3))
    hand.swipe(mid(1, 2))
    assert hand.facts == crossed((1, 1), (1, 3))
    hand.do("() => board.setTool('erase')")
    hand.swipe(mid(1, 1), mid(1, 3))
    assert hand.facts == set()


def test_two_fingers_never_write(hand: Hand) -> None:
    hand.show(blank(8, 8))
    hand.touch("Start", mid(3, 3))
    hand.touch("Move", mid(3, 5))
    hand.touch("Start", mid(3, 5), mid(6, 6))
    hand.touch("Move", mid(2, 2), mid(7, 7))
    hand.touch("End")
    assert hand.facts == set()
    assert not hand.do("() => board.surface.view.isFitted")
    assert hand.page.locator(".board .bubble").count() == 0


# --- keys --------------------------------------------------------------------------------------


def test_keys_write_and_take_away(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.focus()
    hand.keys("Space", "ArrowRight", "Enter", "ArrowDown", "x")
    assert hand.facts == filled((1, 1), (1, 2)) | crossed((2, 2))
    hand.keys("x", "ArrowUp", "Backspace", "ArrowLeft", "Space")
    assert hand.facts == set()


def test_keys_paint_while_moving(hand: Hand) -> None:
    hand.show(blank(4, 5))
    hand.focus()
    hand.keys("Control+ArrowRight", "Control+ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown")
    # The corner belongs to both: the later one counts.
    assert hand.facts == filled((1, 1), (1, 2)) | crossed(*col(3, 1, 3))
    hand.keys(*["Control+Shift+ArrowUp"] * 3)
    assert hand.facts == filled((1, 1), (1, 2))
    hand.keys(*"zzzzzzz")
    assert hand.facts == set()


def test_a_puzzle_solved_by_keys(hand: Hand) -> None:
    heart = puzzle(HEART)
    hand.show(pack(heart))
    hand.focus()
    for line in HEART:
        hand.keys("Home")
        for sign in line:
            hand.keys(*(["Space"] if sign == "#" else []), "ArrowRight")
        hand.keys("ArrowDown")
    assert is_solved(heart, hand.facts)


# --- colours -----------------------------------------------------------------------------------


def test_colour_tools_and_digits(hand: Hand) -> None:
    hand.show(flag())
    assert hand.do("() => board.tools") == ["red", "blue", "cross", "erase"]
    look = hand.do("() => kind.toolLook('blue', board.model)")
    assert (look["swatch"], look["sign"]) == (BLUE, "b")
    assert hand.do("() => kind.toolText('blue', board.model, text)") == "Blue"
    hand.focus()
    hand.keys("Space", "2", "ArrowRight", "Space", "9", "ArrowRight", "x")
    assert hand.do("() => board.tool") == "blue"
    assert hand.facts == {"r1c1 red", "r1c2 blue", "r1c3 not red", "r1c3 not blue"}
    assert (hand.count(".paint"), hand.count(".cross"), hand.count(".sign")) == (2, 1, 2)


def test_colours_overwrite_only_their_like(hand: Hand) -> None:
    hand.show(flag())
    hand.drag(mid(1, 1), mid(1, 3))
    hand.do("() => board.setTool('blue')")
    hand.drag(mid(1, 5), mid(1, 1))
    assert hand.facts == {f"r1c{at} red" for at in (1, 2, 3)} | {"r1c4 blue", "r1c5 blue"}
    hand.drag(mid(1, 1), mid(1, 5))  # from red: reds turn blue
    assert hand.facts == {f"r1c{at} blue" for at in range(1, 6)}
    hand.do("() => board.setTool('cross')")
    hand.drag(mid(2, 1), mid(2, 2), button="right")  # the last colour
    assert hand.facts >= {"r2c1 blue", "r2c2 blue"}
    hand.drag(mid(1, 1), mid(1, 2))
    first = {fact for fact in hand.facts if fact.startswith("r1c1")}
    assert first == {"r1c1 not red", "r1c1 not blue"}
    assert replayed(hand.log) == hand.facts


def test_a_denied_colour_shows_and_is_no_cross(hand: Hand) -> None:
    hand.show(flag(), facts=["r1c1 not red"])
    assert hand.count(".denied") == 1
    assert hand.do("() => board.cells.name({row: 0, col: 0})").endswith(", empty")
    hand.drag(mid(1, 1))
    assert hand.facts == {"r1c1 red"}


def test_a_colour_puzzle_solved_with_the_mouse(hand: Hand) -> None:
    coloured = puzzle(FLAG, palette=(RED, BLUE))
    hand.show(pack(coloured))
    for letter, name in (("r", "red"), ("b", "blue")):
        hand.do(f"() => board.setTool('{name}')")
        for at, line in enumerate(FLAG, 1):
            for first, last in runs("".join(c if c == letter else "." for c in line)):
                hand.drag(mid(at, first), mid(at, last), steps=3)
    assert is_solved(coloured, hand.facts)


def test_names_and_letters_are_those_of_python(hand: Hand) -> None:
    rng = random.Random(7)
    palettes = [
        [f"#{rng.randrange(1 << 24):06x}" for _ in range(rng.randint(2, 40))] for _ in range(120)
    ]
    found = hand.page.evaluate(
        """async all => { const { colourNames: names, colourSigns: signs } =
               await import("/static/js/board/palette.js");
        return all.map(each => [names(each), signs(each)]); }""",
        palettes,
    )
    assert found == [[list(colours.names(each)), list(colours.signs(each))] for each in palettes]


def test_inks_are_those_of_python(hand: Hand) -> None:
    rng = random.Random(8)
    palette = tuple(f"#{rng.randrange(1 << 24):06x}" for _ in range(50))
    told = hand.page.evaluate(
        """async all => { const { ink } = await import("/static/js/board/palette.js");
        return all.map(ink); }""",
        list(palette),
    )
    wanted = inks.inks(Nonogram(((),), ((),), palette))
    for value, ink in zip(colours.names(palette), told, strict=True):
        chip = wanted[f"chip-{value}"]
        assert (ink["rgb"], ink["letter"]) == (chip.fill, chip.on)
        assert inks.legibility(ink["outline"], ink["rgb"]) >= 2.15


# --- clues -------------------------------------------------------------------------------------


# Columns' numbers are drawn before rows'.
THINGS = """() => { const names = board.surface.things();
  const order = [...names.filter(each => each.startsWith("col")),
    ...names.filter(each => each.startsWith("row"))];
  const all = [...document.querySelectorAll(".board .thing")];
  return Object.fromEntries(order.map((name, at) => {
    const { x, y, width, height } = all[at].querySelector("text").getBoundingClientRect();
    return [name, { x, y, width, height, classes: [...all[at].classList] }];
  })); }"""


def number(hand: Hand, thing: str) -> tuple[float, float]:
    """Where on the page the middle of a number stands."""
    box = hand.do(THINGS)[thing]
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def classes(hand: Hand, thing: str) -> set[str]:
    """The classes of a number."""
    return set(hand.do(THINGS)[thing]["classes"]) - {"thing"}


def test_click_greys_a_number_by_hand(hand: Hand) -> None:
    hand.show(pack(puzzle(HEART)))
    for thing in ("row1:2", "row1:1", "col4:1", "row6:1", "col7:1"):
        hand.page.mouse.click(*number(hand, thing))
        assert "is-used" in classes(hand, thing), thing
    assert set(hand.do("() => board.ui().used")) == {
        "row1:2",
        "row1:1",
        "col4:1",
        "row6:1",
        "col7:1",
    }
    hand.page.mouse.click(*number(hand, "row1:2"))
    assert "is-used" not in classes(hand, "row1:2")
    assert hand.facts == set()
    ui = hand.do("() => board.ui()")
    hand.show(pack(puzzle(HEART)), ui=ui)
    assert "is-used" in classes(hand, "row1:1")


def test_keys_grey_numbers_one_after_the_other(hand: Hand) -> None:
    hand.show(pack(puzzle(HEART)))
    hand.focus()
    hand.keys("g", "Shift+g")
    assert set(hand.do("() => board.ui().used")) == {"row1:1", "col1:1"}
    hand.keys("g")
    assert "is-used" in classes(hand, "row1:2")
    hand.keys("g")
    assert set(hand.do("() => board.ui().used")) == {"col1:1"}


@pytest.mark.parametrize("coloured", [False, True])
def test_every_number_is_hit_where_it_stands(hand: Hand, coloured: bool) -> None:
    hand.show(flag() if coloured else pack(noise(12, 9, 3)))
    for thing in hand.do("() => board.surface.things()"):
        hand.page.mouse.click(*number(hand, thing))
        assert hand.do("() => board.ui().used") == [thing]
        hand.page.mouse.click(*number(hand, thing))


def noise(rows: int, cols: int, seed: int, share: float = 0.55) -> Nonogram:
    """The puzzle of a picture by chance."""
    rng = random.Random(seed)
    return from_picture(
        [[0 if rng.random() < share else None for _ in range(cols)] for _ in range(rows)]
    )


def test_clue_states_are_those_of_python(hand: Hand) -> None:
    heart = puzzle(HEART)
    facts = sorted(filled(*row(2, 1, 7), (1, 2), (1, 3)) | crossed((1, 1), (1, 4), (3, 4)))
    board = NonogramBoard(heart)
    board.place(map(parse_fact, facts))
    states = clue_states(board)
    assert {"done", "matched", "wrong", "open"} == set(states.values())
    for helpers in ({"clues": True}, {}):
        hand.show(pack(heart), facts=facts, helpers=helpers)
        assert set(hand.do("() => board.surface.things()")) == set(states)
        hand.page.evaluate("states => board.setClueStates(states)", states)
        for thing, state in states.items():
            is_shown = state == "wrong" or (state != "open" and helpers)
            assert classes(hand, thing) == ({f"is-{state}"} if is_shown else set())


def test_crosshair_reaches_the_clues(hand: Hand) -> None:
    hand.show(pack(puzzle(HEART)))
    hand.page.mouse.move(*hand.at(mid(3, 4)))
    boxes = [each.bounding_box() for each in hand.page.locator(".board .band").all()]
    for thing in ("row3:1", "col4:1"):
        x, y = number(hand, thing)
        assert any(is_in(box, x, y) for box in boxes)
    x, y = number(hand, "row2:1")
    assert not any(is_in(box, x, y) for box in boxes)
    hand.page.mouse.move(1, 1)
    assert hand.count(".band") == 0
    hand.touch("Start", mid(5, 5))
    assert hand.count(".band") == 4
    hand.touch("Move", mid(5, 7))
    x, y = number(hand, "col7:1")
    assert any(is_in(each.bounding_box(), x, y) for each in hand.page.locator(".band").all())
    hand.touch("End")
    hand.keys("ArrowUp")
    assert hand.count(".band") == 4


def is_in(box: Any, x: float, y: float) -> bool:
    """Whether a point lies in a box."""
    return bool(0 <= x - box["x"] <= box["width"] and 0 <= y - box["y"] <= box["height"])


def test_clues_stay_in_sight_and_cover_cells(hand: Hand) -> None:
    hand.show(pack(noise(20, 20, 4)))
    before = [number(hand, thing) for thing in ("row15:1", "col15:1")]
    hand.do("() => { board.surface.zoom(2.5); board.surface.pan(-900, -900); }")
    for thing in ("row15:1", "col15:1"):
        x, y = number(hand, thing)
        assert 0 < x < 600, thing
        assert 0 < y < 600, thing
    assert before != [number(hand, thing) for thing in ("row15:1", "col15:1")]
    hand.page.mouse.click(*number(hand, "row15:1"))  # a cell lies underneath
    assert hand.do("() => board.ui().used") == ["row15:1"]
    assert hand.facts == set()
    hand.drag(mid(15, 18), mid(15, 20), steps=4)
    assert hand.facts == filled(*row(15, 18, 20))


def test_squeezed_clues_leave_room_and_are_hit_where_they_stand(hand: Hand) -> None:
    hand.show(pack(noise(50, 50, 5)))
    hand.do("() => { board.surface.zoom(4); board.surface.pan(-700, -700); }")
    things = {
        name: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for name, box in hand.do(THINGS).items()
    }
    beside = {name: at for name, at in things.items() if name.startswith("row") and at[1] > 260}
    above = {name: at for name, at in things.items() if name.startswith("col") and at[0] > 260}
    assert all(0 < x < 250 for x, _ in beside.values())
    assert all(0 < y < 250 for _, y in above.values())
    in_sight = [name for name, at in (beside | above).items() if max(at) < 590]
    for thing in random.Random(3).sample(in_sight, 12):
        hand.page.mouse.click(*things[thing])
        assert hand.do("() => board.ui().used") == [thing]
        hand.page.mouse.click(*things[thing])
    assert hand.facts == set()


@pytest.mark.parametrize("size", [(5, 7), (12, 13), (1, 9), (9, 1), (1, 1)])
def test_margins_are_those_of_other_pictures(hand: Hand, size: tuple[int, int]) -> None:
    small = noise(*size, 6)
    hand.show(pack(small))
    drawn = scene(NonogramBoard(small))
    told = hand.do("() => [board.surface.size.top, board.surface.size.left]")
    assert told == pytest.approx([drawn.top, drawn.left], abs=0.001)


def test_thick_lines_each_five_also_for_odd_sizes(hand: Hand) -> None:
    hand.show(blank(12, 8))
    lines = hand.do("() => document.querySelector('.board .grid5').getAttribute('d')")
    assert lines.count("M") == 3  # after rows 5 and 10, after column 5
    assert hand.count(".frame") >= 1


def test_empty_lines_show_a_nought(hand: Hand) -> None:
    hand.show(blank(2, 3))
    assert hand.page.locator(".board .clue").all_text_contents() == ["0"] * 5


def test_long_clues_do_not_overlap(hand: Hand) -> None:
    comb = from_picture([[0 if (r + c) % 2 else None for c in range(60)] for r in range(60)])
    hand.show(pack(comb), start="fit")
    things = hand.do(THINGS)
    for at, index in product(range(1, 61), range(2, 31)):
        before, after = (things[f"row{at}:{each}"] for each in (index - 1, index))
        assert before["x"] + before["width"] < after["x"]
        before, after = (things[f"col{at}:{each}"] for each in (index - 1, index))
        assert after["y"] - before["y"] > 0.5 * before["height"]  # a line is higher than its digits
    assert hand.count(".thing") == 3600


# --- helpers, words, the end -------------------------------------------------------------------


def test_helper_crosses_the_rest_and_is_undone_with_the_stroke(hand: Hand) -> None:
    heart = puzzle(HEART)
    hand.show(pack(heart), helpers={"complete": True})
    hand.drag(mid(1, 2), mid(1, 3))
    assert hand.facts == filled((1, 2), (1, 3))
    hand.drag(mid(1, 5), mid(1, 6))
    told = filled((1, 2), (1, 3), (1, 5), (1, 6)) | crossed((1, 1), (1, 4), (1, 7))
    assert hand.facts == told
    assert hand.count(".cross.helper") == 3
    assert [event["by"] for event in hand.log] == ["hand", "hand", "helper"]
    hand.do("() => board.undo()")
    assert hand.facts == filled((1, 2), (1, 3))
    hand.do("() => board.redo()")
    assert hand.facts == told
    hand.drag(mid(1, 6))  # no more complete: its crosses go
    assert hand.facts == filled((1, 2), (1, 3), (1, 5))
    assert replayed(hand.log) == hand.facts


def test_helper_is_off_at_first_and_lets_crosses_be_erased(hand: Hand) -> None:
    hand.show(pack(puzzle(HEART)))
    hand.drag(mid(2, 1), mid(2, 7))
    hand.drag(mid(6, 4))
    assert hand.facts == filled(*row(2, 1, 7), (6, 4))
    hand.show(pack(puzzle(HEART)), helpers={"complete": True})
    hand.drag(mid(6, 4))
    assert len(hand.facts) == 7
    hand.drag(mid(6, 1), button="right")
    assert "r6c1 not shaded" not in hand.facts
    assert len(hand.facts) == 6


def test_cells_and_clues_in_words(hand: Hand) -> None:
    hand.show(flag(), facts=["r1c1 red", "r1c2 not red", "r1c2 not blue"])
    name = "({ row, col }) => board.cells.name({ row, col })"
    told = [hand.page.evaluate(name, {"row": 0, "col": at}) for at in range(3)]
    assert [each.split(", ", 1)[1] for each in told] == ["Red", "crossed out", "empty"]
    hand.focus()
    hand.keys("r")
    said = hand.page.locator(".board-live").text_content()
    assert said == "Row 1: 2 Red, 2 Blue. Column 1: 2 Red, 1 Blue."
    hand.show(pack(puzzle(HEART)), facts=["r2c2 shaded"])
    assert hand.page.evaluate(name, {"row": 1, "col": 1}) == "row 2 column 2, shaded"


def test_numbered_colours_have_a_name(hand: Hand) -> None:
    alike = pack(puzzle(FLAG, palette=(RED, "#fe0101")))
    hand.show(alike)
    assert hand.do("() => board.tools")[:2] == ["red", "red-2"]
    assert hand.do("() => kind.toolText('red-2', board.model, text)") == "Red 2"


def test_every_tool_and_key_has_words(hand: Hand) -> None:
    hand.show(flag())
    ids = hand.do(
        """() => [...Object.keys(kind.keys)
        .map(name => `nonogram.key.${name.replace(/-(up|down|left|right)$/, "")}`),
        ...kind.helperNames.map(name => `nonogram.helper.${name}`),
        ...board.tools.map(name => `nonogram.tool.${name}`)]"""
    )
    for language in ("en", "ja"):
        assert set(ids) <= set(own_texts(language))


SEEN = """([layer, opacity]) =>
  Number(getComputedStyle(document.querySelector(`.board ${layer}`)).opacity) === opacity"""


def test_a_solved_board_is_its_picture(hand: Hand) -> None:
    heart = puzzle(HEART, palette=("#aa0000",), background="#eeeeff")
    facts = sorted(filled(*((r, c) for r, line in enumerate(HEART, 1) for c in cells(line))))
    hand.show(pack(heart), facts=facts)
    hand.do("() => board.celebrate()")
    assert hand.page.locator(".board .layer-picture rect").count() == 1 + 7
    fill = "(name) => getComputedStyle([...document.querySelectorAll(name)].at(-1)).fill"
    assert hand.page.evaluate(fill, ".board .layer-picture .shade") == "rgb(170, 0, 0)"
    assert hand.page.evaluate(fill, ".board .layer-picture .paper") == "rgb(238, 238, 255)"
    hand.page.wait_for_function(SEEN, arg=[".layer-left", 0])
    hand.do("() => board.present(false)")
    hand.page.wait_for_function(SEEN, arg=[".layer-left", 1])
    hand.page.wait_for_function(SEEN, arg=[".layer-picture", 0])
    assert hand.page.evaluate(fill, ".board .layer-marks .shade") == "rgb(170, 0, 0)"
    hand.drag(mid(2, 2))  # no more finished: the theme's colours again
    hand.do("() => board.flush()")
    assert hand.page.evaluate(fill, ".board .layer-marks .shade") != "rgb(170, 0, 0)"
    assert hand.page.evaluate(fill, ".board .layer-paper .paper") != "rgb(238, 238, 255)"


def test_less_motion_shows_the_picture_at_once(hand: Hand) -> None:
    hand.page.emulate_media(reduced_motion="reduce")
    try:
        hand.show(pack(puzzle(HEART)), facts=["r1c2 shaded"])
        hand.do("() => board.celebrate()")
        for layer, opacity in ((".layer-left", 0), (".layer-picture", 1)):
            assert hand.page.evaluate(SEEN, [layer, opacity])
        assert hand.do("() => document.getAnimations().length") == 0
    finally:
        hand.page.emulate_media(reduced_motion="null")


def cells(line: str) -> list[int]:
    """The places of filled cells, from 1."""
    return [at for at, sign in enumerate(line, 1) if sign == "#"]


def test_random_strokes_replay_to_the_same_position(hand: Hand) -> None:
    rng = random.Random(11)
    hand.show(flag(), helpers={"complete": True})
    for _ in range(40):
        tool = rng.choice(["red", "blue", "cross", "erase"])
        hand.page.evaluate("tool => board.setTool(tool)", tool)
        spots = [mid(rng.randint(1, 4), rng.randint(1, 5)) for _ in range(2)]
        hand.drag(*spots, button=rng.choice(["left", "right"]), steps=2)
        if rng.random() < 0.2:
            hand.do("() => board.undo()")
    assert replayed(hand.log) == hand.facts
    NonogramBoard(puzzle(FLAG, palette=(RED, BLUE))).place(map(parse_fact, hand.facts))
    while hand.do("() => board.undo()"):
        pass
    assert hand.facts == set()


def test_a_hundred_by_a_hundred(hand: Hand) -> None:
    hand.show(pack(noise(100, 100, 9)), start="fit")
    hand.do("() => { board.surface.zoom(6); board.surface.pan(-3000, -3000); }")
    hand.drag(mid(95, 93), mid(95, 96), steps=4)
    assert hand.facts == filled(*row(95, 93, 96))
    hand.keys("Control+Home", "Space")
    x, y = hand.at(mid(1, 1))
    assert max(abs(x - 300), abs(y - 300)) < 300
    assert "r1c1 shaded" in hand.facts
