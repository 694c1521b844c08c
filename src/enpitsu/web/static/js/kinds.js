/** The kinds' own js. A bundle has that of our own kinds in it; scripts/bundle.js writes this module anew for it. */

/** @param {string} id @param {"index" | "author"} name */
const part = async (id, name) => (await import(`../kinds/${id}/${name}.js`)).default;

/** The js of a kind for playing. @param {string} id of a kind @returns {Promise<import("./types.d.ts").Kind>} */
export const board = (id) => part(id, "index");

/** The js of a kind for making puzzles. @param {string} id of a kind @returns {Promise<import("./types.d.ts").AuthorKind>} */
export const author = (id) => part(id, "author");
