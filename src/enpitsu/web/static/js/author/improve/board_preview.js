/**
 * Shows on the board what an improvement would change, with what becomes of the solution; nothing is written.
 * @import { LiveCheckAnswer } from "../../contract.d.ts"
 * @import { Marks } from "../../types.d.ts"
 * @typedef {(() => void) | null} OnEnd
 */

import { parted } from "../sheet.js";

const KEPT_KEYS = new Set([
  "Tab",
  "Shift",
  "Control",
  "Alt",
  "Meta",
  "Escape",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
]);
const MOST_LINES = 6;
const REST = 120; // ms that something is shown before more of it is asked

/** One at a time; event-free: whoever shows something hears by `onEnd` that the hand has ended it. */
export class BoardPreview {
  /** @type {{different: string[], solution: string[] | null, onEnd: OnEnd, report?: LiveCheckAnswer | null} | null} */
  #now = null;
  #isHandOn = false;

  /** @param {import("../editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    // The look paints first; then what stands out is added.
    editor.on("preview", (shown) => (shown ? this.#paint() : this.#ended()));
    for (const name of ["report", "board"]) editor.on(name, () => this.#paint());
    this.#followHand(editor.host);
  }

  /** Whoever writes has seen enough; and nothing is shown under a hand that draws. */
  #followHand(host) {
    const lift = () => (this.#isHandOn = false);
    const end = new AbortController();
    host.addEventListener("pointerdown", () => (this.#isHandOn = true), { capture: true });
    for (const name of ["pointerup", "pointercancel"])
      addEventListener(name, lift, { capture: true, signal: end.signal });
    host.addEventListener("keydown", ({ key }) => !KEPT_KEYS.has(key) && this.end(), { capture: true });
    this.editor.on("leave", () => end.abort());
  }

  get isHandOn() {
    return this.#isHandOn;
  }

  /**
   * Show a sheet. @param {object} sheet
   * @param {{places?: string[], solution?: string[] | null, report?: (() => Promise<LiveCheckAnswer | null>) | null,
   *   marks?: Marks | null, onEnd?: OnEnd}} [how]
   *   `report`: what is forced and open then, where there is no one solution; `marks`: more to point at
   */
  show(sheet, { places = [], solution = null, report = null, marks = null, onEnd = null } = {}) {
    const before = this.#now;
    this.#now = null;
    if (before && before.onEnd !== onEnd) before.onEnd?.();
    this.#now = { different: this.#different(solution), solution, onEnd };
    this.editor.preview(sheet, { places: seen(places), solution });
    if (marks) this.editor.board.mark(marks);
    if (report) this.#await(report, this.#now);
  }

  /** Paint what is forced and open as soon as it is known, if it is still shown then. */
  async #await(report, now) {
    await new Promise((done) => setTimeout(done, REST));
    if (this.#now !== now) return;
    now.report = await report();
    if (this.#now === now) this.#paint();
  }

  /** Show facts of the game on the sheet as it is. @param {string[]} facts @param {Marks} marks @param {OnEnd} [onEnd] */
  facts(facts, marks, onEnd = null) {
    const before = this.#now;
    this.#now = null;
    if (before && before.onEnd !== onEnd) before.onEnd?.();
    this.#now = { different: [], solution: facts, onEnd };
    this.editor.preview(this.editor.sheet, { solution: facts });
    this.editor.board.mark(marks);
  }

  /** The sheet as it is. */
  end() {
    if (this.#now) this.editor.preview(null);
  }

  #ended() {
    const before = this.#now;
    this.#now = null;
    before?.onEnd?.();
  }

  #paint() {
    const { previewed, overlay } = this.editor;
    if (!previewed || !this.#now) return;
    const { different, solution, report } = this.#now;
    if (report) overlay.show({ puzzle: previewed.puzzle, facts: report.facts, open: report.open, look: "forced" });
    if (solution && different.length)
      overlay.show({ puzzle: previewed.puzzle, facts: solution, different, look: "solution" });
  }

  /** True if the solution would be another than it is. @param {string[] | null} solution */
  differs(solution) {
    return this.#different(solution).length > 0;
  }

  /** Where the solution would be another than it is. @param {string[] | null} solution */
  #different(solution) {
    const before = known(this.editor);
    if (!before || !solution) return [];
    const [old, now] = [new Set(before), new Set(solution)];
    const facts = [...before, ...solution].filter((fact) => !(old.has(fact) && now.has(fact)));
    return [...new Set(facts.map((fact) => parted(fact)[0]))];
  }
}

/** Lines are marked where no cell tells it better, and only a few: many would cover the whole board. */
function seen(places) {
  const cells = places.filter((place) => !/^(row|col)/.test(place));
  return cells.length || places.length > MOST_LINES ? cells : places;
}

/** The solution that the sheet has, if there is one that counts: the author's own, or the only one. @param {import("../editor.js").Editor} editor */
function known({ solutionInMind, live: { state } }) {
  if (solutionInMind) return solutionInMind;
  return state.report?.status === "unique" && !state.isOld ? state.report.solutions[0] : null;
}
