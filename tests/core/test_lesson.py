"""The lesson page: one file that needs nothing else, and shows each step rightly."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import threading
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.explain import Step
from enpitsu.explain.step import supposed_facts
from enpitsu.grid import Cell, edge
from enpitsu.grid import Line as GridLine
from enpitsu.kind import Puzzle
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
from enpitsu.registry import kinds
from enpitsu.render import scene_of
from enpitsu.render.lesson import Heading, camera, lesson
from enpitsu.render.lesson.film import Film, _changes
from enpitsu.scene import Circle, Label, Marks, Polygon, Rect, Scene, Strokes
from enpitsu.scene import Path as Line
from enpitsu.technique import Message
from enpitsu.words import say

LINK = "https://puzz.link/p?yajilin/5/5/m32j10"
LAID = ("reason", "found", "supposed", "broken")
VOID = {"meta", "input", "br"}
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)

KINDS = [kind for kind in kinds().values() if kind.ladder is not None]
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


class Page(HTMLParser):
    """What a page holds: that its tags close, its texts, and everything it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [values["id"] or ""] if "id" in values else []
        addresses = (values.get(name) for name in ("src", "href", "action", "poster", "data"))
        self.loads += [each for each in addresses if each and not each.startswith("#")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing to close."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.scripts if self.open and self.open[-1] == "script" else self.words).append(data)

    @property
    def text(self) -> str:
        """All words that are shown."""
        return re.sub(r"\s+", " ", "".join(self.words))


def _solved(kind: Any) -> tuple[Puzzle, list[Step]]:
    path = min(Path(str(each)) for each in kind.examples.iterdir() if "solved_" in each.name)
    (document,) = enpitsu.read(path)
    return document.puzzle, enpitsu.explain(document.puzzle).needed()


def _film(page: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Page(page).scripts[0])
    return data


def _frames(film: dict[str, Any]) -> list[list[int]]:
    """The drawings put together again, as the page's script does it."""
    frames: list[list[int]] = []
    for changes in film["frames"]:
        frame = list(frames[-1]) if frames else []
        for at, gone, *come in reversed(changes):
            frame[at : at + gone] = come
        frames.append(frame)
    return frames


@by_kind
def test_page_is_whole_and_loads_nothing(kind: Any) -> None:
    puzzle, steps = _solved(kind)
    text = lesson(puzzle, steps).page
    page = Page(text)
    assert not page.open
    assert len(page.ids) == len(set(page.ids))
    assert page.loads == []
    assert not re.search(r"@import|url\(|https?://", text)
    assert f'<li id="step-{len(steps)}">' in text


@by_kind
def test_page_tells_every_step_without_scripts(kind: Any) -> None:
    puzzle, steps = _solved(kind)
    shown = Page(lesson(puzzle, steps).page).text
    for step in steps:
        assert step.title in shown
        assert all(say(message) in shown for message in step.messages)
    assert kind.how_to_play[0] in shown


@by_kind
def test_each_step_has_two_drawings_that_show_it(kind: Any) -> None:
    puzzle, steps = _solved(kind)
    film = _film(lesson(puzzle, steps).page)
    frames = _frames(film)
    assert len(frames) == _count(steps)
    position = Position()
    ends = [*film["steps"][1:], len(frames) - 1]
    for first, end, step in zip(film["steps"], ends, steps, strict=True):
        before = _pieces(scene_of(puzzle, position, Marks(because=step.reasons)))
        position = position.place(*step.facts, *step.also)
        after = _pieces(scene_of(puzzle, position, step.marks))
        assert _shown(film, frames[first]) == before
        assert _shown(film, frames[end - 1]) == after


def _count(steps: list[Step]) -> int:
    """The number of drawings: the start, the end, two of each step, and one of each sentence while
    something is supposed."""
    supposing = [each for step in steps for each in step.sub_steps if each.role != "concluded"]
    return 2 + 2 * len(steps) + len(supposing)


@pytest.mark.parametrize("most_marked", [camera.MOST_MARKED, 0])
def test_a_contradiction_has_a_drawing_of_each_sentence(
    most_marked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "MOST_MARKED", most_marked)
    puzzle = enpitsu.parse("https://puzz.link/p?yajilin/6/6/q31b2141b10b10h")
    steps = enpitsu.explain(puzzle).needed()
    at, step = next((at, step) for at, step in enumerate(steps) if step.sub_steps)
    text = lesson(puzzle, steps).page
    shown = Page(text).text
    assert shown.index(step.say_length()) < shown.index(say(step.sub_steps[0].message))
    film, over = _film(text), _over(text)
    first, supposing = film["steps"][at], len(step.sub_steps) - 1
    told = over[first + 1 : first + 1 + supposing]
    assert all(any(name.startswith("supposed") for name in each) for each in told)
    if not most_marked:
        assert {"broken", "broken-line"} & told[-1].keys()
    for outside in (over[first], over[first + 1 + supposing]):
        assert not any(name.startswith(("supposed", "broken")) for name in outside)
    if most_marked:
        position = Position.of(fact for each in steps[:at] for fact in (*each.facts, *each.also))
        ghosts, told_last = supposed_facts(step.sub_steps)[-2], step.sub_steps[-2]
        drawn = _pieces(scene_of(puzzle, position.place(*ghosts), told_last.marks))
        assert _boards(text)[first + supposing] == drawn


def _pieces(scene: Scene) -> list[Any]:
    film = Film()
    film.take(scene)
    return _shown(json.loads(json.dumps(film.data())), list(film.first))


def _shown(film: dict[str, Any], frame: list[int]) -> list[Any]:
    """A drawing's runs, each as what it holds."""
    runs: list[tuple[str, set[str]]] = []
    for number in frame:
        style, *data = film["pieces"][number]
        name = film["styles"][style]
        if not runs or runs[-1][0] != name:
            runs.append((name, set()))
        runs[-1][1].add(" ".join(data))
    return runs


def test_changes_make_any_list_of_any_other() -> None:
    rng = random.Random(3)
    for most in (12, 12, 12, 200) * 100:
        old, new = (rng.sample(range(most), rng.randrange(most)) for _ in range(2))
        made = list(old)
        for at, gone, *come in reversed(list(_changes(old, new))):
            made[at : at + gone] = come
        assert made == new


def test_small_changes_are_told_shortly() -> None:
    old = list(range(1000))
    new = [*range(300), 5000, *range(301, 800), *range(801, 1000), 5001]
    assert list(_changes(old, new)) == [[300, 1, 5000], [800, 1], [1000, 0, 5001]]


def test_what_is_alike_is_no_change() -> None:
    for length in (0, 1, 63, 64, 65, 130):
        same = list(range(length))
        assert list(_changes(same, same)) == []
        assert list(_changes(same, [*same, 999])) == [[length, 0, 999]]


def test_what_is_laid_over_a_board_leaves_it_alone() -> None:
    film = Film()
    scene = Scene(rows=1, cols=2, title="", shapes=(Rect(0, 0, 1, 2, "paper"),))
    film.take(scene)
    film.cover([Rect(0, 0, 1, 1, "reason")])
    film.cover([Rect(0, 1, 1, 1, "reason")])
    film.lay(Scene(rows=1, cols=2, title="", shapes=(*scene.shapes, Circle(0.5, 0.5, 1, "dot"))))
    film.cover([Rect(0, 1, 1, 1, "reason")])
    film.cover(())
    runs = [_shown(film.data(), frame) for frame in _frames(film.data())]
    styles = [[style for style, _ in run] for run in runs]
    assert styles == [
        ["paper", "ruler"],
        ["paper", "ruler", "reason"],
        ["paper", "ruler", "reason"],
        ["paper", "dot", "ruler", "reason"],
        ["paper", "dot", "ruler"],
    ]
    assert runs[1] != runs[2]
    assert list(film.last) == _frames(film.data())[-1]


def test_what_is_laid_over_a_board_is_one_path_a_style() -> None:
    film = Film()
    film.take(Scene(rows=2, cols=2, title="", shapes=(Rect(0, 0, 2, 2, "paper"),)))
    strokes = [
        Line(((0.5, 0.5), (0.5, 1.5)), "found-line"),
        Line(((0.5, 1.5), (1.5, 1.5)), "found-line"),
    ]
    film.cover([strokes[0], Rect(0, 0, 1, 1, "found"), strokes[1]])
    assert 'class="found-line" d="M20 20H60M60 20V60"' in film.svg(film.last, "")


def test_every_sort_of_shape_is_drawn() -> None:
    shapes = (
        Rect(0, 0, 1, 2, "paper"),
        Rect(0.1, 0.1, 0.8, 0.8, "shade", 0.1),
        Circle(0.5, 0.5, 0.25, "dot"),
        Line(((0.5, 0.5), (0.5, 3.5), (1.5, 3.5)), "line"),
        Line(((0, 0), (0, 2), (1, 2), (1, 0)), "frame", closed=True),
        Strokes((((0, 1), (1, 1)), ((0, 2), (1, 3))), "grid"),
        Polygon(((0, 0), (1, 1), (1, 0)), "clue"),
        Label(0.5, 0.5, "<3", 0.5, "clue"),
    )
    film = Film()
    film.take(Scene(rows=1, cols=2, title="", shapes=shapes))
    svg = film.svg(film.first, "a & b")
    assert 'aria-label="a &amp; b"' in svg
    assert 'd="M0 0h80v40h-80z"' in svg
    assert "M8 4h24a4 4 0 0 1 4 4v24a4 4 0 0 1 -4 4h-24a4 4 0 0 1 -4 -4v-24a4 4 0 0 1 4 -4z" in svg
    assert "M10 20a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z" in svg
    assert 'class="line" d="M20 20H60M60 20H100M100 20H140M140 20V60"' in svg
    assert 'class="frame" d="M0 0H80V40H0z"' in svg
    assert 'class="grid" d="M40 0V40M80 0L120 40"' in svg
    assert 'class="clue" d="M0 0L40 40H0z"' in svg
    assert ">&lt;3</text>" in svg


def test_titles_and_labels_cannot_break_the_page() -> None:
    puzzle, steps = _solved(KINDS[0])
    bad = '</script><img src="x:y" onerror=alert(1)>&'
    text = lesson(puzzle, steps, heading=Heading(bad, (bad,), bad)).page
    page = Page(text)
    assert page.loads == []
    assert not page.open
    assert bad in unescape(text)
    assert "<img" not in text


def test_a_page_says_what_must_be_said() -> None:
    puzzle = enpitsu.parse(LINK)
    text = lesson(
        puzzle, [], heading=Heading("Mine", ("hard", "0 steps"), "Several solutions.")
    ).page
    shown = Page(text).text
    assert all(word in shown for word in ("Mine", "hard", "0 steps", "Several solutions."))
    assert len(_film(text)["frames"]) == 2


def test_a_page_in_another_language() -> None:
    puzzle, steps = _solved(KINDS[0])
    assert '<html lang="ja">' in lesson(puzzle, steps, language="ja").page


def test_a_lesson_can_begin_in_the_middle() -> None:
    puzzle = enpitsu.parse(LINK)
    start = Position.parse("r3c1 shaded")
    steps = enpitsu.explain(puzzle, start).needed()
    film = _film(lesson(puzzle, steps, start).page)
    assert _shown(film, _frames(film)[0]) == _pieces(scene_of(puzzle, start))


def test_a_large_board_makes_a_page_that_can_be_sent() -> None:
    """600 steps on 20x36 cells: what does not change is written once."""
    puzzle = enpitsu.parse("20 36\n" + "\n".join(20 * [" ".join(36 * ["-"])]), kind="yajilin")
    cells = [Cell(row, col) for row in range(20) for col in range(36)][:600]
    said = Message("enpitsu.hint.where", {"place": cells[0]})
    steps = [
        Step("yajilin", "corridor", 1.0, (Fact(cell, "shaded", False),), (cell,), (said,), cell)
        for cell in cells
    ]
    assert len(lesson(puzzle, steps).page) < 500_000


def _over(page: str) -> list[dict[str, set[str]]]:
    """What is laid over the board in each drawing."""
    film = _film(page)
    names = [f"{style}{end}" for style in LAID for end in ("", "-line")]
    return [
        {name: pieces for name, pieces in _shown(film, frame) if name in names}
        for frame in _frames(film)
    ]


def _boards(page: str) -> list[list[Any]]:
    """The drawings without what is laid over them."""
    film = _film(page)
    return [
        [run for run in _shown(film, frame) if not run[0].startswith(LAID)]
        for frame in _frames(film)
    ]


def test_on_a_large_board_the_marks_are_laid_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "MOST_MARKED", 0)
    puzzle = enpitsu.parse(LINK)
    cell, joint, line = Cell(1, 2), edge(Cell(0, 0), Cell(0, 1)), GridLine("col", 3)
    fact = Fact(cell, "shaded", True)
    said = Message("enpitsu.hint.where", {"place": cell})
    step = Step("yajilin", "corridor", 1.0, (fact,), (joint, line), (said,), cell)
    page = lesson(puzzle, [step]).page
    reasons = {
        "reason-line": {"M20 20H60"},
        "reason": {
            "M126.4 2.4h27.2a4 4 0 0 1 4 4v187.2a4 4 0 0 1 -4 4h-27.2a4 4 0 0 1 -4 -4v-187.2"
            "a4 4 0 0 1 4 -4z"
        },
    }
    start, before, after, end = _over(page)
    assert start == end == {}
    assert before == reasons
    assert after.keys() == {*reasons, "found"}
    boards = _boards(page)
    assert boards[0] == boards[1]
    assert boards[2] == boards[3] == _pieces(scene_of(puzzle, [fact]))


def test_on_a_huge_board_not_every_step_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, steps = _solved(KINDS[0])
    monkeypatch.setattr(camera, "MOST_MARKED", 0)
    monkeypatch.setattr(camera, "MOST_DRAWN", 2 * puzzle.rows * puzzle.cols)
    page = lesson(puzzle, steps).page
    assert f"drawn anew every {(len(steps) + 1) // 2} steps" in Page(page).text
    boards, facts = _boards(page), [fact for step in steps for fact in (*step.facts, *step.also)]
    assert len(boards) == _count(steps)
    assert sum(old != new for old, new in pairwise(boards)) <= 3
    assert boards[-1] == _pieces(scene_of(puzzle, facts))


def test_pictures_end_where_the_budget_does() -> None:
    puzzle, steps = _solved(KINDS[0])
    cancel = threading.Event()
    cancel.set()
    made = lesson(puzzle, steps, budget=Limits(cancel=cancel).start())
    assert made.reached == "cancelled"
    assert "from step 1 on" in made.remark
    assert made.remark in Page(made.page).text
    boards, over = _boards(made.page), _over(made.page)
    assert all(board == boards[0] for board in boards[:-1])
    assert boards[-1] != boards[0]
    assert all(over[1:-1])
    whole = lesson(puzzle, steps, budget=Limits().start())
    assert (whole.reached, whole.remark) == (None, "")
    assert whole.page == lesson(puzzle, steps).page


@pytest.mark.skipif(BROWSER is None, reason="there is no browser")
@pytest.mark.parametrize("address", ["#2", "#step-2"])
def test_the_script_shows_the_step_of_the_address(address: str, tmp_path: Path) -> None:
    puzzle = enpitsu.parse(LINK)
    steps = enpitsu.explain(puzzle).needed()
    page = tmp_path / "lesson.html"
    page.write_text(lesson(puzzle, steps).page, encoding="utf-8")
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    run = subprocess.run(
        [*command, f"--user-data-dir={tmp_path / 'user'}", f"{page.as_uri()}{address}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    film = _film(page.read_text(encoding="utf-8"))
    frames = _frames(film)
    stage = run.stdout.partition('class="stage"')[2].partition("</section>")[0]
    assert f"Step 2 of {len(steps)}" in stage
    drawn = re.findall(r'<path class="([\w-]+)" d="([^"]*)"', stage)
    expected = [
        (name, "".join(data.split("\n")))
        for frame in (frames[3], frames[4])
        for name, data in _paths(film, frame)
    ]
    assert drawn == expected


def _paths(film: dict[str, Any], frame: list[int]) -> list[tuple[str, str]]:
    """The paths of a drawing: what follows in one style, up to a label."""
    paths: list[tuple[str, str]] = []
    last = ""
    for number in frame:
        style, data, *label = film["pieces"][number]
        name = film["styles"][style]
        if label:
            last = ""
            continue
        if name == last:
            paths[-1] = (name, paths[-1][1] + data)
        else:
            paths.append((name, data))
        last = name
    return paths
