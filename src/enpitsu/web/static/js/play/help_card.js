/** The card beside (on a phone: under) the board: a hint, what a check found, the steps. */

/** @import { Marks } from "../types.d.ts" */

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { failed } from "../ui.js";
import { t } from "../words.js";
import { Card } from "../workbench/card.js";

const NAMING = new Set(["steps"]); // owners whose sentences all name cells

/** One card; whoever shows something replaces what was there. */
export class HelpCard extends Card {
  /** @type {(() => void) | null} */
  #onClose = null;
  #asking = new AbortController();
  #isNumbered = false;
  /** @type {string | null} */
  owner = null;

  /** @param {HTMLElement} host @param {{board: import("../board/board.js").Board}} session of which the board is asked anew each time @param {() => void} onClosed */
  constructor(host, session, onClosed) {
    super(host, h("h2"));
    this.session = session;
    this.onClosed = onClosed;
    host.after(this.live);
  }

  /**
   * Show something. @param {string} owner
   * @param {{title: string, body?: import("../dom.js").Child, actions?: import("../dom.js").Child, marks?: Marks, say?: string, onClose?: (() => void) | null,
   *   tone?: "" | "bad" | "good"}} what
   */
  show(owner, { title, body = [], actions = [], marks, say = "", onClose = null, tone = "" }) {
    const { hasFocus } = this;
    if (this.owner !== owner) this.#leave();
    this.owner = owner;
    this.#onClose = onClose;
    this.open(title);
    this.tone(tone);
    this.put(body, actions);
    this.#showNumbers(NAMING.has(owner) || this.body.querySelector(".place:not(.is-message)") !== null);
    if (marks) this.session.board.mark(marks);
    this.say(say);
    // Keys stay where they are: a Space meant for the board must never buy help.
    /** @type {HTMLElement} */
    const next = this.foot.querySelector(".is-primary") ?? this.closing;
    if (hasFocus) next.focus({ preventScroll: true });
  }

  /**
   * Ask the server for the owner of now. What nobody waits for any more is aborted: what is told counts as help, shown or not.
   * @template Answer @param {(signal: AbortSignal) => Promise<Answer>} question
   * @returns {Promise<Answer | null>} null if the card was closed or is another's by now, or if it failed, which is told
   */
  async ask(question) {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const found = await question(signal);
      return signal.aborted ? null : found;
    } catch (error) {
      if (signal.aborted) return null;
      this.close();
      failed(error);
      return null;
    }
  }

  /** Close it, whoever's it is, or only if it is this owner's. @param {string | null} [owner] */
  close(owner = this.owner) {
    if (!this.isOpen || owner !== this.owner) return;
    const { hasFocus } = this;
    this.#leave();
    this.owner = null;
    this.hide();
    this.#showNumbers(false);
    this.onClosed();
    if (hasFocus) this.session.board.focus();
  }

  /** While sentences name cells, rows and columns have their numbers, whatever the player chose. @param {boolean} isNaming */
  #showNumbers(isNaming) {
    if (this.#isNumbered === isNaming) return;
    this.#isNumbered = isNaming;
    this.session.board.setOption("numbers", isNaming || settings().numbers);
  }

  #leave() {
    const onClose = this.#onClose;
    this.#onClose = null;
    this.#asking.abort();
    this.session.board.show(null);
    onClose?.();
  }
}

/** While something is asked. */
export const waiting = () => [h("p", { class: "waiting" }, t("play.thinking"))];

/** Paragraphs of a text. @param {...(string | null | undefined)} texts */
export const paragraphs = (...texts) => texts.filter(Boolean).map((text) => h("p", {}, text));
