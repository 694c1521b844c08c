/** Publishing: into the library for all, once it is proved to have one solution. */

import * as api from "../../api.js";
import { button, field, fill, h, icon } from "../../dom.js";
import { same } from "../../puzzle/links.js";
import { change, settings } from "../../settings.js";
import { confirm, dialog, failed, sentence, toast, whileBusy } from "../../ui.js";
import { day, t } from "../../words.js";
import { standing } from "../verdict.js";

const MOST = { title: 200, author: 200, note: 2000 };
const WAIT = 600; // ms: somebody who writes need not be told with each stroke
const HOPELESS = new Set(["multiple", "none", "broken", "unfinished"]);

/** The published part of a sheet. */
export class Published {
  /** @type {import("../editor.js").PuzzleDocument | null} */
  #document = null;
  #timer = 0;
  #turn = 0;

  /** @param {import("../editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.made = h("div", { class: "share-published", role: "status", hidden: true });
    const later = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#compare().catch(failed), WAIT);
    };
    for (const name of ["change", "meta"]) editor.on(name, later);
    editor.on("leave", () => clearTimeout(this.#timer));
    this.#load().catch(failed);
  }

  get row() {
    const { published } = this.editor.draft;
    return published?.is_mine ? published : null; // what was taken back is nobody's
  }

  async #load() {
    if (!this.row) return;
    this.#document = (await api.get(`/puzzles/${this.row.id}`)).document;
    await this.#compare();
  }

  /** True if what is published is what the sheet is. */
  async #compare() {
    if (!this.#document) return;
    const turn = ++this.#turn;
    const own = this.editor.document();
    const [written, theirs] = own ? await Promise.all([own, this.#document].map(plain)) : [];
    if (turn === this.#turn) this.#show(Boolean(own) && same(written, theirs));
  }

  #show(isSame) {
    if (!this.row) return;
    const { id, added, title } = this.row;
    fill(
      this.made,
      h(
        "p",
        {},
        icon("check"),
        h("span", {}, h("strong", {}, t("drafts.publish.done")), " ", h("span", { class: "quiet small" }, day(added))),
      ),
      isSame ? null : h("p", { class: "small share-changed" }, t("drafts.publish.changed")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: inLibrary(title) }, icon("library"), t("drafts.publish.see")),
        h("a", { class: "button", href: `/print?puzzle=${id}` }, icon("print"), t("drafts.share.print")),
        button({ text: t("drafts.publish.unpublish"), icon: "clear", onClick: () => this.#unpublish().catch(failed) }),
      ),
    );
    this.made.classList.toggle("is-changed", !isSame);
    this.made.hidden = false;
  }

  async #unpublish() {
    const { row } = this;
    if (!row) return;
    const text = t("drafts.publish.unpublish-text", { title: row.title });
    if (!(await confirm(t("drafts.publish.unpublish"), text, t("drafts.publish.unpublish"), { danger: true }))) return;
    await api.remove(`/puzzles/${row.id}`);
    this.editor.draft.published = null;
    this.#document = null;
    this.made.hidden = true;
    toast(t("drafts.publish.unpublished"));
  }

  // --- asking ------------------------------------------------------------------------------------

  /** The dialog. */
  async ask() {
    const { editor } = this;
    // What was found before the last stroke proves nothing; the server will say.
    const why = editor.live.state.isOld ? "unknown" : standing(editor);
    if (HOPELESS.has(why)) return refuse(why);
    const fields = {
      title: this.#line("title"),
      author: this.#line("author", await knownName(editor)),
      note: this.#note(),
    };
    const error = h("p", { class: "lib-error", role: "alert", hidden: true });
    const done = await dialog({
      title: t(this.row ? "drafts.publish.again-title" : "drafts.publish.title"),
      body: [
        h("p", { class: "quiet" }, t(this.row ? "drafts.publish.again-text" : "drafts.publish.text")),
        field(t("author.meta.title"), fields.title),
        field(t("author.meta.author"), fields.author),
        field(t("author.meta.note"), fields.note),
        error,
      ],
      onOpen: (made, choose) => made.append(this.#foot(fields, error, choose)),
    });
    if (done) await this.#tell();
  }

  #foot(fields, error, choose) {
    const text = t(this.row ? "drafts.publish.replace" : "drafts.publish.go");
    const go = button({
      text,
      icon: "flag",
      primary: true,
      onClick: async () => (await whileBusy(go, () => this.#go(fields, error))) && choose(true),
    });
    return h("div", { class: "dialog-foot" }, button({ text: t("app.cancel"), onClick: () => choose(false) }), go);
  }

  /** Publish it. @returns {Promise<boolean>} whether that is done */
  async #go(fields, error) {
    const told = Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value.trim()]));
    error.hidden = false;
    error.classList.remove("lib-error");
    error.textContent = t("drafts.publish.working");
    try {
      await this.#send(told);
      return true;
    } catch (problem) {
      error.classList.add("lib-error");
      const { isOffline, message } = /** @type {api.ApiError} */ (problem);
      error.textContent = isOffline ? t("app.needs-server") : sentence(message);
      return false;
    }
  }

  async #send(told) {
    const { editor } = this;
    change({ author: told.author || undefined });
    editor.setMeta(told);
    await editor.saver.flush();
    const row = await api.post(`/drafts/${editor.draft.id}/publish`, { puzzle: editor.document(), ...told });
    editor.draft.published = row;
    await this.#load();
  }

  async #tell() {
    const title = this.row?.title;
    const body = [
      h("p", {}, t("drafts.publish.told")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button is-primary", href: inLibrary(title) }, icon("library"), t("drafts.publish.see")),
      ),
    ];
    await dialog({ title: t("drafts.publish.done"), body });
  }

  #line(name, value = this.editor.meta[name]) {
    return h("input", { class: "input", name, maxlength: MOST[name], autocomplete: "off", value });
  }

  #note() {
    return h("textarea", { class: "input", name: "note", rows: 3, maxlength: MOST.note, value: this.editor.meta.note });
  }
}

/** A document as the server writes it: what is the same looks the same; levels and dates are not the author's. */
async function plain(puzzle) {
  const { text } = await api.post("/dump", { puzzle, format: "json" });
  const { puzzle: own, meta = {} } = JSON.parse(text);
  return { own, told: ["title", "author", "note"].map((name) => meta[name] ?? "") };
}

const inLibrary = (title) =>
  `/?${new URLSearchParams({ collection: "published", sort: "-added", ...(title ? { text: title } : {}) })}`;

/** The name that the author used last, else that of the player. */
async function knownName({ meta }) {
  if (meta.author || settings().author) return meta.author || settings().author;
  return (await api.get("/me").catch(() => ({}))).name ?? "";
}

const refuse = (why) =>
  dialog({
    title: t("drafts.publish.not-yet"),
    body: [h("p", {}, t(`drafts.publish.why-${why}`)), h("p", { class: "quiet" }, t("drafts.publish.needs"))],
    actions: [{ text: t("app.close"), primary: true }],
  });
