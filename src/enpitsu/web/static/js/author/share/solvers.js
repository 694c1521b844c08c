/**
 * Test solvers: a link to the sheet as it is, though it is not published; who has tried it, how they did, where they went
 * wrong and what they say.
 * @import { SolverMistakes, DraftSolverAnswer, SolversAnswer } from "../../contract.d.ts"
 */

import * as api from "../../api.js";
import { button, fill, h, icon } from "../../dom.js";
import { failed, sentence, toast, whileBusy } from "../../ui.js";
import { clock, moment, t } from "../../words.js";

/** The link and what came of it. */
export class Solvers {
  /** @type {SolversAnswer} */
  #found = { token: null, solvers: [] };
  #marked = false;

  /** @param {import("../editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.made = h("div", { class: "share-solvers", hidden: true });
    for (const event of ["preview", "unmark", "change"]) editor.on(event, () => this.#unmarked());
    // A sheet that only the browser knows has no solvers yet.
    if (editor.draft.updated) this.#load().catch(() => {});
  }

  get #path() {
    return `/drafts/${this.editor.draft.id}`;
  }

  async #load() {
    this.#found = await api.get(`${this.#path}/solvers`);
    this.#show();
  }

  /** Have the link lead to what the sheet is now, and copy it. */
  async share() {
    const { editor } = this;
    await editor.saver.flush();
    await api.post(`${this.#path}/link`, { puzzle: editor.document() });
    await this.#load();
    await this.#copy();
  }

  async #end() {
    await api.remove(`${this.#path}/link`);
    await this.#load();
  }

  get #link() {
    return `${location.origin}/test/${this.#found.token}`;
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#link);
      toast(t("drafts.solvers.copied"));
    } catch {
      this.made.querySelector("input")?.select(); // not allowed: it can be copied by hand
    }
  }

  #show() {
    const { token, solvers } = this.#found;
    this.made.hidden = !token && !solvers.length;
    fill(
      this.made,
      h("h3", {}, t("drafts.solvers.title")),
      token ? this.#linkPart() : null,
      solvers.length ? h("ul", {}, solvers.map(lineOf)) : h("p", { class: "quiet small" }, t("drafts.solvers.none")),
      solvers.some((solver) => solver.is_same) ? this.#mistakesPart() : null,
    );
  }

  #linkPart() {
    const field = h("input", {
      class: "input",
      readonly: true,
      value: this.#link,
      "aria-label": t("drafts.solvers.link"),
    });
    field.addEventListener("focus", () => field.select());
    return h(
      "div",
      { class: "stack" },
      field,
      h("p", { class: "quiet small" }, t("drafts.solvers.link-text")),
      h(
        "div",
        { class: "row" },
        button({ text: t("drafts.solvers.copy"), icon: "link", onClick: () => this.#copy() }),
        button({ text: t("drafts.solvers.renew"), onClick: () => this.share().catch(failed) }),
        button({ text: t("drafts.solvers.end"), plain: true, onClick: () => this.#end().catch(failed) }),
      ),
    );
  }

  #mistakesPart() {
    const words = h("p", { class: "small", role: "status" });
    const show = button({
      text: t("drafts.solvers.mistakes"),
      icon: "eye",
      plain: true,
      class: "is-link",
      "aria-pressed": "false",
      onClick: () => whileBusy(show, () => this.#showMistakes(show, words)).catch(failed),
    });
    return h("div", {}, show, words);
  }

  async #showMistakes(pressed, words) {
    const isOn = pressed.getAttribute("aria-pressed") === "true";
    this.editor.unmark();
    if (isOn) return;
    /** @type {SolverMistakes} */
    const { mistakes } = await api.get(`${this.#path}/mistakes`);
    this.editor.highlight(
      mistakes.map(({ place }) => place),
      "errors",
    );
    pressed.setAttribute("aria-pressed", "true");
    this.#marked = true;
    const isUnique = this.editor.live.state.report?.status === "unique";
    const none = t(`drafts.solvers.${isUnique ? "no-mistakes" : "not-unique"}`);
    words.textContent = sentence(mistakes.length ? most(mistakes[0]) : none);
  }

  #unmarked() {
    if (!this.#marked) return;
    this.#marked = false;
    this.#show();
  }
}

/** @param {SolverMistakes["mistakes"][number]} mistake */
const most = ({ place, games }) => t("drafts.solvers.most", { place, count: games });

/** @param {DraftSolverAnswer} solver */
function lineOf({ name, state, seconds, hints, updated, is_same: isSame, comments }) {
  const how = state === "solved" ? t("drafts.solvers.hints", { count: hints }) : t(`drafts.solvers.${state}`);
  return h(
    "li",
    { class: `share-test${isSame ? "" : " is-past"}`, title: moment(updated) },
    icon(state === "solved" ? "check" : "clock"),
    h("strong", {}, name || t("drafts.solvers.somebody")),
    h("span", { class: "number" }, clock(seconds)),
    h("span", {}, how),
    isSame ? null : h("span", { class: "quiet" }, t("drafts.tests.changed")),
    comments.map(({ text, written }) => h("blockquote", { title: moment(written) }, text)),
  );
}
