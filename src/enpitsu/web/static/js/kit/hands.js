/**
 * What hands can choose on the board of a declared kind: tools, actions and presets.
 *
 * "round" goes round empty, mark, denial; "mark" denies: a dot, near an edge a cross.
 * @import { Hands, HandsTable } from "../types.d.ts"
 * @import { Sorts } from "./sorts.js"
 */

import { NUMBER, SMALL } from "./sorts.js";

export const ROUND = "round";
export const MARK = "mark";
const NONE = "none";

/** @param {Sorts} sorts */
const denials = ({ dot, lines }) => [...(dot ? [dot] : []), ...lines.map(({ denial }) => denial)];

/** @param {Sorts} sorts */
export function toolsOf(sorts) {
  const own = [...sorts.lines, ...sorts.paints].map(({ action }) => action);
  return ["auto", ...own, ...denials(sorts), ...(sorts.typed ? [SMALL] : []), "erase"];
}

/** @param {Sorts} sorts @returns {Hands} */
export function handsOf(sorts) {
  const { paints, lines, typed, hasSides } = sorts;
  const isRound = paints.length > 0 || hasSides;
  const clicks = [
    ...(isRound ? [ROUND] : []),
    ...paints.map(({ action }) => action),
    ...lines.filter(({ isOnSides }) => isOnSides).map(({ action }) => action),
    ...(typed ? [NUMBER, SMALL] : []),
    ...(denials(sorts).length > 1 ? [MARK] : []),
    ...denials(sorts),
    "erase",
  ];
  const lined = lines.map(({ action }) => action);
  const drags = [...lined, ...clicks.filter((action) => ![NUMBER, SMALL, ...lined].includes(action))];
  return {
    clicks,
    drags: paints.length ? drags : drags.filter((action) => action !== ROUND),
    presets: presetsOf(sorts),
    fixed: toolsOf(sorts).slice(1),
  };
}

/** A preset: what a click, a drag and all others do. @param {string} click @param {string} drag @param {string} other @returns {HandsTable} */
export const table = (click, drag, other, otherDrag = other) => ({
  click,
  drag,
  "right-click": other,
  "right-drag": otherDrag,
  "long-press": other,
});

/**
 * Hands whose clicks and drags do the same sorts of things.
 * @param {string[]} actions @param {string[]} fixed tools that have actions of their own
 * @param {Record<string, [click: string, drag: string, other: string]>} presets @returns {Hands}
 */
export const handsWith = (actions, fixed, presets) => ({
  clicks: actions,
  drags: actions,
  presets: Object.fromEntries(Object.entries(presets).map(([name, how]) => [name, table(...how)])),
  fixed,
});

/** The first one holds until the player chooses. @param {Sorts} sorts @returns {Record<string, HandsTable>} */
function presetsOf(sorts) {
  const { paints, lines, typed, dot, hasSides } = sorts;
  const [line] = lines;
  if (typed) return { enpitsu: table(NUMBER, line?.action ?? NONE, SMALL, line?.denial ?? NONE) };
  const [paint] = paints;
  if (!paint) {
    const click = hasSides ? ROUND : line.denial;
    const usual = { puzzlink: table(click, line.action, line.denial) };
    return hasSides ? { ...usual, "line-cross": table(line.action, line.action, line.denial) } : usual;
  }
  const other = line ? MARK : dot;
  return {
    puzzlink: table(ROUND, line?.action ?? ROUND, other),
    "shade-dot": table(paint.action, line?.action ?? paint.action, other),
    "dot-shade": table(dot, line?.action ?? dot, paint.action),
  };
}

/** What the press of a tool does that has actions of its own. @param {Sorts} sorts @param {string} tool @param {boolean} isSecondary */
export function fixedActions(sorts, tool, isSecondary) {
  const action = isSecondary ? counterpart(sorts, tool) : tool;
  return { click: action, drag: action };
}

/** The other button of a tool denies what it writes, and writes what it denies. @param {Sorts} sorts @param {string} tool */
function counterpart({ paints, lines, dot }, tool) {
  if (tool === dot) return paints[0].action;
  if (tool === SMALL) return NUMBER;
  const line = lines.find(({ action, denial }) => tool === action || tool === denial);
  if (line) return tool === line.action ? line.denial : line.action;
  return paints.length ? dot : tool;
}
