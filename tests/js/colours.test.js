/** Names, letters and inks of palettes; that they are Python's is compared in tests/browser/test_nonogram.py. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ink, colourNames as names, colourSigns as signs } from "../../src/enpitsu/web/static/js/board/palette.js";

const [BLACK, WHITE] = ["#000000", "#ffffff"];

/** Many palettes, the same each time. */
function* palettes() {
  let state = 7;
  const dice = (count) => {
    state = (state * 48271) % 2147483647;
    return state % count;
  };
  for (let turn = 0; turn < 60; turn++)
    yield Array.from(
      { length: 1 + dice(52) },
      () =>
        `#${dice(1 << 24)
          .toString(16)
          .padStart(6, "0")}`,
    );
  yield Array(52).fill("#ff0000");
}

const channels = (rgb) => [1, 3, 5].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16) / 255);
function contrast(a, b) {
  const light = (rgb) => {
    const [red, green, blue] = channels(rgb).map((each) =>
      each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  return Math.max(light(a), light(b)) / Math.min(light(a), light(b));
}

test("known colours have their names, near ones the nearest", () => {
  assert.deepEqual(names([BLACK, WHITE, "#ff0000", "#fe0101", "#2040e0"]), ["black", "white", "red", "red-2", "blue"]);
  assert.deepEqual(names([]), []);
});

test("no two colours of a palette have one name or one letter", () => {
  for (const palette of palettes()) {
    for (const found of [names(palette), signs(palette)]) {
      assert.equal(new Set(found).size, palette.length, palette.join());
      assert.ok(found.every(Boolean));
    }
    assert.ok(signs(palette).every((sign) => /^[A-Za-z]$/.test(sign)));
  }
});

test("letters that look like others come last", () => {
  const found = signs(Array(52).fill("#ff0000"));
  assert.equal(found[0], "r");
  assert.deepEqual(found.slice(-2).sort(), ["I", "O"]);
});

test("what stands on a colour can be read", () => {
  for (const palette of palettes()) {
    for (const rgb of palette) {
      const { letter, outline, sign, rgb: own } = ink(rgb);
      assert.equal(own, rgb);
      assert.ok(letter === BLACK || letter === WHITE);
      assert.ok(contrast(rgb, letter) >= 3, `${rgb} ${letter}`);
      assert.ok(contrast(rgb, outline) >= 2.1, `${rgb} ${outline}`);
      assert.ok(contrast(rgb, sign) >= Math.min(3, contrast(rgb, letter)), `${rgb} ${sign}`);
    }
  }
});
