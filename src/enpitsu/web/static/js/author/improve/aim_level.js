/** "Harder or easier": the sheet moved to another level. */

import { button, h } from "../../dom.js";
import { kindById, knowKinds } from "../../puzzle/puzzles.js";
import { level, t } from "../../words.js";
import { ImproveResult } from "./improve_result.js";

/** Aim at a level. */
export class AimLevel {
  /** @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel @param {import("./board_preview.js").BoardPreview} preview */
  constructor(editor, panel, preview) {
    this.editor = editor;
    this.panel = panel;
    this.preview = preview;
    this.outcome = new ImproveResult(editor, panel, preview);
    this.told = h("p", {});
    this.key = ""; // what is offered
    /** @type {string[]} those that the kind has */
    this.levels = [];
  }

  /** Choose where to. */
  async begin() {
    const { panel, editor } = this;
    this.levels = kindById(await knowKinds(), editor.kind.id).levels;
    const off = editor.on("report", () => this.#offer());
    panel.begin("level", { title: t("improve.menu.level"), ages: false, onEnd: off });
    this.#offer();
    panel.say(this.told.textContent);
  }

  /** The level there is now; "" if it is not known. */
  get #now() {
    const { grade, report, isOld } = this.editor.live.state;
    return isOld || report?.status !== "unique" ? "" : grade?.level || grade?.least || "";
  }

  #offer() {
    const now = this.#now;
    const isUnique = this.editor.live.state.report?.status === "unique";
    const key = `${now} ${isUnique}`;
    if (this.panel.body.contains(this.told) && this.key === key) return;
    this.key = key;
    const words = now
      ? t("improve.level.now", { level: level(now) })
      : t(isUnique ? "improve.level.unknown" : "improve.level.not-unique");
    this.told = h("p", {}, words);
    this.panel.show([this.told, isUnique && now ? this.#ways(this.levels.indexOf(now)) : null]);
  }

  #ways(at) {
    const way = (name, to, symbol) =>
      button({
        text: t(`improve.level.${name}`),
        icon: symbol,
        disabled: !(to in this.levels),
        dataset: { way: name },
        onClick: () => this.#go(this.levels[to]),
      });
    const to = (name, index) =>
      h(
        "button",
        {
          type: "button",
          class: "button",
          disabled: index === at,
          "aria-current": index === at ? "true" : null,
          dataset: { level: name },
          onClick: () => this.#go(name),
        },
        level(name),
      );
    return h(
      "div",
      { class: "stack improve-ways" },
      h("div", { class: "row" }, way("easier", at - 1, "minus"), way("harder", at + 1, "plus")),
      h("p", { class: "small quiet", id: "improve-levels" }, t("improve.level.or")),
      h(
        "div",
        { class: "improve-levels-all", role: "group", "aria-labelledby": "improve-levels" },
        this.levels.map(to),
      ),
    );
  }

  #go(name) {
    return this.outcome.run("level", {
      title: t("improve.level.title", { level: level(name) }),
      working: t("improve.level.working"),
      order: { goal: "level", level: name },
      again: () => this.#go(name),
      onDrop: () => this.begin(),
    });
  }
}
