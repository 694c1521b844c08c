/** The page's scripts import one way: no folder needs another that needs it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../../src/enpitsu/", import.meta.url));
const PAGE = join(SOURCE, "web", "static", "js");
const KINDS = join(SOURCE, "kinds");
const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()["']([^"']+)["']/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** All scripts in a folder. */
const scripts = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".js"));

const codeOf = (path) => readFileSync(path, "utf8").replace(COMMENT, "");

/** The files that a script names; what types it names in comments does not load them. */
const importsOf = (path) => [...codeOf(path).matchAll(IMPORT)].map(([, name]) => resolve(dirname(path), name));

/** The folder of the page that a script lies in; a script of none stands for itself. */
const placeOf = (path) => relative(PAGE, path).split(sep)[0];

function folders() {
  const needs = new Map();
  for (const path of scripts(PAGE)) {
    const place = placeOf(path);
    const own = needs.get(place) ?? new Map();
    for (const other of importsOf(path)) if (placeOf(other) !== place) own.set(placeOf(other), relative(PAGE, path));
    needs.set(place, own);
  }
  return needs;
}

/** One way round, as "a/x.js needs b, ...", or nothing. */
function cycleIn(needs) {
  const done = new Set();
  const visit = (place, way) => {
    const at = way.findIndex(([each]) => each === place);
    if (at >= 0) return way.slice(at).map(([, told]) => told);
    if (done.has(place)) return null;
    for (const [other, path] of needs.get(place) ?? []) {
      const found = visit(other, [...way, [place, `${path} needs ${other}`]]);
      if (found) return found;
    }
    done.add(place);
    return null;
  };
  for (const place of needs.keys()) {
    const found = visit(place, []);
    if (found) return found.join(", ");
  }
  return "";
}

test("no folder needs another that needs it", () => {
  assert.equal(cycleIn(folders()), "");
});

test("a way round would be found", () => {
  const needs = new Map([
    ["a", new Map([["b", "a/x.js"]])],
    ["b", new Map([["c", "b/y.js"]])],
    ["c", new Map([["b", "c/z.js"]])],
  ]);
  assert.equal(cycleIn(needs), "b/y.js needs c, c/z.js needs b");
});

test("app.js starts the page: nobody imports it, and it exports nothing", () => {
  const app = join(PAGE, "app.js");
  assert.deepEqual(
    scripts(PAGE).filter((path) => importsOf(path).includes(app)),
    [],
  );
  assert.doesNotMatch(codeOf(app), /^export\b/m);
});

test("every script that is named is there", () => {
  for (const path of [...scripts(PAGE), ...scripts(KINDS)]) {
    for (const other of importsOf(path)) assert.ok(codeOf(other), `${relative(SOURCE, path)} names ${other}`);
  }
});

test("the board names no other folder, and a kind only its own files", () => {
  const isElsewhere = (path, root) => importsOf(path).some((other) => relative(root, other).startsWith(".."));
  assert.deepEqual(
    scripts(join(PAGE, "board")).filter((path) => isElsewhere(path, join(PAGE, "board"))),
    [],
  );
  const kindOf = (path) => join(KINDS, relative(KINDS, path).split(sep)[0]);
  assert.deepEqual(
    scripts(KINDS).filter((path) => isElsewhere(path, kindOf(path))),
    [],
  );
});
