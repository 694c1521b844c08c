/**
 * The card of an improvement: what is asked, what came of it, and whether that is still about this sheet.
 *
 * Buttons with `data-takes` write to the sheet: they rest while the answer is older than the sheet.
 */

import { button, h, icon } from "../../dom.js";
import { sentence } from "../../ui.js";
import { t } from "../../words.js";
import { Card } from "../../workbench/card.js";
import { isSame } from "../sheet.js";

/** One card; whoever begins something replaces what was there. */
export class Panel extends Card {
  /** @type {AbortController | null} */
  #end = null;
  /** The sheet that was asked about. @type {import("../sheet.js").Sheet | null} */
  #asked = null;
  /** @type {(() => void) | null} */
  #again = null;
  /** @type {(() => void) | null} */
  #onEnd = null;
  #wasOld = false;
  name = "";

  /** @param {import("../editor.js").Editor} editor @param {import("./board_preview.js").BoardPreview} preview @param {(name: string) => void} onClosed */
  constructor(editor, preview, onClosed) {
    const again = button({ text: t("improve.again"), icon: "turn-right", onClick: () => this.#again?.() });
    const old = h(
      "div",
      { class: "improve-old", hidden: true },
      h("p", {}, icon("alert"), h("span", {}, t("improve.old"))),
      again,
    );
    super(
      h("section", { class: "improve-card", "aria-labelledby": "improve-title", hidden: true }),
      h("h3", { tabindex: -1, id: "improve-title" }),
      old,
    );
    this.editor = editor;
    this.preview = preview;
    this.onClosed = onClosed;
    this.old = old;
    this.made = h("div", { class: "improve-panel" }, this.host, this.live);
    editor.on("change", () => this.#age());
    editor.on("leave", () => this.#stop());
  }

  /** True if the sheet is another one than when it was asked. */
  get isOld() {
    return this.#asked !== null && !isSame(this.#asked, this.editor.sheet);
  }

  /**
   * Begin something; what ran before is given up. @param {string} name of the improvement
   * @param {{title: string, again?: (() => void) | null, onEnd?: (() => void) | null, ages?: boolean}} how `again`: ask once more, of
   *   the sheet as it is then; `ages`: whether an answer is one about the sheet of now
   * @returns {AbortSignal} aborted when nobody waits any more
   */
  begin(name, { title, again = null, onEnd = null, ages = true }) {
    this.#stop();
    const end = new AbortController();
    this.#end = end;
    this.#asked = ages ? this.editor.sheet : null;
    this.#again = again;
    this.#onEnd = onEnd;
    this.name = name;
    this.open(title);
    this.host.dataset.improve = name;
    this.tone("");
    this.show([]);
    this.#age();
    this.title.focus({ preventScroll: true });
    return end.signal;
  }

  /** Fill the card, and below it the actions. @param {import("../../dom.js").Child} body @param {import("../../dom.js").Child[]} [actions] */
  show(body, actions = []) {
    const had = document.activeElement;
    const isLost = this.body.contains(had) || this.foot.contains(had);
    this.put(body, actions);
    this.#rest();
    this.host.scrollIntoView({ block: "nearest" });
    if (isLost && !had?.isConnected) this.title.focus({ preventScroll: true });
  }

  /** While it is worked on, with a way out. @param {string} text @param {() => void} [onCancel] */
  wait(text, onCancel = () => this.close()) {
    this.show(this.working(text), [button({ text: t("improve.cancel"), onClick: onCancel, dataset: { cancels: "" } })]);
    this.say(text);
  }

  /** Show an error, with a button to try again; aborted work is nobody's fault. @param {any} error whatever was thrown */
  fail(error) {
    if (error?.name === "AbortError") return;
    if (!error?.code) console.error(error);
    const text = error?.isOffline ? t("app.needs-server") : sentence(error?.message ?? String(error));
    this.tone("bad");
    this.show(h("p", { class: "improve-failure" }, icon("alert"), h("span", {}, text)), [
      button({ text: t("improve.again"), icon: "turn-right", onClick: () => this.#again?.() }),
      button({ text: t("improve.back"), onClick: () => this.close() }),
    ]);
    this.say(text);
  }

  /** A line that says that work goes on. */
  working(text) {
    return h(
      "p",
      { class: "improve-working" },
      h("span", { class: "spinner", "aria-hidden": "true" }),
      h("span", {}, text),
    );
  }

  /** Give up waiting; what has been found stays. */
  cancel() {
    this.#end?.abort();
  }

  /** The list of improvements again. */
  close() {
    if (!this.isOpen) return;
    const { hasFocus } = this;
    this.#stop();
    this.hide();
    this.onClosed(hasFocus ? this.name : "");
  }

  /** Something was written: the card has done its work. @param {string} text what was done */
  done(text) {
    this.close();
    this.say(text);
    this.editor.board.focus();
  }

  #stop() {
    this.#end?.abort();
    this.#end = null;
    this.#asked = null;
    const onEnd = this.#onEnd;
    this.#onEnd = null;
    this.preview.end();
    onEnd?.();
  }

  #age() {
    if (!this.isOpen) return;
    const isOld = this.isOld;
    if (isOld && !this.#wasOld) {
      this.preview.end();
      this.say(t("improve.old"));
    }
    this.#wasOld = isOld;
    this.old.hidden = !isOld;
    this.host.classList.toggle("is-old", isOld);
    this.#rest();
  }

  #rest() {
    for (const each of this.host.querySelectorAll("[data-takes]"))
      each.setAttribute("aria-disabled", String(this.isOld));
  }
}
