/**
 * Progress and ranking of one kind, size and level.
 * @import { Class } from "./classes.js"
 */

import * as api from "../api.js";
import { field, fill, h } from "../dom.js";
import { failed } from "../ui.js";
import { t } from "../words.js";
import { chart } from "./chart.js";
import { idOf } from "./classes.js";
import { className, rankingTable } from "./tables.js";

/** The part of the page about one class: those that the player has solved come first, then all there are. */
export class ClassResults {
  #leave = () => {};
  #turn = 0;

  /** @param {{bests: Class[], classes: Class[]}} known @param {(kind: string) => string} name */
  constructor({ bests, classes }, name) {
    this.all = new Map([...classes, ...bests].map((each) => [idOf(each), each]));
    this.first = bests[0] ?? classes[0];
    this.progress = h("div", { class: "stack" });
    this.ranking = h("div", { class: "stack" });
    this.said = h("span", { class: "chip" });
    this.name = name;
    this.picker = h(
      "select",
      { class: "input", onChange: ({ target }) => this.show(this.all.get(target.value) ?? this.first) },
      groups(bests, classes, name),
    );
    this.element = h(
      "div",
      { class: "of-class at-class", id: "class" },
      h(
        "section",
        { class: "card stack", "aria-labelledby": "progress" },
        h(
          "div",
          { class: "row is-apart" },
          h("h2", { id: "progress" }, t("results.progress")),
          field(t("results.class"), this.picker),
        ),
        this.progress,
      ),
      h(
        "section",
        { class: "card stack", "aria-labelledby": "ranking" },
        h("div", { class: "row is-apart" }, h("h2", { id: "ranking" }, t("results.ranking")), this.said),
        h(
          "p",
          { class: "quiet" },
          t("results.ranking-about"),
          " ",
          h("a", { href: "/results/ranking" }, t("results.players.title")),
        ),
        this.ranking,
      ),
    );
  }

  /** Show the class of a result, or the first one if nothing counts in it. @param {Class} [result] */
  showThatOf(result) {
    return this.show((result && this.all.get(idOf(result))) ?? this.first);
  }

  /** Show a class. @param {Class} wanted */
  async show(wanted) {
    const turn = ++this.#turn;
    this.picker.value = idOf(wanted);
    this.said.textContent = className(wanted, this.name);
    const { kind, rows, cols, level } = wanted;
    try {
      const query = { kind, rows, cols, level };
      const [{ points }, { ranking }] = await Promise.all([
        api.get("/results/progress", query),
        api.get("/ranking", query),
      ]);
      if (turn === this.#turn) this.#tell(points, ranking);
    } catch (error) {
      failed(error);
    }
  }

  #tell(points, ranking) {
    this.leave();
    const drawn = points.length ? chart(points) : null;
    this.#leave = drawn?.leave ?? (() => {});
    fill(this.progress, drawn?.element ?? h("p", { class: "quiet" }, t("results.no-first")));
    fill(this.ranking, ranking.length ? rankingTable(ranking) : h("p", { class: "quiet" }, t("results.no-first")));
  }

  leave() {
    this.#leave();
  }
}

function groups(bests, classes, name) {
  const mine = new Set(bests.map(idOf));
  const group = (label, list) =>
    list.length
      ? h(
          "optgroup",
          { label },
          list.map((each) => h("option", { value: idOf(each) }, className(each, name))),
        )
      : null;
  const others = classes.filter((each) => !mine.has(idOf(each)));
  return [
    group(t("results.bests"), bests),
    [...new Set(others.map(({ kind }) => kind))].sort().map((kind) =>
      group(
        name(kind),
        others.filter((each) => each.kind === kind),
      ),
    ),
  ];
}
