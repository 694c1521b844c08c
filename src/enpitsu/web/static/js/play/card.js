/** The card beside (on a phone: under) the board: a hint, what a check found, the steps. */

import { button, fill, h } from "../dom.js";
import { t } from "../words.js";
import { linkPlaces } from "./places.js";

/** One card; whoever shows something replaces what was there. */
export class Card {
  #onClose = null;
  owner = null;

  /** @param {HTMLElement} host @param {import("./session.js").Session} session @param {() => void} onClosed */
  constructor(host, session, onClosed) {
    Object.assign(this, { host, session, onClosed });
    this.live = h("div", { class: "sr-only", role: "status" });
    host.after(this.live);
  }

  get isOpen() {
    return this.owner !== null;
  }

  /**
   * Show something. @param {string} owner
   * @param {{title: string, body?: any[], actions?: any[], marks?: object, say?: string, onClose?: () => void,
   *   tone?: "" | "bad" | "good"}} what
   */
  show(owner, { title, body = [], actions = [], marks, say, onClose = null, tone = "" }) {
    const hadFocus = this.host.contains(document.activeElement);
    if (this.owner !== owner) this.#leave();
    this.owner = owner;
    this.#onClose = onClose;
    this.host.hidden = false;
    this.host.dataset.tone = tone;
    const close = button({ text: t("app.close"), icon: "close", only: "icon", plain: true, onClick: () => this.close() });
    fill(this.host, h("div", { class: "card-head" }, h("h2", {}, title), close), h("div", { class: "card-body" }, body),
      actions.length ? h("div", { class: "row card-acts" }, actions) : null);
    if (marks) this.session.board.mark(marks);
    linkPlaces(this.host.querySelector(".card-body"), this.session.board, marks);
    this.live.textContent = say ?? "";
    // Keys stay where they are: a Space meant for the board must never buy help.
    if (hadFocus) (this.host.querySelector(".card-acts .is-primary") ?? close).focus({ preventScroll: true });
  }

  /** Close it, whoever's it is, or only if it is this owner's. @param {string} [owner] */
  close(owner = this.owner) {
    if (!this.isOpen || owner !== this.owner) return;
    const hadFocus = this.host.contains(document.activeElement);
    this.#leave();
    this.owner = null;
    this.host.hidden = true;
    fill(this.host);
    this.onClosed();
    if (hadFocus) this.session.board.focus();
  }

  #leave() {
    const onClose = this.#onClose;
    this.#onClose = null;
    this.session.board.mark({});
    onClose?.();
  }
}

/** While something is asked. */
export const waiting = () => [h("p", { class: "waiting" }, t("play.thinking"))];

/** Paragraphs of a text. */
export const paragraphs = (...texts) => texts.filter(Boolean).map((text) => h("p", {}, text));
