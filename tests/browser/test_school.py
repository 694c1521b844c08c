"""The school in a real browser: a course, a lesson, exercises by hand, by finger and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.web_player import API, shown
from tests.browser.window import needs_chromium, serving

pytestmark = needs_chromium

KIND = "heyawake"
LESSON = 'document.querySelector(".play").lesson'
BOARD = f"{LESSON}.exercise.board"
AT = f"""([row, col]) => {{
  const {{ surface }} = {BOARD};
  const {{ left, top }} = surface.svg.getBoundingClientRect();
  const {{ view }} = surface;
  return [left + view.width / 2 + (col - 0.5 - view.col) * view.scale,
          top + view.height / 2 + (row - 0.5 - view.row) * view.scale];
}}"""
OWN = f"() => {LESSON}.exercise.own"
SHADED = "shaded"


def spot_of(fact: str) -> tuple[int, int]:
    """The cell of a fact, counted from 1."""
    row, col = fact.split()[0][1:].split("c")
    return int(row), int(col)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that takes its time, however busy the machine is."""
    with serving(tmp_path_factory.mktemp("site"), request_seconds=60.0) as address:
        yield address


class Pupil:
    """Hands on the page of a lesson."""

    def __init__(self, page: Any, site: str) -> None:
        self.page, self.site = page, site
        self.technique = ""

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """The answer of the API about the school, which must be a good one."""
        sent = getattr(self.page.request, method)
        said = sent(f"{API}/school{path}", headers={"origin": self.site}, data=data)
        assert said.ok, said.text()
        return said.json()

    def lessons(self) -> list[dict[str, Any]]:
        """The lessons of the course that have exercises."""
        levels = self.ask("get", f"/{KIND}")["levels"]
        found = [lesson for level in levels for lesson in level["lessons"]]
        return [lesson for lesson in found if lesson["has_exercises"]]

    def begin(self, technique: str = "", seed: int = 1) -> Pupil:
        """Open an exercise; of the first technique that shades if none is named."""
        self.technique = technique or self.shading()
        self.page.goto(f"/school/{KIND}/{self.technique}?seed={seed}")
        return self.ready()

    def ready(self) -> Pupil:
        """Wait for the board of an exercise."""
        self.page.wait_for_selector(".is-school:not([data-example]) svg.board")
        return self

    def shading(self) -> str:
        """The first technique whose step of seed 1 shades a cell."""
        names = [lesson["technique"] for lesson in self.lessons()]
        found: str = next(name for name in names if " not " not in self.answer(name, 1)[0])
        return found

    def answer(self, technique: str = "", seed: int | None = None) -> list[str]:
        """The facts of the step of an exercise, that on the page if none is named; first what is
        shaded."""
        if seed is None:
            seed = self.page.evaluate(f"() => {LESSON}.exercise.given.seed")
        path = f"/{KIND}/{technique or self.technique}/hint"
        steps = self.ask("post", path, {"seed": seed, "facts": []})["steps"]
        facts: list[str] = steps[-1]["facts"]
        return sorted(facts, key=lambda fact: " not " in fact)

    def click(self, fact: str, *, is_wrong: bool = False) -> None:
        """Write a fact of a cell with the mouse, or what contradicts it."""
        is_shaded = (" not " not in fact) != is_wrong
        where = self.page.evaluate(AT, spot_of(fact))
        self.page.mouse.click(*where, button="left" if is_shaded else "right")

    def tap(self, fact: str) -> None:
        """Write a fact of a cell with a finger."""
        for _ in range(1 if " not " not in fact else 2):
            self.page.touchscreen.tap(*self.page.evaluate(AT, spot_of(fact)))

    def wait(self, finding: str) -> None:
        """Wait for a verdict."""
        self.page.wait_for_selector(f".school-verdict[data-finding={finding}]", state="attached")

    @property
    def own(self) -> list[str]:
        """What is written beyond the position."""
        found: list[str] = self.page.evaluate(OWN)
        return found

    def choose(self, name: str) -> None:
        """Press a button of the card."""
        self.page.locator(".play-card").get_by_role("button", name=name).click()


@pytest.fixture
def pupil(page: Any, site: str) -> Pupil:
    """A pupil at a desk."""
    return Pupil(page, site)


def test_a_lesson_from_the_sentence_to_right_and_what_is_kept_of_it(pupil: Pupil) -> None:
    page = pupil.page
    shown(page, "/school")
    page.get_by_role("link", name="Heyawake", exact=True).click()
    page.wait_for_selector(".school-lesson img")
    technique = pupil.technique = pupil.shading()
    page.locator(f"[data-technique={technique}] a").click()
    page.get_by_role("heading", name="Example").wait_for()
    lesson = next(each for each in pupil.lessons() if each["technique"] == technique)
    assert page.inner_text("h1") == lesson["name"]
    assert page.inner_text(".school-sentence") == lesson["sentence"]
    assert page.locator("[role=gridcell]").count() >= 4
    pupil.choose("Begin the exercises")
    pupil.ready()
    for fact in pupil.answer():
        pupil.click(fact)
    pupil.wait("right")
    assert page.locator(".play-card .place").count(), "the reason names its places"
    assert "Next exercise" in page.evaluate("() => document.activeElement.textContent")
    first = page.url
    page.keyboard.press("Enter")
    page.wait_for_function("(first) => location.href !== first", arg=first)
    pupil.ready()
    for _ in range(2):
        shown(page, f"/school/{KIND}")
        page.wait_for_selector(f"[data-technique={technique}][data-state=begun]")
    shown(page, "/school")


def test_a_wrong_move_is_refuted_and_taken_back(pupil: Pupil) -> None:
    page = pupil.begin().page
    [fact, *_] = answer = pupil.answer()
    pupil.click(fact, is_wrong=True)
    pupil.wait("wrong")
    page.locator(".play-card[data-tone=bad] :is(.chain, .story)").wait_for()
    assert pupil.own == [f"{fact.split()[0]} not {SHADED}"]
    pupil.choose("Take it back")
    page.wait_for_function(f"() => !{LESSON}.exercise.own.length")
    assert not page.locator(".school-verdict[data-finding=wrong]").count()
    for each in answer:
        pupil.click(each)
    pupil.wait("right")
    assert "needed help" in page.inner_text(".play-card")
    assert not page.locator("[data-act=undo]:not(.is-dead)").count(), "it is over"


def test_undo_takes_a_verdict_back(pupil: Pupil) -> None:
    page = pupil.begin().page
    pupil.click(pupil.answer()[0], is_wrong=True)
    pupil.wait("wrong")
    page.click("[data-act=undo]")
    page.wait_for_selector(".school-verdict[data-finding='']")
    page.locator(".play-card").wait_for(state="hidden")
    assert pupil.own == []


def test_an_exercise_by_keys_alone(pupil: Pupil) -> None:
    page = pupil.begin().page
    page.wait_for_function("() => document.activeElement.matches('[role=gridcell]')")
    for fact in pupil.answer():
        row, col = spot_of(fact)
        for key, times in (("Control+Home", 1), ("ArrowDown", row - 1), ("ArrowRight", col - 1)):
            for _ in range(times):
                page.keyboard.press(key)
        for _ in range(1 if " not " not in fact else 2):
            page.keyboard.press("Space")
    page.keyboard.press("t")
    assert page.evaluate(f"() => {BOARD}.level") == 0, "one step needs no trial"
    page.keyboard.press("c")
    pupil.wait("right")


def test_on_a_phone_with_hints_to_the_end(phone: Any, site: str) -> None:
    pupil = Pupil(phone, site).begin()
    box = phone.locator(".school-verdict").bounding_box()
    assert box["y"] + box["height"] < phone.locator(".play-tools").bounding_box()["y"] + 1
    phone.locator("[data-act=hint]").tap()
    phone.locator(".play-card .is-now").wait_for()
    card = phone.locator(".play-card")
    assert "does not count" in card.inner_text()
    card.get_by_role("button", name="The reason").tap()
    card.get_by_role("button", name="Write it for me").tap()
    pupil.wait("right")
    assert "needed help" in card.inner_text()
    card.get_by_role("button", name="Next exercise").tap()
    phone.wait_for_function("() => !location.search.includes('seed=1&')")
    card.wait_for(state="hidden")
    for fact in pupil.ready().answer():
        pupil.tap(fact)
    pupil.wait("right")
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_from_a_hint_to_the_lesson_and_back(page: Any) -> None:
    page.request.get(f"{API}/me")
    wish = {"collection": "starter", "kind": KIND, "least": 49}
    puzzle = page.request.get(f"{API}/puzzles", params=wish).json()["puzzles"][0]["id"]
    game = page.request.post(f"{API}/games", data={"puzzle": puzzle}).json()["id"]
    page.goto(f"/play/{game}")
    page.wait_for_selector(".play svg.board")
    page.click("[data-act=hint]")
    page.locator(".play-card .is-now").wait_for()
    assert not page.locator(".practise").count(), "where to look tells no technique"
    page.locator(".play-card .is-primary").click()
    page.locator(".practise a").click()
    page.wait_for_selector(".is-school")
    assert page.url.endswith(f"?game={game}")
    page.get_by_role("link", name="Back to the game").click()
    page.wait_for_url(f"**/play/{game}")


def test_there_is_no_such_lesson(page: Any) -> None:
    page.goto(f"/school/{KIND}/nothing-of-that-name")
    page.get_by_role("alert").wait_for()
    page.get_by_role("link", name="Go to the library").wait_for()
    page.errors.clear()  # the console tells of the 404
