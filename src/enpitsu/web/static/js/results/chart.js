/**
 * A player's progress as a picture: the time that counts over the dates, clean and helped solves
 * in different shapes, the best so far as a line of steps. Drawn anew when its box changes size.
 */

import { h, svg } from "../dom.js";
import { clock, day, language, moment, t } from "../words.js";

const HEIGHT = 260;
const ROOM = { top: 14, right: 16, bottom: 34, left: 58 };
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];
const DAY = 86_400_000;

/** @param {{solved: string, total: number, is_clean: boolean, best: number}[]} points in order */
export function chart(points) {
  const title = t("results.chart.title");
  const picture = svg("svg", {
    class: "chart",
    role: "img",
    "aria-label": `${title}. ${summary(points)}`,
    height: HEIGHT,
  });
  const draw = () => picture.replaceChildren(...drawn(points, Math.max(260, picture.clientWidth || 640)));
  const seen = new ResizeObserver(draw);
  seen.observe(picture);
  const figure = h(
    "figure",
    { class: "stack" },
    h("figcaption", { class: "stack" }, h("strong", {}, title), h("span", { class: "legend" }, legend())),
    picture,
    details(points),
  );
  return { element: figure, leave: () => seen.disconnect() };
}

function summary(points) {
  const [first, last] = [points[0], points.at(-1)];
  return t("results.chart.summary", {
    count: points.length,
    from: day(first.solved),
    to: day(last.solved),
    best: clock(last.best),
    last: clock(last.total),
  });
}

function drawn(points, width) {
  const x = xScale(points, width);
  const y = yScale(points);
  const dots = points.map((point) => dot(point, x(point), y.at(point.total)));
  return [...yAxis(y, width), ...xAxis(points, x, width), best(points, x, y), ...dots];
}

/** Dates to pixels; all at one moment stand in the middle. */
function xScale(points, width) {
  const times = points.map(({ solved }) => Date.parse(solved));
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const [from, room] = [ROOM.left + 12, width - ROOM.left - ROOM.right - 24];
  return ({ solved }) => from + (most > least ? (Date.parse(solved) - least) / (most - least) : 0.5) * room;
}

/** Seconds to pixels, from 0 to a round number above the slowest. */
function yScale(points) {
  const slowest = Math.max(1, ...points.map(({ total }) => total));
  const step = STEPS.find((each) => slowest / each <= 5) ?? Math.ceil(slowest / 5 / DAY) * DAY;
  const top = Math.ceil((slowest * 1.02) / step) * step;
  const room = HEIGHT - ROOM.top - ROOM.bottom;
  return { step, top, at: (seconds) => HEIGHT - ROOM.bottom - (seconds / top) * room };
}

function yAxis({ step, top, at }, width) {
  const made = [];
  for (let seconds = 0; seconds <= top; seconds += step) {
    made.push(
      svg("line", { class: "chart-grid", x1: ROOM.left, x2: width - ROOM.right, y1: at(seconds), y2: at(seconds) }),
    );
    made.push(label(clock(seconds), ROOM.left - 8, at(seconds) + 4, "end"));
  }
  return made;
}

/** The first and the last date, and those between that have room. */
function xAxis(points, x, width) {
  const span = Date.parse(points.at(-1).solved) - Date.parse(points[0].solved);
  const isOneDay = span > 0 && span < DAY;
  const form = new Intl.DateTimeFormat(
    language(),
    isOneDay ? { hour: "numeric", minute: "2-digit" } : { month: "short", day: "numeric" },
  );
  const base = HEIGHT - ROOM.bottom;
  /** @type {SVGElement[]} */
  const made = [svg("line", { class: "chart-axis", x1: ROOM.left, x2: width - ROOM.right, y1: base, y2: base })];
  let free = -Infinity;
  const last = x(points.at(-1));
  for (const point of points) {
    const at = x(point);
    const isLast = at === last;
    if (at < free || (!isLast && at > last - 76)) continue;
    made.push(svg("line", { class: "chart-axis", x1: at, x2: at, y1: base, y2: base + 5 }));
    made.push(label(form.format(new Date(point.solved)), at, base + 20, "middle"));
    free = at + 76;
  }
  return made;
}

/** The best so far goes on until a better one comes. */
function best(points, x, y) {
  const path = points.map((point, at) =>
    at ? `H${x(point)}V${y.at(point.best)}` : `M${x(point)} ${y.at(point.best)}`,
  );
  return svg("path", { class: "chart-best", d: path.join("") });
}

function dot(point, x, y) {
  const made = sign(point.is_clean, x, y);
  const title = svg("title", {});
  title.textContent = `${moment(point.solved)}: ${clock(point.total)}, ${t(point.is_clean ? "results.clean" : "results.helped")}`;
  made.append(title);
  return made;
}

/** A circle is clean, a diamond is helped: never by colour alone. */
function sign(isClean, x, y) {
  if (isClean) return svg("circle", { class: "chart-clean", cx: x, cy: y, r: 5 });
  return svg("path", { class: "chart-helped", d: `M${x} ${y - 6.5}l6.5 6.5-6.5 6.5-6.5-6.5z` });
}

function legend() {
  const entry = (shape, words) => {
    const sign = svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, shape);
    return h("span", { class: "legend-entry" }, sign, words);
  };
  return [
    entry(sign(true, 10, 10), t("results.clean")),
    entry(sign(false, 10, 10), t("results.helped")),
    entry(svg("path", { class: "chart-best", d: "M1 6H9V14H19" }), t("results.chart.best")),
  ];
}

/** The same as a table, for those who cannot see the picture. */
function details(points) {
  const heads = ["date", "total", "help", "best"].map((name) => h("th", { scope: "col" }, t(`results.column.${name}`)));
  const row = ({ solved, total, is_clean: isClean, best: so }) =>
    h(
      "tr",
      {},
      h("td", {}, moment(solved)),
      h("td", { class: "number" }, clock(total)),
      h("td", {}, t(isClean ? "results.clean" : "results.helped")),
      h("td", { class: "number" }, clock(so)),
    );
  return h(
    "details",
    {},
    h("summary", {}, t("results.chart.table")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("results.chart.table") },
      h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, points.toReversed().map(row))),
    ),
  );
}

function label(text, x, y, anchor) {
  const made = svg("text", { class: "chart-label", x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}
