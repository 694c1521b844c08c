"""From a picture to a puzzle: the preview task with good and hostile files, and the page."""

from __future__ import annotations

import base64
import json
import random
import re
import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import enpitsu
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.generate import from_picture, sketch_picture
from enpitsu.grid import Cell
from enpitsu.picture import Box
from enpitsu.picture.load import LIGHT_PIXELS
from enpitsu.web import Quota
from enpitsu.web.contract import schema_of
from enpitsu.web.request_refusals import BadRequest
from enpitsu.web.tasks import TASKS, perform
from tests.browser.axe import serious
from tests.browser.window import DESKTOP, PHONE, needs_chromium, window

Image = pytest.importorskip("PIL.Image")
KIND = "nonogram"
MADE = ".pic-outcome .pic-verdict[data-sort=made]"
SETTLED = ".pic-outcome .pic-verdict:is([data-sort=made], [data-sort=failed])"


def photo(width: int = 640, height: int = 480, noise: int = 12) -> Any:
    """Something like a photo: a bright sky that grows darker, a dark house, a sun, grain."""
    from PIL import ImageDraw

    rng = random.Random(7)
    sky = Image.linear_gradient("L").resize((width, height))
    image = Image.merge("RGB", [sky.point([255 - at // 4 for at in range(256)])] * 3)
    draw, u = ImageDraw.Draw(image), width / 640
    draw.rectangle([(160 * u, 230 * u), (420 * u, 440 * u)], fill=(60, 40, 40))
    roof = [(130, 240), (290, 110), (450, 240)]
    draw.polygon([(x * u, y * u) for x, y in roof], fill=(90, 30, 30))
    draw.rectangle([(220 * u, 290 * u), (290 * u, 360 * u)], fill=(250, 240, 160))
    draw.ellipse([(500 * u, 40 * u), (600 * u, 140 * u)], fill=(40, 30, 60))
    grain = Image.frombytes("L", (64, 48), bytes(rng.randrange(256) for _ in range(64 * 48)))
    rough = Image.merge("RGB", [grain.resize((width, height))] * 3)
    return Image.blend(image, rough, noise / 255)


def saved(image: Any, format: str = "PNG", **how: Any) -> bytes:
    file = BytesIO()
    image.save(file, format, **how)
    return file.getvalue()


def ask(name: str, picture: bytes, **more: Any) -> Any:
    """What a task answers, which must be as the description says."""
    body = {"kind": KIND, "picture": base64.b64encode(picture).decode(), **more}
    found = json.loads(perform(name, json.dumps(body).encode(), Quota())[1])
    Draft202012Validator(schema_of(TASKS[name].answers)).validate(found)
    return found


# --- the preview ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"size": 20},
        {"rows": 12, "cols": 17, "fit": "stretch"},
        {"size": 15, "colours": 3},
        {"size": 16, "threshold": 90},
        {"size": 16, "invert": True, "dither": True},
        {"size": 18, "crop": {"top": 60, "left": 100, "height": 400, "width": 380}},
    ],
)
def test_preview_is_what_a_puzzle_is_made_from(how: dict[str, Any]) -> None:
    seen = ask("preview", saved(photo()), **how)
    made = ask("picture", saved(photo()), **how)
    assert seen["facts"] == made["before"]
    palette = {each["value"] for each in seen["palette"]}
    assert {fact.split()[1] for fact in seen["facts"]} <= palette
    assert "" in palette
    assert "crop" not in how or seen["crop"] == how["crop"]


@pytest.mark.parametrize("most", [3, 4])
def test_soft_edges_take_no_colours_place(most: int) -> None:
    """A grainy, soft photo: skin before a light ground, with hair and a jumper."""
    from PIL import ImageChops, ImageDraw, ImageFilter

    image = Image.new("RGB", (300, 300), (160, 200, 200))
    pen = ImageDraw.Draw(image)
    pen.ellipse((80, 30, 220, 220), fill=(60, 40, 30))
    pen.ellipse((95, 60, 205, 210), fill=(230, 190, 160))
    pen.rectangle((60, 225, 240, 299), fill=(170, 40, 50))
    image = image.filter(ImageFilter.GaussianBlur(1.5))
    rng = random.Random("grain")
    grain = bytes(min(30, max(0, round(rng.gauss(15, 7)))) for _ in range(3 * 300 * 300))
    image = ImageChops.add(image, Image.frombytes("RGB", image.size, grain), offset=-15)
    palette = ask("preview", saved(image), size=25, colours=most)["palette"]
    assert {each["words"] for each in palette} == {"", "maroon", "tan", "brown"}


def test_preview_tells_its_threshold_and_keeps_to_one() -> None:
    found = ask("preview", saved(photo()), size=20)
    again = ask("preview", saved(photo()), size=20, threshold=found["threshold"])
    assert again["facts"] == found["facts"]
    none = ask("preview", saved(photo()), size=20, threshold=0)
    every = ask("preview", saved(photo()), size=20, threshold=255)
    assert none["facts"] == []
    assert len(every["facts"]) > 280
    light = ask("preview", saved(photo()), size=20, invert=True)
    assert light["threshold"] == found["threshold"]
    assert set(light["facts"]).isdisjoint(found["facts"])


def test_border_is_trimmed_and_told() -> None:
    drawn = Image.new("RGB", (200, 100), "white")
    drawn.paste((0, 0, 0), (50, 20, 150, 80))
    assert ask("preview", saved(drawn), size=10)["crop"] == {
        "top": 20, "left": 50, "height": 60, "width": 100,
    }  # fmt: skip
    whole = ask("preview", saved(drawn), size=10, crop=dict.fromkeys(("top", "left"), 0) | {
        "height": 100, "width": 200,
    })  # fmt: skip
    assert (whole["rows"], whole["cols"]) == (5, 10)
    assert len(whole["facts"]) == 18


def turned() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(photo().transpose(Image.Transpose.ROTATE_90), "PNG", exif=exif)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("lying on its side", turned()),
        ("progressive", saved(photo(), "JPEG", quality=95, progressive=True)),
        ("CMYK", saved(photo().convert("CMYK"), "JPEG", quality=95)),
        ("grey", saved(photo().convert("L"))),
        (
            "animated",
            saved(photo(), "GIF", save_all=True, append_images=[Image.new("RGB", (9, 9))]),
        ),
        ("WebP", saved(photo(), "WEBP", quality=95)),
        ("BMP", saved(photo(), "BMP")),
        ("TIFF", saved(photo(), "TIFF", compression="tiff_lzw")),
        ("PPM", saved(photo(), "PPM")),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_every_sort_of_file_shows_the_same(name: str, content: bytes) -> None:
    wanted, found = ask("preview", saved(photo()), size=20), ask("preview", content, size=20)
    assert (found["rows"], found["cols"]) == (15, 20)
    assert len(set(wanted["facts"]) ^ set(found["facts"])) <= 3


def test_what_is_clear_is_paper() -> None:
    clear = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), (20, 0, 40, 60))
    whole = {"top": 0, "left": 0, "height": 60, "width": 60}
    found = ask("preview", saved(clear), size=6, crop=whole)
    assert found["facts"] == [f"r{row}c{col} shaded" for row in range(1, 7) for col in (3, 4)]


def test_one_pixel_is_a_picture_but_no_puzzle() -> None:
    dot = saved(Image.new("RGB", (1, 1), "black"))
    found = ask("preview", dot, size=5)
    assert (found["rows"], found["cols"]) == (5, 5)
    made = ask("picture", dot, size=5)
    assert made["status"] == "failed"
    assert "one colour" in made["failure"]
    assert "1色" in ask("picture", dot, size=5, language="ja")["failure"]
    assert made["document"] is None
    assert made["attempt"]["kind"] == KIND


def decoded(content: bytes) -> Any:
    """A file as the server shows it to browsers that cannot."""
    body = json.dumps({"picture": base64.b64encode(content).decode()}).encode()
    media, png, *_ = perform("decode", body, Quota())
    assert media == "image/png"
    return Image.open(BytesIO(png))


@pytest.mark.parametrize("format", ["PNG", "TIFF", "PPM", "BMP"])
def test_files_are_shown_to_browsers_as_png(format: str) -> None:
    shown = decoded(saved(photo(), format))
    assert shown.size == (640, 480)
    assert shown.tobytes() == photo().tobytes()


def test_hostile_files_are_not_shown() -> None:
    for content, words in (
        (b"", "empty"),
        (bomb(), "too large"),
        (b"P4 60000 60000\n", "too large"),
        (b"II*\0" + bytes(4), "ends too early|damaged"),
        (b"a letter", "not a picture"),
    ):
        with pytest.raises(FormatError, match=words):
            decoded(content)


def bomb() -> bytes:
    """A PNG file that claims to be huge."""
    head = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"GIF89a", "ends too early"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "PNG, JPEG, GIF, WebP, BMP, TIFF, PBM"),
        (b"\x89PNG\r\n\x1a\nnot a picture at all", "too large"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "damaged"),
        (saved(photo(), "JPEG")[:900], "too early|damaged"),
        (bomb(), "too large"),
        (saved(Image.new("1", (LIGHT_PIXELS // 1000 + 1, 1000))), "too large to be shown at once"),
        (b"\xff\xd8" + b"\xff\xda\x00\x02" * 30 + saved(photo(), "JPEG")[2:], "scans"),
    ],
)
def test_hostile_files_are_refused_in_a_sentence(content: bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        ask("preview", content, size=10)


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"size": 0}, BadRequest),
        ({"size": 10, "rows": 5}, FormatError),
        ({"rows": 1000, "cols": 1000}, FormatError),
        ({"crop": {"top": 0, "left": 600, "height": 10, "width": 300}}, FormatError),
        ({"crop": {"top": -1, "left": 0, "height": 10, "width": 30}}, BadRequest),
        ({"crop": {"top": 0, "left": 0, "height": 0, "width": 30}}, BadRequest),
        ({"crop": {"top": 0, "left": 0, "height": 0, "width": 0}}, BadRequest),
        ({"colours": 99}, PuzzleError),
        ({"threshold": 300}, BadRequest),
        ({"kind": "yajilin"}, PuzzleError),
        ({"cells": [{"place": "row1", "value": ""}]}, BadRequest),
        ({"cells": [{"place": "r1c1-r1c2", "value": ""}]}, BadRequest),
        ({"cells": [{"place": "r99c1", "value": ""}]}, PuzzleError),
        ({"cells": [{"place": "r1c1", "value": "golden"}]}, PuzzleError),
    ],
)
def test_wrong_wishes_are_refused(how: dict[str, Any], error: type[Exception]) -> None:
    more = {} if how.keys() & {"size", "rows"} else {"size": 10}
    with pytest.raises(error):
        ask("preview", saved(photo()), **more, **how)


def test_a_part_that_is_too_small_is_not_called_outside() -> None:
    for side in (0, 0.5):
        part = {"top": 1, "left": 1, "height": 30, "width": side}
        with pytest.raises(BadRequest, match="at least one pixel"):
            ask("preview", saved(photo()), size=10, crop=part)
        with pytest.raises(FormatError, match="at least one pixel"):
            sketch_picture("nonogram", saved(photo()), size=10, crop=Box(**part))


# --- cells that the author has changed ------------------------------------------------------------


def test_touched_cells_are_kept() -> None:
    picture = saved(photo(noise=90))
    plain = from_picture(KIND, picture, size=20, dither=True)
    assert plain.changed
    wanted = set(map(str, plain.before))
    # The very cells that were changed are to stay: others must give way.
    touched = {
        cell: "shaded" if f"{cell} shaded" in wanted else "" for cell in plain.changed[:3]
    } | {Cell(0, 0): "shaded"}
    made = from_picture(KIND, picture, size=20, dither=True, touched=touched)
    assert made.status == "made"
    assert set(made.before.facts) ^ set(plain.before.facts) <= {
        fact for fact in made.before.facts if fact.slot == Cell(0, 0)
    }
    shown = {str(fact) for fact in made.solution}
    for cell, value in touched.items():
        assert (f"{cell} shaded" in shown) == bool(value)
    assert enpitsu.solve(made.puzzle).status == "unique"


def test_touched_cells_take_colours() -> None:
    picture = saved(photo())
    seen = sketch_picture(KIND, picture, size=12, colours=3)
    *_, last = seen.sketch.paints
    again = sketch_picture(KIND, picture, size=12, colours=3, touched={Cell(1, 2): last})
    assert f"r2c3 {last}" in set(map(str, again.sketch.position))


def test_progress_is_told() -> None:
    told: list[Any] = []
    from_picture(KIND, saved(photo(noise=90)), size=20, dither=True, progress=told.append)
    assert told[0].tried == 0
    assert told[-1].tried == told[-1].readings
    assert told[-1].failing == 0


# --- the page -------------------------------------------------------------------------------------

DROP = """([name, type, base64, how]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type }));
  const more = { bubbles: true, cancelable: true };
  const event = how === "paste" ? new ClipboardEvent("paste", { clipboardData: transfer, ...more })
    : new DragEvent("drop", { dataTransfer: transfer, ...more });
  document.body.dispatchEvent(event);
}"""
INK = """() => { const canvas = document.querySelector(".pic-cells");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) dark += data[at] < 100 && data[at + 3] > 0;
  return dark / (data.length / 4); }"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "small_house.jpg"
    photo(1000, 750).save(file, quality=92)
    return file


def load(page: Any, file: Path | str) -> None:
    """Open the page with a picture, and wait for what comes of it."""
    page.goto("/picture")
    page.set_input_files(".pic-file", file)
    page.wait_for_selector(SETTLED)


def change(page: Any, act: Any) -> Any:
    """Do something, and wait for the preview that follows; its answer."""
    with page.expect_response("**/api/v1/preview") as answered:
        act()
    return answered.value.json()


def numbers(page: Any) -> dict[str, int]:
    names = ("top", "left", "height", "width")
    return {name: int(page.input_value(f"[name=crop-{name}]")) for name in names}


def drag(page: Any, *shares: tuple[float, float]) -> None:
    """Press at a place of the photo and go to others, in shares of its width and height."""
    box = page.locator(".pic-photo").bounding_box()
    spots = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in shares]
    page.mouse.move(*spots[0])
    page.mouse.down()
    for spot in spots[1:]:
        page.mouse.move(*spot, steps=3)
    page.mouse.up()


def click_cell(page: Any, row: int, col: int, rows: int, cols: int) -> None:
    box = page.locator(".pic-cells").bounding_box()
    side = min(box["width"] / cols, box["height"] / rows)
    left, top = (box["width"] - side * cols) / 2, (box["height"] - side * rows) / 2
    spot = {"x": left + (col - 0.5) * side, "y": top + (row - 0.5) * side}
    page.click(".pic-cells", position=spot)


def near(found: dict[str, int], **wanted: int) -> bool:
    return all(abs(found[name] - value) <= 12 for name, value in wanted.items())


CUT_OFF = """() => {
  const photo = document.querySelector(".pic-photo").getBoundingClientRect();
  return [...document.querySelectorAll(".pic-handle")].filter((handle) => {
    const { left, right, top, bottom } = handle.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return Math.min(x - photo.left, photo.right - x, y - photo.top, photo.bottom - y) < 6;
  }).map((handle) => handle.dataset.handle);
}"""
"""The handles whose squares, 12 points wide, are not wholly within the photo."""


@needs_chromium
def test_photo_is_cropped_by_mouse_and_keys(page: Any, house: Path) -> None:
    load(page, house)
    assert numbers(page) == {"top": 0, "left": 0, "height": 750, "width": 1000}
    found = change(page, lambda: drag(page, (0.2, 0.2), (0.7, 0.9)))
    assert near(numbers(page), top=150, left=200, height=525, width=500)
    page.wait_for_function("() => !document.querySelector('.pic-outcome button').disabled")
    change(page, lambda: drag(page, (0.45, 0.5), (0.55, 0.5)))  # moved
    assert near(numbers(page), top=150, left=300, height=525, width=500)
    change(page, lambda: drag(page, (0.8, 0.9), (0.9, 1.0)))  # by its lower right handle
    assert near(numbers(page), top=150, left=300, height=600, width=600)
    assert page.evaluate(CUT_OFF) == []
    change(page, lambda: drag(page, (0.3, 0.6), (0.1, 0.6)))  # by its left one
    assert near(numbers(page), top=150, left=100, height=600, width=800)
    page.focus(".pic-frame")
    before = numbers(page)
    change(page, lambda: page.keyboard.press("Shift+ArrowLeft"))
    after = numbers(page)
    assert after == {**before, "width": before["width"] - 10}
    change(page, lambda: page.keyboard.press("Alt+ArrowUp"))
    assert numbers(page)["top"] == after["top"] - 1
    found = change(page, lambda: page.click("text=Whole picture"))
    assert (found["rows"], found["cols"]) == (19, 25)
    assert numbers(page) == {"top": 0, "left": 0, "height": 750, "width": 1000}


@needs_chromium
def test_part_is_typed_and_keeps_the_grids_shape(page: Any, house: Path) -> None:
    load(page, house)
    page.select_option("[name=size-by]", "both")
    page.fill("[name=rows]", "20")
    change(page, lambda: page.fill("[name=cols]", "10"))
    page.check("text=Grid's shape")
    page.wait_for_function(
        "() => document.querySelector('[name=crop-width]').value === '375'"
    )  # 750 / 2
    page.click(".pic-exact summary")
    for name, value in {"top": "50", "left": "900", "height": "300"}.items():
        page.fill(f"[name=crop-{name}]", value)
        page.press(f"[name=crop-{name}]", "Enter")
    found = numbers(page)
    assert found["left"] + found["width"] <= 1000
    assert abs(found["height"] - 2 * found["width"]) <= 2
    page.uncheck("text=Grid's shape")
    change(page, lambda: drag(page, (0.1, 0.1), (0.9, 0.3)))
    assert numbers(page)["width"] > 700


@needs_chromium
def test_settings_change_the_preview_at_once(page: Any, house: Path) -> None:
    load(page, house)
    first = page.evaluate(INK)
    found = change(page, lambda: page.fill("[name=threshold]", "40"))
    assert len(found["facts"]) < first * 19 * 25 + 20
    page.wait_for_function(f"() => ({INK})() < {first}")
    assert not page.is_checked("[name=threshold-auto]")
    assert page.is_disabled(".pic-play")
    change(page, lambda: page.check("[name=threshold-auto]"))
    change(page, lambda: page.check("[name=invert]"))
    page.wait_for_function(f"() => ({INK})() > {first}")
    change(page, lambda: page.uncheck("[name=invert]"))
    found = change(page, lambda: page.fill("[name=size-slider]", "40"))
    page.wait_for_selector("output >> text=30 × 40")
    change(page, lambda: page.fill("[name=size]", "60"))
    page.wait_for_selector("output >> text=45 × 60")
    change(page, lambda: page.fill("[name=size]", "12"))
    found = change(page, lambda: page.select_option("[name=colours]", "3"))
    assert len(found["palette"]) > 2
    assert not page.locator("[name=threshold]").count()
    assert page.locator(".pic-paint").count() == len(found["palette"])
    page.wait_for_selector(SETTLED)


@needs_chromium
def test_repair_is_shown_cell_by_cell(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "grain.png"
    photo(noise=90).save(file)
    load(page, file)
    page.fill("[name=size]", "16")
    change(page, lambda: page.check("[name=dither]"))
    page.wait_for_selector(".pic-change")
    page.wait_for_selector(MADE)
    count = page.locator(".pic-change").count()
    assert f"{count} of 192 cells" in page.inner_text(".pic-words")
    assert re.search(r"r\d+c\d+ (filled|emptied)", page.inner_text(".pic-list"))
    page.click("[aria-label='Next change']")
    assert page.inner_text(".pic-told").startswith(f"1 of {count}: r")
    page.click("[aria-label='Previous change']")
    assert page.inner_text(".pic-told").startswith(f"{count} of {count}: r")
    assert page.locator(".pic-change[aria-pressed=true]").count() == 1
    after = page.evaluate(INK)
    page.click(".pic-before")
    page.wait_for_function(f"() => ({INK})() !== {after}")
    assert page.get_attribute(".pic-before", "aria-pressed") == "true"
    page.wait_for_selector(".pic-level >> text=/gentle|easy|medium|hard/")


@needs_chromium
def test_cells_are_touched_up_and_kept_until_the_grid_changes(page: Any, house: Path) -> None:
    load(page, house)
    with page.expect_request("**/api/v1/jobs") as sent:
        click_cell(page, 2, 3, 19, 25)
    assert sent.value.post_data_json["cells"] == [{"place": "r2c3", "value": "shaded"}]
    page.wait_for_selector(SETTLED)
    page.focus(".pic-cells")
    page.keyboard.press("ArrowRight")
    assert page.inner_text(".pic-preview [role=status]") == "r2c4: empty"
    with page.expect_request("**/api/v1/jobs") as sent:
        page.keyboard.press("Space")
    assert {each["place"] for each in sent.value.post_data_json["cells"]} == {"r2c3", "r2c4"}
    page.wait_for_selector(SETTLED)
    page.keyboard.press("Control+z")
    # Another threshold leaves them, another size does not.
    with page.expect_request("**/api/v1/jobs") as sent:
        page.fill("[name=threshold]", "120")
    assert sent.value.post_data_json["cells"] == [{"place": "r2c3", "value": "shaded"}]
    with page.expect_request("**/api/v1/jobs") as sent:
        page.fill("[name=size]", "21")
    assert "cells" not in sent.value.post_data_json
    page.wait_for_selector(".toast >> text=/touched-up cell is gone/")
    page.wait_for_selector(SETTLED)


@needs_chromium
def test_failure_says_what_to_try(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "plain.png"
    Image.new("RGB", (300, 200), "grey").save(file)
    load(page, file)
    assert "Not a puzzle yet" in page.inner_text(".pic-outcome")
    assert "one colour" in page.inner_text(".pic-words")
    assert page.is_disabled(".pic-play")
    assert page.is_disabled(".pic-keep")
    found = change(page, lambda: page.click(".pic-tips >> text=Larger grid"))
    assert found["cols"] == 30
    page.wait_for_selector(SETTLED)


@needs_chromium
@pytest.mark.parametrize("how", ["drop", "paste"])
def test_picture_is_dropped_or_pasted(page: Any, house: Path, how: str) -> None:
    page.goto("/picture")
    page.wait_for_selector(".pic-entry")
    content = base64.b64encode(house.read_bytes()).decode()
    page.evaluate(DROP, ["sun.jpg", "image/jpeg", content, how])
    page.wait_for_selector(MADE)
    assert page.input_value("[name=title]") == "sun"


PHOTO_INK = """() => { const canvas = document.querySelector(".pic-photo canvas");
  const pen = document.createElement("canvas").getContext("2d");
  pen.drawImage(canvas, 0, 0, 100, 75);
  const { data } = pen.getImageData(0, 0, 100, 75);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) dark += data[at] < 110 && data[at + 3] > 0;
  return dark / 7500; }"""
"""How much of the photo, as it is shown, is dark."""


@needs_chromium
@pytest.mark.parametrize(
    ("ending", "how"),
    [
        ("bmp", "choose"),
        ("tiff", "choose"),
        ("tif", "drop"),
        ("pbm", "choose"),
        ("pbm", "drop"),
        ("pgm", "paste"),
        ("ppm", "choose"),
        ("unknown", "choose"),
    ],
)
def test_formats_that_browsers_do_not_show(
    page: Any, tmp_path: Path, ending: str, how: str
) -> None:
    """On this page they all are pictures, and each is seen beside what is made of it."""
    mode = {"pbm": "1", "pgm": "L"}.get(ending, "RGB")
    sort = {"bmp": "BMP", "tif": "TIFF", "tiff": "TIFF"}.get(ending, "PPM")
    file = tmp_path / f"my_house.{ending}"
    file.write_bytes(saved(photo().convert(mode), sort))
    page.goto("/picture")
    page.wait_for_selector(".pic-entry")
    if how == "choose":
        page.set_input_files(".pic-file", file)
    else:
        content = base64.b64encode(file.read_bytes()).decode()
        page.evaluate(DROP, [file.name, "", content, how])
    page.wait_for_selector(SETTLED)
    assert page.input_value("[name=title]") == "my house"
    assert near(numbers(page), top=0, left=0, height=480, width=640)
    assert 0.1 < page.evaluate(PHOTO_INK) < 0.6
    assert 0.1 < page.evaluate(INK) < 0.6


@needs_chromium
def test_damaged_tiff_is_refused_in_a_sentence(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "half.tiff"
    file.write_bytes(saved(photo(), "TIFF")[:3000])
    page.goto("/picture")
    page.set_input_files(".pic-file", file)
    page.wait_for_selector(".pic-refused >> text=too early")
    page.wait_for_selector(".pic-entry")
    assert all("422" in error or "400" in error for error in page.errors)
    page.errors.clear()


@needs_chromium
def test_elsewhere_a_pbm_is_a_puzzle_and_other_bitmaps_are_pictures(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("h1")
    bits = base64.b64encode(b"P1\n3 2\n111\n010\n").decode()
    page.evaluate(DROP, ["boat.pbm", "image/x-portable-bitmap", bits, "drop"])
    page.wait_for_selector("dialog[open] .lib-found >> text=/Nonogram 2.*3/")
    page.keyboard.press("Escape")
    grey = base64.b64encode(saved(photo().convert("L"), "PPM")).decode()
    page.evaluate(DROP, ["house.pgm", "image/x-portable-graymap", grey, "drop"])
    page.wait_for_selector(SETTLED)
    assert page.url.endswith("/picture")


@needs_chromium
def test_large_photo_on_its_side_is_shrunk_and_upright(page: Any, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    file = tmp_path / "IMG_2041.jpg"
    photo(2400, 1800).transpose(Image.Transpose.ROTATE_90).save(file, exif=exif, quality=90)
    page.goto("/picture")
    with page.expect_request("**/api/v1/preview") as sent:
        page.set_input_files(".pic-file", file)
    content = base64.b64decode(sent.value.post_data_json["picture"])
    assert Image.open(BytesIO(content)).size == (1600, 1200)
    page.wait_for_selector(SETTLED)
    assert numbers(page) == {"top": 0, "left": 0, "height": 1200, "width": 1600}
    page.wait_for_selector("output >> text=19 × 25")
    assert page.input_value("[name=title]") == ""  # a camera's name is none


@needs_chromium
def test_clear_and_drawn_pictures(page: Any, tmp_path: Path) -> None:
    clear = Image.new("RGBA", (2000, 2000), (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), (800, 100, 1200, 1900))
    clear.paste((0, 0, 0, 255), (200, 100, 1800, 500))
    clear.save(tmp_path / "clear.png")
    load(page, tmp_path / "clear.png")
    assert page.locator(MADE).count()
    file = tmp_path / "drawn.svg"
    shape = '<path d="M0 0h100v20h-80v80h-20z"/>'
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{shape}</svg>')
    load(page, file)
    assert page.locator(MADE).count()


@needs_chromium
@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\x89PNG\r\n\x1a\nnot a picture at all"], ids=str
)
def test_what_is_no_picture_is_refused(page: Any, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.jpg"
    file.write_bytes(content)
    page.goto("/picture")
    page.set_input_files(".pic-file", file)
    page.wait_for_selector("[role=alert] >> text=/not a picture|empty/")
    page.wait_for_selector(".pic-entry")


@needs_chromium
def test_it_is_played_kept_and_edited(page: Any, house: Path) -> None:
    load(page, house)
    page.fill("[name=size]", "12")
    page.wait_for_selector("output >> text=9 × 12")
    page.fill("[name=title]", "My house")
    page.click(".pic-play")  # waits until it is ready
    page.wait_for_url("**/play/*")
    game = page.request.get(f"/api/v1/games/{page.url.rsplit('/', 1)[1]}").json()
    assert (game["puzzle"]["title"], game["puzzle"]["rows"]) == ("My house", 9)
    load(page, house)
    page.fill("[name=title]", "Another house")
    page.click(".pic-keep")
    page.wait_for_selector(".lib-card-title >> text=Another house")
    load(page, house)
    page.click(".pic-edit")
    page.wait_for_url("**/edit/*")
    draft = page.request.get(f"/api/v1/drafts/{page.url.rsplit('/', 1)[1]}").json()
    assert (draft["kind"], draft["rows"], draft["cols"]) == (KIND, 19, 25)
    sheet, document = draft["content"]["sheet"], draft["content"]["document"]
    puzzle = enpitsu.parse(json.dumps(document))
    assert sorted(sheet["facts"]) == sorted(map(str, enpitsu.solve(puzzle).solutions[0].position))


# --- phones and everybody -------------------------------------------------------------------------


@needs_chromium
def test_phone_crops_and_touches_by_finger(phone: Any, house: Path) -> None:
    load(phone, house)
    assert phone.get_attribute(".pic-camera", "capture") == "environment"
    phone.tap(".pic-tabs >> text=Photo")
    box = phone.locator(".pic-photo").bounding_box()
    cdp = phone.context.new_cdp_session(phone)

    def touch(kind: str, *spot: float) -> None:
        at = [{"x": box["x"] + spot[0] * box["width"], "y": box["y"] + spot[1] * box["height"]}]
        points = at if spot else []
        cdp.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    def swipe() -> None:
        touch("Start", 0.2, 0.3)
        touch("Move", 0.4, 0.5)
        # It comes to rest: a finger that leaves in flight makes Chromium swallow the next tap.
        for _ in range(3):
            phone.wait_for_timeout(100)
            touch("Move", 0.7, 0.9)
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    change(phone, swipe)
    assert near(numbers(phone), top=225, left=200, height=450, width=500)
    phone.tap(".pic-tabs button:last-child")
    phone.locator(".pic-cells").wait_for()
    phone.wait_for_selector(SETTLED, state="attached")
    with phone.expect_request("**/api/v1/jobs") as sent:
        box = phone.locator(".pic-cells").bounding_box()
        phone.touchscreen.tap(box["x"] + 6, box["y"] + 6)
    assert [each["place"] for each in sent.value.post_data_json["cells"]] == ["r1c1"]


@needs_chromium
@pytest.mark.parametrize("width", [360, 390])
def test_phone_has_no_sideways_scroll(chromium: Any, site: str, house: Path, width: int) -> None:
    small = {**PHONE, "viewport": {"width": width, "height": 780}}
    with window(chromium, site, **small) as opened:
        load(opened, house)
        for tab in ("Photo", "Puzzle"):
            opened.tap(f".pic-tabs >> text={tab}")
            assert opened.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
        heights = opened.evaluate(
            """() => [...document.querySelectorAll(".pic-studio button, .pic-studio select")]
            .filter((each) => each.offsetParent && !each.closest(".pic-list"))
            .map((each) => each.getBoundingClientRect().height)"""
        )
        assert min(heights) >= 34
        assert not opened.errors


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(
    chromium: Any, site: str, tmp_path: Path, device: dict[str, Any], scheme: str
) -> None:
    file = tmp_path / "grain.png"
    photo(noise=90).save(file)
    with window(chromium, site, color_scheme=scheme, **device) as opened:
        opened.goto("/picture")
        opened.wait_for_selector(".pic-entry")
        assert serious(opened) == []
        load(opened, file)
        opened.fill("[name=size]", "16")
        change(opened, lambda: opened.check("[name=dither]"))
        opened.wait_for_selector(".pic-change")
        assert serious(opened) == []
        assert not opened.errors
