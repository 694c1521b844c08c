/**
 * Strokes with mouse, finger or pen.
 *
 * Left drag draws lines, left click shades, right drag dots, right on an edge crosses; with one
 * button a click goes round empty, shaded, dot. Tools narrow the primary button to one of these.
 */

import { hasLine } from "./draw.js";

const FORWARD = [null, true, false]; // empty, shaded, dot

/** The stroke that a press begins. What only a click does is done when the pointer is lifted. */
export function gesture(context) {
  const { tool, secondary, eraser } = context;
  if (eraser || tool === "erase") return erasing(context);
  const make = (secondary ? SECONDARY : PRIMARY)[tool];
  return make(context);
}

const PRIMARY = {
  auto: (context) => lining(context, (cell) => click(context, cell)),
  line: (context) => lining(context, (cell) => grey(context, cell)),
  shade: (context) => painting(context, true),
  dot: (context) => painting(context, false),
  cross: (context) => crossing(context, "near"),
};

const SECONDARY = {
  auto: (context) => marking(context),
  line: (context) => crossing(context, "near"),
  shade: (context) => painting(context, false),
  dot: (context) => painting(context, true),
  cross: (context) => lining(context, () => {}),
};

// --- what may be written where -----------------------------------------------------------------

const isClue = ({ model, kit }, cell) => model.clues.has(kit.cellText(cell));

/** Lines go neither into clues nor into shaded cells. */
export function takesLine(context, cell) {
  return !isClue(context, cell) && context.position.get(context.kit.cellText(cell), "shaded") !== true;
}

/** A cell with a line is neither shaded nor dotted. */
export function takesShade(context, cell) {
  return !isClue(context, cell) && !hasLine(cell, context.position, context.kit, context.size);
}

/** Empty, shaded, dot: one step forward or back. */
export function cycle(context, cell, isBack = false) {
  if (!takesShade(context, cell)) return;
  const slot = context.kit.cellText(cell);
  const at = FORWARD.indexOf(context.position.get(slot, "shaded") ?? null);
  context.draft.set(slot, "shaded", FORWARD[(at + (isBack ? 2 : 1)) % 3]);
}

/** Grey a clue by hand. */
export function grey(context, cell) {
  if (isClue(context, cell)) context.board.toggleUsed(context.kit.cellText(cell));
}

function click(context, cell) {
  if (isClue(context, cell)) return grey(context, cell);
  if (context.scheme === "one") return cycle(context, cell);
  if (!takesShade(context, cell)) return;
  const slot = context.kit.cellText(cell);
  context.draft.set(slot, "shaded", context.position.get(slot, "shaded") === true ? null : true);
}

/** From which end an edge is drawn: it grows that way. */
export function remember({ memory, kit }, edge, from) {
  memory.from ??= new Map();
  memory.from.set(edge, kit.cellText(from));
}

// --- lines -------------------------------------------------------------------------------------

/** The first edge decides between drawing and erasing; going back takes the last edge back. */
function lining(context, clicked) {
  const trail = [];
  let start = null;
  let hasLeft = false;
  let isDrawing = null;
  const draw = (edge, from) => {
    remember(context, edge, from);
    context.draft.set(edge, "line", true);
  };
  const pass = (next) => {
    const edge = context.kit.edgeText(trail.at(-1), next);
    isDrawing ??= context.position.get(edge, "line") !== true;
    if (isDrawing && !(takesLine(context, trail.at(-1)) && takesLine(context, next))) return false;
    if (isDrawing) draw(edge, trail.at(-1));
    else if (context.position.get(edge, "line")) context.draft.set(edge, "line", null);
    trail.push(next);
    return true;
  };
  const goBack = () => {
    context.draft.restore(context.kit.edgeText(trail.at(-1), trail.at(-2)));
    trail.pop();
    if (trail.length === 1) isDrawing = null;
  };
  const go = (next) => {
    const isBack = trail.length > 1 && context.kit.isSame(trail.at(-2), next);
    return isBack ? (goBack(), true) : pass(next);
  };
  let last = null;
  return {
    start: (point) => {
      if (point.cell) trail.push((start = point.cell));
      last = point;
    },
    move: (point) => {
      if (!point.cell || !start) return;
      hasLeft ||= !context.kit.isSame(point.cell, start);
      way(trail.at(-1), last, point, context.kit).every(go);
      last = point;
    },
    end: ({ cell }) => {
      if (start && cell && !hasLeft) clicked(start);
    },
  };
}

/** The cells to pass to where the pointer is; past a corner it goes round as the pointer did. */
function way(from, before, now, kit) {
  const { cell } = now;
  const isPastCorner = Math.abs(cell.row - from.row) === 1 && Math.abs(cell.col - from.col) === 1;
  if (!isPastCorner) return kit.straight(from, cell);
  const border = { row: Math.max(from.row, cell.row), col: Math.max(from.col, cell.col) };
  const when = (axis) => (border[axis] - before[axis]) / (now[axis] - before[axis] || 1);
  const isAcross = when("col") < when("row");
  return [isAcross ? { row: from.row, col: cell.col } : { row: cell.row, col: from.col }, cell];
}

// --- shades and dots ---------------------------------------------------------------------------

/** Paint shades or dots; the first cell decides between writing and erasing. */
function painting(context, value) {
  let first = null;
  let wanted = null;
  let isFromShaded = false;
  const begin = (cell) => {
    first = cell;
    const said = context.position.get(context.kit.cellText(cell), "shaded");
    wanted = said === value ? null : value;
    isFromShaded = said === true;
  };
  const paint = (cell) => {
    const slot = context.kit.cellText(cell);
    const said = context.position.get(slot, "shaded") ?? null;
    if (!takesShade(context, cell) || !isMeant(cell, said)) return;
    context.draft.set(slot, "shaded", wanted);
  };
  const isMeant = (cell, said) => {
    if (wanted === null) return said === value;
    // Shades may not touch: a drag fills one colour of the chessboard only. Dots spare shades.
    if (value) return (cell.row + cell.col - first.row - first.col) % 2 === 0;
    return said !== true || isFromShaded;
  };
  const visit = ({ cell }) => {
    if (!cell) return;
    if (!first) begin(cell);
    paint(cell);
  };
  return {
    start: visit,
    move: visit,
    end: ({ cell }) => {
      if (cell && context.kit.isSame(cell, first)) grey(context, cell);
    },
  };
}

/** Right button: crosses from an edge, dots from inside a cell, one round back with one button. */
function marking(context) {
  let stroke = null;
  let start = null;
  let hasLeft = false;
  return {
    start: (point) => {
      start = point;
      if (!point.cell || isClue(context, point.cell)) return;
      stroke = point.edge ? crossing(context, "edge") : painting(context, false);
      if (point.edge || context.scheme !== "one") stroke.start(point);
    },
    move: (point) => {
      if (!stroke) return;
      const isLeaving = !hasLeft && point.cell && !context.kit.isSame(point.cell, start.cell);
      hasLeft ||= Boolean(isLeaving);
      if (isLeaving && !start.edge && context.scheme === "one") stroke.start(start);
      if (start.edge || hasLeft) stroke.move(point);
    },
    end: () => {
      const isClick = stroke && !hasLeft && !start.edge && context.scheme === "one";
      if (isClick) cycle(context, start.cell, true);
    },
  };
}

// --- crosses -----------------------------------------------------------------------------------

/** Crosses on edges; the first decides. `reach`: "edge" close to it, "near" the nearest at once. */
function crossing(context, reach) {
  let wanted; // false: write crosses, null: take them away
  const decide = (said) => {
    wanted = said === false ? null : false;
  };
  const visit = (slot) => {
    const said = context.position.get(slot, "line") ?? null;
    if (wanted === undefined) decide(said);
    if (said === (wanted === null ? false : null)) context.draft.set(slot, "line", wanted);
  };
  return {
    start: (point) => {
      const slot = point[reach];
      if (!slot) return;
      decide(context.position.get(slot, "line"));
      // Only a press puts a cross in the place of a line; a drag spares lines.
      context.draft.set(slot, "line", wanted);
    },
    move: ({ edge }) => {
      if (edge) visit(edge);
    },
    end: () => {},
  };
}

// --- erasing -----------------------------------------------------------------------------------

/** Takes away cells and edges that are touched. */
function erasing(context) {
  let last = null;
  const visit = ({ cell, edge }) => {
    if (!cell) return;
    const { kit, draft } = context;
    if (edge) draft.clear(edge);
    else draft.clear(kit.cellText(cell));
    if (last && kit.areNeighbours(last, cell)) draft.clear(kit.edgeText(last, cell));
    last = cell;
  };
  return { start: visit, move: visit, end: () => {} };
}
