/** The form of a puzzle to be made: kind, size, level, and every option that a method has. */

import { button, check, field, fill, h, select } from "../dom.js";
import { kindById, kindName } from "../puzzle/puzzles.js";
import { has, level, t } from "../words.js";

const SIZES = [5, 7, 10, 15, 20, 25];
const LONGEST = 100;
const SLOW_CELLS = 400;
const MOST_SEED = Number.MAX_SAFE_INTEGER;
const CHANCE_SEED = 1_000_000_000;

/** The last choice, for as long as the page lives. */
const last = { kind: "", rows: 10, cols: 10, level: "", seed: "", count: 1, method: {}, options: {}, isOpen: false };

/** The form. */
export class Form {
  /** @param {import("../contract.d.ts").KindAnswer[]} kinds those that can be made @param {() => void} onMake */
  constructor(kinds, onMake) {
    this.kinds = kinds;
    if (!kinds.some(({ id }) => id === last.kind)) last.kind = kinds[0].id;
    this.node = h("form", {
      class: "make-form card stack",
      novalidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        onMake();
      },
    });
    this.#build();
  }

  /** The orders: as many as are wanted, each with a seed of its own. Null, and told, if a field is wrong. */
  orders() {
    /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
    const fields = this.node.querySelectorAll("input, textarea");
    const wrong = [...fields].find((each) => !each.checkValidity());
    if (wrong) {
      wrong.closest("details")?.setAttribute("open", "");
      wrong.reportValidity();
      return null;
    }
    const first = last.seed === "" ? Math.floor(Math.random() * CHANCE_SEED) : Number(last.seed);
    return Array.from({ length: last.count }, (_, at) => this.#order(first + at));
  }

  get #kind() {
    return kindById(this.kinds, last.kind);
  }

  get #maker() {
    const { makers } = this.#kind;
    return makers.find(({ name }) => name === last.method[last.kind]) ?? makers[0];
  }

  get #options() {
    const key = `${last.kind} ${this.#maker.name}`;
    last.options[key] ??= {};
    return last.options[key];
  }

  #order(seed) {
    const { rows, cols, kind } = last;
    const options = Object.fromEntries(Object.entries(this.#options).filter(([, value]) => value !== null));
    return { kind, rows, cols, seed, level: last.level || null, method: this.#maker.name, options };
  }

  // --- inside ------------------------------------------------------------------------------------

  #build() {
    const isFirst = !this.node.childElementCount;
    const focus = isFirst ? null : document.activeElement?.id;
    // Browsers tell of a toggle only some time after it.
    if (!isFirst) last.isOpen = Boolean(this.node.querySelector("details")?.open);
    fill(
      this.node,
      this.#kinds(),
      this.#size(),
      this.#levels(),
      this.#count(),
      this.#more(),
      h("div", { class: "row" }, h("button", { type: "submit", class: "button is-primary make-go" }, t("make.make"))),
    );
    if (focus) document.getElementById(focus)?.focus();
  }

  #chips(label, id, pairs, value, onChoose) {
    const radio = (each, words) =>
      h(
        "label",
        { class: "make-chip" },
        h("input", {
          type: "radio",
          name: id,
          id: `${id}-${each}`,
          value: each,
          checked: each === value,
          onChange: () => onChoose(each),
        }),
        h("span", {}, words),
      );
    const chips = h(
      "div",
      { class: "lib-chips" },
      pairs.map(([each, words]) => radio(each, words)),
    );
    return h("fieldset", { class: "make-set" }, h("legend", { class: "label" }, label), chips);
  }

  #kinds() {
    const pairs = this.kinds.map(({ id }) => [id, kindName(id)]);
    return this.#chips(t("make.kind"), "make-kind", pairs, last.kind, (kind) => {
      last.kind = kind;
      this.#build();
    });
  }

  #levels() {
    const known = /** @type {string[]} */ (this.#kind.levels);
    if (!known.includes(last.level)) last.level = "";
    const pairs = [["", t("make.any-level")], ...known.map((id) => [id, level(id)])];
    return this.#chips(t("make.level"), "make-level", pairs, last.level, (value) => (last.level = value));
  }

  #size() {
    const write = (name, input) => {
      if (!input.checkValidity()) return;
      last[name] = Number(input.value);
      tell();
    };
    const number = (name) =>
      h("input", {
        class: "input number",
        type: "number",
        id: `make-${name}`,
        min: 1,
        max: LONGEST,
        step: 1,
        required: true,
        inputmode: "numeric",
        "aria-label": t(`make.${name}`),
        value: String(last[name]),
        onInput: (event) => write(name, event.target),
      });
    const [rows, cols] = [number("rows"), number("cols")];
    const slow = h("p", { class: "help", role: "status" }, t("make.large"));
    const presets = SIZES.map((side) =>
      button({
        text: `${side}×${side}`,
        class: "lib-chip",
        dataset: { side },
        onClick: () => {
          Object.assign(last, { rows: side, cols: side });
          rows.value = cols.value = String(side);
          tell();
        },
      }),
    );
    const tell = () => {
      slow.hidden = last.rows * last.cols <= SLOW_CELLS;
      const isSide = (side) => last.rows === side && last.cols === side;
      for (const each of presets) each.setAttribute("aria-pressed", String(isSide(Number(each.dataset.side))));
    };
    tell();
    return h(
      "fieldset",
      { class: "make-set" },
      h("legend", { class: "label" }, t("make.size")),
      h("div", { class: "lib-chips" }, presets),
      h("div", { class: "make-sides" }, rows, h("span", { "aria-hidden": "true" }, "×"), cols),
      slow,
    );
  }

  #count() {
    const seed = h("input", {
      class: "input number",
      type: "number",
      id: "make-seed",
      min: 0,
      max: MOST_SEED,
      step: 1,
      inputmode: "numeric",
      placeholder: t("make.by-chance"),
      value: last.seed,
      onInput: () => (last.seed = seed.value.trim()),
    });
    const counts = ["1", "2", "3"].map((each) => [each, each]);
    return h(
      "div",
      { class: "make-pair" },
      field(t("make.seed"), seed, t("make.seed-help")),
      field(
        t("make.count"),
        select(counts, String(last.count), (value) => (last.count = Number(value)), { id: "make-count" }),
      ),
    );
  }

  // --- the method and its options ----------------------------------------------------------------

  #more() {
    const { makers } = this.#kind;
    const maker = this.#maker;
    const pairs = makers.map(({ name }, at) => [
      name,
      at ? methodName(name) : t("make.usual", { method: methodName(name) }),
    ]);
    const choose = (name) => {
      last.method[last.kind] = name;
      this.#build();
    };
    const chosen = select(pairs, maker.name, choose, { id: "make-method" });
    const forget = () => {
      last.options[`${last.kind} ${maker.name}`] = {};
      this.#build();
    };
    const reset = button({ text: t("make.reset"), plain: true, onClick: forget });
    return h(
      "details",
      { class: "make-more", open: last.isOpen, onToggle: (event) => (last.isOpen = event.target.open) },
      h("summary", {}, t("make.more")),
      h(
        "div",
        { class: "stack" },
        field(t("make.method"), chosen, maker.title),
        h(
          "div",
          { class: "make-options" },
          maker.options.map((option) => this.#option(option)),
        ),
        h("div", { class: "row" }, reset),
      ),
    );
  }

  #option(option) {
    const build =
      { flag: flagControl, choice: choiceControl, drawing: drawingControl, share: shareControl }[option.form] ??
      numberControl;
    const options = this.#options;
    const set = (value) => (options[option.name] = value);
    const control = build(option, options[option.name] ?? null, set);
    return h("div", { class: `make-option is-${option.form}`, dataset: { option: option.name } }, control);
  }
}

/** The kind's name of a method, an option or a choice of its own, else its plain name. */
const called = (id, name) => (has(id) ? t(id) : name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "));

const methodName = (name) => called(`${last.kind}.method.${name}`, name);
const nameOf = ({ name }) => called(`${last.kind}.option.${name}`, name);
const choiceName = (name) => called(`${last.kind}.choice.${name}`, name);

const percent = (share) => `${Number((100 * share).toFixed(4))}%`;
const shown = (value, form) => (form === "choice" ? choiceName(value) : form === "share" ? percent(value) : value);

const usually = ({ default: value, form }) =>
  value === null ? t("make.maker-decides") : t("make.default", { value: shown(value, form) });

const rangeOf = ({ least, most, form }) =>
  most !== null
    ? t("make.range", { least: shown(least, form), most: shown(most, form) })
    : least !== null
      ? t("make.at-least", { least })
      : "";

function flagControl(option, value, set) {
  const usual = t("make.default", { value: t(option.default ? "make.yes" : "make.no") });
  return check(nameOf(option), value ?? option.default ?? false, set, `${option.words} (${usual})`);
}

function choiceControl(option, value, set) {
  const pairs = [["", usually(option)], ...option.choices.map((each) => [each, choiceName(each)])];
  const list = select(pairs, value ?? "", (chosen) => set(chosen || null), { id: `make-option-${option.name}` });
  return field(nameOf(option), list, option.words);
}

function numberControl(option, value, set) {
  const isWhole = option.form === "int";
  const [step, inputmode] = isWhole ? [1, "numeric"] : ["any", "decimal"];
  const write = () => set(input.value === "" ? null : Number(input.value));
  const input = h("input", {
    class: "input number",
    type: "number",
    id: `make-option-${option.name}`,
    min: option.least,
    max: option.most,
    step,
    inputmode,
    placeholder: usually(option),
    value: value ?? "",
    onInput: write,
  });
  const range = rangeOf(option);
  return field(nameOf(option), input, range ? `${option.words} (${range})` : option.words);
}

/** A share, written 80% or 0.8: a bare whole number is refused. It travels as it was written. */
function shareControl(option, value, set) {
  const check = () => {
    const written = input.value.normalize("NFKC").trim();
    const share = shareOf(written);
    const isWrong = written !== "" && !(share >= option.least && share <= option.most);
    input.setCustomValidity(!isWrong ? "" : Number.isNaN(share) ? t("make.share-wrong") : rangeOf(option));
    set(written || null);
  };
  const input = h("input", {
    class: "input number",
    type: "text",
    id: `make-option-${option.name}`,
    autocomplete: "off",
    placeholder: usually(option),
    value: value ?? "",
    onInput: check,
  });
  check();
  return field(nameOf(option), input, `${option.words} (${t("make.share-help", { range: rangeOf(option) })})`);
}

/** The share that a text tells, as the server reads it; NaN if none. */
function shareOf(text) {
  const [, number, sign] = /^(\d+(?:\.\d*)?|\.\d+)\s*(%?)$/.exec(text) ?? [];
  if (sign) return Number(number) / 100;
  return number?.includes(".") && Number(number) <= 1 ? Number(number) : NaN;
}

function drawingControl(option, value, set) {
  const area = h("textarea", {
    class: "input make-drawing",
    id: `make-option-${option.name}`,
    rows: 5,
    spellcheck: "false",
    placeholder: "..#..\n#....\n…",
    value: value ?? "",
    onInput: () => set(area.value.trim() ? area.value.replace(/\s+$/, "") : null),
  });
  return field(nameOf(option), area, `${option.words} ${t("make.drawing-help")}`);
}
