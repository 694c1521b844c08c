"""Results, replays, rules and settings in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.play.prices import PRICES
from enpitsu.play.ranking import SECONDS_PER_CELL, WEIGHT, result_points
from enpitsu.registry import kinds
from enpitsu.web.words import page_texts
from enpitsu.words import LANGUAGES
from tests.browser.web_player import Player, shown
from tests.browser.window import DESKTOP, needs_chromium, needs_modules, window
from tests.library import ordinary_starters

pytestmark = needs_chromium

KINDS = list(kinds())
LARGEST = max(KINDS, key=lambda kind: ordinary_starters(kind)[0].puzzle.rows)
"""The kind with the most to write on its first board: who writes little is soon done."""


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def clock_sum(result: dict[str, Any]) -> str:
    time, helped, total = (clock(result[name]) for name in ("seconds", "penalty", "total"))
    return f"{time} + {helped} = {total}"


# --- results --------------------------------------------------------------------------------------


def test_without_results_the_page_says_what_to_do(page: Any) -> None:
    shown(page, "/results")
    page.get_by_role("heading", name="No results yet").wait_for()
    assert page.get_by_role("link", name="Choose a puzzle").get_attribute("href") == "/"
    prices = page.locator(".prices tr")
    assert prices.count() == len(PRICES)
    assert "+40 s" in prices.filter(has_text="the reason").text_content()
    assert page.is_hidden(".prices")
    page.get_by_text("What help costs").first.click()
    assert page.is_visible(".prices")


def test_results_tell_bests_progress_and_ranking(page: Any, site: str, chromium: Any) -> None:
    me = Player(page, site, "Aiko")
    first, second = (row["id"] for row in me.puzzles(LARGEST)[:2])
    clean = me.solve(first)
    helped = me.solve(second, hints=("where", "technique"))
    again = me.solve(first)
    assert not again["is_first"]
    with window(chromium, site, **DESKTOP) as other:
        Player(other, site, "<b>Bo</b>").solve(first, pause=100)
    shown(page, "/results")
    page.wait_for_function("() => !document.querySelector('.tiles').textContent.includes('…')")
    solved, clean_ones, time = page.locator(".tile dd").all_inner_texts()
    assert (solved, clean_ones) == ("3", "2")
    seconds = int(sum(each["seconds"] for each in (clean, helped, again)))
    assert time == f"{seconds // 60}:{seconds % 60:02}"
    assert page.locator(".results-bests tbody tr").count() >= 1
    rows = page.locator(".results-all tbody tr")
    assert rows.count() == 3
    assert "not the first attempt" in rows.nth(0).inner_text()
    assert clock_sum(helped) in rows.nth(1).inner_text()
    assert "2 hints" in rows.nth(1).inner_text()
    for heading in ("Progress", "Ranking"):
        box = page.get_by_role("heading", name=heading, exact=True).bounding_box()
        assert box["y"] < DESKTOP["viewport"]["height"] / 2
    page.locator(".of-class select").select_option(
        "/".join(str(clean[name]) for name in ("kind", "rows", "cols", "level"))
    )
    page.wait_for_selector(".chart-clean")
    ranking = page.locator(".results-ranking tbody tr")
    names = ranking.locator("th").all_inner_texts()
    assert "<b>Bo</b>" in names[0]
    assert "Aiko" in names[1]
    assert ranking.nth(1).get_attribute("class") == "is-me"


def test_a_ranking_of_others_can_be_chosen(page: Any, site: str, chromium: Any) -> None:
    with window(chromium, site, **DESKTOP) as other:
        solver = Player(other, site, "Kei")
        row = solver.puzzles(KINDS[2])[0]
        solver.solve(row["id"])
    shown(page, "/results")
    wanted = "/".join(str(row[name]) for name in ("kind", "rows", "cols", "level"))
    page.locator(".of-class select").select_option(wanted)
    page.locator(".results-ranking tbody tr").filter(has_text="Kei").wait_for()
    assert page.locator(".chart").count() == 0


def test_the_ranking_of_all_players(page: Any, phone: Any, site: str, chromium: Any) -> None:
    shown(page, "/results")
    page.get_by_role("link", name="Ranking of all players").first.click()
    page.get_by_role("heading", name="Your place").wait_for()
    assert "no points here yet" in page.inner_text("main")
    with window(chromium, site, **DESKTOP) as other:
        solver = Player(other, site, "<u>Twin</u>")
        for row in solver.puzzles(KINDS[0])[:3]:
            solver.solve(row["id"])
    me = Player(page, site, "<u>Twin</u>")
    own = me.solve(me.puzzles(KINDS[0])[0]["id"], hints=("where",))
    shown(page, "/results/ranking")
    assert page.get_by_role("link", name="All kinds").get_attribute("aria-current") == "page"
    rows = page.locator(".results-players tbody tr")
    assert rows.locator("th bdi").all_inner_texts().count("<u>Twin</u>") >= 2
    assert {"#1", "#2"} <= set(rows.locator("th .chip").all_inner_texts())
    mine = page.locator(".results-players .is-me")
    assert f"{own['points']:,}" in mine.inner_text()
    # By keys alone: the other kind, and where one stands.
    page.get_by_role("link", name=kinds()[KINDS[0]].name, exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/results/ranking?kind={KINDS[0]}")
    page.get_by_role("button", name="Show my place").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.classList.contains('is-me')")
    counted = page.locator(".results-counted tbody tr")
    assert counted.count() == 1
    assert counted.locator(".is-counts").inner_text() == f"{own['points']:,}.0"
    page.get_by_role("link", name=kinds()[KINDS[-1]].name, exact=True).click()
    page.wait_for_url(f"**/results/ranking?kind={KINDS[-1]}")
    shown(phone, "/results/ranking?page=9&kind=nothing")
    assert "does not go that far" in phone.inner_text("main")
    phone.get_by_role("link", name="Higher places").click()
    phone.wait_for_selector(".results-players tbody tr")


def test_what_the_page_says_of_the_ranking_is_what_is_computed() -> None:
    for language in LANGUAGES:
        texts = page_texts(language)
        worth = texts["results.players.how.worth"]
        for level in ("gentle", "extreme"):
            assert f"{result_points(level, 100, 0, 0):,}" in worth
        for seconds in (SECONDS_PER_CELL[0], SECONDS_PER_CELL[-1]):
            assert re.search(rf"\b{seconds}(?:\D|$)", texts["results.players.how.help"], re.ASCII)
        assert f"{WEIGHT:.0%}"[:-1] in texts["results.players.how.sum"]


def test_results_name_puzzles_as_the_library_does(page: Any, site: str) -> None:
    me = Player(page, site, "Mio")
    made = enpitsu.generate("yajilin", 5, 5, seed=77).document()
    document = json.loads(enpitsu.dump(made, "json"))
    own = me.ask("post", "/puzzles", {"document": document, "collection": "mine"})
    me.solve(own["id"])
    daily = {**document, "meta": {"title": "2026-11-16"}}
    solved = me.solve(me.ask("post", "/puzzles", {"document": daily})["id"])
    shown(page, "/results")
    texts = page.locator(".results-all tbody tr").all_inner_texts()
    assert "Nov 16, 2026" in texts[0].split("·")[1]
    assert f"My Yajilin {own['number']}" in texts[1]
    shown(page, f"/replay/{solved['id']}")
    assert "Nov 16, 2026" in page.inner_text(".facts")


def test_the_chart_tells_the_same_in_words(page: Any, site: str) -> None:
    me = Player(page, site, "Chie")
    row = me.puzzles(KINDS[1])[0]
    made = me.solve(row["id"], hints=("where",))
    shown(page, "/results")
    chart = page.locator(".chart")
    chart.wait_for()
    assert "1 solve" in chart.get_attribute("aria-label")
    assert page.locator("svg.chart .chart-helped").count() == 1
    assert page.locator("svg.chart .chart-clean").count() == 0
    page.get_by_text("As a table").click()
    total = int(made["total"])
    assert f"{total // 60}:{total % 60:02}" in page.locator("figure tbody").inner_text()


def test_the_csv_file_holds_my_results(page: Any, site: str) -> None:
    Player(page, site, "Emi").solve(1)
    shown(page, "/results")
    with page.expect_download() as caught:
        page.get_by_role("link", name="Download as CSV").click()
    lines = Path(caught.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("total")


def test_a_name_can_be_changed(page: Any) -> None:
    shown(page, "/results")
    page.get_by_label("Name").fill("Gen")
    page.get_by_role("button", name="Save the name").click()
    page.get_by_text("You are called Gen now.").wait_for()
    shown(page, "/settings")
    assert page.get_by_label("Name").input_value() == "Gen"


# --- replays --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_replay_of_somebody_else_plays(page: Any, site: str, chromium: Any, kind: str) -> None:
    with window(chromium, site, **DESKTOP) as other:
        player = Player(other, site, "Hana")
        made = player.solve(player.puzzles(kind)[0]["id"], hints=("where", "reason"))
    shown(page, f"/replay/{made['id']}")
    assert "stand in no ranking" in page.inner_text("main"), "it shows the answer"
    page.get_by_role("button", name="Watch it all the same").click()
    page.wait_for_selector(".replay")
    page.errors.clear()
    assert page.locator("h1").inner_text().startswith("Hana")
    assert page.locator(".tick").count() == 2
    slider = page.get_by_label("Moves")
    last = int(slider.get_attribute("max"))
    assert slider.input_value() == str(last)
    page.get_by_role("button", name="To the start").click()
    page.wait_for_timeout(100)
    before = page.locator(".replay-board svg").first.screenshot()
    page.get_by_role("button", name="Step on").click()
    assert slider.input_value() == "1"
    assert "1 of" in slider.get_attribute("aria-valuetext")
    page.get_by_role("button", name="Hint: the reason").click()
    assert slider.input_value() == "5"
    page.get_by_label("Speed").select_option("16")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(
        "(last) => document.querySelector('.slider input').value === last", arg=str(last)
    )
    page.get_by_role("button", name="Play").wait_for()
    assert page.locator(".replay-board svg").first.screenshot() != before


def test_pausing_stops_the_film(page: Any, site: str) -> None:
    me = Player(page, site, "Iwao")
    made = me.solve(me.puzzles(KINDS[0])[0]["id"], pause=3000)
    shown(page, f"/replay/{made['id']}")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => document.querySelector('.slider input').value > 0")
    page.get_by_role("button", name="Pause").click()
    at = page.get_by_label("Moves").input_value()
    page.wait_for_timeout(1200)
    assert page.get_by_label("Moves").input_value() == at


def test_a_replay_is_shared_as_a_file(page: Any, site: str, tmp_path: Path) -> None:
    me = Player(page, site, "Jun")
    made = me.solve(me.puzzles(KINDS[0])[0]["id"])
    shown(page, f"/replay/{made['id']}")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "replay.json"
    caught.value.save_as(file)
    assert len(json.loads(file.read_text())["log"]) > 3
    shown(page, "/results")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("heading", name="Jun solves").wait_for()
    assert page.get_by_role("button", name="Copy the address").count() == 0


@pytest.mark.parametrize("text", ["", "{", "[]", '{"form": "enpitsu-replay", "log": [{"t": "x"}]}'])
def test_a_file_that_is_no_replay_is_refused(page: Any, tmp_path: Path, text: str) -> None:
    shown(page, "/results")
    file = tmp_path / "bad.json"
    file.write_text(text)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("This file is no replay").wait_for()


@pytest.mark.parametrize("spoiled", ["kind", "puzzle", "title", "fact"])
def test_a_damaged_replay_is_refused_with_a_sentence(
    page: Any, site: str, tmp_path: Path, spoiled: str
) -> None:
    me = Player(page, site, "Ren")
    found = me.ask("get", f"/replays/{me.solve(me.puzzles(KINDS[0])[0]['id'])['id']}")
    if spoiled == "kind":
        found["document"]["kind"] = "foreign"
    elif spoiled == "puzzle":
        found["document"]["puzzle"] = {"rows": 3}
    elif spoiled == "title":
        found["result"]["title"] = 7
    else:
        found["log"][0]["put"] = ["foo"]
    file = tmp_path / "spoiled.json"
    file.write_text(json.dumps({"form": "enpitsu-replay", **found}))
    shown(page, "/results")
    page.locator("input[type=file]").set_input_files(file)
    if spoiled == "title":  # it does without
        page.get_by_role("heading", name="Ren solves").wait_for()
    else:
        page.get_by_text("This file is no replay").wait_for()


def test_a_replay_that_is_not_there_says_so(page: Any) -> None:
    page.goto("/replay/999999")
    page.get_by_role("alert").wait_for()
    page.errors.clear()  # the browser reports the 404 itself


# --- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_rules_show_right_and_wrong_boards(page: Any, kind: str) -> None:
    shown(page, f"/rules/{kind}")
    assert page.locator(".sentences li").count() == len(kinds()[kind].how_to_play)
    codes = page.locator(".example").evaluate_all("(all) => all.map((one) => one.dataset.code)")
    wrong = page.locator(".example:has(.verdict.is-wrong)")
    assert page.locator(".example").first.locator(".verdict.is-right").count() == 1
    assert wrong.count() >= min(4, len(kinds()[kind].violations))
    assert set(codes) - {"right", "solved"} <= set(kinds()[kind].violations)
    assert all(text.strip() for text in wrong.locator(".broken").all_inner_texts())
    assert page.locator(".example [role=grid]").count() == len(codes)
    assert page.locator("table.controls").count() == 2
    assert page.locator("table.controls kbd").count() > 10


@pytest.mark.parametrize("kind", KINDS)
def test_boards_of_the_rules_are_live(page: Any, kind: str) -> None:
    shown(page, f"/rules/{kind}")
    example = page.locator(".example").last
    first = example.locator(".broken").inner_text()
    example.get_by_role("button", name="Show the solution").click()
    told = example.get_by_text(re.compile("Solved: every rule|This puzzle has no solution"))
    told.wait_for()
    example.get_by_role("button", name="Reset").click()
    assert example.locator(".broken").inner_text() == first


def test_a_mistake_is_told_as_it_is_made(page: Any) -> None:
    shown(page, "/rules/nonogram")
    example = page.locator(".example").first
    example.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Space")
    example.locator(".broken li").first.wait_for()
    assert "is-solved" not in example.get_attribute("class")
    page.keyboard.press("Control+z")
    example.get_by_text("Solved: every rule is kept.").wait_for()
    assert "is-solved" in example.get_attribute("class")


def test_the_solution_mends_a_wrong_board(page: Any) -> None:
    shown(page, f"/rules/{KINDS[0]}")
    for example in page.locator(".example:has(.verdict.is-wrong)").all():
        example.get_by_role("button", name="Show the solution").click()
        good = example.get_by_text(re.compile("Solved: every rule|This puzzle has no solution"))
        good.wait_for()
        if "Solved" in good.inner_text():
            return
    pytest.fail("no wrong board has a solution")


def test_the_rules_of_all_kinds_stand_together(page: Any) -> None:
    shown(page, "/rules")
    assert page.locator(".kinds .card").count() == len(KINDS)
    page.locator(".kinds a.button").last.click()
    page.wait_for_selector(".example [role=grid]")
    assert page.url.endswith(f"/rules/{KINDS[-1]}")


# --- settings -------------------------------------------------------------------------------------


def saved(page: Any) -> dict[str, Any]:
    """What the browser keeps."""
    text = page.evaluate("() => localStorage.getItem('enpitsu.settings') ?? '{}'")
    found: dict[str, Any] = json.loads(text)
    return found


def test_looks_hold_at_once_and_after_a_reload(page: Any) -> None:
    shown(page, "/settings")
    page.get_by_role("group", name="Colours").get_by_label("Dark").check()
    page.get_by_role("group", name="Contrast").get_by_label("High").check()
    page.get_by_role("group", name="Motion").get_by_label("Less").check()
    for _ in range(2):
        data = page.evaluate("() => ({...document.documentElement.dataset})")
        assert data.items() >= {"theme": "dark", "contrast": "more", "motion": "less"}.items()
        page.reload()
        page.wait_for_selector("h1")
    assert page.get_by_role("group", name="Colours").get_by_label("Dark").is_checked()


def test_the_language_changes_the_whole_page(page: Any) -> None:
    shown(page, "/settings")
    with page.expect_navigation():
        page.get_by_label("Language").select_option("ja")
    page.get_by_role("heading", name="設定", exact=True).wait_for()
    assert page.evaluate("() => document.documentElement.lang") == "ja"
    # Japanese all through: no English sentence is left on the page.
    text = page.locator("main").inner_text()
    assert not re.findall(r"[A-Za-z]+ [a-z]+ [a-z]+", text)


def test_settings_of_boards_and_play_are_kept(page: Any) -> None:
    shown(page, "/settings")
    wide = "() => getComputedStyle(document.querySelector('.preview-line')).strokeWidth"
    before = page.evaluate(wide)
    page.get_by_label("Width of lines").fill("8")
    assert before != page.evaluate(wide) == "8px"
    page.get_by_label("A colour for each line").check()
    page.get_by_label("Number rows and columns").check()
    page.get_by_label("At once").check()
    page.get_by_role("group", name="Buttons").get_by_label("One").check()
    page.get_by_label("Swap the left and the right button").check()
    page.get_by_label("Clock and prices of help while playing").check()
    kept = saved(page)
    wanted = {"lineWidth": 8, "colours": True, "numbers": True, "check": "live", "scheme": "one"}
    assert wanted.items() <= kept.items()
    assert {"inverted": True, "clock": True}.items() <= kept.items()


WORDLESS = """async () => {
  const { SETTINGS } = await source("js/settings_list.js");
  const { has } = await source("js/words.js");
  const ids = ({ name, values = [] }) =>
    ["label", ...values].map((word) => `settings.${name}.${word}`);
  return SETTINGS.filter(({ card }) => card).flatMap(ids).filter((id) => !has(id));
}"""


@needs_modules
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_that_is_shown_has_its_words(chromium: Any, site: str, language: str) -> None:
    with window(chromium, site, **DESKTOP, locale=language) as page:
        shown(page, "/settings")
        assert page.evaluate(WORDLESS) == []


def test_what_older_pages_kept_holds_and_what_is_spoiled_does_not(page: Any) -> None:
    shown(page, "/settings")
    kept = json.dumps({"timer": False, "check": "live", "scheme": "three", "colours": "red"})
    page.evaluate("(kept) => localStorage.setItem('enpitsu.settings', kept)", kept)
    shown(page, "/settings")
    assert not page.get_by_label("Clock and prices of help while playing").is_checked()
    assert page.get_by_label("At once").is_checked()
    assert page.get_by_role("group", name="Buttons").get_by_label("By device").is_checked()
    assert not page.get_by_label("A colour for each line").is_checked()


def test_settings_of_another_tab_hold_here_at_once(page: Any) -> None:
    shown(page, "/settings")
    other = page.context.new_page()
    shown(other, "/settings")
    other.get_by_role("group", name="Colours").get_by_label("Dark").check()
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")


def test_helpers_are_off_until_asked_for(page: Any) -> None:
    shown(page, "/settings")
    boxes = page.locator("fieldset.group input")
    assert boxes.count() >= len(KINDS)
    assert not any(box.is_checked() for box in boxes.all())
    boxes.first.check()
    assert list(saved(page)["helpers"]) == [KINDS[0]]


def bind(page: Any, name: str, key: str) -> None:
    """Give an action one more key."""
    page.get_by_role("button", name=f"Add a key: {name}", exact=True).click()
    page.keyboard.press(key)


def test_keys_are_bound_anew(page: Any) -> None:
    shown(page, "/settings")
    bind(page, "Undo", "Control+u")
    row = page.locator(".keytable tr", has=page.get_by_role("rowheader", name="Undo", exact=True))
    row.get_by_text("Ctrl + U").wait_for()
    assert "Ctrl+u" in saved(page)["keys"][KINDS[0]]["undo"]
    assert page.evaluate("() => document.activeElement.dataset.action") == "undo"
    row.get_by_role("button", name=re.compile(r"Take Ctrl \+ U away")).click()
    assert saved(page)["keys"][KINDS[0]] == {}


def test_a_key_that_was_bound_writes(page: Any) -> None:
    shown(page, "/settings")
    action = page.locator("[data-action]").first
    name = action.get_attribute("aria-label").removeprefix("Add a key: ")
    bind(page, name, "q")
    shown(page, f"/rules/{KINDS[0]}")
    assert page.locator("table.controls kbd").get_by_text("Q", exact=True).count() == 1
    example = page.locator(".example").first
    example.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("q")
    example.get_by_text("Solved: every rule is kept.").wait_for(state="hidden")


def test_a_key_that_is_taken_is_told(page: Any) -> None:
    shown(page, "/settings")
    bind(page, "Hint", "z")
    dialog = page.get_by_role("dialog")
    assert "now means: Undo" in dialog.inner_text()
    dialog.get_by_role("button", name="Cancel").click()
    assert saved(page).get("keys", {}) == {}
    bind(page, "Hint", "z")
    page.get_by_role("dialog").get_by_role("button", name="Change it").click()
    page.wait_for_function("() => localStorage.getItem('enpitsu.settings')?.includes('hint')")
    keys = saved(page)["keys"][KINDS[0]]
    assert keys["hint"] == ["h", "z"]
    assert "z" not in keys["undo"]
    page.get_by_role("button", name="Reset all keys").click()
    page.get_by_role("dialog").get_by_role("button", name="Reset all keys").click()
    page.wait_for_function("() => !localStorage.getItem('enpitsu.settings').includes('hint')")


def test_nobody_is_caught_while_a_key_is_awaited(page: Any) -> None:
    shown(page, "/settings")
    for key in ("Tab", "Escape"):
        bind(page, "Undo", key)
        assert page.get_by_text("Press a key…").count() == 0
    assert saved(page).get("keys", {}) == {}


def test_the_key_makes_another_browser_the_same_player(page: Any, site: str, chromium: Any) -> None:
    me = Player(page, site, "Kumi")
    key = me.ask("get", "/me/key")["key"]
    with window(chromium, site, **DESKTOP) as other:
        shown(other, "/settings")
        other.get_by_label("Key of another browser").fill(key)
        other.get_by_role("button", name="Be this player").click()
        asked = other.get_by_role("dialog", name="Be another player here?")
        with other.expect_navigation():
            asked.get_by_role("button", name="Be this player").click()
        shown(other, "/settings")
        assert other.get_by_label("Name").input_value() == "Kumi"
