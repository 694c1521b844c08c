/** The list of improvements; the one that was chosen takes its place until it is closed. */

import { fill, h, icon } from "../../dom.js";
import { t } from "../../words.js";
import { AimLevel } from "./aim_level.js";
import { isPartly } from "./answers.js";
import { BoardPreview } from "./board_preview.js";
import { CanBe } from "./can_be.js";
import { canFill, FillRest } from "./fill_rest.js";
import { NeedlessClues } from "./needless_clues.js";
import { Panel } from "./panel.js";
import { Suggest } from "./suggest.js";

const NARROW = "(max-width: 999px)";
/** @type {Record<string, import("../../dom.js").Icon>} */
const ICONS = { unique: "solve", why: "why", nothing: "alert", fill: "make", needless: "clear", level: "steps" };

/** Which improvements make sense, by how the sheet stands; the first is what most authors want now. */
const OFFERED = {
  unique: ["needless", "level", "why"],
  multiple: ["unique", "fill", "why"],
  none: ["nothing", "unique", "fill", "why"],
  unknown: ["unique", "fill", "why"],
};

/** The section. One can also be begun from elsewhere: event "improve" of the editor, its detail the name. */
export class ImproveMenu {
  #names = "";
  /** @type {Map<string, HTMLElement>} */
  #items = new Map(); // the buttons that are shown

  /** @param {import("../editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.menu = h("ul", { class: "improve-menu" });
    this.none = h("p", { class: "small quiet", hidden: true });
    const preview = new BoardPreview(editor);
    const panel = new Panel(editor, preview, (name) => this.#closed(name));
    this.panel = panel;
    const asking = new CanBe(editor, panel, preview);
    this.acts = {
      unique: () => new Suggest(editor, panel, preview).begin(),
      fill: () => new FillRest(editor, panel, preview).begin(),
      needless: () => new NeedlessClues(editor, panel, preview).begin(),
      level: () => new AimLevel(editor, panel, preview).begin(),
      why: () => asking.begin(),
      nothing: () => asking.askWhole(),
    };
    this.made = h(
      "details",
      { class: "edit-fold improve", open: true },
      h("summary", {}, h("h2", {}, t("improve.title"))),
      this.menu,
      this.none,
      panel.made,
    );
    editor.on("report", () => this.#show());
    editor.on("improve", (name) => this.begin(name));
    this.#show();
  }

  /** Begin an improvement, and bring it into sight. @param {string} name */
  begin(name) {
    this.made.open = true;
    this.menu.hidden = true;
    this.none.hidden = true;
    if (matchMedia(NARROW).matches) this.editor.view.set({ part: "improve" });
    this.editor.unmark();
    this.acts[name]();
    this.panel.made.scrollIntoView({ block: "nearest" });
  }

  #closed(name) {
    this.menu.hidden = false;
    this.#show();
    const [first] = this.#items.values();
    if (name) (this.#items.get(name) ?? first)?.focus({ preventScroll: true });
  }

  /** The improvements that make sense now. While a new answer is awaited the list stays as it is: nothing is worked out within a stroke. */
  #show() {
    const { isOld, isChecking } = this.editor.live.state;
    if (isOld) return;
    const names = this.#wanted();
    this.none.hidden = this.panel.isOpen || names.length > 0 || isChecking;
    this.none.textContent = t("improve.nothing-yet");
    if (names.join() === this.#names) return;
    this.#names = names.join();
    const focused = document.activeElement?.getAttribute("data-improve");
    this.#items = new Map(names.map((name, at) => [name, this.#item(name, at === 0)]));
    fill(
      this.menu,
      [...this.#items.values()].map((item) => h("li", {}, item)),
    );
    if (focused) this.#items.get(focused)?.focus({ preventScroll: true });
  }

  #wanted() {
    const { report } = this.editor.live.state;
    if (!report || !this.editor.document()) return [];
    const offered = { fill: () => canFill(this.editor), needless: () => this.editor.live.wantsNeedless() };
    const wanted = (OFFERED[report.status] ?? []).filter((name) => offered[name]?.() ?? true);
    // What is not finished has no solution for a plain reason: the rest comes first.
    return isPartly(this.editor)
      ? ["fill", ...wanted.filter((name) => !["fill", "nothing", "needless", "level"].includes(name))]
      : wanted;
  }

  #item(name, isFirst) {
    return h(
      "button",
      {
        type: "button",
        class: `improve-item${isFirst ? " is-first" : ""}`,
        dataset: { improve: name },
        onClick: () => this.begin(name),
      },
      icon(ICONS[name]),
      h(
        "span",
        {},
        h("strong", {}, t(`improve.menu.${name}`)),
        h("span", { class: "small quiet" }, t(`improve.about.${name}`)),
      ),
    );
  }
}
