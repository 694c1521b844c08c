/**
 * The declarations of kinds without js of their own: they come with the page (index.html).
 * @import { Declaration } from "../types.d.ts"
 */

/** @type {Record<string, Declaration> | undefined} */
let declarations;

/** @param {string} id of a kind @returns {Declaration | null} null if it has js of its own */
export function declarationOf(id) {
  declarations ??= JSON.parse(document.querySelector("#declarations")?.textContent ?? "{}");
  return declarations?.[id] ?? null;
}
