/**
 * Works when the server is away: the page itself, its words and what was read last are kept.
 *
 * The server is asked first, always: it is near, and what it says is never old.
 */

const CACHE = "enpitsu";
const MOST_ANSWERS = 400;
const KEPT = /^\/(static|kinds|icons)\/|^\/(manifest\.webmanifest|api\/v1\/(words|kinds|prices|me$|games|puzzles|daily|rules|results|ranking|drafts))/;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === location.origin && event.request.method === "GET";
  if (!isOurs) return;
  if (event.request.mode === "navigate") event.respondWith(answered(event.request, "/"));
  else if (KEPT.test(url.pathname) && !url.pathname.endsWith("/events")) event.respondWith(answered(event.request));
});

/** Keep every file of the page, so that also pages not yet seen open without the server. */
async function keepAll() {
  await self.skipWaiting();
  const { files } = await (await fetch("/assets.json")).json();
  await (await caches.open(CACHE)).addAll(["/", ...files]);
}

async function answered(request, name = request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (isKept(answer, name)) await cache.put(name, answer.clone()).then(() => trim(cache));
    return answer;
  } catch (error) {
    const kept = await cache.match(name);
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set("x-from-cache", "yes");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

/** Only the page itself stands for every page: a file opened by its own address does not. */
const isKept = (answer, name) =>
  answer.ok && (name !== "/" || (answer.headers.get("content-type") ?? "").startsWith("text/html"));

/** What was asked for long ago gives way; files of the page stay. */
async function trim(cache) {
  const asked = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/api/"));
  await Promise.all(asked.slice(0, Math.max(0, asked.length - MOST_ANSWERS)).map((each) => cache.delete(each)));
}
