"""The library, opening and making in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import FormatError
from enpitsu.formats import read_each
from enpitsu.grade import levels_of
from enpitsu.position import Position
from enpitsu.registry import find_kind
from tests.browser.web_player import Player
from tests.browser.window import DESKTOP, PHONE, needs_chromium, window
from tests.kinds.test_satogaeri_pzl_java import small as small_game

pytestmark = needs_chromium

LONG = {"kind": "yajilin", "rows": "70", "cols": "70", "level": "extreme"}
"""A wish that nobody fulfils while a test waits."""
DROP = """([name, type, base64]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type }));
  const how = { dataTransfer: transfer, bubbles: true, cancelable: true };
  for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, how));
}"""
PASTE = """(text) => {
  const transfer = new DataTransfer();
  transfer.setData("text/plain", text);
  document.body.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
}"""


def library(page: Any, address: str = "/") -> None:
    """Open the library and wait for the shelf."""
    page.goto(address)
    page.wait_for_selector(".lib-card, .lib-empty")


def titles(page: Any) -> list[str]:
    page.wait_for_selector(".lib-cards:not([aria-busy])", state="attached")
    found: list[str] = page.locator(".lib-card:visible .lib-card-title").all_inner_texts()
    return found


def found_count(page: Any, count: int) -> None:
    page.wait_for_selector(f".lib-shelf-head >> text=/^{count} puzzles?$/")


def asked(page: Any, path: str) -> Any:
    """What the API answers this player."""
    return page.request.get(f"/api/v1{path}").json()


def game_of(page: Any) -> Any:
    """The game that is played now."""
    page.wait_for_url(re.compile("/play/"))
    return asked(page, f"/games/{page.url.rsplit('/', 1)[1]}")


def order(page: Any, kind: str, rows: str, cols: str, level: str = "", seed: str = "") -> None:
    """Fill in the form and send it."""
    page.check(f"#make-kind-{kind}", force=True)
    page.fill("#make-rows", rows)
    page.fill("#make-cols", cols)
    page.check(f"#make-level-{level}", force=True)
    page.fill("#make-seed", seed)
    page.click(".make-go")


def small(seed: int) -> enpitsu.Document:
    return enpitsu.generate("yajilin", 5, 5, seed=seed).document()


def is_wide(page: Any) -> bool:
    """Whether the page can be scrolled sideways."""
    # A phone's innerWidth grows with what does not fit.
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    return bool(wide > page.viewport_size["width"])


# --- the shelf ------------------------------------------------------------------------------------


def test_search_filter_sort_and_back(page: Any) -> None:
    library(page, "/?collection=starter")
    kinds = asked(page, "/puzzles?size=1&collection=starter")["counts"]["kinds"]
    page.click(".lib-chip[data-kind=satogaeri]")
    found_count(page, kinds["satogaeri"])
    assert all(name.startswith("Satogaeri") for name in titles(page))
    assert page.url.endswith("/?kind=satogaeri&collection=starter")
    page.select_option("select[name=level]", "hard")
    page.wait_for_url(re.compile("level=hard"))
    hard = asked(page, "/puzzles?kind=satogaeri&level=hard&collection=starter")["total"]
    found_count(page, hard)
    page.select_option("select[name=sort]", "-size")
    page.wait_for_url(re.compile("sort=-size"))
    titles(page)
    sizes = page.locator(".lib-card-facts").all_inner_texts()
    areas = [int(size.split("×")[0]) * int(size.split("×")[1]) for size in sizes]
    assert areas == sorted(areas, reverse=True)
    page.click(".lib-open")
    page.go_back()
    page.wait_for_selector("dialog", state="detached")
    page.go_back()
    found_count(page, kinds["satogaeri"])
    assert page.input_value("select[name=level]") == ""
    assert page.get_attribute(".lib-chip[data-kind=satogaeri]", "aria-pressed") == "true"


def test_typing_is_one_step_back(page: Any) -> None:
    library(page, "/?collection=starter")
    page.fill("input[type=search]", "yajilin")
    page.wait_for_url(re.compile("text=yajilin&"))
    page.locator("input[type=search]").press_sequentially(" 2", delay=20)
    page.wait_for_url(re.compile(r"text=yajilin\+2&"))
    found_count(page, asked(page, "/puzzles?text=yajilin%202&collection=starter")["total"])
    assert page.evaluate("document.activeElement.type") == "search"
    page.go_back()
    found_count(page, asked(page, "/puzzles?size=1&collection=starter")["total"])
    assert page.input_value("input[type=search]") == ""


def test_nothing_found_is_said_kindly(page: Any) -> None:
    library(page, "/?text=zzzz&size=huge&page=-3&state=nonsense")
    assert "No puzzle fits" in page.inner_text(".lib-empty")
    page.click(".lib-empty button")
    page.wait_for_selector(".lib-card")
    assert page.url.endswith("/")


def test_pages_of_the_shelf(page: Any) -> None:
    library(page, "/?collection=starter")  # the puzzle of the day may join the others meanwhile
    numbers = "() => [...document.querySelectorAll('.lib-card')].map((card) => card.dataset.id)"
    first = page.evaluate(numbers)
    page.click(".lib-pager >> [aria-label='Next page']")
    page.wait_for_selector(".lib-pager >> text=/Page 2/")
    second, names = page.evaluate(numbers), titles(page)
    assert first
    assert second
    assert not set(first) & set(second)
    page.reload()
    page.wait_for_selector(".lib-pager >> text=/Page 2/")
    assert titles(page) == names


def test_card_plays_and_the_game_is_offered_again(page: Any) -> None:
    library(page, "/?kind=yajilin")
    name = page.locator(".lib-card .lib-card-title").first.inner_text()
    page.locator(".lib-card-main").first.click()
    game = game_of(page)
    assert game["puzzle"]["title"] == name
    move = {"t": 5, "put": ["r1c1 shaded"], "take": [], "by": "hand"}
    saved = page.request.patch(
        f"/api/v1/games/{game['id']}",
        data={"revision": game["revision"], "events": [move], "elapsed": 65_000, "ui": {}},
        headers={"origin": page.url.split("/play")[0]},
    )
    assert saved.ok
    library(page)
    card = page.locator("a.lib-game").first
    assert name in card.inner_text()
    assert "1:05 so far" in card.inner_text()
    page.wait_for_selector("a.lib-game img[src^='data:image/svg']")
    page.wait_for_selector(".lib-card .chip.is-begun")
    card.click()
    assert game_of(page)["id"] == game["id"]


# --- today ----------------------------------------------------------------------------------------


def test_daily_is_the_same_twice_and_days_before_can_be_played(page: Any) -> None:
    library(page)
    page.wait_for_selector(".lib-today-name")
    page.click(".lib-today .button.is-primary")
    first = game_of(page)
    library(page)
    page.wait_for_selector(".lib-today-name")
    page.locator(".lib-today .button").first.click()
    page.wait_for_url(re.compile("/play/"))
    assert game_of(page)["id"] == first["id"]
    assert first["puzzle"]["collection"] == "daily"
    library(page)
    page.click("text=Calendar and ranking")
    page.wait_for_selector(".lib-day")
    assert page.locator(".lib-day").count() == 30
    assert page.locator(".lib-day.is-today").count() == 1
    page.locator(".lib-day").nth(28).click()
    page.wait_for_url(re.compile("/daily/"))
    page.locator(".lib-today-body").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/"))
    yesterday = game_of(page)["puzzle"]
    assert yesterday["collection"] == "daily"
    assert yesterday["title"] < first["puzzle"]["title"]


# --- opening --------------------------------------------------------------------------------------


def test_file_of_many_puzzles_is_kept_and_deleted(page: Any, tmp_path: Path) -> None:
    documents = [small(seed) for seed in (1, 2, 3)]
    file = tmp_path / "three.jsonl"
    file.write_text("".join(enpitsu.dump(each, "json").strip() + "\n" for each in documents))
    library(page)
    page.click(".lib-open")
    page.set_input_files("dialog input[type=file]", file)
    page.wait_for_selector("dialog .lib-many li")
    assert page.locator("dialog .lib-many li").count() == 3
    page.locator("dialog .lib-many input").nth(1).uncheck()
    page.click("dialog .lib-many-foot .button")
    page.wait_for_url(re.compile("collection=mine"))
    found_count(page, 2)
    page.locator(".lib-delete").first.click()
    page.click("dialog >> text=Cancel")
    found_count(page, 2)
    page.locator(".lib-delete").first.click()
    page.click("dialog .is-danger")
    found_count(page, 1)
    assert asked(page, "/puzzles?collection=mine")["total"] == 1


def test_pasted_text_goes_on_from_its_position(page: Any) -> None:
    made = enpitsu.generate("yajilin", 5, 5, seed=11)
    assert made.solution is not None
    facts = [fact for fact in made.solution if str(fact).endswith("shaded")][:2]
    text = enpitsu.dump(made.document(), "pzprv3", position=Position.of(facts))
    library(page)
    page.evaluate(PASTE, text)
    page.wait_for_selector("dialog >> text=Go on from its position")
    page.wait_for_selector("dialog >> text=exactly one solution")
    page.click("dialog >> text=Go on from its position")
    game = game_of(page)
    assert [(event["by"], sorted(event["put"])) for event in game["log"]] == [
        ("given", sorted(map(str, facts)))
    ]


def test_link_is_pasted_and_played(page: Any) -> None:
    document = small(12)
    library(page)
    page.click(".lib-open")
    page.fill(".lib-paste", enpitsu.dump(document, "puzzlink"))
    page.click("dialog >> text=Read it")
    page.wait_for_selector("dialog .lib-found")
    page.fill("dialog .lib-found input", "From a friend")
    page.click("dialog .is-primary")
    game = game_of(page)
    assert game["puzzle"]["title"] == "From a friend"
    assert game["log"] == []
    bare = json.loads(enpitsu.dump(document, "json"))
    assert game["document"]["puzzle"] == bare["puzzle"]


def test_one_bad_line_spoils_no_other(page: Any) -> None:
    lines = [enpitsu.dump(small(seed)) for seed in (21, 22, 23)]
    library(page)
    page.evaluate(PASTE, "\n".join([*lines[:2], "https://puzz.link/p?foo/5/5/abc", lines[2]]))
    page.wait_for_selector("dialog h2 >> text=3 puzzles found, 1 could not be read")
    assert "Line 3: Unknown kind of puzzle 'foo'" in page.inner_text(".lib-unread")
    page.click("dialog >> text=Keep all")
    page.wait_for_url(re.compile("collection=mine"))
    found_count(page, 3)
    assert all(re.fullmatch(r"My Yajilin \d+", title) for title in titles(page))


def test_lines_are_read_one_by_one_only_where_puzzles_stand_on_lines() -> None:
    one, two = small(24), small(25)
    link, line = enpitsu.dump(one), enpitsu.dump(two, "json").strip()
    found = read_each(f"a list of mine\n\n{link}\n{{\n{line}")
    assert [isinstance(each, FormatError) for each in found] == [True, False, True, False]
    assert [each.line for each in found if isinstance(each, FormatError)] == [1, 4]
    assert [each.puzzle for each in found if isinstance(each, enpitsu.Document)] == [
        one.puzzle,
        two.puzzle,
    ]
    assert read_each(link.encode()) == enpitsu.read(link)
    for text in ("", "nonsense", "nonsense\nmore", "{", "https://puzz.link/p?foo/5/5/abc"):
        with pytest.raises(FormatError):
            read_each(text)


def test_solved_puzzle_is_watched_or_played_again(page: Any, site: str) -> None:
    me = Player(page, site, "Nao")
    row = me.puzzles("yajilin")[0]
    result = me.solve(row["id"])
    library(page, "/?state=solved")
    page.click(".lib-again >> text=Watch")
    page.wait_for_url(re.compile(f"/replay/{result['id']}$"))
    library(page, "/?state=solved")
    page.click(".lib-again >> text=Again")
    assert game_of(page)["puzzle"]["id"] == row["id"]


def test_japanese_search_finds_what_cards_show(chromium: Any, site: str) -> None:
    with window(chromium, site, **DESKTOP, locale="ja") as page:
        me = Player(page, site, "Rin")
        document = json.loads(enpitsu.dump(small(31), "json"))
        own = me.ask("post", "/puzzles", {"document": document, "collection": "mine"})
        library(page)
        for text, wanted in (
            ("ヤジリン 6", "ヤジリン 6"),
            ("ヤジ", "ヤジリン 1"),
            (f"自分のヤジリン {own['number']}", f"自分のヤジリン {own['number']}"),
            ("入門コレクション ヤジリン", "ヤジリン 1"),
        ):
            page.fill(".lib-search input", text)
            page.wait_for_function(
                "(text) => location.search.includes(encodeURIComponent(text).split('%20')[0])",
                arg=text,
            )
            page.wait_for_function(
                "(title) => [...document.querySelectorAll('.lib-card-title')].some((each) =>"
                " each.textContent === title)",
                arg=wanted,
            )
            assert not any("お絵かき" in each for each in titles(page)) or "コレクション" in text
        page.locator(".lib-card", has_text="ヤジリン").locator(".lib-card-main").first.click()
        page.wait_for_selector(".play-title h1")
        assert not page.inner_text(".play-title h1").isascii()


def test_japanese_problem_of_making_begins_in_japanese(chromium: Any, site: str) -> None:
    with window(chromium, site, **DESKTOP, locale="ja") as page:
        page.goto("/make")
        order(page, "yajilin", "1", "1")
        said = page.locator(".make-item[data-state=failed], .toast.is-bad")
        said.first.wait_for()
        assert re.search("(作れません|見つかりません)", said.first.inner_text())
        page.errors.clear()  # the browser reports a refusal itself


def test_unreadable_text_is_marked_where_it_is_wrong(page: Any) -> None:
    text = "pzprv3\nyajilin\n3\n3\n. . .\n. x .\n. . .\n"
    library(page)
    page.evaluate(PASTE, text)
    page.wait_for_selector("dialog .lib-error >> text=/line 6/i")
    chosen = page.evaluate(
        "() => { const area = document.querySelector('.lib-paste');"
        " return area.value.slice(area.selectionStart, area.selectionEnd); }"
    )
    assert chosen.startswith("x")
    page.errors.clear()  # the browser reports the refusal, too


def test_a_binary_file_is_opened_with_its_position(page: Any) -> None:
    """A saved game of another tool, serialised by Java."""
    tool = small_game()
    tool.move(0, 0, 1, 0)
    library(page)
    page.click(".lib-open")
    file = {"name": "game.pzl", "mimeType": "application/octet-stream", "buffer": tool.data()}
    page.set_input_files("dialog input[type=file]", file)
    page.wait_for_selector("dialog >> text=/exactly one solution/")
    page.click("dialog button >> text=/Go on/")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("[data-kind=satogaeri], .board")
    library(page)
    page.click(".lib-open")
    page.set_input_files("dialog input[type=file]", {**file, "buffer": tool.data()[:-5]})
    page.wait_for_selector("dialog .lib-error >> text=/bytes are announced/")
    page.errors.clear()  # the browser reports the refusal, too


def test_picture_is_handed_over_to_its_page(page: Any, tmp_path: Path) -> None:
    picture = pytest.importorskip("PIL.Image").new("L", (40, 40), 255)
    picture.paste(0, (0, 20, 40, 40))
    file = tmp_path / "half.png"
    picture.save(file)
    import base64

    library(page)
    page.evaluate(DROP, ["half.png", "image/png", base64.b64encode(file.read_bytes()).decode()])
    page.wait_for_url("**/picture")
    page.wait_for_selector(".pic-outcome .pic-verdict:not([data-sort=working])")
    assert page.input_value(".pic-outcome [name=title]") == "half"


def test_hostile_picture_gets_a_sentence(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "bad.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\nnot a picture at all")
    library(page)
    page.click(".lib-open")
    page.set_input_files("dialog input[type=file]", file)
    page.wait_for_selector("[role=alert] >> text=/not a picture/")
    page.wait_for_selector(".pic-entry")


# --- making ---------------------------------------------------------------------------------------


def test_form_holds_every_option_of_every_method(page: Any) -> None:
    page.goto("/make")
    page.click("summary")
    for kind in asked(page, "/kinds")["kinds"]:
        page.check(f"#make-kind-{kind['id']}", force=True)
        for maker in kind["makers"]:
            page.select_option("#make-method", maker["name"])
            shown = page.locator(".make-option").evaluate_all(
                "(all) => all.map((each) => each.dataset.option)"
            )
            assert shown == [option["name"] for option in maker["options"]]
            for option in maker["options"]:
                box = page.locator(f".make-option[data-option={option['name']}]")
                assert option["words"].split(";")[0][:40] in box.inner_text()
                control = box.locator("input, select, textarea")
                assert control.count() == 1
                if option["form"] == "choice":
                    values = control.locator("option").evaluate_all(
                        "(all) => all.map((o) => o.value)"
                    )
                    assert values == ["", *option["choices"]]
                elif option["form"] == "share":
                    assert "80% or 0.8" in box.inner_text()
                    assert "usual: 0." not in control.get_attribute("placeholder")
                elif option["least"] is not None:
                    assert float(control.get_attribute("min")) == option["least"]


def test_options_of_a_seed_generator_are_sent(page: Any) -> None:
    page.goto("/make")
    page.click("summary")
    page.check("#make-kind-yajilin", force=True)
    page.select_option("#make-method", "line")
    for wrong in ("7", "1", "150%", "x"):
        page.fill("#make-option-line_base", wrong)
        page.click(".make-go")  # out of bounds, or in doubt: the browser says so
        assert page.locator(".make-item").count() == 0
    page.fill("#make-option-line_base", "50%")
    page.locator(".make-option[data-option=backtracking] input").check()
    with page.expect_request(lambda request: request.method == "POST") as sent:
        order(page, "yajilin", "4", "5", seed="77")
    wish = json.loads(sent.value.post_data)
    assert (wish["method"], wish["seed"], wish["rows"], wish["cols"]) == ("line", 77, 4, 5)
    assert wish["options"] == {"line_base": "50%", "backtracking": True}
    page.wait_for_selector(".make-item[data-state=done]")


def test_levels_that_a_kind_cannot_have_are_not_offered(page: Any) -> None:
    page.goto("/make")
    kinds = asked(page, "/kinds")["kinds"]
    for kind in kinds:
        page.check(f"#make-kind-{kind['id']}", force=True)
        shown = page.locator("[name=make-level]").evaluate_all(
            "all => all.map((each) => each.value)"
        )
        assert shown == ["", *kind["levels"]] == ["", *levels_of(find_kind(kind["id"]))]


def test_cancel_really_cancels(page: Any) -> None:
    page.goto("/make")
    order(page, **LONG)
    page.wait_for_selector(".make-item[data-state=running]")
    with page.expect_response(lambda each: each.request.method == "DELETE") as answer:
        page.click(".make-item >> text=Cancel")
    job = answer.value.url.rsplit("/", 1)[1]
    assert answer.value.ok
    assert page.request.get(f"/api/v1/jobs/{job}").status == 404
    assert page.locator(".make-item").count() == 0


def test_made_while_playing_then_taken_and_ignored(page: Any) -> None:
    page.goto("/make")
    page.select_option("#make-count", "2")
    order(page, "nonogram", "5", "5", seed="3")
    page.wait_for_selector(".make-item")
    page.click(".nav a[href='/']")
    page.wait_for_selector(".lib-card-main")
    page.locator(".lib-card-main").first.click()
    page.wait_for_url(re.compile("/play/"))
    playing = page.url
    page.wait_for_selector(".job-badge-chip >> text=2 puzzles ready")
    assert page.url == playing
    page.wait_for_selector(".play-rail .job-badge-chip")
    page.click(".job-badge-chip")
    page.wait_for_selector(".job-badge-row.is-ready >> nth=1")
    page.locator(".job-badge-row.is-ready >> text=Ignore").first.click()
    assert page.locator(".job-badge-row").count() == 1
    page.click(".toast >> text=Undo")
    page.wait_for_selector(".job-badge-chip >> text=2 puzzles ready")
    if not page.is_visible(".job-badge-list"):
        page.click(".job-badge-chip")
    page.locator(".job-badge-row.is-ready >> text=Ignore").first.click()
    page.click(".job-badge-row >> text=Take it")
    page.wait_for_function(f"() => location.pathname !== new URL('{playing}').pathname")
    row = game_of(page)["puzzle"]
    assert (row["collection"], row["rows"], row["level"] != "") == ("mine", 5, True)
    assert page.is_hidden(".job-badge")


def test_at_most_three_and_a_reload_finds_them_again(page: Any) -> None:
    page.goto("/make")
    page.select_option("#make-count", "3")
    order(page, **LONG)
    page.wait_for_selector(".make-item >> nth=2")
    page.click(".make-go")
    page.wait_for_selector(".toast >> text=Three are being made")
    assert page.locator(".make-item").count() == 3
    page.goto("/")
    page.wait_for_selector(".job-badge-chip >> text=Making 3 puzzles")
    page.click(".job-badge-chip")
    page.wait_for_selector(".job-badge-row.is-running >> nth=2")
    for left in (2, 1, 0):
        page.locator(".job-badge-row [aria-label=Cancel]").first.click()
        page.wait_for_function(
            f"() => document.querySelectorAll('.job-badge-row').length === {left}"
        )


def test_same_seed_makes_the_same_puzzle(page: Any) -> None:
    page.goto("/make")
    for _ in range(2):
        order(page, "satogaeri", "5", "5", seed="8")
    page.wait_for_selector(".make-item[data-state=done] >> nth=1")
    page.wait_for_selector(".make-item[data-state=done] img[src] >> nth=1")
    pictures = page.locator(".make-item img").evaluate_all("(all) => all.map((each) => each.src)")
    assert len(pictures) == 2
    assert pictures[0] == pictures[1]
    page.locator(".make-item >> text=Keep").first.click()
    page.wait_for_selector(".make-item >> text=Kept")
    assert "5×5" in page.inner_text(".make-item >> nth=0")


# --- everywhere -----------------------------------------------------------------------------------


def test_phone_has_no_sideways_scroll(phone: Any) -> None:
    library(phone)
    assert not is_wide(phone)
    phone.click(".lib-filter-button")
    assert phone.is_visible("select[name=level]")
    assert not is_wide(phone)
    phone.goto("/make")
    phone.click("summary")
    assert not is_wide(phone)
    order(phone, **LONG)
    phone.click(".nav a[href='/']")
    phone.wait_for_selector(".job-badge-chip")
    assert not is_wide(phone)
    badge, nav = (phone.locator(name).bounding_box() for name in (".job-badge", ".nav"))
    assert badge["y"] + badge["height"] <= nav["y"]
    assert badge["x"] >= 0
    phone.locator(".lib-card-main").first.click()
    phone.wait_for_selector(".play-head .job-badge-chip")
    badge, board, timer, head = (
        phone.locator(name).bounding_box()
        for name in (".job-badge", ".play-stage", ".play-clock", ".play-head")
    )
    assert badge["y"] + badge["height"] <= board["y"]
    assert badge["x"] + badge["width"] <= timer["x"] + 1
    assert head["height"] < 60
    assert not is_wide(phone)
    phone.click(".job-badge-chip")
    phone.click(".job-badge-row [aria-label=Cancel]")
    phone.set_viewport_size({"width": 360, "height": 700})
    phone.goto("/")
    phone.wait_for_selector(".lib-card")
    assert not is_wide(phone)


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_dark_and_japanese(chromium: Any, site: str, how: dict[str, Any]) -> None:
    with window(chromium, site, **how, color_scheme="dark", locale="ja") as page:
        for address in ("/", "/make"):
            page.goto(address)
            page.wait_for_selector(".lib-card, .make-form")
            shown = page.inner_text("body")
            assert not re.search(r"\b(library|make|app)\.[a-z]", shown)
            assert re.search("[ぁ-ん]", shown)
            assert not is_wide(page)
        page.goto("/")
        page.wait_for_selector(".lib-card img[src*='enpitsu%20dark']")
        page.evaluate(
            "() => { localStorage.setItem('enpitsu.settings', '{\"theme\": \"light\"}');"
            " dispatchEvent(new StorageEvent('storage', { key: 'enpitsu.settings' })); }"
        )
        page.wait_for_selector(".lib-card img[src*='enpitsu%20light']")
        assert not page.errors
