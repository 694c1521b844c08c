/** Places in the words of the player's language: "r1c2", "row 3". */

import { parsePlace } from "../board/slots.js";
import { t } from "../words.js";

/** @import { Cell } from "../types.d.ts" */

/** The name of a place. @param {string} text as facts have it */
export function placeName(text) {
  const place = parsePlace(text);
  if (place?.kind === "cell") return cellName(place.cell);
  if (place?.kind === "edge") return t("board.place.edge", { a: cellName(place.a), b: cellName(place.b) });
  return place ? t(`board.place.${place.axis}`, { number: place.at + 1 }) : text;
}

/** @param {Cell} cell */
export const cellName = ({ row, col }) => t("board.place.cell", { row: row + 1, col: col + 1 });

/** The names of several places, of the first ones if there are too many. @param {string[]} texts @param {number} [most] */
export function placeNames(texts, most = texts.length) {
  if (texts.length > most) return `${texts.slice(0, most).map(placeName).join(between())}…`;
  const named = texts.map(placeName);
  const last = named.pop() ?? "";
  return named.length ? named.join(between()) + between(true) + last : last;
}

/** What stands between two places of a list, or before its last one. */
export const between = (isLast = false) => t(`board.place.${isLast ? "last" : "next"}`, { before: "", place: "" });

/** The name of a straight way along several edges. @param {Cell[]} ends */
export const wayName = ([a, b]) => t("board.place.way", { a: cellName(a), b: cellName(b) });
