/** Playing without the server: what the page finds, judges, begins and brings home. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const PAGE = "../../src/enpitsu/web/static/js/";
const storage = new Map();
let isFull = false; // whether the browser's storage takes nothing more
let requests = []; // to the server: method, path, body
let server = () => undefined; // its answers; undefined: it is away
let locked = new Set(); // locks that somebody else holds

const response = (status, data) => ({
  ok: status < 400,
  status,
  headers: new Headers({ "content-type": "application/json", "enpitsu-player": "7" }),
  json: async () => data,
});

Object.assign(globalThis, {
  localStorage: new Proxy(
    {},
    {
      get: (_, name) =>
        ({
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, text) => {
            if (isFull) throw new DOMException("full", "QuotaExceededError");
            storage.set(key, text);
          },
          removeItem: (key) => storage.delete(key),
        })[name],
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  ),
  window: {}, // without a channel, which would keep this process alive
  addEventListener() {},
  removeEventListener() {},
  document: { documentElement: { dataset: {}, lang: "en" }, querySelector: () => null },
  fetch: async (address, { method = "GET", body } = {}) => {
    const path = address.replace("/api/v1", "");
    const order = body && JSON.parse(body);
    requests.push([method, path, order]);
    const told = server(method, path, order);
    if (told === undefined) throw new TypeError("away");
    return response(told.status ?? 200, told.data ?? told);
  },
});
Object.defineProperty(globalThis, "navigator", {
  value: {
    languages: ["en"],
    locks: { request: async (name, how, act) => act(locked.has(name) && how.ifAvailable ? null : { name }) },
  },
  configurable: true,
});

const load = (path) => import(PAGE + path);
const { begunGame, begunGames, beginHere, forgetGame, statesHere } = await load("offline/begun.js");
const { isFull: fills, isSolved } = await load("offline/verdict.js");
const { answerAway } = await load("offline/desk.js");
const { gameBackup } = await load("workbench/crash_backup.js");
const { joined, factsAfter } = await load("play/game_log.js");
const { bringAllHome, bringHome } = await load("play/homecoming.js");
const api = await load("api.js");

/** A Satogaeri of a row, as `seal_answer` seals it with the salt "salt": the circle of r1c1 goes to r1c3. */
const SEALED = {
  fingerprint: "salt",
  answer: { marks: 2, values: ["line"], seal: "2bf3761d7e67d3b39871243c7ff915fc", inside: "IZZQPblAIZ4q" },
};
const RIGHT = ["r1c1-r1c2 line", "r1c2-r1c3 line"];
const PUZZLE = {
  ...SEALED,
  row: { id: 5, kind: "k", title: "One", collection: "starter", number: 1, state: "new", game: null },
  document: { enpitsu: 1, kind: "k", puzzle: { rows: 1, cols: 3 } },
};
const stroke = (t, fact) => ({ t, put: [fact], take: [], by: "hand" });
const STROKES = RIGHT.map((fact, at) => stroke(1000 * (at + 1), fact));

beforeEach(() => {
  storage.clear();
  requests = [];
  isFull = false;
  locked = new Set();
  server = () => undefined;
  api.server.set({ isOnline: true });
});

const asked = () => requests.map(([method, path]) => `${method} ${path}`);

/** A game that was begun without the server, with strokes. */
function played(strokes = STROKES, more = {}) {
  const id = beginHere(PUZZLE);
  gameBackup.write(id, { base: 0, events: strokes, sent: 0, ui: {}, elapsed: 2500, ...more });
  return id;
}

/** The server's game of an id. */
const game = (id, more = {}) => ({ id, revision: 0, state: "begun", log: [], elapsed: 0, ui: {}, ...more });

// --- the verdict ----------------------------------------------------------------------------------

test("the seal is opened by the facts of the answer alone, and marks must agree with what is inside", async () => {
  assert.ok(await isSolved(SEALED, RIGHT));
  assert.ok(await isSolved(SEALED, [...RIGHT, "r1c3 home", "r1c1 not home", "r1c2 not line"]));
  assert.ok(!(await isSolved(SEALED, [])));
  assert.ok(!(await isSolved(SEALED, RIGHT.slice(1))));
  assert.ok(!(await isSolved(SEALED, [...RIGHT, "r1c2 home"])), "no circle ends there");
  assert.ok(!(await isSolved(SEALED, [...RIGHT, "r1c3 not home"])), "one ends there");
  assert.ok(!(await isSolved(SEALED, ["r1c1-r1c2 line", "r1c3-r1c4 line"])));
  assert.ok(fills(SEALED, ["r1c1-r1c2 line", "r1c3-r1c4 line"]));
  assert.ok(!fills(SEALED, ["r1c1-r1c2 line", "r1c3 not home"]));
});

// --- beginning ------------------------------------------------------------------------------------

test("a puzzle is begun once, with an id as the server's", () => {
  const id = beginHere(PUZZLE);
  assert.match(id, /^[A-Za-z0-9_-]{22}$/);
  assert.equal(beginHere(PUZZLE), id);
  const begun = begunGame(id);
  assert.deepEqual([begun.id, begun.state, begun.log, begun.is_first], [id, "begun", [], true]);
  assert.equal(statesHere().size, 0, "without a stroke it is new");
  played();
  assert.deepEqual([...statesHere()], [[5, "begun"]]);
  played(STROKES, { isSolved: true });
  assert.deepEqual([...statesHere()], [[5, "solved"]]);
  forgetGame(id);
  assert.equal(begunGame(id), null);
  assert.equal(storage.size, 0);
});

test("nothing is begun where it could not be kept", () => {
  isFull = true;
  assert.equal(beginHere(PUZZLE), null);
});

test("what another player has begun is neither shown nor sent, and stays", async () => {
  const id = played();
  for (const [name, text] of storage) storage.set(name, JSON.stringify({ ...JSON.parse(text), player: "8" }));
  server = () => ({ puzzles: [] });
  assert.equal(begunGame(id), null);
  assert.equal(statesHere().size, 0);
  assert.equal(await bringAllHome(), 0);
  assert.deepEqual(requests, []);
  assert.equal(storage.size, 2);
});

test("spoiled records are passed over", () => {
  storage.set("enpitsu.begun.a", "{");
  storage.set("enpitsu.begun.b", "null");
  storage.set("enpitsu.begun.c", JSON.stringify({ row: {} }));
  assert.deepEqual(begunGames.all(), []);
  assert.equal(begunGame("a"), null);
});

// --- the desk -------------------------------------------------------------------------------------

test("the desk judges boards of puzzles that are kept, and says nothing of others", async () => {
  beginHere(PUZZLE);
  const check = (position, document = PUZZLE.document) =>
    answerAway("POST", "/check", { body: { puzzle: structuredClone(document), position, revision: 3 } });
  const done = await check(RIGHT);
  assert.deepEqual([done.solved, done.revision, done.unsolved, done.clues], [true, 3, null, null]);
  const part = await check(RIGHT.slice(1));
  assert.deepEqual([part.solved, part.fullness, part.unsolved], [false, "open", null]);
  const wrong = await check(["r1c1-r1c2 line", "r1c3-r1c4 line"]);
  assert.deepEqual([wrong.solved, wrong.fullness], [false, "full"]);
  assert.ok(wrong.unsolved.message);
  assert.equal(await check(RIGHT, { kind: "k", puzzle: { rows: 2 } }), undefined);
});

test("the desk has no answer to most questions", async () => {
  for (const [method, path] of [
    ["POST", "/hint"],
    ["POST", "/games/x/finish"],
    ["PATCH", "/games/x"],
    ["DELETE", "/me"],
    ["GET", "/results"],
    ["GET", "/puzzles"],
  ])
    assert.equal(await answerAway(method, path, { body: {} }), undefined, path);
});

test("games that were begun here stand before those that were kept", async () => {
  const id = played();
  const { games } = await answerAway("GET", "/games", {}, { games: [{ id: "older" }] });
  assert.deepEqual(
    games.map((each) => each.id),
    [id, "older"],
  );
  assert.deepEqual([games[0].events, games[0].elapsed], [2, 2500]);
});

// --- bringing home --------------------------------------------------------------------------------

test("a game is begun there, its strokes sent as older ones, and its end told", async () => {
  const id = played(STROKES, { isSolved: true });
  server = (method, path) => {
    if (path === "/games") return game(id);
    return method === "PATCH" ? { revision: 1 } : { solved: true };
  };
  assert.equal(await bringAllHome(), 1);
  assert.deepEqual(asked(), ["POST /games", `PATCH /games/${id}`, `POST /games/${id}/finish`]);
  assert.deepEqual(requests[0][2], { id, puzzle: 5, fingerprint: "salt" });
  const { events, offline, elapsed, revision, rests } = requests[1][2];
  assert.deepEqual([events, offline, elapsed, revision, rests], [STROKES, true, 2500, 0, true]);
  assert.equal(storage.size, 0);
  assert.equal(await bringAllHome(), 0, "nothing is left");
});

test("what the server has is not sent again, wherever it broke off", async () => {
  const id = played(STROKES, { isSolved: true });
  server = (method, path) => {
    if (path === "/games") return game(id, { log: STROKES.slice(0, 1), revision: 1 });
    return method === "PATCH" ? undefined : { solved: true };
  };
  assert.equal(await bringAllHome(), 0);
  assert.deepEqual(requests[1][2].events, STROKES.slice(1));
  assert.equal(storage.size, 2, "nothing is lost");
  requests = [];
  api.server.set({ isOnline: true });
  server = (_, path) => (path === "/games" ? game(id, { state: "solved" }) : undefined);
  assert.equal(await bringAllHome(), 1);
  assert.deepEqual(asked(), ["POST /games"], "it had ended");
  assert.equal(storage.size, 0);
});

test("a long game comes in parts", async () => {
  const long = Array.from({ length: 4500 }, (_, at) => stroke(at, RIGHT[at % 2]));
  const id = played(long);
  let revision = 0;
  server = (_, path) => (path === "/games" ? game(id) : { revision: ++revision });
  assert.equal(await bringAllHome(), 1);
  assert.deepEqual(
    requests.slice(1).map(([, , body]) => [body.revision, body.events.length]),
    [
      [0, 2000],
      [1, 2000],
      [2, 500],
    ],
  );
});

test("a solved game follows one of the same puzzle that was begun elsewhere", async () => {
  const id = played(STROKES, { isSolved: true });
  const theirs = game("there", { log: [stroke(400, "r1c1 home")], elapsed: 5000, revision: 4 });
  server = (method, path) => {
    if (path === "/games") return theirs;
    return method === "PATCH" ? { revision: 5 } : { solved: true };
  };
  assert.equal(await bringHome(id), "there");
  const { events, elapsed, revision } = requests[1][2];
  assert.deepEqual([revision, elapsed], [4, 7500]);
  assert.deepEqual([...factsAfter([...theirs.log, ...events])], RIGHT);
  assert.deepEqual(
    events.map(({ t }) => t),
    [5000, 6000, 7000],
  );
  assert.equal(requests[2][1], "/games/there/finish");
  assert.equal(storage.size, 0);
});

test("of two games that are not done somebody chooses: until then both stay", async () => {
  const id = played(STROKES.slice(1));
  server = (_, path) => (path === "/games" ? game("there", { log: [stroke(400, "r1c1 home")] }) : undefined);
  assert.equal(await bringHome(id), null);
  assert.deepEqual(asked(), ["POST /games"]);
  assert.equal(storage.size, 2);
});

test("an untouched game elsewhere takes the strokes", async () => {
  const id = played(STROKES.slice(1));
  server = (_, path) => (path === "/games" ? game("there", { revision: 1 }) : { revision: 2 });
  assert.equal(await bringHome(id), "there");
  assert.deepEqual(requests[1][2].events, STROKES.slice(1));
});

test("a puzzle that the library has no more becomes the player's own", async () => {
  const id = played(STROKES, { isSolved: true });
  const gone = { status: 404, data: { error: { code: "not-found", message: "gone" } } };
  server = (method, path, body) => {
    if (path === "/puzzles") return { id: 99 };
    if (path === "/games") return body.puzzle === 99 ? game(id) : gone;
    return method === "PATCH" ? { revision: 1 } : { solved: true };
  };
  assert.equal(await bringHome(id), id);
  assert.deepEqual(requests[1][2].document, PUZZLE.document);
  assert.equal(storage.size, 0);
});

test("a game that a page holds is left to it, and one without a stroke is no game", async () => {
  const id = played();
  locked.add(`enpitsu.game.${id}`);
  assert.equal(await bringAllHome(), 0);
  locked.clear();
  gameBackup.forget(id);
  assert.equal(await bringAllHome(), 0);
  assert.deepEqual(requests, []);
  assert.ok(begunGame(id), "it may just be opened");
  begunGames.forget(id);
});

test("strokes of a game that was begun there come home as ordinary ones", async () => {
  gameBackup.write("there", { base: 1, events: STROKES.slice(1), sent: 1, ui: {}, elapsed: 2500 });
  gameBackup.write("whole", { base: 1, events: STROKES.slice(1), sent: 2, ui: {}, elapsed: 2500 });
  gameBackup.write("older", { base: 1, events: STROKES.slice(1), ui: {}, elapsed: 2500 });
  server = (method) => (method === "GET" ? game("there", { log: STROKES.slice(0, 1), revision: 3 }) : { revision: 4 });
  assert.equal(await bringAllHome(), 1);
  assert.deepEqual(asked(), ["GET /games/there", "PATCH /games/there"]);
  const { events, offline, revision } = requests[1][2];
  assert.deepEqual([events, offline, revision], [STROKES.slice(1), false, 3]);
  assert.equal(storage.size, 2);
});

test("two logs are one after the other, with nothing lost", () => {
  const theirs = { log: [stroke(10, "r1c1 a"), stroke(20, "r1c2 b")], elapsed: 30 };
  const mine = [stroke(5, "r1c1 b")];
  const events = joined(theirs, mine);
  assert.deepEqual(events[0], { t: 30, put: [], take: ["r1c1 a", "r1c2 b"], by: "clear" });
  assert.deepEqual(events[1], { ...mine[0], t: 35 });
  const marked = { log: [{ t: 9, put: [], take: [], by: "hand", free: { put: ["r1c1 dot"], take: [] } }], elapsed: 9 };
  assert.deepEqual(joined(marked, mine)[1].free, { put: [], take: ["r1c1 dot"] });
});

test("what is kept in the browser is never taken for the server's", async () => {
  const id = played();
  api.standIn(async () => game(id));
  server = () => undefined;
  assert.equal(await bringHome(id).catch((error) => error.code), "offline");
  assert.equal(storage.size, 2);
  assert.deepEqual(await api.post("/games", { puzzle: 5 }), game(id), "for others it stands in");
  api.standIn(async () => undefined);
  await assert.rejects(api.post("/games", { puzzle: 5 }), { code: "offline" });
});
