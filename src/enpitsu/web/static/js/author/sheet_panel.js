/** The sheet as a whole: size, turns, symmetry, the kind's settings, title, author and note. */

import { button, check, field, fill, h, select } from "../dom.js";
import { confirm, dialog } from "../ui.js";
import { t } from "../words.js";
import { keepFocus } from "./keep_focus.js";
import { SIDES } from "./sheet.js";
import { symmetriesOf } from "./symmetry.js";

/** @type {[import("./sheet.js").Turn, import("../dom.js").Icon][]} */
const TURNS = [
  ["rotate270", "turn-left"],
  ["rotate90", "turn-right"],
  ["mirror", "mirror"],
  ["flip", "flip"],
];
const ANCHORS = ["top-left", "top-right", "bottom-left", "bottom-right", "middle"];
const MOST = { title: 200, author: 200, note: 2000 };

/** The section of the rail. @param {import("./editor.js").Editor} editor */
export function sheetPart(editor) {
  const [size, symmetry, own] = [h("div", { class: "size-cross" }), h("div"), h("div", { class: "stack" })];
  const turns = h(
    "div",
    { class: "row turn-row", role: "group", "aria-label": t("author.turn.label") },
    TURNS.map(([how, name]) =>
      button({ text: t(`author.turn.${how}`), icon: name, only: "icon", onClick: () => editor.turn(how) }),
    ),
    button({ text: t("author.clear"), icon: "clear", danger: true, class: "is-right", onClick: () => clear(editor) }),
  );
  let shown = "";
  const show = () => {
    // Most strokes change nothing of it.
    const {
      sheet: { rows, cols },
      kind,
      symmetry: chosen,
    } = editor;
    const now = JSON.stringify([rows, cols, chosen, kind.settings?.(editor.sheet)]);
    if (now === shown) return;
    shown = now;
    keepFocus(size, () => showSize(size, editor));
    keepFocus(symmetry, () => showSymmetry(symmetry, editor));
    keepFocus(own, () => showSettings(own, editor));
  };
  editor.on("change", show);
  editor.on("symmetry", show);
  show();
  return h("div", { class: "stack sheet-part" }, size, turns, symmetry, own, about(editor));
}

/** Plus and minus at each side, the size in the middle. */
function showSize(host, editor) {
  const { rows, cols } = editor.sheet;
  const step = (side, by) => {
    const count = side === "top" || side === "bottom" ? rows : cols;
    const isOver = by > 0 ? count >= SIDES.most : count <= SIDES.least;
    return button({
      text: t(`author.size.${by > 0 ? "add" : "cut"}-${side}`),
      icon: by > 0 ? "plus" : "minus",
      only: "icon",
      disabled: isOver,
      dataset: { name: `${side}${by}` },
      onClick: () => editor.resize({ [side]: by }),
    });
  };
  const pair = (side) => h("div", { class: `size-${side}` }, step(side, -1), step(side, 1));
  const middle = h(
    "button",
    {
      type: "button",
      class: "button size-middle",
      title: t("author.size.title"),
      dataset: { name: "size" },
      onClick: () => askSize(editor),
    },
    h("strong", { class: "number" }, `${rows}×${cols}`),
    h("span", { class: "small quiet" }, t("author.size.change")),
  );
  fill(host, pair("top"), pair("left"), middle, pair("right"), pair("bottom"));
}

async function askSize(editor) {
  const { rows, cols } = editor.sheet;
  const number = (value) =>
    h("input", {
      class: "input",
      type: "number",
      min: SIDES.least,
      max: SIDES.most,
      step: 1,
      value: String(value),
      required: true,
    });
  const [height, width] = [number(rows), number(cols)];
  const anchor = select(
    ANCHORS.map((name) => [name, t(`author.size.${name}`)]),
    ANCHORS[0],
    () => {},
  );
  const body = [
    h("div", { class: "row size-fields" }, field(t("author.size.rows"), height), field(t("author.size.cols"), width)),
    field(t("author.size.keep"), anchor, t("author.size.lost")),
  ];
  const chosen = await dialog({
    title: t("author.size.title"),
    body,
    actions: [{ text: t("app.cancel") }, { text: t("author.size.go"), value: true, primary: true }],
    onOpen: (made, choose) =>
      made.addEventListener(
        "keydown",
        ({ key, target }) => key === "Enter" && target instanceof HTMLInputElement && choose(true),
      ),
  });
  if (!chosen || ![height, width].every((input) => input.checkValidity())) return;
  editor.resize(sides(Number(height.value) - rows, Number(width.value) - cols, anchor.value));
}

/** At which sides so many rows and columns come to a sheet. */
export function sides(down, across, anchor) {
  if (anchor === "middle") {
    const [top, left] = [Math.trunc(down / 2), Math.trunc(across / 2)];
    return { top, bottom: down - top, left, right: across - left };
  }
  const [high, wide] = anchor.split("-");
  return { [high === "top" ? "bottom" : "top"]: down, [wide === "left" ? "right" : "left"]: across };
}

function showSymmetry(host, editor) {
  const names = symmetriesOf(editor.sheet);
  const value = names.includes(editor.symmetry) ? editor.symmetry : "none";
  const chooser = select(
    names.map((name) => [name, t(`author.symmetry.${name}`)]),
    value,
    (name) => editor.setSymmetry(name),
    { "data-name": "symmetry" },
  );
  fill(host, field(t("author.symmetry.label"), chooser));
}

function showSettings(host, editor) {
  const all = editor.kind.settings?.(editor.sheet) ?? [];
  host.hidden = !all.length;
  fill(
    host,
    all.map((setting) => FORMS[setting.form](setting, editor)),
  );
}

const words = (editor, name) => t(`${editor.kind.id}.author.setting.${name}`);

const FORMS = {
  flag: ({ name, value }, editor) => {
    const made = check(words(editor, name), value, (isOn) => editor.set(name, isOn));
    made.querySelector("input")?.setAttribute("data-name", name);
    return made;
  },
  choice: ({ name, value, choices }, editor) =>
    field(
      words(editor, name),
      select(
        choices.map((each) => [each, words(editor, `${name}-${each}`)]),
        value,
        (chosen) => editor.set(name, chosen),
        { "data-name": name },
      ),
    ),
  colours: (setting, editor) => colours(setting, editor),
};

/** A list of colours: each can be changed or taken away, and others added. */
function colours({ name, value, least = 1, most = Infinity }, editor) {
  const give = (list) => editor.set(name, list);
  const one = (colour, at) =>
    h(
      "span",
      { class: "colour" },
      h("input", {
        type: "color",
        value: colour,
        "aria-label": t("author.colour.change", { number: at + 1 }),
        dataset: { name: `${name}${at}` },
        onChange: (event) => give(value.with(at, event.target.value)),
      }),
      value.length > least
        ? button({
            text: t("author.colour.remove", { number: at + 1 }),
            icon: "close",
            only: "icon",
            plain: true,
            onClick: () => give(value.toSpliced(at, 1)),
          })
        : null,
    );
  const add =
    value.length < most &&
    button({ text: t("author.colour.add"), icon: "plus", only: "icon", onClick: () => give([...value, fresh(value)]) });
  return h(
    "fieldset",
    {},
    h("legend", { class: "label" }, words(editor, name)),
    h("div", { class: "row" }, value.map(one), add),
  );
}

const COLOURS = ["#c0392b", "#1f6fb2", "#2e8b57", "#d68910", "#7d3c98", "#117a8b", "#8d5524", "#5d6d7e"];
const fresh = (value) => COLOURS.find((colour) => !value.includes(colour)) ?? COLOURS[0];

async function clear(editor) {
  if (!editor.sheet.facts.length) return;
  if (await confirm(t("author.clear-title"), t("author.clear-text"), t("author.clear"), { danger: true }))
    editor.clear();
}

/** Title, author, note. */
function about(editor) {
  const line = (name) =>
    field(
      t(`author.meta.${name}`),
      h("input", {
        class: "input",
        value: editor.meta[name],
        maxlength: MOST[name],
        autocomplete: "off",
        onInput: ({ target }) => editor.setMeta({ [name]: target.value }),
      }),
    );
  const note = field(
    t("author.meta.note"),
    h("textarea", {
      class: "input",
      rows: 3,
      value: editor.meta.note,
      maxlength: MOST.note,
      onInput: ({ target }) => editor.setMeta({ note: target.value }),
    }),
    t("author.meta.note-help"),
  );
  return h("div", { class: "stack" }, line("title"), line("author"), note);
}

export { clear };
