/**
 * The js of kinds: their own, or what follows from their declarations. A bundle has that of our own kinds in it;
 * scripts/bundle.js writes this module anew for it.
 */

import { declarationOf } from "./kit/declared.js";
import { boardOf, play } from "./kit/play.js";

/** @param {string} id @param {"index" | "author"} name */
const part = async (id, name) => (await import(`../kinds/${id}/${name}.js`)).default;

/** The js of a kind for playing. @param {string} id of a kind @returns {Promise<import("./types.d.ts").Kind>} */
export async function board(id) {
  const declaration = declarationOf(id);
  return declaration ? play(declaration) : boardOf(await part(id, "index"));
}

/** The js of a kind for making puzzles. @param {string} id of a kind @returns {Promise<import("./types.d.ts").AuthorKind>} */
export async function author(id) {
  const declaration = declarationOf(id);
  const { author: made, authorOf } = await import("./kit/author_kit.js");
  return declaration ? made(declaration) : authorOf(await part(id, "author"));
}
