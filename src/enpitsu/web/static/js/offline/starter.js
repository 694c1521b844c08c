/**
 * The starter collection as the service worker keeps it (sw.js), for when the server is away.
 * @import { StarterPackAnswer, StarterPuzzle } from "../contract.d.ts"
 */

const STARTER = "enpitsu.starter.1"; // as in sw.js
const PACKS = "/api/v1/starter/";
const PICTURES = "/api/v1/pictures";

/** @type {Promise<StarterPuzzle[]> | null} */
let found = null;

/** All puzzles that are kept; none where nothing is. @returns {Promise<StarterPuzzle[]>} */
export async function starterPuzzles() {
  found ??= read().catch(() => []);
  const puzzles = await found;
  if (!puzzles.length) found = null; // there may be some later
  return puzzles;
}

async function read() {
  /** @type {StarterPackAnswer[]} */
  const packs = await answers(({ pathname }) => pathname.startsWith(PACKS));
  return packs.flatMap(({ puzzles }) => puzzles);
}

/** Pictures of some puzzles, in a theme or, where that is not there, in another. @param {string[]} wanted their numbers @param {string} theme @returns {Promise<Record<string, string>>} */
export async function starterPictures(wanted, theme) {
  const isWanted = (/** @type {URL} */ { pathname, searchParams }) =>
    pathname === PICTURES && (searchParams.get("puzzles") ?? "").split(".").some((each) => wanted.includes(each));
  const own = await answers((url) => isWanted(url) && url.searchParams.get("theme") === theme);
  const others = own.length ? [] : await answers(isWanted);
  const all = Object.assign({}, ...[...others, ...own].map(({ pictures }) => pictures));
  return Object.fromEntries(wanted.filter((each) => all[each]).map((each) => [each, all[each]]));
}

/** The stored answers of some addresses. @param {(url: URL) => boolean} isWanted @returns {Promise<any[]>} */
async function answers(isWanted) {
  if (!globalThis.caches || !(await caches.has(STARTER))) return [];
  const cache = await caches.open(STARTER);
  const asked = (await cache.keys()).filter(({ url }) => isWanted(new URL(url)));
  return Promise.all(asked.map(async (each) => (await cache.match(each, { ignoreVary: true }))?.json()));
}
