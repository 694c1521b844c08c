/** A card beside the board: a title with a way to close it, a body, and below what can be done. */

import { button, fill, h } from "../dom.js";
import { t } from "../words.js";

/** The frame of a card; a subclass says when it opens, and what `close()` does. */
export class Card {
  isOpen = false;

  /** @param {HTMLElement} host @param {HTMLElement} title @param {HTMLElement} [notice] stands between title and body */
  constructor(host, title, notice) {
    const closing = button({
      text: t("app.close"),
      icon: "close",
      only: "icon",
      plain: true,
      onClick: () => this.close(),
    });
    const live = h("div", { class: "sr-only", role: "status" });
    this.host = host;
    this.title = title;
    this.closing = closing;
    this.live = live;
    this.body = h("div", { class: "card-body" });
    this.foot = h("div", { class: "row card-acts" });
    fill(host, h("div", { class: "card-head" }, title, closing), notice, this.body, this.foot);
  }

  get hasFocus() {
    return this.host.contains(document.activeElement);
  }

  /** Bring it into sight. @param {string} title */
  open(title) {
    this.isOpen = true;
    this.host.hidden = false;
    this.title.textContent = title;
  }

  /** Put something on it. @param {import("../dom.js").Child} body @param {import("../dom.js").Child} actions */
  put(body, actions) {
    fill(this.body, body);
    fill(this.foot, actions);
    this.foot.hidden = !this.foot.childElementCount;
  }

  /** The player closes it. */
  close() {
    this.hide();
  }

  /** Take it out of sight. */
  hide() {
    this.isOpen = false;
    this.host.hidden = true;
    this.put([], []);
  }

  /** @param {"" | "good" | "bad"} name */
  tone(name) {
    this.host.dataset.tone = name;
  }

  /** Speak to those who do not see. @param {string} text */
  say(text) {
    this.live.textContent = text;
  }
}
