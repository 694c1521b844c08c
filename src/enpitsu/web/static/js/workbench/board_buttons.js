/** Buttons that every board has beside it: its kind's tools, free marks, and zoom. */

/** @import { Board, Surface } from "../types.d.ts" */

import { HAND } from "../board/board.js";
import { FREE, PENS, penShapes } from "../board/free_marks.js";
import { build, UNIT } from "../board/shapes.js";
import { button, fill, h, svg } from "../dom.js";
import { t } from "../words.js";

const ZOOM = 1.3; // times larger or smaller

/**
 * Put the board's tools into a host; the kind may say how a tool is called and looks.
 * @param {HTMLElement} host @param {Board} board @param {string} who "KIND" or "KIND.author"
 */
export function makeTools(host, board, who) {
  const { kind, model } = board;
  const made = board.tools.map((tool) => {
    const { swatch, ink, sign } = kind.toolLook?.(tool, model) ?? {};
    const look = swatch ? h("span", { class: "swatch", "aria-hidden": "true" }, sign ?? "") : null;
    look?.style.setProperty("background", swatch ?? "");
    look?.style.setProperty("color", ink ?? "#fff");
    const name = kind.toolText?.(tool, model, board.text) ?? t(`${who}.tool.${tool}`);
    return h(
      "button",
      { type: "button", class: "tool", onClick: () => board.setTool(tool), dataset: { tool } },
      look,
      h("span", {}, name),
    );
  });
  const shared = board.free ? [freeTool(board), palette(board)] : [];
  const show = () => {
    for (const [at, each] of made.entries()) each.setAttribute("aria-pressed", String(board.tools[at] === board.tool));
    host.toggleAttribute("data-free", board.tool === FREE);
  };
  board.addEventListener("tool", show);
  host.hidden = made.length + shared.length < 2;
  fill(host, made, shared);
  show();
}

/** A tool that every board has; pressed again, what was chosen before is. @param {Board} board @param {string} tool @param {import("../dom.js").Icon} symbol @param {{class?: string, only?: "icon"}} look */
function sharedTool(board, tool, symbol, look) {
  const made = button({
    text: t(`board.tool.${tool}`),
    icon: symbol,
    ...look,
    "aria-label": t(`board.tool.${tool}`),
    title: t(`board.tool.${tool}`),
    dataset: { tool },
    onClick: () => board.setTool(board.tool === tool ? board.kindTool : tool),
  });
  const show = () => made.setAttribute("aria-pressed", String(board.tool === tool));
  board.addEventListener("tool", show);
  show();
  return made;
}

const freeTool = (/** @type {Board} */ board) => sharedTool(board, FREE, "marker", { class: "tool is-free" });

/** The button of the hand, which moves the board. @param {Board} board */
export const handTool = (board) => sharedTool(board, HAND, "hand", { only: "icon" });

/** Colours and dot to choose from, seen while free marks are written. @param {Board} board */
function palette(board) {
  const { free } = board;
  const pens = PENS.map((pen) => {
    const name = t(`board.free.${pen}`);
    const picture = svg("svg", { viewBox: `0 0 ${UNIT} ${UNIT}`, class: "pen board", "aria-hidden": "true" });
    picture.append(...penShapes(pen).map(build));
    const take = () => free?.take(pen);
    return h(
      "button",
      { type: "button", class: "tool is-pen", "aria-label": name, title: name, dataset: { pen }, onClick: take },
      picture,
    );
  });
  const wipe = button({
    text: t("board.key.free-clear"),
    icon: "clear",
    only: "icon",
    class: "tool",
    dataset: { act: "free-clear" },
    onClick: () => board.clearFree(),
  });
  const show = () => {
    for (const each of pens) each.setAttribute("aria-pressed", String(each.dataset.pen === free?.pen));
  };
  board.addEventListener("tool", show);
  show();
  return h("div", { class: "tool-palette", role: "group", "aria-label": t("board.tool.free") }, pens, wipe);
}

/** Zoom buttons. @param {() => import("../board/board.js").Board} board the one there is now @param {{onZoom?: () => void, fit: string}} how `fit`: its words */
export function zoomButtons(board, { onZoom = () => {}, fit }) {
  /** @param {string} name @param {import("../dom.js").Icon} icon @param {string} text @param {(surface: Surface) => void} act */
  const made = (name, icon, text, act) =>
    button({
      text,
      icon,
      only: "icon",
      dataset: { act: name },
      onClick: () => {
        act(board().surface);
        onZoom();
      },
    });
  return [
    made("zoom-in", "zoom", t("board.key.zoom-in"), (surface) => surface.zoom(ZOOM)),
    made("zoom-out", "zoom-out", t("board.key.zoom-out"), (surface) => surface.zoom(1 / ZOOM)),
    made("fit", "fit", fit, (surface) => surface.fit()),
  ];
}
