/** The width of lines on boards, with a picture of it. */

import { field, h } from "../dom.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

const WIDTHS = { least: 2, most: 10, step: 0.4 }; // pixels on a cell of 40
const SVG = "http://www.w3.org/2000/svg";

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
    onInput: ({ target }) => {
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
  const svg = build("svg", {
    viewBox: "-3 -3 206 126",
    class: "preview",
    role: "img",
    "aria-label": t("settings.lineWidth.preview"),
  });
  svg.append(build("rect", { x: 0, y: 0, width: 200, height: 120, class: "preview-paper" }));
  const grid = ["M0 40H200M0 80H200", ...[1, 2, 3, 4].map((col) => `M${col * 40} 0V120`)].join("");
  svg.append(build("path", { d: grid, class: "preview-grid" }));
  svg.append(build("rect", { x: 122, y: 42, width: 36, height: 36, rx: 3, class: "preview-shade" }));
  svg.append(build("circle", { cx: 100, cy: 100, r: 3, class: "preview-dot" }));
  svg.append(build("path", { d: "M20 20H100V60H60V100H20ZM180 20V100H140", class: "preview-line" }));
  svg.append(build("rect", { x: 0, y: 0, width: 200, height: 120, class: "preview-frame" }));
  return svg;
}

function build(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
