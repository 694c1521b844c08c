/** Undo, redo, trials and the log: whatever happens, a saved game comes back as it was. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../src/enpitsu/web/static/js/board/history.js";
import { LogReplay } from "../../src/enpitsu/web/static/js/board/log_replay.js";
import { agreeing, areRivals, net } from "../../src/enpitsu/web/static/js/board/parts.js";
import { Draft } from "../../src/enpitsu/web/static/js/board/position.js";

function begun() {
  let time = 0;
  const told = [];
  const history = new History(
    () => {
      time += 10;
      return time;
    },
    (slots, event) => told.push([[...slots], event.by]),
  );
  return { history, told, facts: () => history.position.facts().sort() };
}

/** A stroke of the hand and what a helper adds to it. */
function stroke(history, slot, helped) {
  const draft = new Draft(history.position, history.tag("hand"), () => {});
  draft.set(slot, "shaded", true);
  const own = { ...draft.diff(), by: "hand" };
  if (!own.put.length) return false;
  const helper = new Draft(history.position, history.tag("helper"), () => {});
  helper.set(helped, "shaded", false);
  return history.push([own, { ...helper.diff(), by: "helper" }]);
}

test("undo and redo go through all steps", () => {
  const { history, facts, told } = begun();
  assert.equal(history.undo(), false);
  assert.equal(history.redo(), false);
  history.write({ put: ["r1c1 shaded"] });
  history.write({ put: ["r1c2 shaded"], take: ["r1c1 shaded"] });
  assert.deepEqual(facts(), ["r1c2 shaded"]);
  assert.deepEqual([history.undo(), history.undo(), history.undo()], [true, true, false]);
  assert.deepEqual(facts(), []);
  assert.deepEqual([history.redo(), history.redo(), history.redo()], [true, true, false]);
  assert.deepEqual(facts(), ["r1c2 shaded"]);
  assert.deepEqual(
    told.map(([, by]) => by),
    ["hand", "hand", "undo", "undo", "redo", "redo"],
  );
  assert.deepEqual(told[1][0].sort(), ["r1c1", "r1c2"]);
});

test("a new stroke ends what could be redone", () => {
  const { history, facts } = begun();
  history.write({ put: ["r1c1 shaded"] });
  history.undo();
  history.write({ put: ["r2c2 shaded"] });
  assert.equal(history.canRedo, false);
  assert.deepEqual(facts(), ["r2c2 shaded"]);
});

test("what changes nothing is no step", () => {
  const { history } = begun();
  assert.equal(history.write({ take: ["r1c1 shaded"] }), false);
  history.write({ put: ["r1c1 shaded"] });
  assert.equal(history.write({ put: ["r1c1 shaded"] }), false);
  assert.equal(history.done.length, 1);
  assert.equal(history.log.length, 1);
});

test("what a helper adds is undone with its stroke", () => {
  const { history, facts } = begun();
  assert.equal(stroke(history, "r1c1", "r1c2"), true);
  assert.deepEqual(facts(), ["r1c1 shaded", "r1c2 not shaded"]);
  assert.equal(history.done.length, 1);
  history.undo();
  assert.deepEqual(facts(), []);
  history.redo();
  assert.deepEqual(facts(), ["r1c1 shaded", "r1c2 not shaded"]);
  assert.equal(history.position.tag("r1c2").by, "helper");
});

test("facts that exclude each other: the last one stays, and what stood there goes", () => {
  const { history, facts } = begun();
  history.write({ put: ["r1c1 red", "r1c1 blue", "r1c1 not green", "r1c2 not red", "r1c2 red"] });
  assert.deepEqual(facts(), ["r1c1 blue", "r1c1 not green", "r1c2 red"]);
  history.write({ put: ["r1c1 green"], take: ["r1c1 green"] });
  assert.deepEqual(facts(), ["r1c1 green", "r1c2 red"]);
  assert.deepEqual(agreeing(["r1c1 a", "r1c1 not a", "r1c1 a"]), ["r1c1 a"]);
  assert.equal(areRivals({ value: "a", holds: false }, { value: "b", holds: true }), false);
});

test("given facts are no step, and clearing is one", () => {
  const { history, facts } = begun();
  history.give(["r1c1 shaded", "r1c2 not shaded"]);
  assert.equal(history.undo(), false);
  history.clear();
  assert.deepEqual(facts(), []);
  history.undo();
  assert.deepEqual(facts(), ["r1c1 shaded", "r1c2 not shaded"]);
  assert.equal(history.log[0].by, "clear");
});

test("trials nest: kept facts belong to the one around, rejected ones go", () => {
  const { history, facts } = begun();
  const level = (slot) => history.levelOf(history.position.tag(slot));
  history.write({ put: ["r1c1 shaded"] });
  history.begin();
  history.write({ put: ["r2c2 shaded"] });
  history.begin();
  history.write({ put: ["r3c3 shaded"] });
  assert.deepEqual([level("r1c1"), level("r2c2"), level("r3c3")], [0, 1, 2]);
  history.accept();
  assert.deepEqual([history.level, level("r3c3")], [1, 1]);
  history.reject();
  assert.deepEqual([history.level, ...facts()], [0, "r1c1 shaded"]);
  history.undo();
  assert.deepEqual([history.level, ...facts()], [1, "r1c1 shaded", "r2c2 shaded", "r3c3 shaded"]);
  assert.deepEqual([level("r2c2"), level("r3c3")], [1, 1]);
  history.redo();
  assert.deepEqual([history.level, ...facts()], [0, "r1c1 shaded"]);
});

test("undoing past its beginning closes a trial, redoing opens it again", () => {
  const { history } = begun();
  history.write({ put: ["r1c1 shaded"] });
  history.begin();
  history.begin();
  history.write({ put: ["r2c2 shaded"] });
  history.undo();
  assert.equal(history.level, 2, "it was begun after what is done");
  history.undo();
  assert.equal(history.level, 0);
  history.redo();
  assert.equal(history.level, 2);
});

test("rejecting an empty trial is no step", () => {
  const { history } = begun();
  history.begin();
  assert.equal(history.reject(), true);
  assert.equal(history.reject(), false);
  assert.equal(history.accept(), false);
  assert.deepEqual([history.done.length, history.log.length], [0, 0]);
});

test("the sum of parts forgets what came and went", () => {
  const tag = { by: "hand", trial: 0 };
  const part = (put, take) => ({
    put: put.map((fact) => [fact, tag]),
    take: take.map((fact) => [fact, tag]),
    by: "hand",
  });
  const sum = net([part(["a", "b"], []), part([], ["a", "c"]), part(["c"], [])]);
  assert.deepEqual(sum, { put: [["b", tag]], take: [] });
});

test("the log is looked back through in any order", () => {
  const { history } = begun();
  history.give(["r9c9 shaded"]);
  history.write({ put: ["r1c1 shaded"] });
  history.note("check");
  history.write({ put: ["r2c2 shaded"], take: ["r1c1 shaded"] });
  const replay = new LogReplay(history);
  const at = (count) => replay.at(count).facts().sort();
  assert.deepEqual(at(3), ["r2c2 shaded", "r9c9 shaded"]);
  assert.deepEqual(at(1), ["r1c1 shaded", "r9c9 shaded"]);
  assert.deepEqual(at(2), at(1));
  assert.deepEqual(at(-5), ["r9c9 shaded"]);
  assert.deepEqual(at(99), at(3));
  assert.deepEqual(history.position.facts().sort(), at(3), "the history is not touched");
});

test("a log that begins in the middle is played as far as it tells", () => {
  const history = new History();
  history.replay([
    { t: 1, put: [], take: ["r1c1 shaded"], by: "undo" },
    { t: 2, put: ["r2c2 shaded"], take: [], by: "hand" },
    { t: 3, note: "pause" },
  ]);
  assert.deepEqual(history.position.facts(), ["r2c2 shaded"]);
  assert.equal(history.log.length, 3);
});

// --- property: a saved game comes back as it was --------------------------------------------------

/** Everything that is seen: facts with who wrote them in which trial, and the stacks. */
function look(history) {
  const facts = history.position
    .slots()
    .flatMap((slot) =>
      history.position.factsAt(slot).map(([fact, tag]) => `${fact} ${tag.by} ${history.levelOf(tag)}`),
    );
  return JSON.stringify([facts.sort(), history.done.length, history.undone.length, history.level]);
}

/** All looks while everything is undone and redone. */
function ways(history) {
  const seen = [look(history)];
  while (history.undo()) seen.push(look(history));
  while (history.redo()) seen.push(look(history));
  return seen;
}

function played(seed) {
  let state = seed;
  const dice = (count) => {
    state = (state * 48271) % 2147483647;
    return state % count;
  };
  const slot = () => `r${1 + dice(3)}c${1 + dice(3)}`;
  const fact = () => `${slot()} ${dice(2) ? "not " : ""}${dice(2) ? "shaded" : "red"}`;
  const history = new History(() => 0);
  const acts = [
    () => history.write({ put: [fact()] }),
    () => history.write({ put: [fact(), fact()], by: "hint" }),
    () => history.write({ take: [fact()] }),
    () => stroke(history, slot(), `r4c${1 + dice(3)}`), // helpers never write what the hand does
    () => history.undo(),
    () => history.undo(),
    () => history.redo(),
    () => history.begin(),
    () => history.accept(),
    () => history.reject(),
    () => dice(6) || history.clear(),
    () => history.note("check"),
  ];
  for (let turn = 0; turn < 60; turn++) acts[dice(acts.length)]();
  return history;
}

test("what came after a rejected trial stays outside it, when all of it is undone and reloaded", () => {
  const { history } = begun();
  history.begin();
  history.write({ put: ["r1c1 shaded"] });
  history.reject();
  history.write({ put: ["r2c2 shaded"] });
  const wanted = ways(history); // at the end all is redone
  history.undo();
  history.undo();
  assert.equal(history.level, 1, "the trial is open again");
  const again = new History();
  again.replay(history.log, history.save());
  while (again.redo());
  assert.deepEqual(ways(again), wanted);
});

test("a saved game comes back with all its steps", () => {
  const withManyTrials = [759, 1174, 1468, 2893, 4009, 4141, 5994];
  for (const seed of [...Array.from({ length: 500 }, (_, at) => at + 1), ...withManyTrials]) {
    const history = played(seed);
    const [log, saved] = JSON.parse(JSON.stringify([history.log, history.save()]));
    const again = new History();
    again.replay(log, saved);
    assert.deepEqual(again.log, log);
    const after = new LogReplay(history).at(log.length);
    assert.deepEqual(after.facts().sort(), history.position.facts().sort(), `seed ${seed}`);
    assert.deepEqual(ways(again), ways(history), `seed ${seed}`);
  }
});
