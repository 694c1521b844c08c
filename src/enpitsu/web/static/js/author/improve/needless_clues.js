/** Needless clues: what the verdict has found, each shown before it goes; or all that can go together. */

import { button, h } from "../../dom.js";
import { toast } from "../../ui.js";
import { t } from "../../words.js";
import { said } from "./answers.js";
import { ChangeList, taken } from "./change_list.js";
import { ImproveResult } from "./improve_result.js";

/** The list; it follows the sheet, so it is never old. */
export class NeedlessClues {
  #key = ""; // what is shown

  /** @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel @param {import("./board_preview.js").BoardPreview} preview */
  constructor(editor, panel, preview) {
    this.editor = editor;
    this.panel = panel;
    this.preview = preview;
    this.outcome = new ImproveResult(editor, panel, preview);
    this.choices = new ChangeList(editor, panel, preview, {
      take: t("improve.needless.remove"),
      onTake: (clue, sheet) => this.#take(clue, sheet),
    });
    this.told = h("p");
  }

  /** Open it. */
  begin() {
    const off = this.editor.on("report", () => this.#show());
    this.#key = "";
    this.panel.begin("needless", { title: t("improve.menu.needless"), ages: false, onEnd: off });
    this.#show();
    this.panel.say(this.told.textContent);
  }

  #show() {
    const { report, needless, isOld } = this.editor.live.state;
    // While the sheet is looked at anew the old list would lie.
    const isKnown = report?.status === "unique" && !isOld && needless;
    const clues = isKnown ? needless.clues.map(({ text, ...clue }) => ({ texts: [text], ...clue })) : [];
    const words = this.#words({ report, isOld, needless, clues });
    const key = JSON.stringify([words, clues.map(({ texts }) => texts)]);
    if (key === this.#key) return;
    this.#key = key;
    this.told.textContent = words;
    this.choices.show(clues);
    const all = button({ text: t("improve.needless.all"), icon: "clear", onClick: () => this.#all() });
    const same = button({ text: t("improve.needless.same"), onClick: () => this.#all(true), dataset: { same: "" } });
    this.panel.show([this.told, clues.length ? this.choices.made : null], clues.length > 1 ? [all, same] : []);
  }

  #words({ report, isOld, needless, clues }) {
    if (isOld || !report || (report.status === "unique" && !needless)) return t("improve.needless.looking");
    if (report.status !== "unique") return t("improve.needless.not-unique");
    if (!clues.length) return t(`improve.needless.${needless.isDone ? "none" : "looking"}`);
    return t("improve.needless.some", { count: clues.length });
  }

  /**
   * One goes; whether others still may is found out anew, in the same place.
   * @param {import("./change_list.js").Choice} clue @param {import("./change_list.js").NewSheet} sheet
   */
  #take({ texts: [text] }, sheet) {
    taken(this.editor, sheet, text);
    this.panel.title.focus({ preventScroll: true });
    toast(t("improve.taken", { text: said(text) }));
  }

  /** All that can go together. @param {boolean} [keepsLevel] as long as the level stays */
  #all(keepsLevel = false) {
    return this.outcome.run("needless", {
      title: t(keepsLevel ? "improve.needless.same" : "improve.needless.all"),
      working: t("improve.needless.working"),
      order: { goal: "prune", keep_level: keepsLevel },
      again: () => this.#all(keepsLevel),
      onDrop: () => this.begin(),
    });
  }
}
