/**
 * Works when the server is away: the page itself, its words and what was read last are kept.
 *
 * The server is asked first, always: it is near, and what it says is never old. What it calls
 * no-store is never kept. What it calls private belongs to the player whom the answer names, and is
 * kept in a cache of that player's; there is one such cache at most, and it goes when an answer names
 * somebody else.
 */

const PAGE = "enpitsu.page";
const PLAYER = "enpitsu.player."; // and a number; as in js/player.js
const WHO = "enpitsu-player";
const MOST_ANSWERS = 400;
const KEPT =
  /^\/(static|kinds|icons)\/|^\/(manifest\.webmanifest|api\/v1\/(words|kinds|prices|me$|games|puzzles|daily|rules|results|ranking|drafts))/;
const ME = /^\/api\/v1\/me(\/|$)/;

let player; // the number of the one who plays; undefined until an answer tells it
let turn = 0; // counts the changes of the player: what was asked before one is kept no more

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    if (ME.test(url.pathname)) event.respondWith(changed(request));
  } else if (request.mode === "navigate") event.respondWith(answered(request, "/"));
  else if (KEPT.test(url.pathname) && !url.pathname.endsWith("/events")) event.respondWith(answered(request));
});

/** Keep every file of the page, so that also pages not yet seen open without the server. */
async function keepAll() {
  await self.skipWaiting();
  const { files } = await (await fetch("/assets.json")).json();
  await (await caches.open(PAGE)).addAll(["/", ...files]);
}

/** Caches of an older page held everything together. */
async function dropOld() {
  const old = (await caches.keys()).filter((name) => name !== PAGE && !name.startsWith(PLAYER));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Requests that may make this browser another player. */
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

async function answered(request, name = request) {
  const before = turn;
  try {
    const answer = await fetch(request);
    await keep(answer, name, before).catch(() => {}); // a full disk is no reason to have no answer
    return answer;
  } catch (error) {
    const kept = await find(name);
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set("x-from-cache", "yes");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

async function keep(answer, name, before) {
  const rule = answer.headers.get("cache-control") ?? "";
  const who = answer.headers.get(WHO);
  if (before !== turn) return;
  if (who) await meet(who);
  const isPrivate = rule.includes("private");
  if (!isKept(answer, name) || rule.includes("no-store") || (isPrivate && (!who || who !== player))) return;
  const cache = await caches.open(isPrivate ? PLAYER + who : PAGE);
  await cache.put(name, answer.clone());
  await trim(cache);
}

/** The stored answer for everyone, or else for the player. */
async function find(name) {
  const own = (await caches.keys()).filter(
    (each) => each.startsWith(PLAYER) && (player === undefined || each === PLAYER + player),
  );
  for (const each of own.length === 1 ? [PAGE, ...own] : [PAGE]) {
    const kept = await (await caches.open(each)).match(name, { ignoreVary: true });
    if (kept) return kept;
  }
  return null;
}

/** Only the page itself stands for every page: a file opened by its own address does not. */
const isKept = (answer, name) =>
  answer.ok && (name !== "/" || (answer.headers.get("content-type") ?? "").startsWith("text/html"));

/** Delete answers that were asked for long ago; files of the page stay. */
async function trim(cache) {
  const asked = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/api/"));
  await Promise.all(asked.slice(0, Math.max(0, asked.length - MOST_ANSWERS)).map((each) => cache.delete(each)));
}
