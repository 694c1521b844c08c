/**
 * The editor's page: from 1000 px up the board left and a rail right; below that a slim bar, the
 * board, the verdict in one line, and one part at a time in reach of the thumb.
 *
 * @import { KindAnswer } from "../contract.d.ts"
 * @import { Icon } from "../dom.js"
 * @import { AuthorKind, Kind } from "../types.d.ts"
 * @import { DraftState } from "./editor.js"
 */

import { button, fill, h, icon } from "../dom.js";
import { failed, toast } from "../ui.js";
import { kindName, t } from "../words.js";
import { zoomButtons } from "../workbench/board_buttons.js";
import { listenToKeys } from "../workbench/page_keys.js";
import { Editor } from "./editor.js";
import { section as improve } from "./improve/index.js";
import { OverlayChoice } from "./overlay_choice.js";
import { Pad } from "./pad.js";
import { section as share } from "./share/index.js";
import { clear, sheetPart } from "./sheet_panel.js";
import { Verdict } from "./verdict.js";

/** @type {[string, Icon][]} */
const PARTS = [
  ["pad", "keyboard"],
  ["verdict", "check"],
  ["improve", "solve"],
  ["sheet", "sheet"],
  ["share", "share"],
];
const HELP_KEY = "F1"; // "?" may be a clue

/** The page of one draft. */
export class EditPage {
  #gone = new AbortController();

  /**
   * @param {HTMLElement} main @param {{draft: DraftState, kind: AuthorKind, play: Kind, about: KindAnswer}} what
   * @param {{onConflict: (theirs: DraftState) => void}} tell
   */
  constructor(main, { draft, kind, play, about }, tell) {
    this.about = about;
    this.board = h("div", { class: "edit-board" });
    this.stage = h("section", { class: "edit-stage", "aria-label": t("author.board") }, this.board);
    this.head = h("header", { class: "edit-head" });
    this.acts = h("div", { class: "edit-acts" });
    this.parts = Object.fromEntries(
      PARTS.map(([name]) => [name, h("div", { class: "edit-part", dataset: { part: name } })]),
    );
    this.tabs = Object.fromEntries(PARTS.map(([name, symbol]) => [name, this.#tab(name, symbol)]));
    this.rail = h(
      "aside",
      { class: "edit-rail", "aria-label": t("author.rail") },
      this.head,
      this.acts,
      Object.values(this.parts),
    );
    const tabs = h("nav", { class: "edit-tabs", "aria-label": t("author.parts") }, Object.values(this.tabs));
    this.root = h("div", { class: "edit", dataset: { part: "pad" } }, this.stage, this.rail, tabs);
    fill(main, this.root);
    this.editor = new Editor(
      this.board,
      { draft, kind, play },
      {
        onConflict: tell.onConflict,
        onError: (error) => {
          failed(error);
          this.#showSaved();
        },
      },
    );
    Object.assign(this.root, { editor: this.editor }); // a handle for tests and the curious
    this.overlayChoice = new OverlayChoice(this.editor);
    this.verdict = new Verdict(this.editor, this.overlayChoice.made);
    this.title = h("h1");
    this.saved = h("p", { class: "quiet small" });
    this.undo = this.#act("undo", () => this.editor.undo());
    this.redo = this.#act("redo", () => this.editor.redo());
    this.#furnish();
    const listen = listenToKeys(
      {
        board: () => this.editor.board,
        act: (name) => this.act(name),
        onEscape: () => this.escape(),
        helpKey: HELP_KEY,
      },
      this.#gone.signal,
    );
    this.editor.on("board", listen);
  }

  /** @param {string} name @param {Icon} symbol */
  #tab(name, symbol) {
    return h(
      "button",
      {
        type: "button",
        class: "edit-tab",
        dataset: { tab: name },
        "aria-pressed": String(name === "pad"),
        onClick: () => this.open(name),
      },
      icon(symbol),
      h("span", {}, t(`author.part.${name}`)),
    );
  }

  /** Show a part, where only one is seen; once more: the board gets its room. @param {string} name */
  open(name) {
    const { view } = this.editor;
    view.set({ part: view.get().part === name ? "" : name });
  }

  /** @param {string} part */
  #showPart(part) {
    if (part) this.verdict.leave(part);
    this.root.dataset.part = part;
    for (const [name, tab] of Object.entries(this.tabs)) tab.setAttribute("aria-pressed", String(name === part));
  }

  #furnish() {
    const { editor, parts } = this;
    fill(parts.pad, new Pad(editor).made);
    fill(parts.verdict, this.verdict.made);
    fill(parts.improve, improve(editor));
    fill(parts.share, share(editor));
    fill(
      parts.sheet,
      h(
        "details",
        { class: "edit-fold", open: true },
        h("summary", {}, h("h2", {}, t("author.part.sheet"))),
        sheetPart(editor),
      ),
    );
    for (const [name, part] of Object.entries(parts)) {
      const isEmpty = !part.childElementCount;
      part.hidden = isEmpty;
      this.tabs[name].hidden = isEmpty;
    }
    const strip = h(
      "button",
      {
        type: "button",
        class: "edit-strip",
        "aria-label": t("author.part.verdict"),
        onClick: () => this.open("verdict"),
      },
      this.verdict.strip,
      this.verdict.previewing,
    );
    this.stage.after(strip);
    this.rail.addEventListener("scroll", () => this.#showBar(), { passive: true });
    this.#makeHead();
    this.#makeActs();
    this.#listen();
  }

  #makeHead() {
    const back = h(
      "a",
      { class: "button is-icon is-plain", href: "/edit", "aria-label": t("author.back"), title: t("author.back") },
      icon("back"),
    );
    const help = button({
      text: t("author.help"),
      icon: "help",
      only: "icon",
      plain: true,
      onClick: () => this.act("help"),
    });
    fill(this.head, back, h("div", { class: "edit-title" }, this.title, this.saved), help);
    this.#showTitle();
    this.#showSaved();
  }

  /** @param {"undo" | "redo"} name @param {() => void} onClick */
  #act(name, onClick) {
    return button({ text: t(`author.act.${name}`), icon: name, only: "icon", onClick, dataset: { act: name } });
  }

  #makeActs() {
    const { editor } = this;
    const zoom = h(
      "div",
      { class: "edit-zoom", role: "group", "aria-label": t("author.act.zoom") },
      zoomButtons(() => editor.board, { fit: t("author.act.fit") }),
    );
    fill(this.acts, this.undo, this.redo, zoom, this.verdict.bar);
    this.#showActs();
  }

  #listen() {
    const { editor } = this;
    editor.on("change", () => this.#showActs());
    editor.on("meta", () => this.#showTitle());
    editor.view.subscribe((_, { part }) => this.#showPart(part));
    editor.saver.status.subscribe(() => this.#showSaved());
    const listen = () =>
      editor.board.addEventListener("notice", (/** @type {CustomEventInit} */ { detail }) => toast(detail.text));
    editor.on("board", listen);
    listen();
  }

  #showActs() {
    const { past } = this.editor;
    // Never disabled: a button that goes dead under the focus would lose the keys.
    this.undo.setAttribute("aria-disabled", String(!past.done.length));
    this.redo.setAttribute("aria-disabled", String(!past.undone.length));
  }

  /** The verdict in one line, once its title has been scrolled out of sight. */
  #showBar() {
    const isGone = this.verdict.head.getBoundingClientRect().bottom < this.acts.getBoundingClientRect().bottom;
    this.acts.classList.toggle("with-verdict", isGone);
  }

  #showTitle() {
    const { title } = this.editor.meta;
    this.title.textContent = title || t("author.untitled", { kind: kindName(this.about) });
    document.title = `${this.title.textContent} · ${t("app.name")}`;
  }

  #showSaved() {
    this.saved.textContent = t(`author.saved.${this.editor.saver.state}`);
    this.saved.dataset.state = this.editor.saver.state;
  }

  /** Do what the board's keys ask of the page. @param {string} name */
  act(name) {
    if (name === "help")
      import("../workbench/control_tables.js").then(({ showAuthorHelp }) => showAuthorHelp(this.editor, HELP_KEY));
    else if (name === "check") this.editor.board.say(this.verdict.words());
    else if (name === "solve" || name === "hint") this.overlayChoice.next();
    else if (name === "clear-all") clear(this.editor);
  }

  /** Esc ends what is only shown; false if it is the board's. */
  escape() {
    if (!this.editor.previewed) return false;
    this.editor.preview(null);
    return true;
  }

  /** Take everything off the page. */
  async leave() {
    this.#gone.abort();
    await this.editor.leave();
  }
}
