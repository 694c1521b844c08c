/**
 * From a picture to a puzzle: the photo, what becomes of it in cells, the options, and the outcome.
 * @import { Crop as Box, KindAnswer, PictureAnswer, PreviewAnswer } from "../contract.d.ts"
 * @import { Change } from "./grid.js"
 * @import { Source } from "./source.js"
 * @typedef {PreviewAnswer & {paints: Map<string, string>, values: string[]}} Found
 * @typedef {PictureAnswer & {after: string[], changes: Change[]}} Made
 */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import { told } from "../puzzle/problem_words.js";
import { failed, toast, whileBusy } from "../ui.js";
import { language, t } from "../words.js";
import { CellCanvas } from "./cell_canvas.js";
import { Crop } from "./crop.js";
import { differences, nameOf, valuesOf } from "./grid.js";
import { ICONS, OutcomeCard } from "./outcome.js";
import { PictureOptions } from "./picture_options.js";
import { addToLibrary, openInEditor, playNow } from "./use.js";

const SETTLED = 60; // ms without a change before a preview is asked for
const RESTED = 500; // ms of rest before it is made solvable
const BIGGER = 5;
const DARKER = 25;
const ROOM = 1.05; // a little more than is known to be needed

/** Everything that is shown of one picture. */
export class Studio {
  /** Null once the page is left. @type {Source | null} */
  #source;
  /** @type {Box | null} */
  #part = null; // null: automatic
  /** @type {Found | null} */
  #found = null;
  /** What the hand has made of cells. @type {Map<number, string>} */
  #touched = new Map();
  /** Cells with what they were before, stroke by stroke. @type {[number, string | undefined][][]} */
  #strokes = [];
  /** @type {Made | null} */
  #made = null;
  /** @type {string | null} */
  #brush = null;
  #isAfter = true;
  #isLarge = false;
  #isAsking = false;
  #isOld = false;
  #settling;
  #resting;
  /** @type {AbortController | null} */
  #working = null;
  brief = h("button", { type: "button", class: "pic-brief pic-verdict", onClick: () => this.#toOutcome() });

  /** @param {KindAnswer[]} kinds that show pictures @param {Source} source */
  constructor(kinds, source) {
    this.#source = source;
    this.options = new PictureOptions(kinds, (what) => this.#changed(what));
    this.crop = new Crop({
      onChange: (box) => this.#crop(box),
      ratio: () => (this.#found ? this.#found.cols / this.#found.rows : null),
    });
    this.cells = new CellCanvas({
      onPaint: (at, value, isFirst) => this.#paint(at, value, isFirst),
      brush: (old) => this.#brushFor(old),
      onMove: (at) => this.#tellCell(at),
      onUndo: () => this.#undo(),
    });
    this.outcome = new OutcomeCard({
      onPoint: (index) => this.#point(index),
      tips: (made) => this.#tips(made),
      actions: this.#actions(),
      onCancel: () => {
        this.#stop();
        this.outcome.stopped();
      },
      onHead: (sort, text) => this.#brief(sort, text),
    });
    this.outcome.title.value = source.title;
    this.paints = h("div", {
      class: "row pic-paints",
      role: "group",
      "aria-label": t("picture.cells.paints"),
      hidden: true,
    });
    this.said = h("p", { class: "sr-only", role: "status" });
    this.pair = ["before", "after"].map((name) =>
      button({
        text: t(`picture.cells.${name}`),
        "aria-pressed": "false",
        disabled: true,
        class: `pic-${name}`,
        onClick: () => this.#look(name === "after"),
      }),
    );
    this.large = button({
      text: t("picture.cells.enlarge"),
      icon: "zoom",
      only: "icon",
      plain: true,
      "aria-pressed": "false",
      onClick: () => {
        this.#isLarge = !this.#isLarge;
        this.large.setAttribute("aria-pressed", String(this.#isLarge));
        this.cells.enlarge(this.#isLarge);
      },
    });
    this.undo = button({
      text: t("picture.cells.undo"),
      icon: "undo",
      only: "icon",
      plain: true,
      disabled: true,
      onClick: () => this.#undo(),
    });
    this.clear = button({
      text: t("picture.cells.clear"),
      icon: "clear",
      only: "icon",
      plain: true,
      disabled: true,
      onClick: () => this.#drop(),
    });
    this.node = this.#build();
    this.crop.load(source);
    this.#changed({});
  }

  /** Stop everything. */
  leave() {
    this.#stop();
    clearTimeout(this.#settling);
    this.cells.remove();
    this.#source = null;
  }

  // --- what is seen ------------------------------------------------------------------------------

  /** On a phone the outcome stands far below: in short, and the way there. */
  #brief(sort, text) {
    this.brief.dataset.sort = sort;
    fill(this.brief, icon(ICONS[sort]), h("span", {}, text));
  }

  #build() {
    const preview = h(
      "section",
      { class: "pic-preview", "aria-labelledby": "pic-preview-title" },
      h(
        "div",
        { class: "pic-panel-head" },
        h("h2", { id: "pic-preview-title" }, t("picture.cells.title")),
        h("div", { class: "pic-pair", role: "group", "aria-label": t("picture.cells.pair") }, this.pair),
      ),
      this.cells.node,
      this.said,
      this.brief,
      h("div", { class: "row pic-cell-tools" }, this.undo, this.clear, this.large, this.paints),
      h("p", { class: "help", id: "pic-cells-help" }, t("picture.cells.help")),
    );
    const stage = h(
      "div",
      { class: "pic-stage" },
      this.#tabs(() => stage),
      this.crop.node,
      preview,
    );
    stage.dataset.shown = "cells";
    return h("div", { class: "pic-studio" }, stage, this.options.node, this.outcome.node);
  }

  #toOutcome() {
    this.outcome.node.scrollIntoView({ block: "end", behavior: "smooth" });
    this.outcome.head.focus({ preventScroll: true });
  }

  /** On a phone one of the two is seen at a time. */
  #tabs(stage) {
    const all = ["photo", "cells"].map((name) =>
      button({
        text: t(`picture.tab.${name}`),
        "aria-pressed": String(name === "cells"),
        onClick: () => {
          stage().dataset.shown = name;
          for (const [at, each] of all.entries())
            each.setAttribute("aria-pressed", String(["photo", "cells"][at] === name));
          this.cells.draw();
        },
      }),
    );
    return h("div", { class: "pic-tabs", role: "group", "aria-label": t("picture.tab.label") }, all);
  }

  /** What was found: there is something to be worked on before anything can be pressed. */
  get #board() {
    return /** @type {Found} */ (this.#found);
  }

  /** The cells that are seen. */
  get #seen() {
    return this.#made && this.#isAfter ? this.#made.after : this.#present();
  }

  #show() {
    if (!this.#found) return;
    const { rows, cols, paints } = this.#found;
    const isAfter = this.#made !== null && this.#isAfter;
    this.cells.show(
      { rows, cols, paints, values: this.#seen },
      { rings: this.#made?.changes ?? [], touched: new Set(this.#touched.keys()) },
    );
    const isPair = Boolean(this.#made?.changes.length);
    this.pair.forEach((each, at) => {
      each.disabled = !isPair;
      each.setAttribute("aria-pressed", String(isPair && isAfter === Boolean(at)));
    });
    this.undo.disabled = !this.#strokes.length;
    this.clear.disabled = !this.#touched.size;
  }

  #look(isAfter) {
    this.#isAfter = isAfter;
    this.#show();
  }

  #point(index) {
    this.cells.point(index);
  }

  /** The picture with what the hand has changed. */
  #present() {
    const values = [...this.#board.values];
    for (const [at, value] of this.#touched) values[at] = value;
    return values;
  }

  // --- options ------------------------------------------------------------------------------------

  #crop(box) {
    this.#part = box;
    this.#changed({ grid: true });
  }

  #changed({ grid = false }) {
    if (!this.#source) return;
    if (grid && this.#touched.size) {
      toast(t("picture.cells.gone", { count: this.#touched.size }));
      this.#forget();
    }
    this.#unmake();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#preview(), SETTLED);
  }

  /** Mark the result as old: the options have changed. */
  #unmake() {
    this.#stop();
    if (this.#made) this.cells.point(-1);
    this.#made = null;
    this.#isAfter = true;
    this.outcome.wait();
  }

  /** Ask how it looks. One question at a time: what is wished for meanwhile is asked when it is answered. */
  async #preview() {
    this.#isOld = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isOld && this.#source) {
        this.#isOld = false;
        this.#learn(await api.post("/preview", { ...this.#asked(this.options.look()), language: language() }));
      }
      this.#rest();
    } catch (error) {
      if (this.#source) this.#refused(error);
    } finally {
      this.#isAsking = false;
    }
    // An option that came with a refusal.
    if (this.#isOld && this.#source) this.#preview();
  }

  #asked(options) {
    return { ...options, picture: this.#source?.data, ...(this.#part ? { crop: this.#part } : {}) };
  }

  /** @param {PreviewAnswer} found */
  #learn(found) {
    if (!this.#source) return;
    const paints = new Map(found.palette.map(({ value, rgb }) => [value, rgb]));
    const isSameBoard =
      this.#found &&
      this.#found.rows === found.rows &&
      this.#found.cols === found.cols &&
      sameKeys(paints, this.#found.paints);
    if (!isSameBoard) this.#forget();
    this.#found = { ...found, paints, values: valuesOf(found.facts, found) };
    this.outcome.names = new Map(found.palette.map(({ value, words }) => [value, words]));
    this.options.learn(found);
    if (!this.#part) this.crop.show(found.crop);
    this.#palette();
    this.#show();
    this.crop.reshape();
  }

  #refused(error) {
    if (error.name === "AbortError") return;
    this.outcome.refuse(told("picture", error));
  }

  // --- making it solvable ------------------------------------------------------------------------

  #rest() {
    clearTimeout(this.#resting);
    if (this.#source && !this.#isOld) this.#resting = setTimeout(() => this.#repair(), RESTED);
  }

  #stop() {
    clearTimeout(this.#resting);
    this.#working?.abort();
    this.#working = null;
  }

  async #repair() {
    const working = new AbortController();
    this.#working = working;
    const isOurs = () => this.#working === working && this.#source;
    this.outcome.work();
    const cells = [...this.#touched].map(([at, value]) => ({ place: nameOf(at, this.#board.cols), value }));
    try {
      const order = {
        do: "picture",
        ...this.#asked(this.options.order()),
        ...(cells.length ? { cells } : {}),
        language: language(),
      };
      const made = await api.job(order, {
        signal: working.signal,
        onProgress: ({ progress, place }) => isOurs() && this.outcome.work(progress, place),
      });
      if (!isOurs()) return;
      this.#working = null;
      this.#finished(made);
    } catch (error) {
      if (isOurs()) this.#refused(error);
    }
  }

  /** @param {PictureAnswer} made */
  #finished(made) {
    const size = { rows: this.#board.rows, cols: this.#board.cols };
    const isMade = made.status === "made";
    const before = valuesOf(made.before, size);
    const after = isMade ? valuesOf(made.solution, size) : this.#present();
    const changes = isMade ? differences(before, after) : [];
    const own = { ...made, after, changes };
    this.#made = own;
    this.outcome.show(made, changes, size, this.options.way.words);
    this.#show();
    if (isMade) this.#grade(own);
  }

  async #grade(made) {
    const found = await api.post("/grade", { puzzle: made.document, language: language() }).catch(() => ({}));
    if (this.#made === made && found.level) this.outcome.grade(found);
  }

  /** Tips where it failed. @param {PictureAnswer} made */
  #tips(made) {
    const { options } = this;
    const cells = this.#board.rows * this.#board.cols;
    const tips = this.#touched.size ? [{ text: t("picture.cells.clear"), onClick: () => this.#drop() }] : [];
    const { needed } = made;
    if (needed)
      tips.push({
        text: t("picture.tip.allow", { count: needed }),
        onClick: () => options.allow((ROOM * needed) / cells),
      });
    if (made.status === "failed") tips.push({ text: t("picture.tip.larger"), onClick: () => options.resize(BIGGER) });
    if (options.side > 2 * BIGGER)
      tips.push({ text: t("picture.tip.smaller"), onClick: () => options.resize(-BIGGER) });
    if (options.isOneColour) {
      tips.push(
        { text: t("picture.tip.darker"), onClick: () => options.shift(DARKER) },
        { text: t("picture.tip.lighter"), onClick: () => options.shift(-DARKER) },
      );
    } else
      tips.push({ text: t("picture.tip.one-colour"), onClick: () => options.change({ colours: 1 }, { grid: true }) });
    for (const { name, words } of options.otherWays)
      tips.push({ text: t("picture.tip.way", { way: words }), onClick: () => options.change({ solvable: name }) });
    return tips;
  }

  // --- by hand -----------------------------------------------------------------------------------

  #brushFor(old) {
    const inks = [...this.#board.paints.keys()].filter(Boolean);
    const brush = inks.length === 1 ? inks[0] : (this.#brush ?? inks[0]);
    return old === brush ? "" : brush;
  }

  #paint(at, value, isFirst) {
    if (isFirst) this.#strokes.push([]);
    this.#strokes.at(-1)?.push([at, this.#touched.get(at)]);
    if (this.#board.values[at] === value && !this.#wasChanged(at)) this.#touched.delete(at);
    else this.#touched.set(at, value);
    this.#again();
  }

  /** A cell that the repair has changed: putting it back by hand says something, too. */
  #wasChanged(at) {
    return this.#made?.changes.some((change) => change.at === at) ?? false;
  }

  #undo() {
    for (const [at, value] of (this.#strokes.pop() ?? []).reverse()) {
      if (value === undefined) this.#touched.delete(at);
      else this.#touched.set(at, value);
    }
    this.#again();
  }

  #drop() {
    this.#forget();
    this.#again();
  }

  #forget() {
    this.#touched.clear();
    this.#strokes = [];
  }

  #again() {
    this.#unmake();
    this.#show();
    this.#rest();
  }

  /** Colours to paint with, where there are several. */
  #palette() {
    const { palette } = this.#board;
    const isPlain = palette.length <= 2;
    this.paints.hidden = isPlain;
    if (isPlain) return;
    if (!palette.some(({ value }) => value === this.#brush)) this.#brush = palette[1].value;
    fill(
      this.paints,
      palette.map(({ value, words, rgb }) => {
        const swatch = h("span", { class: "pic-swatch", "aria-hidden": "true" });
        swatch.style.setProperty("--ink-own", rgb);
        return h(
          "button",
          {
            type: "button",
            class: "button is-icon pic-paint",
            title: words || t("picture.cells.paper"),
            "aria-label": words || t("picture.cells.paper"),
            "aria-pressed": String(value === this.#brush),
            onClick: () => {
              this.#brush = value;
              this.#palette();
            },
          },
          swatch,
        );
      }),
    );
  }

  #tellCell(at) {
    const value = this.#seen[at];
    const words = !value
      ? t("picture.cells.empty")
      : this.#board.paints.size === 2
        ? t("picture.cells.filled")
        : this.outcome.names.get(value);
    this.said.textContent = t("picture.cells.at", { cell: nameOf(at, this.#board.cols), value: words });
  }

  // --- what is done with it ----------------------------------------------------------------------

  /** @returns {import("./outcome.js").Action[]} */
  #actions() {
    const act = (work) => (event) =>
      whileBusy(event.currentTarget, async () => this.#made && work(this.#made, this.outcome.title.value.trim())).catch(
        failed,
      );
    const isMade = ({ document }) => document !== null;
    return [
      {
        name: "play",
        icon: "play",
        primary: true,
        needs: isMade,
        onClick: act(({ document }, title) => playNow(document, title)),
      },
      {
        name: "keep",
        icon: "library",
        needs: isMade,
        onClick: act(({ document }, title) => addToLibrary(document, title)),
      },
      {
        name: "edit",
        icon: "make",
        needs: ({ document, attempt }) => (document ?? attempt) !== null,
        onClick: act(({ document, attempt, after }, title) =>
          openInEditor(document ?? attempt, this.#facts(after), this.#board, title),
        ),
      },
    ];
  }

  /** A picture as facts. @param {string[]} values */
  #facts(values) {
    const { cols } = this.#board;
    return values.flatMap((value, at) => (value ? [`${nameOf(at, cols)} ${value}`] : []));
  }
}

const sameKeys = (a, b) => a.size === b.size && [...a.keys()].every((key) => b.has(key));
