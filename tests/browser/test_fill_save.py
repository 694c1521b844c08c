"""Fill in what is plain, and games as files: saved in every format, opened again as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.formats import left_out
from enpitsu.grade import Level
from enpitsu.play import PRICES
from enpitsu.play.score import filled_marks
from enpitsu.registry import kinds
from tests.browser.test_play import BOARD, SESSION, Player
from tests.browser.window import needs_chromium

pytestmark = needs_chromium

EXAMPLES = ("satogaeri", "slitherlink")
"""A kind with a board of its own and a declared one: what all kinds answer is tested without
pages."""


@pytest.fixture
def player(page: Any) -> Player:
    """A player at a desk."""
    return Player(page)


@pytest.fixture
def thumb(phone: Any) -> Player:
    """A player with a phone."""
    return Player(phone)


def begin(player: Player, kind: str, level: str) -> None:
    """Begin a game of the first starter puzzle of a level."""
    player.page.request.get("/api/v1/me")
    wish = {"collection": "starter", "kind": kind, "level": level, "sort": "size", "least": "49"}
    found = player.page.request.get("/api/v1/puzzles", params=wish).json()
    player.begin(found["puzzles"][0]["id"])


def puzzle_of(player: Player) -> Any:
    """The puzzle that is played."""
    data = player.page.evaluate(f"() => JSON.stringify({SESSION}.document)")
    return enpitsu.parse(data)


def penalty(player: Player) -> int:
    """What help has cost so far, as the page counts it."""
    return int(player.page.evaluate(f"() => {SESSION}.penalty"))


def fill(player: Player, level: str = "easy") -> None:
    """Fill in for the first time: the price is told before."""
    player.page.keyboard.press("f")
    player.wait_card(f"{PRICES['fill']} s for each mark")
    player.page.select_option(".play-card select", level)
    player.page.click(".card-acts .is-primary")


# --- fill in --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EXAMPLES)
def test_one_press_fills_in_all_that_is_plain_and_one_undo_takes_it_back(
    player: Player, kind: str
) -> None:
    begin(player, kind, "medium")
    puzzle = puzzle_of(player)
    found = enpitsu.fill_in(puzzle)
    player.press("fill")
    assert not player.facts, "the price is told first"
    player.page.keyboard.press("Escape")
    fill(player)
    player.page.wait_for_function(
        f"(count) => {BOARD}.facts().length === count", arg=len(found.facts)
    )
    assert player.facts == set(map(str, found.facts))
    marks = len(filled_marks(found.facts))
    cost = PRICES["where"] + PRICES["fill"] * marks
    assert penalty(player) == cost
    player.wait_card(f"{marks} marks are filled in (+{cost} s)")
    assert "Nothing more follows by techniques up to “easy”" in player.card()
    for step in found.steps:
        assert f"{found.techniques[step.technique]} × {step.title}" in player.card()
    player.press("undo")
    assert player.facts == set()
    player.press("redo")
    assert player.facts == set(map(str, found.facts))
    log = player.saved()["log"]
    assert [event.get("note", event.get("by")) for event in log] == ["hint", "fill", "undo", "redo"]


def test_a_game_that_is_filled_in_to_the_end_counts_with_its_price(player: Player) -> None:
    begin(player, "nonogram", "gentle")
    fill(player)
    player.wait_card("This solves the puzzle: the game ends with it")
    assert not player.facts, "asked before it is written"
    assert penalty(player) == PRICES["where"]
    player.choose("Fill in and end the game")
    player.page.wait_for_selector(".play-result >> text=Solved!")
    told = player.page.inner_text(".play-result")
    cost = penalty(player)
    assert "Clean" not in told
    assert f"+{cost // 60}:{cost % 60:02}" in told, "the server counts the same"
    player.page.click(".play-result >> text=Replay")
    player.page.wait_for_selector("text=Fill in: each mark")


def test_what_was_paid_is_not_paid_again_and_the_level_is_remembered(player: Player) -> None:
    begin(player, "yajilin", "medium")
    fill(player, "gentle")
    player.wait_card("filled in")
    before = penalty(player)
    player.press("undo")
    player.press("fill")
    player.wait_card("filled in (free)")
    assert penalty(player) == before
    player.press("fill")
    player.wait_card("Nothing is filled in (free)")
    assert penalty(player) == before, "that nothing more follows was told"
    player.page.reload()
    player.ready()
    assert penalty(player) == before
    player.press("fill")
    player.wait_card("Nothing is filled in (free)")
    assert player.page.input_value(".play-card select") == "gentle"
    assert "Fill in (free" in player.card()
    player.page.select_option(".play-card select", "easy")
    assert f"Fill in (+{PRICES['where']} s" in player.card(), "a harder level is looked at anew"


def test_a_mistake_is_told_before_anything_is_filled_in(player: Player) -> None:
    player.open(least=30)
    solution = set(player.solution())
    right = min(fact for fact in solution if fact.endswith(" shaded"))
    wrong = min(fact for fact in solution if fact.endswith(" line")).split("-")[0] + " shaded"
    player.write(right)
    player.write(wrong)
    fill(player, "extreme")
    player.wait_card("Something on the board is not right")
    assert player.facts == {right, wrong}
    assert player.notes() == ["board"]
    each = f"+{PRICES['where']} s, +{PRICES['fill']} s a mark"
    player.choose(f"Fill in anyway ({each})")
    player.wait_card("This solves the puzzle")
    player.choose("Fill in and end the game")
    player.page.wait_for_function(f"() => {BOARD}.facts().length > 10")
    assert {fact for fact in player.facts if " not " not in fact} <= solution | {wrong}
    assert solution <= player.facts
    assert "One of your marks was replaced" in player.card()


def test_from_the_menu_of_a_phone(thumb: Player) -> None:
    thumb.open()
    assert thumb.page.is_hidden('[data-act="fill"]')
    thumb.menu("fill")
    thumb.wait_card("Techniques up to")
    thumb.page.locator(".card-acts .is-primary").tap()
    thumb.wait_card("This solves the puzzle")
    thumb.page.locator(".card-acts .is-primary").tap()
    thumb.page.wait_for_function(f"() => {BOARD}.facts().length > 0")
    assert not thumb.page.evaluate(f"() => {SESSION}.isClean")


def test_a_game_that_has_ended_is_not_filled_in(player: Player) -> None:
    player.open()
    player.menu("give-up")
    player.choose("Give up")
    player.page.wait_for_selector(".is-over")
    player.page.keyboard.press("f")
    assert player.page.is_hidden(".play-card")
    player.page.click('[popovertarget="play-menu"]')
    assert player.page.locator('[data-item="fill"]').count() == 0


# --- saved and opened -----------------------------------------------------------------------------


def formats_of(kind: str) -> list[str]:
    """The formats that carry a position."""
    return [codec.format for codec in kinds()[kind].codecs if codec.carries_position] + ["json"]


def half(player: Player) -> set[str]:
    """Write a part of the solution, with something denied, and give what stands there then."""
    solution = player.solution()
    player.write(*solution[: len(solution) // 2])
    denied = enpitsu.fill_in(puzzle_of(player), up_to=Level.EXTREME).facts
    player.write(*[str(fact) for fact in denied if not fact.holds][:5])
    return player.facts


def save(player: Player, form: str, folder: Path) -> Path:
    """Save the game as a file."""
    player.menu("save")
    player.page.select_option("dialog[open] select", form)
    player.page.wait_for_selector(f'.save-note[data-written="{form}"]')
    with player.page.expect_download() as caught:
        player.choose("Save the file")
    path = folder / str(caught.value.suggested_filename)
    caught.value.save_as(path)
    return path


ANSWERED = """() => location.pathname.startsWith("/play/")
  || document.querySelector("dialog[open]")?.textContent.includes("my game")"""


def go_on(player: Player, path: Path, answer: str = "Take the file's marks") -> bool:
    """Open a file on the page of puzzles and go on from its marks; whether there was a question
    because of a game that is begun."""
    page = player.page
    page.goto("/")
    page.click(".lib-open")
    page.set_input_files("dialog input[type=file]", path)
    page.wait_for_selector("dialog[open] >> text=such a game is not ranked")
    page.click("dialog[open] .is-primary >> text=Go on from its position")
    page.wait_for_function(ANSWERED)
    question = page.locator(f"dialog[open] >> text={answer}")
    was_asked = bool(question.count())
    if was_asked:
        question.click()
    page.wait_for_url("**/play/*")
    player.game = page.url.rsplit("/", 1)[-1]
    player.ready()
    return was_asked


def test_an_empty_board_and_a_trial_are_told(player: Player, tmp_path: Path) -> None:
    player.open()
    save(player, "json", tmp_path)
    assert "there are no marks" in player.page.inner_text(".save-note")
    player.page.keyboard.press("Escape")
    player.page.evaluate(f"() => {BOARD}.beginTrial()")
    player.write(player.solution()[0])
    save(player, "json", tmp_path)
    told = player.page.inner_text(".save-note")
    assert "your mark" in told
    assert "saved as ordinary marks" in told


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_saved_in_every_format_and_opened_as_it_was(
    player: Player, kind: str, tmp_path: Path
) -> None:
    """All kinds in Enpitsu's own format, some in each; what each format of each kind carries is
    tested without pages."""
    player.open(kind)
    facts, puzzle = half(player), puzzle_of(player)
    position = enpitsu.Position.of(map(enpitsu.position.parse_fact, facts))
    game = player.game
    for form in formats_of(kind) if kind in (*EXAMPLES, "nonogram") else ["json"]:
        player.game = game
        player.come()
        document = enpitsu.Document(puzzle=puzzle, position=position)
        try:
            written = enpitsu.dump(document, form)
            lost = set(map(str, left_out(document, form, written)))
        except enpitsu.FormatError:
            # A picture of half a solution, say, is none: that is told instead.
            player.menu("save")
            player.page.click("dialog[open] summary >> nth=0")
            assert player.page.locator(f'dialog[open] option[value="{form}"]').count() == 0
            continue
        path = save(player, form, tmp_path)
        told = player.page.inner_text(".save-note")
        assert (f"no place for {len(lost)} marks" in told or "for one mark" in told) == bool(lost)
        go_on(player, path)
        assert player.facts == facts - lost, form


def test_a_game_that_began_with_a_file_has_no_result(player: Player, tmp_path: Path) -> None:
    player.open()
    half(player)
    go_on(player, save(player, "json", tmp_path))
    assert "began elsewhere" in player.page.inner_text(".play-notes")
    player.write(*player.solution())
    player.page.wait_for_selector(".banner.is-over >> text=The game began elsewhere")
    ended = player.page.request.post(f"/api/v1/games/{player.game}/finish").json()
    assert (ended["solved"], ended["result"]) == (True, None)
    assert "began elsewhere" in ended["reason"]


def test_a_game_that_is_begun_is_changed_only_if_its_player_wants_it(
    player: Player, tmp_path: Path
) -> None:
    player.open()
    facts = half(player)
    path = save(player, "pzprv3", tmp_path)
    assert not go_on(player, path), "the copy of the puzzle is new"
    assert player.facts == facts
    player.saved()
    assert not go_on(player, path), "what stands there is what the file holds"
    player.page.evaluate(f"() => {BOARD}.clear()")
    player.saved()
    assert go_on(player, path, "Go on with my game")
    assert player.facts == set()
    assert go_on(player, path)
    assert player.facts == facts
    player.press("undo")
    assert player.facts == set()


def test_keeping_what_is_here_hides_neither_fill_nor_file(player: Player) -> None:
    """Another tab has saved: the move that keeps one's own board tells where it comes from."""
    player.open()
    moves = player.page.evaluate(
        """async () => {
          const told = [];
          const real = window.fetch;
          window.fetch = (address, how) => {
            if (how?.method === "PATCH") told.push(...JSON.parse(how.body).events);
            return real(address, how);
          };
          const { keepMine } = await source("js/play/game_conflict.js");
          const game = (log) => ({ id: "none", revision: 1, log, elapsed: 5 });
          const mine = (by) => [
            { t: 1, put: ["r1c1 shaded"], take: [], by },
            { t: 2, put: ["r2c2 shaded"], take: [], by: "fill" },
          ];
          for (const by of ["given", "hand"]) await keepMine(game([]), mine(by), 7).catch(() => {});
          return told.map(({ by, put }) => [by, ...put]);
        }"""
    )
    filled = ["fill", "r2c2 shaded"]
    assert moves == [["given", "r1c1 shaded"], filled, ["hand", "r1c1 shaded"], filled]
    player.page.errors.clear()  # there is no such game
