/**
 * Options for making a puzzle from a picture: size, threshold, colours and what solvers must be able to.
 * @import { KindAnswer, PicturesAnswer, PreviewAnswer, SolvableAnswer } from "../contract.d.ts"
 * @typedef {{kind: string, solvable?: string, by: string, size: number, rows: number, cols: number, fit: string,
 *   colours: number, threshold: number | null, invert: boolean, paper: string | null, dither: boolean}} Kept
 */

import { check, field, fill, h, select } from "../dom.js";
import { kindById, kindName } from "../puzzle/puzzles.js";
import { toast } from "../ui.js";
import { t } from "../words.js";

const [LEAST, MOST_SLID, MOST] = [5, 50, 100];
const USUAL = 25;
const MIDDLE = 128;
const FITS = ["auto", "crop", "pad", "stretch"];
const ALL = 1;

/** The last choice, kept for the next picture. @type {Kept} */
const kept = {
  kind: "",
  by: "side",
  size: USUAL,
  rows: USUAL,
  cols: USUAL,
  fit: "auto",
  colours: 1,
  threshold: null,
  invert: false,
  paper: null,
  dither: false,
};

/** The controls. */
export class PictureOptions {
  /** @param {KindAnswer[]} kinds that show pictures @param {(what: {grid?: boolean}) => void} onChange `grid`: cells stand for other places now */
  constructor(kinds, onChange) {
    this.kinds = kinds;
    this.onChange = onChange;
    if (!kinds.some(({ id }) => id === kept.kind)) Object.assign(kept, { kind: kinds[0].id, solvable: undefined });
    /** The share of cells that may be changed. @type {number | undefined} */
    this.changes = undefined;
    /** @type {PreviewAnswer | null} */
    this.found = null;
    this.shape = h("output", { class: "number", name: "shape" });
    this.level = h("output", { class: "number" });
    this.slider = h("input", { type: "range", min: "0", max: "255", name: "threshold", onInput: () => this.#slide() });
    const automatic = check(t("picture.options.auto"), true, (isOn) =>
      this.change({ threshold: isOn ? null : Number(this.slider.value) }),
    );
    this.automatic = automatic;
    this.auto = /** @type {HTMLInputElement} */ (automatic.querySelector("input"));
    this.auto.name = "threshold-auto";
    this.size = h("div", { class: "stack pic-size" });
    this.tones = h("div", { class: "stack pic-tones" });
    this.rest = h("div", { class: "stack" });
    this.node = h(
      "section",
      { class: "card stack pic-options", "aria-labelledby": "pic-options-title" },
      h("h2", { id: "pic-options-title" }, t("picture.options.title")),
      this.size,
      this.tones,
      this.rest,
    );
    this.#build();
  }

  get kind() {
    return kept.kind;
  }

  get solvable() {
    return kept.solvable ?? this.#pictures.solvable[0].name;
  }

  /** The way to be solvable that was chosen. */
  get way() {
    return /** @type {SolvableAnswer} */ (this.#pictures.solvable.find(({ name }) => name === this.solvable));
  }

  get side() {
    return kept.by === "side" ? kept.size : Math.max(kept.rows, kept.cols);
  }

  /** The options that decide its look. */
  look() {
    const { by, size, rows, cols, fit, colours, threshold, invert, paper, dither } = kept;
    const parted = { invert, ...(threshold === null ? {} : { threshold }) };
    const tones = paper ? { paper } : colours > ALL ? {} : parted;
    return { kind: kept.kind, ...(by === "side" ? { size } : { rows, cols, fit }), colours, dither, ...tones };
  }

  /** The same, and what is to be made of it. */
  order() {
    // A share travels as text: JSON would make a bare 1 of 1.0, which nobody takes.
    return {
      ...this.look(),
      solvable: this.solvable,
      ...(this.changes === undefined ? {} : { changes: `${(100 * this.changes).toFixed(6)}%` }),
    };
  }

  /** Told by a preview: the size it got, and where dark was parted from light. @param {PreviewAnswer} found */
  learn(found) {
    this.found = found;
    this.shape.textContent = t("picture.options.board", { rows: found.rows, cols: found.cols });
    if (kept.threshold === null && this.isOneColour && !kept.paper) {
      this.slider.value = String(found.threshold ?? MIDDLE);
      this.level.textContent =
        found.threshold === null
          ? t("picture.options.by-colour")
          : t("picture.options.auto-level", { level: found.threshold });
    }
  }

  /** Change some options, as if by hand. @param {Partial<Kept>} some @param {{grid?: boolean}} [what] */
  change(some, what = {}) {
    if (what.grid) this.changes = undefined;
    Object.assign(kept, some);
    this.#build();
    this.onChange(what);
  }

  /** Another size of the longer side, the shape kept. */
  resize(by) {
    const side = (value) => Math.min(MOST, Math.max(LEAST, value + by));
    const { rows, cols } = kept;
    const scaled = (value) => Math.min(MOST, Math.max(LEAST, Math.round((value * side(this.side)) / this.side)));
    this.change(kept.by === "side" ? { size: side(kept.size) } : { rows: scaled(rows), cols: scaled(cols) }, {
      grid: true,
    });
  }

  /** Darker or lighter by so many levels of brightness. */
  shift(by) {
    const from = kept.threshold ?? this.found?.threshold ?? MIDDLE;
    this.change({ threshold: Math.min(255, Math.max(1, from + by)) });
  }

  /** Allow so large a share of changed cells. */
  allow(share) {
    this.changes = Math.min(1, share);
    this.onChange({});
  }

  get isOneColour() {
    return kept.colours === ALL;
  }

  /** Other ways to be solvable than the one chosen. */
  get otherWays() {
    return this.#pictures.solvable.filter(({ name }) => name !== this.solvable);
  }

  // --- inside ------------------------------------------------------------------------------------

  get #pictures() {
    return /** @type {PicturesAnswer} */ (kindById(this.kinds, kept.kind).pictures);
  }

  /** @param {Partial<Kept>} some @param {{grid?: boolean}} [what] */
  #set(some, what = {}) {
    if (what.grid) this.changes = undefined;
    Object.assign(kept, some);
    this.onChange(what);
  }

  #build() {
    const focused = document.activeElement?.getAttribute("name");
    this.#buildSize();
    this.#buildTones();
    this.#buildRest();
    /** @type {HTMLElement | null} */
    const again = focused ? this.node.querySelector(`[name="${CSS.escape(focused)}"]`) : null;
    again?.focus({ preventScroll: true });
    if (this.found) this.learn(this.found);
  }

  #buildSize() {
    const ways = [
      ["side", t("picture.options.by-side")],
      ["both", t("picture.options.by-both")],
    ];
    const way = select(ways, kept.by, (by) => this.change({ by, ...this.#present() }, { grid: true }), {
      name: "size-by",
    });
    fill(
      this.size,
      h(
        "label",
        { class: "field" },
        h("span", { class: "label row is-apart" }, t("picture.options.size"), this.shape),
        way,
      ),
      kept.by === "side" ? this.#side() : this.#both(),
    );
  }

  /** Going from one way of telling the size to the other the board stays as it is. */
  #present() {
    if (!this.found) return {};
    const { rows, cols } = this.found;
    return { rows: Math.min(MOST, rows), cols: Math.min(MOST, cols), size: Math.min(MOST, Math.max(rows, cols)) };
  }

  #side() {
    const typed = this.#count("size", () => (slider.value = String(kept.size)));
    const slider = h("input", {
      type: "range",
      min: LEAST,
      max: MOST_SLID,
      value: String(kept.size),
      "aria-label": t("picture.options.side"),
      name: "size-slider",
      onInput: () => {
        typed.value = slider.value;
        this.#set({ size: Number(slider.value) }, { grid: true });
      },
    });
    return h("div", { class: "pic-slide" }, slider, typed);
  }

  #both() {
    return [
      h(
        "div",
        { class: "pic-both" },
        field(t("picture.options.rows"), this.#count("rows")),
        h("span", { "aria-hidden": "true" }, "×"),
        field(t("picture.options.cols"), this.#count("cols")),
      ),
      field(
        t("picture.options.fit"),
        select(
          FITS.map((name) => [name, t(`picture.fit.${name}`)]),
          kept.fit,
          (fit) => this.#set({ fit }, { grid: true }),
          { name: "fit" },
        ),
      ),
    ];
  }

  #count(name, then = () => {}) {
    const take = () => {
      const value = made.valueAsNumber;
      if (!Number.isInteger(value) || value < 1 || value > MOST) return;
      this.#set({ [name]: value }, { grid: true });
      then();
    };
    const made = h("input", {
      class: "input",
      type: "number",
      min: 1,
      max: MOST,
      step: "1",
      inputmode: "numeric",
      "aria-label": name === "size" ? t("picture.options.side-typed") : null,
      name,
      value: String(kept[name]),
      onInput: take,
      onBlur: () => {
        const isTaken = made.value === String(kept[name]);
        if (!isTaken) toast(t("picture.options.wrong-size", { least: 1, most: MOST }), { bad: true });
        made.value = String(kept[name]);
      },
    });
    return made;
  }

  #buildTones() {
    if (!this.isOneColour || kept.paper) return void fill(this.tones, this.#paper(), this.#dither());
    this.level.textContent = kept.threshold === null ? "" : String(kept.threshold);
    this.slider.value = String(kept.threshold ?? MIDDLE);
    this.auto.checked = kept.threshold === null;
    fill(
      this.tones,
      h(
        "label",
        { class: "field" },
        h("span", { class: "label row is-apart" }, t("picture.options.threshold"), this.level),
        this.slider,
      ),
      this.automatic,
      this.#flag("invert", { grid: true }),
      this.#paper(),
      this.#dither(),
    );
  }

  /** What stays empty: found by itself, or the colour that is told. */
  #paper() {
    const box = check(t("picture.options.paper"), Boolean(kept.paper), (isOn) =>
      this.change({ paper: isOn ? (this.#foundPaper ?? "#ffffff") : null }, { grid: true }),
    );
    box.querySelector("input")?.setAttribute("name", "paper");
    if (!kept.paper) return box;
    const colour = h("input", {
      class: "input",
      type: "color",
      name: "paper-colour",
      value: kept.paper,
      "aria-label": t("picture.options.paper-colour"),
      onInput: () => this.#set({ paper: colour.value }, { grid: true }),
    });
    return [box, colour];
  }

  get #foundPaper() {
    return this.found?.palette.find(({ value }) => value === "")?.rgb;
  }

  #slide() {
    this.auto.checked = false;
    this.level.textContent = this.slider.value;
    this.#set({ threshold: Number(this.slider.value) });
  }

  #dither() {
    return this.#flag("dither", {});
  }

  #flag(name, what) {
    const made = check(t(`picture.options.${name}`), kept[name], (isOn) => this.#set({ [name]: isOn }, what));
    made.querySelector("input")?.setAttribute("name", name);
    return made;
  }

  #buildRest() {
    const { most_colours: most, solvable } = this.#pictures;
    const counts = Array.from({ length: most }, (_, at) => [
      String(at + 1),
      at ? String(at + 1) : t("picture.options.one-colour"),
    ]);
    const ways = solvable.map(({ name, words }) => [name, words]);
    fill(
      this.rest,
      this.kinds.length > 1
        ? field(
            t("picture.options.kind"),
            select(
              this.kinds.map(({ id }) => [id, kindName(id)]),
              kept.kind,
              (kind) => this.change({ kind, solvable: undefined, colours: ALL }, { grid: true }),
              { name: "kind" },
            ),
          )
        : null,
      field(
        t("picture.options.colours"),
        select(counts, String(kept.colours), (value) => this.change({ colours: Number(value) }, { grid: true }), {
          name: "colours",
        }),
      ),
      ways.length > 1
        ? field(
            t("picture.options.solvable"),
            select(ways, this.solvable, (name) => this.#set({ solvable: name }), { name: "solvable" }),
          )
        : null,
    );
  }
}
