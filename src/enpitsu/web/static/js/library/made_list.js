/** Puzzles being made and made, at length: on the page where they are ordered. */

import { button, fill, h } from "../dom.js";
import { edit } from "../puzzle/new_draft.js";
import { drawing, gradeDots, play } from "../puzzle/puzzles.js";
import { failed, toast } from "../ui.js";
import { level, t } from "../words.js";
import { namesOf, progressOf, secondsOf, setAside } from "./job_badge.js";
import * as makings from "./making_jobs.js";

const TICK = 500;
const CHANCE_SEED = 1_000_000_000;

/** The list on the page; tell `leave` when it goes. */
export class MadeList {
  #rows = new Map();

  constructor() {
    this.list = h("ul", { class: "make-list" });
    this.none = h("p", { class: "quiet make-none" }, t("make.none"));
    this.node = h(
      "section",
      { class: "stack", "aria-labelledby": "make-list-title" },
      h("h2", { id: "make-list-title" }, t("make.list")),
      this.none,
      this.list,
    );
    this.end = makings.store.subscribe(() => this.#show());
    this.ticking = setInterval(() => this.#tick(), TICK);
    this.#show();
  }

  leave() {
    this.end();
    clearInterval(this.ticking);
  }

  #show() {
    const list = makings.store.get().makings;
    this.none.hidden = list.length > 0;
    for (const [key, { node }] of this.#rows) {
      if (list.some((each) => each.key === key)) continue;
      node.remove();
      this.#rows.delete(key);
    }
    for (const making of [...list].reverse()) this.#row(making);
    this.#tick();
  }

  #row(making) {
    const state = `${making.state} ${Boolean(making.kept)} ${making.made?.level}`;
    const there = this.#rows.get(making.key);
    if (there?.state === state) return;
    const content = contentOf(making, there?.node.querySelector(".lib-thumb"));
    const node = h("li", { class: `make-item card is-${making.state}`, dataset: { state: making.state } }, content);
    if (there) there.node.replaceWith(node);
    else this.list.prepend(node);
    this.#rows.set(making.key, { node, state, making });
  }

  #tick() {
    for (const { node, making } of this.#rows.values()) {
      const line = node.querySelector(".make-progress");
      if (line) fill(line, progressOf(making), nearest(making));
    }
  }
}

function nearest({ progress, order }) {
  const found = progress.nearest;
  return found && order.level && found !== order.level
    ? ` · ${t("make.making.nearest", { level: level(found) })}`
    : null;
}

/** @param {Element} [picture] the one that stands there already */
const contentOf = (making, picture) =>
  ({ running: runningOf, done: doneOf, failed: failedOf })[making.state](making, picture);
const title = (making) => h("h3", {}, Object.values(namesOf(making)).join(" "));
const seed = ({ order }) => h("span", { class: "quiet small number" }, t("make.making.seed", { seed: order.seed }));

const runningOf = (making) => [
  h(
    "div",
    { class: "make-item-text" },
    title(making),
    h("progress", { "aria-label": Object.values(namesOf(making)).join(" ") }),
    h("p", { class: "make-progress quiet small number" }),
    seed(making),
  ),
  button({ text: t("make.making.cancel"), icon: "close", onClick: () => makings.cancel(making).catch(failed) }),
];

function doneOf(making, picture) {
  const { document, status, attempts } = making.made;
  const { rows, cols = rows } = making.order;
  const time = t("app.time.seconds", { seconds: Math.max(1, Math.round(secondsOf(making))) });
  const took = t("make.making.took", { time, attempts: t("make.making.attempts", { count: attempts }) });
  return [
    picture ?? drawing(document),
    h(
      "div",
      { class: "make-item-text" },
      title(making),
      gradeDots(making.made),
      status === "nearest"
        ? h("p", { class: "small" }, t("make.making.nearest-text", { wanted: level(making.order.level) }))
        : null,
      h("p", { class: "quiet small number" }, took),
      seed(making),
      h(
        "div",
        { class: "row" },
        button({ text: t("make.making.play"), icon: "play", onClick: () => takeOrPlay(making).catch(failed) }),
        button({
          text: t(making.kept ? "make.making.kept" : "make.making.keep"),
          disabled: Boolean(making.kept),
          onClick: () => keepIt(making).catch(failed),
        }),
        button({
          text: t("library.open.edit"),
          icon: "edit",
          onClick: () => edit({ document, rows, cols }).catch(failed),
        }),
        button({ text: t("make.making.another"), onClick: () => again(making).catch(failed) }),
        button({ text: t("make.making.ignore"), plain: true, onClick: () => setAside(making) }),
      ),
    ),
  ];
}

const failedOf = (making) => [
  h(
    "div",
    { class: "make-item-text" },
    h("h3", {}, t("make.making.failed", namesOf(making))),
    h("p", { class: "small" }, making.error),
    seed(making),
  ),
  h(
    "div",
    { class: "row" },
    button({
      text: t("make.making.again"),
      onClick: () =>
        again(making)
          .then(() => makings.ignore(making))
          .catch(failed),
    }),
    button({ text: t("make.making.ignore"), plain: true, onClick: () => setAside(making) }),
  ),
];

const takeOrPlay = (making) => (making.kept ? play(making.kept.id) : makings.take(making));

async function keepIt(making) {
  await makings.keepMade(making);
  toast(t("library.open.kept", { count: 1 }));
}

/** The same request with another seed. */
const again = ({ order }) => makings.start({ ...order, seed: Math.floor(Math.random() * CHANCE_SEED) });
