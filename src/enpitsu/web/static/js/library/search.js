/** Searching for what the cards show: the library knows names by other words than the page. */

import { collectionName, LEVELS, MINE } from "../puzzle/puzzles.js";
import { kindName, level, t } from "../words.js";

const LEAST = 2; // letters of a kind's name by which it is known while it is being typed

/**
 * A text as the library is asked for it: names of kinds, levels and collections and dates are said
 * as it has written them. @param {string} text @param {{kinds: import("../contract.d.ts").KindAnswer[], collections: string[]}} known
 */
export function searchText(text, { kinds, collections }) {
  const own = withoutNumber(text, kinds);
  const pairs = [
    ...kinds.map((kind) => [kindName(kind), kind.name]),
    ...LEVELS.map((id) => [level(id), id]),
    ...collections.map((id) => [collectionName(id), id]),
  ].sort(([one], [other]) => other.length - one.length);
  const said = pairs.reduce((so, [shown, asked]) => so.replaceAll(anyCase(shown), ` ${asked} `), dates(own));
  return said
    .trim()
    .split(/\s+/)
    .map((word) => begun(word, kinds))
    .join(" ");
}

const anyCase = (words) => new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");

/** "My Kind 3" is a puzzle without a title: its number stands nowhere that could be searched. */
function withoutNumber(text, kinds) {
  const isOwn = (kind) => anyCase(t("library.card.mine", { kind: kindName(kind), number: "" }).trim()).test(text);
  const kind = kinds.find(isOwn);
  return kind ? `${MINE} ${kind.name}` : text;
}

/** A kind's name that is not yet typed to its end. */
function begun(word, kinds) {
  const kind = kinds.find(
    (each) => word.length >= LEAST && kindName(each).toLowerCase().startsWith(word.toLowerCase()),
  );
  return kind && kindName(kind) !== kind.name ? kind.name : word;
}

/** Days in words are days in figures. */
function dates(text) {
  const figures = (year, month, date) => [year, month.padStart(2, "0"), date.padStart(2, "0")].join("-");
  const plain = text.replace(/(\d{4})[/年](\d{1,2})[/月](\d{1,2})日?/g, (_, ...parts) => figures(...parts));
  return plain.replace(/\b[a-z]{3,9}\.? \d{1,2}, \d{4}\b/gi, (words) => {
    const at = new Date(words);
    return Number.isNaN(at.getTime())
      ? words
      : figures(...[at.getFullYear(), at.getMonth() + 1, at.getDate()].map(String));
  });
}
