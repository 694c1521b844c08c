"""What the board shows in a real browser: marks, positions of before, looks, names of cells, and
saved games that come back as they were."""

from __future__ import annotations

import pytest

import enpitsu
from tests.browser.board import Hand, data, mid, replayed
from tests.browser.test_board import FIVE, blank, edges
from tests.browser.window import needs_chromium

pytestmark = needs_chromium


KIND = "yajilin"
"""The kind of the boards here, for the fixture `hand`."""


def test_marks_and_states_are_shown(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.drag(mid(1, 1))
    hand.drag(mid(2, 1), mid(2, 3), steps=6)
    hand.do(
        "board.mark({errors: ['r1c1', 'r2c1-r2c2'], hints: ['r4c4'], because: ['r3c4', 'row1']})"
    )
    assert hand.count(".ring-error") == 2
    assert hand.count(".ring-hint") == 1
    assert hand.count(".cell-because") == 2
    assert (hand.count(".shade.is-error"), hand.count(".line.is-error")) == (1, 1)
    hand.do("board.mark()")
    assert hand.count(".is-error") == 0
    hand.do("board.setClueStates({r3c4: 'done', r5c5: 'wrong'})")
    assert (hand.count(".is-done"), hand.count(".is-wrong")) == (0, 1)
    hand.do("board.setHelper('clues', true)")
    assert hand.count(".is-done") == 1


def test_large_boards_are_drawn_piece_by_piece(hand: Hand) -> None:
    hand.show(blank(100, 100), helpers={"crosses": True}, start="fit")
    hand.drag(mid(50, 2), mid(50, 99), steps=20)
    assert {fact for fact in hand.facts if fact.endswith(" line")} >= edges((50, 2), (50, 3))
    made = hand.do(
        """(() => { board.flush();
        let count = 0;
        const watcher = new MutationObserver((list) => { count += list.length; });
        watcher.observe(board.surface.svg, {childList: true, subtree: true});
        board.write({put: ["r20c20 shaded"]});
        board.flush();
        for (const each of watcher.takeRecords()) count += each.addedNodes.length;
        return count; })()"""
    )
    assert made == 1  # one new element, whatever the size


# --- looking back, looks, reading ---------------------------------------------------------------


def test_looking_back_writes_nothing(hand: Hand) -> None:
    hand.show(blank(3, 3), facts=["r3c3 shaded"])
    hand.drag(mid(1, 1))
    hand.do("board.note('check')")
    hand.drag(mid(1, 2), mid(1, 3), steps=4)
    log, facts = hand.log, hand.facts
    assert [event.get("note") for event in log] == [None, "check", None]
    assert ["note", log[1]] in hand.do("events")
    for count, shades, lines in (
        (0, 1, 0),
        (3, 2, 1),
        (1, 2, 0),
        (2, 2, 0),
        (99, 2, 1),
        (-1, 1, 0),
    ):
        hand.do(f"board.goTo({count})")
        assert (hand.count(".shade"), hand.count(".line")) == (shades, lines)
    hand.drag(mid(2, 2))
    hand.focus()
    hand.keys("Space", "z")
    assert (hand.log, hand.facts) == (log, facts)
    hand.do("board.goTo(null)")
    assert (hand.count(".shade"), hand.count(".line")) == (2, 1)
    hand.drag(mid(3, 3))
    assert "r3c3 shaded" not in hand.facts


def test_any_position_can_be_shown(hand: Hand) -> None:
    hand.show(blank(2, 2), locked=True)
    hand.do("board.show(['r1c1 shaded', 'r1c2-r2c2 line'], {hints: ['r2c1']})")
    assert (hand.count(".shade"), hand.count(".line"), hand.count(".ring-hint")) == (1, 1, 1)
    hand.do("board.flush()")
    first = hand.page.locator("[role=gridcell]").first
    assert first.get_attribute("aria-label") == "row 1 column 1, shaded"
    hand.do("board.show([])")
    assert (hand.count(".shade"), hand.count(".line"), hand.count(".ring-hint")) == (0, 0, 0)
    assert hand.log == []


def test_undo_back_to_a_step(hand: Hand) -> None:
    hand.show(blank(3, 3))
    for col in (1, 3):
        hand.drag(mid(1, col))
    hand.drag(mid(3, 3))
    hand.do("board.undoTo(1)")
    assert hand.facts == {"r1c1 shaded"}
    hand.do("board.redo()")
    assert hand.facts == {"r1c1 shaded", "r1c3 shaded"}


def test_what_is_written_from_outside_takes_its_opposite_away(hand: Hand) -> None:
    hand.show(blank(2, 2))
    hand.drag(mid(1, 1))
    hand.do("board.write({put: ['r1c1 not shaded', 'r2c2 shaded'], by: 'hint'})")
    assert hand.facts == {"r1c1 not shaded", "r2c2 shaded"} == replayed(hand.log)
    assert hand.log[-1]["by"] == "hint"
    hand.do("board.undo()")
    assert hand.facts == {"r1c1 shaded"} == replayed(hand.log)


def test_lines_may_have_colours_of_their_own(hand: Hand) -> None:
    lines = "[...document.querySelectorAll('.board .line')]"
    hues = f"{lines}.map((each) => each.style.getPropertyValue('--hue'))"
    hand.show(blank(4, 4))
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    hand.drag(mid(3, 1), mid(3, 2), steps=6)
    assert hand.do(f"board.flush() || {hues}") == ["", "", ""]
    hand.do("board.setOption('colours', true)")
    first, *rest = hand.do(hues)
    assert rest[0] == first != rest[1]
    hand.drag(mid(1, 1), mid(3, 1), steps=6)  # joins them: the longer keeps its colour
    assert set(hand.do(f"board.flush() || {hues}")) == {first}
    hand.do("board.setOption('lineWidth', 9)")
    assert hand.do("getComputedStyle(document.querySelector('.line')).strokeWidth") == "9px"
    with pytest.raises(Exception, match="no such option"):
        hand.do("board.setOption('glitter', true)")


@pytest.mark.parametrize(
    ("rows", "cols", "lines"), [(12, 3, 2), (10, 10, 2), (9, 9, 0), (11, 16, 5)]
)
def test_large_boards_may_have_guide_lines(hand: Hand, rows: int, cols: int, lines: int) -> None:
    hand.show(blank(rows, cols), looks={"guides": True})
    path = "(document.querySelector('.board .guide')?.getAttribute('d') ?? '')"
    assert hand.do(f"{path}.split('M').length - 1") == lines
    hand.do("board.setOption('guides', false)")
    assert not hand.count(".guide")


def test_rows_and_columns_may_have_numbers(hand: Hand) -> None:
    hand.show(blank(4, 3), looks={"numbers": True})
    texts = hand.do("[...document.querySelectorAll('.number-label')].map((e) => e.textContent)")
    assert sorted(texts) == ["1", "1", "2", "2", "3", "3", "4"]
    hand.drag(mid(4, 3))
    assert hand.facts == {"r4c3 shaded"}
    hand.do("board.surface.zoom(3)")
    hand.do("board.surface.pan(-400, -400)")
    edge = hand.do("[board.surface.stuck.down, board.surface.stuck.right]")
    hand.drag((edge[0] - 0.05, 2.6))  # on the numbers: the cells under them are not meant
    hand.drag((3.4, edge[1] - 0.05))
    assert hand.facts == {"r4c3 shaded"}
    hand.do("board.setOption('numbers', false)")
    assert hand.count(".number-label") == 0


def test_large_boards_name_the_cells_round_the_focus(hand: Hand) -> None:
    hand.show(blank(60, 60), start="fit")
    hand.drag(mid(30, 30))
    assert hand.page.locator("[role=gridcell]").count() <= 400
    hand.focus()
    for _ in range(25):
        hand.keys("ArrowDown")
    hand.keys("Space")
    assert {"r30c30 shaded", "r55c30 shaded"} == hand.facts
    here = hand.do("document.activeElement.ariaLabel")
    assert here == "row 55 column 30, shaded"
    place = "[document.activeElement.ariaColIndex, document.activeElement.parentNode.ariaRowIndex]"
    assert hand.do(place) == ["30", "55"]
    hand.keys("Control+End")
    assert hand.do("document.activeElement.ariaLabel") == "row 60 column 60, empty"
    grid = hand.page.locator("[role=grid]")
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == (
        "60",
        "60",
    )


def test_the_focus_is_seen_with_keys_and_not_with_the_mouse(hand: Hand) -> None:
    hand.show(blank(3, 3))
    seen = "getComputedStyle(document.querySelector('.layer-cursor')).display !== 'none'"
    hand.drag(mid(2, 2))
    assert not hand.do(seen)
    hand.do("board.flush()")
    assert hand.do("document.activeElement.ariaLabel") == "row 2 column 2, shaded"
    hand.keys("ArrowLeft")
    assert hand.do(seen)
    assert hand.do("document.activeElement.ariaLabel") == "row 2 column 1, empty"
    hand.drag(mid(1, 1))
    assert not hand.do(seen)


def test_cells_are_named_and_one_is_in_the_tab_order(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.drag(mid(1, 1), mid(1, 2), steps=4)
    hand.drag(mid(2, 2))
    hand.do("board.flush()")
    names = hand.do("[...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel)")
    assert len(names) == 25
    assert names[0] == "row 1 column 1, line right"
    assert names[6] == "row 2 column 2, shaded"
    assert names[7] == "row 2 column 3, empty"
    assert names[13] == "row 3 column 4, clue 2 left"
    assert hand.page.locator("[role=gridcell][tabindex='0']").count() == 1
    assert hand.page.locator("[role=grid] [role=row]").count() == 5


# --- property: a saved game comes back as it was ------------------------------------------------

PLAY = """(seed) => {
  let state = seed;
  const dice = (count) => (state = (state * 48271) % 2147483647) % count;
  const cell = () => `r${1 + dice(4)}c${1 + dice(4)}`;
  const fact = () => `${cell()} ${dice(2) ? "not " : ""}shaded`;
  const acts = [
    () => board.write({ put: [fact()] }), () => board.write({ put: [fact(), fact()], by: "hint" }),
    () => board.write({ take: [fact()] }), () => board.redo(),
    () => board.undo(), () => board.undo(),
    () => board.beginTrial(), () => board.acceptTrial(), () => board.rejectTrial(),
    () => dice(6) || board.clear(), () => board.note("check"),
  ];
  const look = () => {
    const { position, done, undone, level } = board.history;
    const facts = board.facts().sort().map((fact) => {
      const tag = position.tag(fact.split(" ")[0]);
      return `${fact} ${tag.by} ${board.history.levelOf(tag)}`;
    });
    return JSON.stringify([facts, done.length, undone.length, level]);
  };
  show({ rows: 4, cols: 4, clues: [] });
  for (let n = 0; n < 60; n++) acts[dice(acts.length)]();
  const [log, ui] = JSON.parse(JSON.stringify([board.history.log, board.ui()]));
  const ways = () => {
    const seen = [look()];
    while (board.undo()) seen.push(look());
    while (board.redo()) seen.push(look());
    return seen;
  };
  const first = ways();
  show({ rows: 4, cols: 4, clues: [] }, { log, ui });
  const second = ways();
  const at = first.findIndex((each, n) => each !== second[n]);
  return [log, at, first[at] ?? null, second[at] ?? null, first.length - second.length];
}"""


def test_a_saved_game_comes_back_with_all_its_steps(hand: Hand) -> None:
    """Many more such games, without a board, are played in tests/js/history.test.js."""
    for seed in range(1, 21):
        log, at, first, second, more = hand.page.evaluate(PLAY, seed)
        assert (first, second) == (None, None), (seed, at)
        assert more == 0
        assert len(log) > 10
