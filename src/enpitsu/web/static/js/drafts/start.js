/** Where a puzzle begins: a kind, a size; or something that is there already. */

import * as api from "../api.js";
import { SIDES } from "../author/sheet.js";
import { button, h, icon, isTouch } from "../dom.js";
import { showOpening } from "../library/opening.js";
import { beginBlank } from "../puzzle/new_draft.js";
import { thumb } from "../puzzle/puzzles.js";
import { change, settings } from "../settings.js";
import { failed } from "../ui.js";
import { kindName, t } from "../words.js";

const USUAL = [
  [5, 5],
  [8, 8],
  [10, 10],
  [10, 18],
  [15, 15],
  [20, 20],
];
const FIRST = { rows: 10, cols: 10 };
const TEXT = "text";

/** The card of new sheets. @param {import("../contract.d.ts").KindAnswer[]} kinds @returns {HTMLElement} */
export function startCard(kinds) {
  const choice = { kind: kinds[0].id, ...FIRST, ...known(kinds) };
  const sides = new Sides(choice);
  const start = async (event) => {
    event.preventDefault();
    if (!sides.isRight) return sides.complain();
    change({ sheet: { ...choice } });
    await beginBlank(choice.kind, choice).catch(failed);
  };
  return h(
    "section",
    { class: "card draft-start", "aria-labelledby": "draft-start-title" },
    h("h2", { id: "draft-start-title" }, t("drafts.start.title")),
    h(
      "form",
      { class: "draft-form", noValidate: true, onSubmit: start },
      kindCards(kinds, choice),
      sides.node,
      button({ text: t("drafts.start.go"), icon: "edit", primary: true, type: "submit", class: "draft-go" }),
    ),
    others(kinds),
  );
}

/** Begin with the last choice. */
function known(kinds) {
  const { kind, rows, cols } = settings().sheet;
  return kinds.some(({ id }) => id === kind) && [rows, cols].every(isSide) ? { kind, rows, cols } : {};
}

const isSide = (count) => Number.isInteger(count) && count >= SIDES.least && count <= SIDES.most;

function kindCards(kinds, choice) {
  return h(
    "fieldset",
    { class: "draft-kinds" },
    h("legend", { class: "label" }, t("drafts.start.kind")),
    kinds.map((kind) => {
      const picture = h("span", { class: "draft-kind-picture" });
      example(kind.id)
        .then((row) => row && picture.append(thumb(row)))
        .catch(() => {});
      return h(
        "label",
        { class: "draft-kind" },
        h("input", {
          type: "radio",
          name: "kind",
          value: kind.id,
          checked: kind.id === choice.kind,
          onChange: () => (choice.kind = kind.id),
        }),
        picture,
        h("span", { class: "draft-kind-name" }, kindName(kind)),
      );
    }),
  );
}

/** A small puzzle of a kind, to be looked at. */
async function example(kind) {
  const { puzzles } = await api.get("/puzzles", { kind, sort: "size", size: 1 });
  return puzzles[0];
}

/** Rows and columns: typed, stepped, or one of the usual sizes. */
class Sides {
  constructor(choice) {
    this.choice = choice;
    this.inputs = { rows: this.#input("rows"), cols: this.#input("cols") };
    this.error = h("p", { class: "lib-error small", role: "alert", hidden: true }, t("drafts.start.sides", SIDES));
    this.sizes = USUAL.map(([rows, cols]) =>
      button({ text: `${rows}×${cols}`, class: "draft-size", onClick: () => this.#set({ rows, cols }) }),
    );
    this.node = h(
      "div",
      { class: "draft-sides" },
      h(
        "div",
        { class: "draft-steppers" },
        this.#stepper("rows"),
        h("span", { class: "draft-times", "aria-hidden": "true" }, "×"),
        this.#stepper("cols"),
      ),
      h("div", { class: "draft-sizes", role: "group", "aria-label": t("drafts.start.usual") }, this.sizes),
      this.error,
    );
    this.#show();
  }

  get isRight() {
    return isSide(this.choice.rows) && isSide(this.choice.cols);
  }

  complain() {
    this.error.hidden = false;
    const wrong = Object.keys(this.inputs).find((name) => !isSide(this.choice[name]));
    this.inputs[wrong].setAttribute("aria-invalid", "true");
    this.inputs[wrong].focus();
  }

  #input(name) {
    const made = h("input", {
      class: "input number",
      type: TEXT,
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 3,
      name,
      "aria-label": t(`drafts.start.${name}`),
      onInput: () => {
        this.choice[name] = /^\d+$/.test(made.value.trim()) ? Number(made.value) : NaN;
        this.#show(name);
      },
      onFocus: () => made.select(),
    });
    return made;
  }

  #stepper(name) {
    const step = (by, word, symbol) =>
      button({
        text: t(`drafts.start.${word}-${name}`),
        icon: symbol,
        only: "icon",
        onClick: () => this.#step(name, by),
      });
    return h(
      "div",
      { class: "draft-stepper" },
      h("span", { class: "label", "aria-hidden": "true" }, t(`drafts.start.${name}`)),
      h("div", {}, step(-1, "less", "minus"), this.inputs[name], step(1, "more", "plus")),
    );
  }

  #step(name, by) {
    const now = isSide(this.choice[name]) ? this.choice[name] : FIRST[name];
    this.#set({ [name]: Math.min(SIDES.most, Math.max(SIDES.least, now + by)) });
  }

  #set(some) {
    Object.assign(this.choice, some);
    this.#show();
  }

  /** @param {string} [typed] the field that somebody is typing in */
  #show(typed) {
    for (const [name, input] of Object.entries(this.inputs)) {
      if (name !== typed) input.value = String(this.choice[name]);
      input.removeAttribute("aria-invalid");
    }
    this.error.hidden = true;
    const now = `${this.choice.rows}×${this.choice.cols}`;
    for (const each of this.sizes) each.setAttribute("aria-pressed", String(each.textContent === now));
  }
}

/** The other ways in. */
function others(kinds) {
  const way = (symbol, name) => [
    icon(symbol),
    h(
      "span",
      {},
      h("strong", {}, t(`drafts.start.${name}`)),
      h("span", { class: "help" }, t(`drafts.start.${name}-help`)),
    ),
  ];
  const open = button({ text: "", class: "draft-way", onClick: () => showOpening(kinds, "", "edit") });
  open.replaceChildren(...way("open", isTouch() ? "file-touch" : "file"));
  return h(
    "div",
    { class: "draft-ways", role: "group", "aria-label": t("drafts.start.others") },
    open,
    kinds.some(({ pictures }) => pictures)
      ? h("a", { class: "button draft-way", href: "/picture" }, way("image", "picture"))
      : null,
    h("a", { class: "button draft-way", href: "/" }, way("library", "library")),
  );
}
