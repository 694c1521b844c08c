/**
 * Strokes with mouse, finger or pen.
 *
 * With the tool "auto" each gesture does what the player has chosen (hands.js); with one button a
 * click that shades or dots goes round empty, shaded, dot. The other tools do one thing each.
 * @import { Cell } from "/static/js/types.d.ts"
 */

import { hasLine, linesAt } from "./draw.js";

const FORWARD = [null, true, false]; // empty, shaded, dot

/** The stroke that a press begins. */
export function gesture(context) {
  const { tool, secondary, eraser, kit } = context;
  if (eraser || tool === "erase") return erasing(context);
  const actions = context.actions ?? (secondary ? SECONDARY : PRIMARY)[tool];
  return kit.clickOrDrag(context, (point) => (point.cell ? strokesOf(context, actions, point) : {}));
}

const PRIMARY = {
  line: { click: "none", drag: "line" },
  shade: { click: "shade", drag: "shade" },
  dot: { click: "dot", drag: "dot" },
  cross: { click: "cross", drag: "cross" },
};

const SECONDARY = {
  line: PRIMARY.cross,
  shade: PRIMARY.dot,
  dot: PRIMARY.shade,
  cross: PRIMARY.line,
};

const STROKES = {
  line: (context) => lining(context),
  shade: (context) => painting(context, true),
  dot: (context) => painting(context, false),
  cross: (context) => crossing(context),
  erase: (context) => erasing(context),
};

const ROUNDS = {
  shade: (context) => clicking((cell) => cycle(context, cell)),
  dot: (context) => clicking((cell) => cycle(context, cell, true)),
};

const greying = (context) => clicking((cell) => grey(context, cell));

/** The makers of the gestures of a click and of a drag from a point. A click on a clue greys it. */
function strokesOf(context, { click, drag }, { cell, edge }) {
  const meant = (action) => (action === "mark" ? (edge ? "cross" : "dot") : action);
  const clicked = meant(click);
  const isGreyed = isClue(context, cell) && clicked !== "cross";
  const isRound = context.actions && context.scheme === "one" && clicked in ROUNDS;
  return {
    click: isGreyed ? greying : isRound ? ROUNDS[clicked] : STROKES[clicked],
    drag: STROKES[meant(drag)],
  };
}

const clicking = (act) => ({ start: ({ cell }) => act(cell), move: () => {}, end: () => {} });

// --- what may be written where -----------------------------------------------------------------

const isClue = ({ model, kit }, cell) => model.clues.has(kit.cellText(cell));

/** Lines go neither into clues nor into shaded cells. */
export function takesLine(context, cell) {
  return !isClue(context, cell) && context.position.get(context.kit.cellText(cell), "shaded") !== true;
}

/** A cell with a line needs no dot: it is not shaded. */
export function takesDot(context, cell) {
  return !isClue(context, cell) && !hasLine(cell, context.position, context.kit, context.size);
}

/** Shade a cell: the lines that go through it give way. */
function shade({ draft, position, kit, size }, cell) {
  for (const edge of linesAt(cell, position, kit, size)) draft.set(edge, "line", null);
  draft.set(kit.cellText(cell), "shaded", true);
}

/** Empty, shaded, dot: one step forward or back. A line counts as empty. */
export function cycle(context, cell, isBack = false) {
  if (isClue(context, cell)) return;
  const slot = context.kit.cellText(cell);
  const at = takesDot(context, cell) ? FORWARD.indexOf(context.position.get(slot, "shaded") ?? null) : 0;
  const next = FORWARD[(at + (isBack ? 2 : 1)) % 3];
  if (next) shade(context, cell);
  else if (takesDot(context, cell)) context.draft.set(slot, "shaded", next);
}

/** Grey a clue by hand. */
export function grey(context, cell) {
  if (isClue(context, cell)) context.board.toggleUsed(context.kit.cellText(cell));
}

/** From which end an edge is drawn: it grows that way. */
export function remember({ memory, kit }, edge, from) {
  memory.from ??= new Map();
  memory.from.set(edge, kit.cellText(from));
}

// --- lines -------------------------------------------------------------------------------------

/** The first edge decides between drawing and erasing; going back takes the last edge back. */
function lining(context) {
  /** @type {Cell[]} */
  const trail = [];
  /** @type {boolean | null} */
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
    if (!isBack) return pass(next);
    goBack();
    return true;
  };
  let last = null;
  return {
    start: (point) => {
      trail.push(point.cell);
      last = point;
    },
    move: (point) => {
      if (!point.cell) return;
      way(trail.at(-1), last, point, context.kit).every(go);
      last = point;
    },
    end: () => {},
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

/**
 * Paint shades or dots; the first cell decides between writing and erasing. A drag spares what it
 * did not begin on: dots spare shades, shades spare lines.
 */
function painting(context, value) {
  const { kit, position, size, draft } = context;
  /** @type {Cell | null} */
  let first = null;
  /** @type {boolean | null} */
  let wanted = null;
  let [isFromShaded, isFromLine] = [false, false];
  const said = (cell) => position.get(kit.cellText(cell), "shaded") ?? null;
  const isLined = (cell) => hasLine(cell, position, kit, size);
  const begin = (cell) => {
    first = cell;
    wanted = said(cell) === value ? null : value;
    isFromShaded = said(cell) === true;
    isFromLine = isLined(cell);
  };
  const isMeant = (cell) => {
    if (!value && isLined(cell)) return false;
    if (wanted === null) return said(cell) === value;
    if (!value) return said(cell) !== true || isFromShaded;
    // Shades may not touch: a drag fills one colour of the chessboard only.
    const isEven = first !== null && (cell.row + cell.col - first.row - first.col) % 2 === 0;
    return isEven && (isFromLine || !isLined(cell));
  };
  const visit = ({ cell }) => {
    if (!cell) return;
    if (!first) begin(cell);
    if (isClue(context, cell) || !isMeant(cell)) return;
    if (wanted) shade(context, cell);
    else draft.set(kit.cellText(cell), "shaded", wanted);
  };
  return { start: visit, move: visit, end: () => {} };
}

// --- crosses -----------------------------------------------------------------------------------

/** Crosses on edges, from the nearest on; the first decides. */
function crossing(context) {
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
    start: ({ near }) => {
      if (!near) return;
      decide(context.position.get(near, "line"));
      // Only a press puts a cross in the place of a line; a drag spares lines.
      context.draft.set(near, "line", wanted);
    },
    move: ({ edge }) => {
      if (edge) visit(edge);
    },
    end: () => {},
  };
}

// --- erasing -----------------------------------------------------------------------------------

/** Takes away cells and edges that are touched; a click on a cell its lines too. */
function erasing(context) {
  const { kit, draft, position, size } = context;
  let last = null;
  let isClick = true;
  const visit = ({ cell, edge }) => {
    if (!cell) return;
    if (edge) draft.clear(edge);
    else draft.clear(kit.cellText(cell));
    if (last && kit.areNeighbours(last, cell)) draft.clear(kit.edgeText(last, cell));
    isClick &&= !edge && (!last || kit.isSame(last, cell));
    last = cell;
  };
  const end = () => {
    if (isClick && last) for (const line of linesAt(last, position, kit, size)) draft.clear(line);
  };
  return { start: visit, move: visit, end };
}
