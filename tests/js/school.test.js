/** The school without a browser: which lesson comes next, and where lessons are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lessonsOf, nextLesson } from "../../src/enpitsu/web/static/js/school/progress.js";
import { lessonPath } from "../../src/enpitsu/web/static/js/workbench/practise.js";

const lesson = (technique, state = "new", has_exercises = true) => ({ technique, state, has_exercises });
const course = (...levels) => ({ levels: levels.map((lessons) => ({ lessons })) });

test("what is drawn at once is told, and never practised", () => {
  const made = course([lesson("plain", "new", false), lesson("a")], [], [lesson("b")]);
  assert.deepEqual(
    lessonsOf(made).map(({ technique }) => technique),
    ["a", "b"],
  );
  assert.equal(nextLesson(course([lesson("plain", "new", false)])), null);
});

test("what came back goes before what is new, of any level", () => {
  const next = (...levels) => nextLesson(course(...levels))?.technique;
  assert.equal(next([lesson("a", "known"), lesson("b")], [lesson("c", "due")]), "c");
  assert.equal(next([lesson("a", "known"), lesson("b", "begun"), lesson("c")]), "b");
  assert.equal(next([lesson("a", "known")], [lesson("b", "known")]), undefined, "all is known");
  assert.equal(next(), undefined);
});

test("a lesson's address holds whatever its name is", () => {
  assert.equal(lessonPath("slitherlink", "only-way"), "/school/slitherlink/only-way");
  assert.equal(lessonPath("a/b", "c?d"), "/school/a%2Fb/c%3Fd");
});
