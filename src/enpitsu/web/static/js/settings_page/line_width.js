/** The width of lines on boards, with a picture of it. */

import { field, h, svg } from "../dom.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

const WIDTHS = { least: 2, most: 10, step: 0.4 }; // pixels on a cell of 40

/** A slider; the usual width is the theme's, which may be another one where more contrast is asked for. */
export function lineWidth() {
  const usual = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--usual-line-width"));
  const value = settings().lineWidth ?? usual;
  const said = h("output", { class: "number quiet" }, String(value));
  const slider = h("input", {
    type: "range",
    min: WIDTHS.least,
    max: WIDTHS.most,
    step: WIDTHS.step,
    value,
    onInput: (/** @type {{target: HTMLInputElement}} */ { target }) => {
      const wide = Number(target.value);
      said.textContent = target.value;
      change({ lineWidth: wide === usual ? undefined : wide });
    },
  });
  return h(
    "div",
    { class: "with-preview" },
    field(t("settings.lineWidth.label"), h("span", { class: "row-slider" }, slider, said)),
    preview(),
  );
}

/** A corner of a board: paper, grid, a line, shaded cells, dots. */
function preview() {
  const drawn = svg("svg", {
    viewBox: "-3 -3 206 126",
    class: "preview",
    role: "img",
    "aria-label": t("settings.lineWidth.preview"),
  });
  drawn.append(svg("rect", { x: 0, y: 0, width: 200, height: 120, class: "preview-paper" }));
  const grid = ["M0 40H200M0 80H200", ...[1, 2, 3, 4].map((col) => `M${col * 40} 0V120`)].join("");
  drawn.append(svg("path", { d: grid, class: "preview-grid" }));
  drawn.append(svg("rect", { x: 122, y: 42, width: 36, height: 36, rx: 3, class: "preview-shade" }));
  drawn.append(svg("circle", { cx: 100, cy: 100, r: 3, class: "preview-dot" }));
  drawn.append(svg("path", { d: "M20 20H100V60H60V100H20ZM180 20V100H140", class: "preview-line" }));
  drawn.append(svg("rect", { x: 0, y: 0, width: 200, height: 120, class: "preview-frame" }));
  return drawn;
}
