/** The kind's tools, and its keys on the screen. */

import { fill, h, icon } from "../dom.js";
import { t } from "../words.js";
import { makeTools } from "../workbench/board_buttons.js";

/** Tools and pad of the board there is now. */
export class Pad {
  #shape = "";
  #keys = [];

  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.tools = h("div", { class: "edit-tools", role: "group", "aria-label": t("author.tools") });
    this.keys = h("div", { class: "edit-keys", role: "group", "aria-label": t("author.pad") });
    this.made = h("div", { class: "edit-pad" }, this.tools, this.keys);
    editor.on("board", () => this.#begin());
    editor.on("change", () => this.show());
    this.#begin();
  }

  #begin() {
    const { board } = this.editor;
    board.addEventListener("tool", () => this.show());
    board.addEventListener("move", () => this.show());
    makeTools(this.tools, board, `${this.editor.kind.id}.author`);
    this.show();
  }

  /** Show what the chosen cell holds. */
  show() {
    const { board, kind } = this.editor;
    const rows = kind.pad?.(board.context()) ?? [];
    const shape = JSON.stringify(rows.map((row) => row.map(({ on: _, ...key }) => key)));
    if (shape !== this.#shape) this.#makeKeys(rows);
    this.#shape = shape;
    rows.flat().forEach(({ on }, at) => {
      if (on !== undefined) this.#keys[at].setAttribute("aria-pressed", String(Boolean(on)));
    });
  }

  #makeKeys(rows) {
    const made = rows.map((row) => row.map((key) => this.#key(key)));
    this.#keys = made.flat();
    this.keys.hidden = !this.#keys.length;
    fill(
      this.keys,
      made.map((row) => h("div", { class: "pad-row" }, row)),
    );
  }

  #key({ action, tool, text, icon: name, label }) {
    const press = () => {
      const { board } = this.editor;
      if (tool) board.setTool(tool);
      else board.act(action);
      this.show();
    };
    // The board keeps the keys: a press on the pad must not take them away.
    const stay = (event) => event.preventDefault();
    return h(
      "button",
      {
        type: "button",
        class: "pad-key",
        "aria-label": label,
        title: label,
        onClick: press,
        onPointerdown: stay,
        onMousedown: stay,
        dataset: { key: tool ?? action },
      },
      name ? icon(name) : text,
    );
  }
}
