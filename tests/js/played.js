/** A board of a kind under a hand, without a page: presses, keys and facts. */

import { actionsOf, tableOf } from "../../src/enpitsu/web/static/js/board/hands.js";
import { KIT } from "../../src/enpitsu/web/static/js/board/kit.js";
import { between, hit } from "../../src/enpitsu/web/static/js/board/pointer.js";
import { Draft, PLAIN, Position } from "../../src/enpitsu/web/static/js/board/position.js";

const STUCK = { down: 0, right: 0, squeeze: { top: 1, left: 1 } };
const PAINTED = { scale: 40, width: 800, height: 800, at: (x, y) => ({ row: y / 40, col: x / 40 }) };

export const text = (id, args) => [id, ...Object.values(args ?? {})].join(" ");

/** @param {import("../../src/enpitsu/web/static/js/types.d.ts").Kind} kind @param {object} puzzle @param {string[]} facts */
export function played(kind, puzzle, facts = []) {
  const position = Position.of(facts);
  const memory = {};
  const cell = { row: 0, col: 0 };
  const used = new Set();
  const model = kind.read(puzzle, KIT);
  const scene = kind.draw(model, KIT);
  const size = { rows: scene.rows, cols: scene.cols, hasSides: scene.hasSides };
  const things = new Set(scene.shapes.map(({ of }) => of).filter(Boolean));
  const board = {
    tool: "auto",
    setTool: (name) => Object.assign(board, { tool: name }),
    toggleUsed: (thing) => used.add(thing),
    isUsed: (thing) => used.has(thing),
    redraw() {},
    moveTo: (to) => Object.assign(cell, to),
    surface: { view: PAINTED, thing: (name) => (things.has(name) ? { classList: { toggle() {} } } : undefined) },
  };
  const context = (more) => ({
    board,
    kit: KIT,
    model,
    size,
    position,
    tool: board.tool,
    text,
    cell: { ...cell },
    memory,
    helpers: {},
    preview() {},
    draft: new Draft(position, PLAIN, () => {}),
    ...more,
  });
  const point = ([row, col]) => ({ ...hit({ row, col }, size, STUCK), alt: false, ctrl: false });
  const hand = {
    scene,
    used,
    position,
    memory,
    context,
    get facts() {
      return position.facts().toSorted();
    },
    tool(name) {
      board.setTool(name);
      return hand;
    },
    /** A press at a spot, through others, as the board makes it. @param {[number, number][]} path */
    drag(path, { secondary = false, isLong = false, type = "mouse", hands } = {}) {
      const scheme = type === "touch" ? "one" : "two";
      const how = { secondary: secondary || isLong, isLong, type, eraser: false, scheme };
      const isChosen = !kind.hands.fixed.includes(board.tool);
      const actions = isChosen ? actionsOf(tableOf(kind.hands, kind.hands.presets[hands]), how) : null;
      const first = point(path[0]);
      if (first.cell) Object.assign(cell, first.cell);
      const stroke = kind.gesture(context({ ...how, actions }));
      stroke.start(first);
      let last = path[0];
      for (const to of path.slice(1)) {
        const steps = between({ row: last[0], col: last[1] }, { row: to[0], col: to[1] });
        for (const { row, col } of steps) stroke.move(point([row, col]));
        last = to;
      }
      if (type === "mouse") stroke.move(point(last));
      stroke.end(point(last));
      return hand;
    },
    click: (spot, how) => hand.drag([spot], how),
    tap: (spot, how) => hand.drag([spot], { type: "touch", ...how }),
    key(...actions) {
      for (const action of actions) kind.key(context({ moveTo: board.moveTo }), action);
      return hand;
    },
    go(row, col) {
      Object.assign(cell, { row, col });
      return hand;
    },
    label: (row, col) => kind.label({ row, col }, context()),
    paint: (name) => {
      const thing = (of) => board.surface.thing(of);
      return kind.paint(name, { ...context(), place: KIT.parsePlace(name), view: PAINTED, thing, levelOf: () => 0 });
    },
  };
  return hand;
}
