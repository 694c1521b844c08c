/** Buttons that every board has beside it: its kind's tools, and zoom. */

/** @import { Board, Surface } from "../types.d.ts" */

import { button, fill, h } from "../dom.js";
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
  const show = () => {
    for (const [at, each] of made.entries()) each.setAttribute("aria-pressed", String(board.tools[at] === board.tool));
  };
  board.addEventListener("tool", show);
  host.hidden = board.tools.length < 2;
  fill(host, made);
  show();
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
