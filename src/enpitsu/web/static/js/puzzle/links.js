/**
 * Links to a puzzle that need no library: it stands in the address itself.
 *
 * /open?p=KIND/5/5/m32j10&title=…: as puzz.link writes it, short and known everywhere. What that
 * cannot carry (colours, and titles beside it) is packed: /open#z=…, JSON pressed small. The part
 * behind # never leaves the browser, so no server on the way may find it too long.
 */

import * as api from "../api.js";
import { language } from "../words.js";

export const LINKED = "puzzlink";
const SITE = "https://puzz.link/p?";
const TOLD = { title: 200, author: 200, note: 2000 }; // characters: what the library takes
const PLAIN_MOST = 1800; // characters: longer ones break in mails and messengers, packed ones are shorter

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True if nobody else reaches this server. */
export const isLocal = () => LOCAL.has(location.hostname);

/** What writes a puzzle in a format; the same is asked for once. @param {import("./puzzles.js").Document} puzzle */
export function dumper(puzzle) {
  /** @type {Map<string, Promise<{text: string}>>} */
  const asked = new Map();
  return (/** @type {string} */ format, /** @type {string[]} */ position = []) => {
    const key = `${format} ${position.length}`;
    const dump = () => api.post("/dump", { puzzle, format, ...(position.length ? { position } : {}) });
    const found = asked.get(key) ?? dump();
    asked.set(key, found);
    return found;
  };
}

/**
 * A link to a puzzle that others can open: its page where all see it, else one that holds the puzzle; from a server that
 * nobody else reaches one to puzz.link, if that can show the puzzle.
 * @param {{id: number, is_shared: boolean}} row @param {import("./puzzles.js").Document} document
 */
export async function linkForOthers(row, document) {
  if (row.is_shared && !isLocal()) return `${location.origin}/puzzle/${row.id}`;
  const linked = (await isLinked(document)) ? await puzzLink(dumper(document)) : null;
  return isLocal() && linked ? linked : ownLink(document, linked);
}

/** True if a puzz.link address can carry a puzzle. @param {import("./puzzles.js").Document} puzzle */
async function isLinked(puzzle) {
  const { formats } = await api.post("/writable", { puzzle, language: language() });
  return formats.some((/** @type {{name: string, alone: boolean}} */ { name, alone }) => name === LINKED && alone);
}

/** The puzz.link address of a puzzle; null where that cannot carry it. @param {(format: string) => Promise<{text: string}>} dump */
export async function puzzLink(dump) {
  try {
    const address = (await dump(LINKED)).text.trim();
    return (await isFaithful(address, dump)) ? address : null;
  } catch (error) {
    if (/** @type {api.ApiError} */ (error).isOffline) throw error;
    return null;
  }
}

/** True if what is read from a link is the puzzle again. @param {string} address @param {(format: string) => Promise<{text: string}>} dump */
async function isFaithful(address, dump) {
  const [found, own] = await Promise.all([api.post("/read", { text: address }), dump("json")]);
  return same(found.documents[0]?.document.puzzle, JSON.parse(own.text).puzzle);
}

/** True if two values of JSON are the same, whatever the order of their keys. @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** @param {unknown} value @returns {unknown} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const pairs = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(pairs.map(([key, each]) => [key, sorted(each)]));
}

/** A link that opens a puzzle here. @param {import("./puzzles.js").Document} document @param {string | null} linked its puzz.link address */
export async function ownLink(document, linked) {
  const plain = linked && plainLink(linked, document.meta ?? {});
  const path = plain && plain.length <= PLAIN_MOST ? plain : `/open#z=${await packed(document)}`;
  return location.origin + path;
}

/** @param {string} linked @param {Record<string, any>} meta */
function plainLink(linked, meta) {
  const told = Object.keys(TOLD)
    .filter((name) => meta[name])
    .map((name) => `&${name}=${encodeURIComponent(meta[name])}`);
  const body = encodeURIComponent(linked.slice(linked.indexOf("?") + 1)).replaceAll("%2F", "/");
  return `/open?p=${body}${told.join("")}`;
}

/** The puzzle in one of our addresses, as a text to be read; "" for nothing. @param {{search: string, hash: string}} place */
export async function carried({ search, hash }) {
  const query = new URLSearchParams(search);
  const pressed = new URLSearchParams(hash.slice(1)).get("z");
  if (pressed) return unpacked(pressed);
  if (query.has("p")) return SITE + query.get("p");
  const told = ["text", "url"].map((name) => query.get(name)).filter(Boolean);
  if (told.length) return told[0];
  // The bare form of puzz.link: everything behind the question mark.
  return /^\?[a-z]\w*\//i.test(search) ? SITE + search.slice(1) : "";
}

/** The title, author and note that stand beside a puzzle in an address. @param {{search: string}} place @returns {Record<string, string>} */
export function toldBeside({ search }) {
  const query = new URLSearchParams(search);
  return query.has("p") ? shortened(Object.fromEntries(query)) : {};
}

/** The title, author and note of a puzzle from elsewhere, no longer than ours may be. @param {Record<string, unknown>} meta @returns {Record<string, string>} */
export function shortened(meta) {
  const told = Object.entries(TOLD).map(([name, most]) => [name, cut(String(meta[name] ?? "").trim(), most)]);
  return Object.fromEntries(told.filter(([, text]) => text));
}

const cut = (/** @type {string} */ text, /** @type {number} */ most) =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;

// --- packing -------------------------------------------------------------------------------------

const MOST = 4_000_000; // characters that an address may unfold to

/** @param {import("./puzzles.js").Document} document */
async function packed(document) {
  const stream = new Blob([JSON.stringify(document)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The error for a link that unfolds to more than any puzzle is. */
export class TooLong extends Error {}

/** The text that was packed; as it is if an address was cut on its way. @param {string} pressed */
async function unpacked(pressed) {
  try {
    const text = atob(pressed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return await bounded(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  } catch (problem) {
    if (problem instanceof TooLong) throw problem;
    return pressed; // reading it says what is wrong
  }
}

/** All of a stream as a text, unless somebody wants to flood us. @param {ReadableStream<any>} stream */
async function bounded(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    if (text.length > MOST) {
      await reader.cancel().catch(() => {});
      throw new TooLong();
    }
  }
  return text;
}
