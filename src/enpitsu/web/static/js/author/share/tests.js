/** The author plays his own puzzle; his times stand in the editor, grey once the puzzle is another. */

import * as api from "../../api.js";
import { fill, h, icon } from "../../dom.js";
import { router } from "../../router.js";
import { clock, moment, t } from "../../words.js";

const SHOWN = 3;
const WAIT = 300; // ms of rest

/** Test-play and its times. */
export class Tests {
  #puzzle;
  #timer = 0;

  /** @param {import("../editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.made = h("div", { class: "share-tests" });
    this.#puzzle = this.#now();
    // Not within a stroke: the whole sheet is worked out for it.
    const later = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#show(), WAIT);
    };
    editor.on("change", later);
    editor.on("leave", () => clearTimeout(this.#timer));
    this.#show();
  }

  /** Play what the sheet is now. */
  async begin() {
    const { editor } = this;
    const puzzle = editor.graded();
    await editor.saver.flush();
    const { game } = await api.post(`/drafts/${editor.draft.id}/test`, { puzzle });
    await router.go(`/play/${game}`);
  }

  #now() {
    return JSON.stringify(this.editor.made.puzzle ?? null);
  }

  #show() {
    const { tests = [] } = this.editor.draft;
    // The server has compared them with what was opened.
    const isOpened = this.#now() === this.#puzzle;
    const lines = tests.slice(0, SHOWN).map((test) => this.#line(test, isOpened && test.is_same));
    fill(this.made, lines.length ? [h("h3", {}, t("drafts.tests.title")), h("ul", {}, lines)] : []);
    this.made.hidden = !lines.length;
  }

  #line({ seconds, total, is_clean: isClean, hints, solved }, isSame) {
    const how = isClean ? t("drafts.tests.clean") : t("drafts.tests.helped", { count: hints, total: clock(total) });
    return h(
      "li",
      { class: `share-test${isSame ? "" : " is-past"}`, title: moment(solved) },
      icon("clock"),
      h("strong", { class: "number" }, clock(seconds)),
      h("span", {}, how),
      isSame ? null : h("span", { class: "quiet" }, t("drafts.tests.changed")),
    );
  }
}
