/**
 * The player's sheets as cards: opened, copied, deleted with a way back.
 * @import { DraftRowAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import { factsLine, gradeWords, kindName, levelDots, redrawn } from "../puzzle/puzzles.js";
import { failed, toast } from "../ui.js";
import { language, moment, t } from "../words.js";

const UNDO = 15_000; // ms in which a deletion can be taken back: as long as its message is seen
/** @type {Record<string, [import("../dom.js").Icon, string]>} */
const LOOKS = {
  unique: ["check", " is-good"],
  multiple: ["several", " is-begun"],
  none: ["alert", " is-bad"],
  broken: ["edit", ""],
  unfinished: ["edit", ""],
  unknown: ["why", ""],
};

/** The list of the page. */
export class DraftList {
  /** Timers of those that are to be deleted, by id. @type {Map<string, number>} */
  #going = new Map();

  /** @param {DraftRowAnswer[]} drafts the latest first */
  constructor(drafts) {
    this.drafts = drafts;
    this.count = h("p", { class: "quiet small", role: "status" });
    this.list = h("ul", { class: "lib-cards draft-cards" });
    this.empty = h("div", { class: "lib-empty card draft-empty" }, icon("edit"), h("p", {}, t("drafts.list.empty")));
    this.node = h(
      "section",
      { class: "draft-list", "aria-labelledby": "draft-list-title" },
      h("div", { class: "lib-shelf-head" }, h("h2", { id: "draft-list-title" }, t("drafts.list.title")), this.count),
      this.list,
      this.empty,
    );
    this.hide = () => this.#finish({ keepalive: true });
    addEventListener("pagehide", this.hide);
    this.#show();
  }

  /** Delete a sheet for good. */
  leave() {
    removeEventListener("pagehide", this.hide);
    return this.#finish();
  }

  #show() {
    const shown = this.drafts.filter(({ id }) => !this.#going.has(id));
    fill(
      this.list,
      shown.map((draft) => this.#card(draft)),
    );
    this.list.hidden = !shown.length;
    this.empty.hidden = shown.length > 0;
    this.count.textContent = shown.length ? t("drafts.list.count", { count: shown.length }) : "";
  }

  #card(draft) {
    const title = titleOf(draft);
    const small = (name, symbol, onClick) =>
      button({ text: t(`drafts.list.${name}`, { title }), icon: symbol, only: "icon", plain: true, onClick });
    return h(
      "li",
      { class: "lib-card draft-card", dataset: { id: draft.id, kind: draft.kind } },
      h(
        "a",
        { class: "lib-card-main", href: `/edit/${draft.id}` },
        picture(draft),
        h(
          "span",
          { class: "lib-card-text" },
          h("span", { class: "lib-card-title" }, title),
          h("span", { class: "lib-card-facts quiet" }, factsLine(draft), levelDots(draft.level)),
          verdict(draft),
          draft.level ? gradeWords(draft) : null,
          h("span", { class: "lib-card-facts quiet draft-when", title: moment(draft.updated) }, when(draft.updated)),
        ),
      ),
      h(
        "div",
        { class: "draft-acts" },
        small("copy", "several", () => this.#copy(draft).catch(failed)),
        small("delete", "clear", () => this.#delete(draft)),
      ),
    );
  }

  async #copy({ id }) {
    const { content, status, level, length } = await api.get(`/drafts/${id}`);
    const { title } = content.meta ?? {};
    const meta = { ...content.meta, title: title ? t("author.conflict.copied", { title }) : "" };
    const row = await api.post("/drafts", {
      content: { ...content, meta, document: content.document && { ...content.document, meta } },
      status,
      level,
      length,
    });
    this.drafts = [row, ...this.drafts];
    this.#show();
    toast(t("drafts.list.copied"));
    this.list.querySelector("a")?.focus();
  }

  /** It only hides until nobody can want it back. */
  #delete(draft) {
    const { id } = draft;
    const at = [...this.list.children].findIndex((card) => card.getAttribute("data-id") === id);
    const timer = setTimeout(() => this.#remove(id).catch(failed), UNDO);
    this.#going.set(id, timer);
    this.#show();
    (this.list.children[at] ?? this.list.lastElementChild)?.querySelector("a")?.focus();
    const back = () => {
      if (!this.#going.has(id)) return;
      clearTimeout(this.#going.get(id));
      this.#going.delete(id);
      this.#show();
    };
    toast(t("drafts.list.deleted", { title: titleOf(draft) }), {
      action: { text: t("drafts.list.undo"), onClick: back },
    });
  }

  async #remove(id, more) {
    clearTimeout(this.#going.get(id));
    this.#going.delete(id);
    this.drafts = this.drafts.filter((draft) => draft.id !== id);
    await api.remove(`/drafts/${id}`, more);
  }

  #finish(more) {
    return Promise.all([...this.#going.keys()].map((id) => this.#remove(id, more).catch(() => {})));
  }
}

/** The name of a sheet. @param {{title: string, kind: string}} draft */
const titleOf = ({ title, kind }) => title || t("author.untitled", { kind: kindName(kind) });

/** Its picture, which is another after each change. */
function picture({ id }) {
  const image = h("img", { alt: "", loading: "lazy", decoding: "async" });
  const draw = () => {
    image.src = api.address(`/drafts/${id}/picture`, { theme: document.documentElement.dataset.theme ?? "light" });
  };
  redrawn(image, draw);
  draw();
  return h("span", { class: "lib-thumb" }, image);
}

/** Day and time in short: the year is seldom in doubt. */
const when = (date) =>
  new Intl.DateTimeFormat(language(), { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }).format(
    new Date(date),
  );

function verdict({ status }) {
  if (!status || !(status in LOOKS)) return null;
  const [symbol, look] = LOOKS[status];
  return h("span", { class: `chip${look}` }, icon(symbol), t(`author.verdict.${status}`));
}
