/** What pages share and no browser is needed for: stores, texts, keys in words, file names. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Keymap } from "../../src/enpitsu/web/static/js/board/keymap.js";
import { fileName } from "../../src/enpitsu/web/static/js/files.js";
import { placeNames } from "../../src/enpitsu/web/static/js/puzzle/place_names.js";
import { Store } from "../../src/enpitsu/web/static/js/store.js";
import * as words from "../../src/enpitsu/web/static/js/words.js";
import { actionText, grouped, keyText, ownFirst } from "../../src/enpitsu/web/static/js/workbench/key_names.js";

test("a store tells what has changed, and only then", () => {
  const store = new Store({ zoom: 1, theme: "dark" });
  const told = [];
  const end = store.subscribe((changed, state) => told.push([changed, state.zoom]));
  store.set({ zoom: 1 });
  store.set({ zoom: 2, theme: "dark" });
  store.set({ zoom: Number.NaN });
  store.set({ zoom: Number.NaN });
  assert.deepEqual(told, [
    [{ zoom: 2 }, 2],
    [{ zoom: Number.NaN }, Number.NaN],
  ]);
  end();
  store.set({ zoom: 5 });
  assert.equal(told.length, 2);
  assert.throws(() => {
    store.get().zoom = 7;
  }, TypeError);
});

test("who has ended is not told, not even of the change under way", () => {
  const store = new Store({ at: 0 });
  const told = [];
  const gone = new AbortController();
  store.subscribe(() => gone.abort());
  store.subscribe(() => told.push("late"), { signal: gone.signal });
  store.set({ at: 1 });
  assert.deepEqual(told, []);
});

test("a language without a plural may say one in a way of its own, and names places", () => {
  globalThis.document = { documentElement: { lang: "" } };
  words.speak("ja", {
    "a.one": "1問",
    "a.other": "全{count}問",
    "b.other": "{count}手",
    "board.place.cell": "{row}行{col}列",
    "board.place.edge": "{a}と{b}の間",
    "board.place.row": "{number}行目",
    "board.place.next": "{before}・{place}",
    "board.place.last": "{before}・{place}",
  });
  assert.deepEqual(
    [words.t("a", { count: 1 }), words.t("a", { count: 2 }), words.t("b", { count: 1 })],
    ["1問", "全2問", "1手"],
  );
  assert.equal(placeNames(["r3c4", "r1c1-r1c2", "row2"]), "3行4列・1行1列と1行2列の間・2行目");
  assert.equal(placeNames(["r3c4", "r3c5"], 1), "3行4列…");
});

test("texts have numbers, forms and names in them", () => {
  globalThis.document = { documentElement: { lang: "" } };
  words.speak("en", {
    "a.one": "{count} cell",
    "a.other": "{count} cells",
    "b.x.how": "",
    "b.y": "",
    plain: "{no} {yes}",
  });
  assert.deepEqual([words.t("a", { count: 1 }), words.t("a", { count: 5 })], ["1 cell", "5 cells"]);
  assert.equal(words.t("plain", { yes: 0 }), "{no} 0");
  assert.equal(words.t("not.there", { count: 2 }), "not.there");
  assert.deepEqual(words.namesUnder("b"), ["x", "y"]);
  delete globalThis.document;
});

test("times are told by the clock", () => {
  assert.deepEqual([0, 65, 3599.9, 3600, -5].map(words.clock), ["0:00", "1:05", "59:59", "1:00:00", "0:00"]);
  assert.equal(words.size({ rows: 3, cols: 4 }), "3×4");
});

test("a key that is the kind's own is told once", () => {
  const own = { previous: ["p"], next: ["n"] };
  const told = ownFirst(own, new Keymap(own));
  const holders = (key) => told.filter(([, held]) => held.includes(key)).map(([action]) => action);
  assert.deepEqual(told.slice(0, 2), [
    ["previous", ["p"]],
    ["next", ["n"]],
  ]);
  assert.deepEqual(holders("p"), ["previous"]);
  assert.deepEqual(holders("Shift+p"), ["pause"]);
});

test("keys are told as they stand on keyboards, numbered ones on one line", () => {
  globalThis.document = { documentElement: { lang: "" } };
  words.speak("en", {
    "board.key.undo": "Undo",
    "any.key.line": "Line",
    "any.key.digit": "Digit",
    "settings.keys.move": "Move",
    "settings.keys.with-way": "{action} {way}",
    "settings.way.up": "up",
    "settings.key.Space": "Space bar",
  });
  assert.equal(keyText("Ctrl+Shift+z"), "Ctrl + Shift + Z");
  assert.deepEqual(["Ctrl++", "+", "ArrowUp", "Space"].map(keyText), ["Ctrl + +", "+", "↑", "Space bar"]);
  assert.deepEqual(
    ["undo", "line-up", "odd"].map((name) => actionText("any", name)),
    ["Undo", "Line up", "odd"],
  );
  const keys = {
    up: ["ArrowUp"],
    down: ["ArrowDown"],
    "line-up": ["w"],
    "digit-1": ["1"],
    "digit-2": ["2"],
    solve: [],
  };
  assert.deepEqual(grouped("any", keys), [
    { text: "Move", keys: ["ArrowUp", "ArrowDown"] },
    { text: "Line", keys: ["w"] },
    { text: "Digit", keys: ["1", "2"] },
  ]);
  delete globalThis.document;
});

test("a file has a name that every disk takes", () => {
  assert.equal(fileName("  My / puzzle: No. 3!  "), "my-puzzle-no-3");
  assert.equal(fileName("鉛筆 パズル"), "鉛筆-パズル");
  assert.deepEqual([fileName(""), fileName("///")], ["puzzle", "puzzle"]);
  assert.equal(fileName("x".repeat(99)).length, 60);
});
