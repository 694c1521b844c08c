/**
 * Keeps one release of the page whole, and what was read last, so that one can play without the server.
 *
 * The server writes the release before this text: `RELEASE` (its name), `FILES` (all its addresses), `PAGES` (the page
 * itself in each language). With another release this file is another one, so browsers bring it. All of its
 * files are kept before it is used. Files and the page come from here first, answers of the API from the server first.
 * The starter collection is kept as well, when a page asks for that: to be begun and played without the server
 * (js/offline reads it). What the server calls no-store is never kept. What it calls private belongs to the player whom the answer names, and
 * is kept in a cache of that player's; there is one such cache at most, and it goes when an answer names somebody else.
 *
 * A page of an older release goes on with its own files: they stay until no tab holds the lock of that release
 * (boot.js takes it).
 */

const RELEASES = "enpitsu.release."; // and a name; a lock of the same name is held by every page of it
const OWN = RELEASES + RELEASE;
const ANSWERS = "enpitsu.answers"; // those that are for everyone
const STARTER = "enpitsu.starter.1"; // as in js/offline/starter.js; another number when packs look otherwise
const PACKS = "/api/v1/starter";
const PICTURES = "/api/v1/pictures";
const MOST_PICTURES = 50; // of one request
const LOOK = 300_000; // ms until the packs are looked at again
const PLAYER = "enpitsu.player."; // and a number; as in js/player.js
const WHO = "enpitsu-player";
const LANGUAGE = "enpitsu-language"; // a cookie
const MOST_ANSWERS = 400;
const KEPT = /^\/api\/v1\/(words|kinds|prices|me$|games|puzzles|pictures|daily|rules|results|ranking|drafts|starter$)/;
const ME = /^\/api\/v1\/me(\/|$)/;
const FILE = /^\/static\/([0-9a-z]+)\//;
const NO_PAGE = /^\/(api|static|icons)\/|^\/[^/]*\.[^/]*$/;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @type {string | null | undefined} */
let player; // the number of the one who plays; undefined until an answer tells it
let looked = -LOOK; // when the packs were looked at last
let turn = 0; // counts the changes of the player: what was asked before one is kept no more

worker.addEventListener("install", (event) => event.waitUntil(keepRelease()));
worker.addEventListener("activate", (event) => event.waitUntil(begin()));
// A worker with an event that waits is not replaced by another release: this one does not. Pages ask again, should the worker be
// ended in the middle.
worker.addEventListener("message", ({ data }) => {
  if (data?.keepStarter) keepStarter(data.keepStarter);
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    if (ME.test(url.pathname)) event.respondWith(changed(request));
  } else if (request.mode === "navigate") {
    if (NO_PAGE.test(url.pathname)) return;
    event.respondWith(page(request));
    event.waitUntil(dropUnused());
  } else if (FILE.test(url.pathname)) event.respondWith(file(request, RELEASES + FILE.exec(url.pathname)?.[1]));
  else if (FILES.includes(url.pathname)) event.respondWith(file(request, OWN));
  else if (KEPT.test(url.pathname) && !url.pathname.endsWith("/events")) event.respondWith(answered(request));
});

// --- the release ---------------------------------------------------------------------------------

/** All files or none: one that is missing leaves everything as it was. */
async function keepRelease() {
  await (await caches.open(OWN)).addAll(FILES);
  // Pages of the release before lose nothing by this: their files are found under their own addresses.
  await worker.skipWaiting();
}

async function begin() {
  await dropUnused();
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll()) client.postMessage({ release: RELEASE });
}

/** Delete what no page needs: other releases of which there is no tab, and caches of an older kind. */
async function dropUnused() {
  const names = await caches.keys();
  // A release that is being brought has no tab yet; and one that has followed ours is not ours to judge.
  if (isFollowed() || worker.serviceWorker?.state === "redundant") return;
  const { held = [] } = await navigator.locks.query();
  const used = new Set([OWN, ANSWERS, STARTER, ...held.map(({ name }) => name)]);
  const old = names.filter((name) => !used.has(name) && !name.startsWith(PLAYER));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** True if another release is on its way. */
const isFollowed = () => Boolean(worker.registration.installing || worker.registration.waiting);

/** A file of a release: from its cache, else from the server, which has one release only. @param {Request} request @param {string} name */
async function file(request, name) {
  const kept = (await caches.has(name)) && (await (await caches.open(name)).match(request, { ignoreVary: true }));
  return kept || fetch(request);
}

/** The page, whatever its address: it looks into that itself. @param {Request} request */
async function page(request) {
  const kept = await (await caches.open(OWN)).match(PAGES[await language()], { ignoreVary: true });
  return kept ?? fetch(request);
}

async function language() {
  const chosen = await worker.cookieStore?.get(LANGUAGE).catch(() => null);
  const wanted = [chosen?.value ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]);
  return wanted.find((tag) => tag in PAGES) ?? "en";
}

// --- the starter collection ----------------------------------------------------------------------

/** Bring the packs that are new, with pictures in a theme, and what every page asks first; what cannot be kept is not there without the server. @param {{theme: string, asked: string[]}} wish */
async function keepStarter({ theme, asked }) {
  if (isFollowed() || performance.now() - looked < LOOK) return;
  looked = performance.now();
  try {
    // The first page may have asked before there was a service worker.
    for (const each of asked) await answered(new Request(each));
    const { packs } = await (await answered(new Request(PACKS))).json();
    const cache = await caches.open(STARTER);
    const wanted = new Set();
    for (const { kind, version } of packs) {
      const path = `${PACKS}/${kind}?v=${version}`;
      wanted.add(path);
      const pack = await kept(cache, path);
      for (const each of picturesOf(pack.puzzles, theme)) {
        wanted.add(each);
        await kept(cache, each);
      }
    }
    const isOld = (/** @type {string} */ path) =>
      !wanted.has(path) && (path.startsWith(PACKS) || new URLSearchParams(path.split("?")[1]).get("theme") === theme);
    for (const each of await cache.keys()) if (isOld(each.url.slice(location.origin.length))) await cache.delete(each);
  } catch {
    looked = -LOOK; // away, a full disk, or another release
  }
}

/** An answer that never changes: the stored one, else the server's, which is stored. @param {Cache} cache @param {string} path */
async function kept(cache, path) {
  const there = await cache.match(path, { ignoreVary: true });
  if (there) return there.json();
  if (isFollowed()) throw new Error("another release goes first");
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  await cache.put(path, answer.clone());
  return answer.json();
}

/** The addresses of the pictures of some puzzles. @param {{row: {id: number, picture: string}}[]} puzzles @param {string} theme */
function picturesOf(puzzles, theme) {
  const paths = [];
  for (let at = 0; at < puzzles.length; at += MOST_PICTURES) {
    const rows = puzzles.slice(at, at + MOST_PICTURES).map(({ row }) => row);
    const query = {
      theme,
      puzzles: rows.map(({ id }) => id).join("."),
      v: rows.map(({ picture }) => picture).join("."),
    };
    paths.push(`${PICTURES}?${new URLSearchParams(query)}`);
  }
  return paths;
}

// --- answers of the API ----------------------------------------------------------------------------

/** Requests that may make this browser another player. @param {Request} request */
async function changed(request) {
  const answer = await fetch(request);
  if (answer.ok) await meet(answer.headers.get(WHO));
  return answer;
}

/** An answer names the player, or nobody: what is kept of others goes. @param {string | null} who */
async function meet(who) {
  if (who === player) return;
  if (player !== undefined) turn += 1;
  player = who;
  const others = (await caches.keys()).filter((name) => name.startsWith(PLAYER) && name !== PLAYER + who);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answered(request) {
  const before = turn;
  try {
    const answer = await fetch(request);
    await keep(answer, request, before).catch(() => {}); // a full disk is no reason to have no answer
    return answer;
  } catch (error) {
    const kept = await find(request);
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set("x-from-cache", "yes");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

/** @param {Response} answer @param {Request} request @param {number} before the turn in which it was asked for */
async function keep(answer, request, before) {
  const rule = answer.headers.get("cache-control") ?? "";
  const who = answer.headers.get(WHO);
  if (before !== turn) return;
  if (who) await meet(who);
  const isPrivate = rule.includes("private");
  if (!answer.ok || rule.includes("no-store") || (isPrivate && (!who || who !== player))) return;
  const cache = await caches.open(isPrivate ? PLAYER + who : ANSWERS);
  await cache.put(request, answer.clone());
  await trim(cache);
}

/** The stored answer for everyone, or else for the player. @param {Request} request */
async function find(request) {
  const own = (await caches.keys()).filter(
    (each) => each.startsWith(PLAYER) && (player === undefined || each === PLAYER + player),
  );
  for (const each of own.length === 1 ? [ANSWERS, ...own] : [ANSWERS]) {
    const kept = await (await caches.open(each)).match(request, { ignoreVary: true });
    if (kept) return kept;
  }
  return null;
}

/** Delete answers that were asked for long ago. @param {Cache} cache */
async function trim(cache) {
  const asked = await cache.keys();
  await Promise.all(asked.slice(0, Math.max(0, asked.length - MOST_ANSWERS)).map((each) => cache.delete(each)));
}
