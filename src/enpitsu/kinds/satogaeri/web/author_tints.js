/**
 * The tints of countries on a sheet.
 * @import { AuthorContext } from "/static/js/types.d.ts"
 */

import { contentAt } from "./author_sheet.js";
import { TINTS } from "./author_styles.js";

/** @param {Pick<AuthorContext, "kit" | "memory">} context @returns {import("/static/js/kit/author_tints.js").AreaTints} */
function tintsOf({ memory, kit }) {
  memory.tints ??= new kit.AreaTints(TINTS);
  return memory.tints;
}

/** The country of each cell. @param {Pick<AuthorContext, "kit" | "position" | "size">} context */
function countries({ kit, position, size }) {
  const look = kit.lookOf({ position, size });
  return kit.cellsOf(look).map((cell) => contentAt(look, cell, kit).country);
}

/** The tint of a country. @param {Pick<AuthorContext, "kit" | "memory" | "position" | "size">} context @param {number} country */
export const tintOf = (context, country) => tintsOf(context).of(country, () => countries(context), context.size);

/** Countries that a stroke has brought beside one of the same tint get another. @param {AuthorContext} context @param {Set<number>} touched */
export function retint(context, touched) {
  const { board, kit, size } = context;
  const all = countries(context);
  const changed = tintsOf(context).retint(touched, all, size);
  const cells = kit.cellsOf(size).filter((_, at) => changed.has(all[at] ?? -1));
  board.redraw(cells.map(kit.cellText));
}
