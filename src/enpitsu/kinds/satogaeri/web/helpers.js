/**
 * Helpers: strokes that the board writes of itself, when the player wants it: only direct consequences of what
 * stands there, never over the player's own marks.
 * @import { Cell, Slot, WriteContext } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { countryOf } from "./model.js";
import { isSure, linesAt, stops, travels } from "./travels.js";

/** @type {Record<string, (context: WriteContext<Model>, changed: string[]) => void>} */
export const helpers = { stay, dots };

/** "Stays" on circles without number that can go nowhere; taken away when they can again. @param {WriteContext<Model>} context @param {Slot[]} changed */
function stay(context, changed) {
  const { model, position } = context;
  for (const circle of model.circles.values()) {
    if (circle.number !== undefined || linesAt(context, circle.cell).length) continue;
    const isStuck = stops(context, circle).length === 0;
    if (isStuck && position.get(circle.text, "home") === undefined) write(context, changed, circle.text, true);
    else if (!isStuck) context.kit.takeBack(context, circle.text, "home", true);
  }
}

/** "No circle ends here" in countries that have their circle; taken away when it leaves. @param {WriteContext<Model>} context @param {Slot[]} changed */
function dots(context, changed) {
  const { model, kit } = context;
  const sure = travels(context).filter((each) => isSure(context, each));
  const full = new Set(sure.map(({ stand }) => countryOf(model, stand)));
  const ends = new Set(sure.map(({ stand }) => kit.cellText(stand)));
  for (const cell of model.countryCells.flat()) {
    const slot = kit.cellText(cell);
    if (!full.has(countryOf(model, cell))) kit.takeBack(context, slot, "home", false);
    else if (isOpen(context, cell, slot) && !ends.has(slot)) write(context, changed, slot, false);
  }
}

/** Where nothing is said yet: no mark, no track, no circle that has to leave anyway. @param {WriteContext<Model>} context @param {Cell} cell @param {Slot} slot */
function isOpen(context, cell, slot) {
  const { model, position } = context;
  const isNumbered = model.circles.get(slot)?.number !== undefined;
  return position.get(slot, "home") === undefined && !isNumbered && !linesAt(context, cell).length;
}

/** Never write again what the player has just taken away. @param {WriteContext<Model>} context @param {Slot[]} changed @param {Slot} slot @param {boolean} value */
function write({ draft }, changed, slot, value) {
  if (!changed.includes(slot)) draft.set(slot, "home", value);
}
