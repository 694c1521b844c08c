/**
 * A sheet being edited: what every part of the editor's page works with.
 *
 * `kind` (the author module), `play` (the kind's module for playing), `sheet`, `meta`, `board`, `live`,
 * `saver`, `draft` ({id, ...}); events for `on`: "change" (the sheet), "meta", "report" (live has found
 * something), "board" (it was built anew), "preview", "unmark", "symmetry", "leave".
 *
 * @import { DraftAnswer } from "../contract.d.ts"
 * @import { AuthorKind, Cell, Kind, Own, Sheet, SheetPart } from "../types.d.ts"
 * @import { Turn } from "./sheet.js"
 * @typedef {{title: string, author: string, note: string}} Meta
 * @typedef {{sheet: Sheet, document?: PuzzleDocument | null, meta?: Partial<Meta>, past?: unknown}} Content of a draft
 * @typedef {Partial<DraftAnswer> & {id: string, revision: number, content: Content}} DraftState a draft; one that the
 *   browser alone has kept lacks what only the server knows
 * @typedef {{enpitsu: number, kind: string, puzzle: Own, meta?: Record<string, unknown>}} PuzzleDocument JSON of a puzzle
 * @typedef {{sheet: Partial<Sheet> & {facts: string[]}, puzzle: Own, places: string[], solution: string[] | null}} Preview
 */

import { KIT } from "../board/kit.js";
import { boardOptions } from "../settings.js";
import { Store } from "../store.js";
import { t } from "../words.js";
import { AuthorBoard } from "./author_board.js";
import { readContent } from "./draft_content.js";
import { DraftSaver } from "./draft_saver.js";
import { LiveCheck } from "./live_check.js";
import { Overlay } from "./overlay.js";
import { changed, diffOf, isNothing, isSameMore, isSameSize, parted, resized, turned, turnedCell } from "./sheet.js";
import { standing } from "./sheet_status.js";
import { symmetryHelper } from "./symmetry.js";
import { UndoStack } from "./undo_stack.js";

const LARGEST = 72; // pixels of a cell
const LEAST = 9; // below that a sheet opens zoomed in: whoever writes wants to see all of it, and has keys
const MOST_RECENT = 40; // places that were changed last, where a culprit is looked for first
const MOST_SUSPECTS = 4; // places that are named

/** The editor of one draft. */
export class Editor extends EventTarget {
  symmetry = "none";
  /** `part`: what of the rail is seen where there is little room; "": nothing, the board gets it. */
  view = new Store({ part: "pad" });
  /** @type {Preview | null} */
  #previewed = null;
  /** @type {{sheet: Sheet | null, puzzle: Own, undecided?: string[], solution?: string[] | null}} */
  #made = { sheet: null, puzzle: null };
  /** @type {{sheet: Sheet | null, text: string}} */
  #shaped = { sheet: null, text: "" };
  #standing = "";
  /** The latest sheet that had a solution. @type {Sheet | null} */
  #good = null;

  /**
   * @param {HTMLElement} host for the board
   * @param {{draft: DraftState, kind: AuthorKind, play: Kind}} what
   * @param {{onConflict: (theirs: DraftState) => void, onError: (error: Error) => void}} tell
   */
  constructor(host, { draft, kind, play }, tell) {
    super();
    this.host = host;
    this.kind = kind;
    this.play = play;
    this.draft = draft;
    const { sheet, meta, past } = readContent(draft.content, kind);
    /** @type {Sheet} */
    this.sheet = sheet;
    this.meta = meta;
    this.past = new UndoStack(past);
    this.board = this.#newBoard();
    this.overlay = this.#newOverlay();
    this.live = new LiveCheck(
      () => this.#bare(),
      () => kind.needless?.(this.sheet) ?? true,
    );
    this.live.addEventListener("report", () => this.#found());
    this.saver = new DraftSaver(draft, () => this.snapshot(), { ...tell, onNewer: (theirs) => this.#adopt(theirs) });
    this.#standing = `${draft.status} ${draft.level ?? ""}`;
    // Whoever writes has seen enough of what was only shown.
    host.addEventListener("pointerdown", () => this.#previewed && this.preview(null), { capture: true });
    this.live.touch();
  }

  // --- listening ---------------------------------------------------------------------------------

  /** Hear of something; the answer ends that. @param {string} name @param {(detail: any) => void} act */
  on(name, act) {
    const heard = (/** @type {CustomEventInit} */ { detail }) => act(detail);
    this.addEventListener(name, heard);
    return () => this.removeEventListener(name, heard);
  }

  /** @param {string} name @param {unknown} [detail] */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Keep findings with the draft, for the list of drafts; not by those who only look. */
  #found() {
    const { isOld, report } = this.live.state;
    const isKnown = !isOld && report;
    if (isKnown && report.solutions.length) this.#good = this.sheet;
    this.#tell("report");
    if (!isKnown) return;
    const { status, level } = this.#verdict();
    if (this.#standing !== `${status} ${level}`) this.saver.stand();
    this.#standing = `${status} ${level}`;
  }

  /** Where the sheet was changed since it had a solution; none if it has one, or too much is another. @returns {string[]} */
  get suspects() {
    const good = this.#good;
    if (!good || good === this.sheet || !isSameSize(good, this.sheet) || !isSameMore(good, this.sheet)) return [];
    const { put, take } = diffOf(good, this.sheet);
    const slots = [...new Set([...put, ...take].map((fact) => parted(fact)[0]))];
    return slots.length <= MOST_SUSPECTS ? slots : [];
  }

  /** Where the sheet was changed last, the last place first. @returns {string[]} */
  get recent() {
    const slots = new Set();
    for (const { put, take, size } of this.past.done.toReversed()) {
      if (size || slots.size > MOST_RECENT) break;
      for (const fact of [...put, ...take]) slots.add(parted(fact)[0]);
    }
    return [...slots].slice(0, MOST_RECENT);
  }

  // --- what the sheet is as a puzzle -------------------------------------------------------------

  /** The sheet as the kind reads it: {puzzle, undecided, solution}. */
  get made() {
    if (this.#made.sheet !== this.sheet) this.#made = { sheet: this.sheet, ...this.kind.puzzle(this.sheet, KIT) };
    return this.#made;
  }

  /** The sheet as a JSON document with its title, author and note; null if it is none yet. @returns {PuzzleDocument | null} */
  document() {
    const bare = this.#bare();
    const meta = Object.fromEntries(Object.entries(this.meta).filter(([, value]) => value));
    return bare && Object.keys(meta).length ? { ...bare, meta } : bare;
  }

  /** @returns {PuzzleDocument | null} */
  #bare() {
    const { puzzle } = this.made;
    return puzzle ? { enpitsu: 1, kind: this.kind.id, puzzle } : null;
  }

  /** The solution that the author has in mind, as facts; null if he has told none. */
  get solutionInMind() {
    return this.made.solution ?? null;
  }

  /** Places that the author has not decided yet. @returns {string[]} */
  get undecided() {
    return this.made.undecided ?? [];
  }

  /** The content that is saved. */
  snapshot() {
    const { status, level, length } = this.#verdict();
    const document = status === "broken" ? null : this.document();
    return { content: { sheet: this.sheet, document, meta: this.meta, past: this.past.save() }, status, level, length };
  }

  /** The status and level of the sheet. */
  #verdict() {
    const { report, grade, isOld } = this.live?.state ?? {};
    if (isOld || !report) return { status: "unknown", level: "", length: 0 };
    const status = standing(this);
    const found = status === "unique" && grade?.level ? grade : { level: "", length: 0 };
    return { status, level: found.level, length: found.length };
  }

  /** The document with the level and length that were found, for playing it. */
  graded() {
    const found = this.document();
    const { level, length } = this.#verdict();
    return found && level ? { ...found, meta: { ...found.meta, level, length } } : found;
  }

  // --- changing ----------------------------------------------------------------------------------

  /**
   * Put another sheet in the place of this one: one step to undo. @param {Partial<Sheet> & {facts: string[]}} sheet
   * @param {{say?: string, moved?: (cell: Cell) => Cell}} [how] `moved`: where the chosen cell comes to lie
   */
  apply(sheet, { say = "", moved } = {}) {
    const { rows = this.sheet.rows, cols = this.sheet.cols, facts, more = this.sheet.more } = sheet;
    const step = diffOf(this.sheet, { ...this.sheet, rows, cols, facts, more });
    if (isNothing(step)) return false;
    this.past.push(step);
    this.#go(changed(this.sheet, step), moved);
    if (say) this.board.say(say);
    return true;
  }

  /**
   * The sheet of a document or of its puzzle, as like the one there is as can be.
   * @param {Own} puzzle @param {{solution?: string[] | null, isFilled?: boolean}} [more] `solution`: if it is
   *   known; `isFilled`: what was left open is meant to be decided now
   * @returns {Omit<Sheet, "more"> & SheetPart}
   */
  open(puzzle, { solution = null, isFilled = false } = {}) {
    const { rows, cols } = this.sheet;
    const own = puzzle.puzzle ?? puzzle;
    const size = { rows: own.rows ?? rows, cols: own.cols ?? cols };
    return { kind: this.kind.id, ...size, ...this.kind.open(own, KIT, { sheet: this.sheet, solution, isFilled }) };
  }

  undo() {
    return this.#step(this.past.undo(this.sheet), "undone", "nothing");
  }

  redo() {
    return this.#step(this.past.redo(this.sheet), "redone", "nothing-redo");
  }

  /** @param {Sheet | null} sheet @param {string} done @param {string} nothing */
  #step(sheet, done, nothing) {
    if (sheet) this.#go(sheet);
    this.board.say(t(`board.${sheet ? done : nothing}`));
    return sheet !== null;
  }

  /** Take everything off the sheet. */
  clear() {
    const { rows, cols } = this.sheet;
    const { facts } = this.kind.blank(rows, cols);
    return this.apply({ ...this.sheet, facts }, { say: t("author.cleared") });
  }

  /** Add (or take away) rows and columns at the sides. @param {{top?: number, bottom?: number, left?: number, right?: number}} by @returns {boolean} */
  resize(by) {
    const next = resized(this.sheet, by);
    if (!next) return false;
    const own = this.kind.settled?.(next) ?? next;
    const moved = (/** @type {Cell} */ cell) => ({ row: cell.row + (by.top ?? 0), col: cell.col + (by.left ?? 0) });
    return this.apply(own, { moved, say: t("author.resized", { rows: own.rows, cols: own.cols }) });
  }

  /** Turn the sheet. @param {Turn} how */
  turn(how) {
    const before = this.sheet;
    const moved = (/** @type {Cell} */ cell) => turnedCell(cell, how, before);
    const after = turned(before, how, this.kind);
    return this.apply(this.kind.settled?.(after) ?? after, { moved, say: t(`author.turned.${how}`) });
  }

  /** One of the kind's settings. @param {string} name @param {unknown} value */
  set(name, value) {
    return this.apply(this.kind.set(this.sheet, name, value, this.solution));
  }

  /** A solution of the sheet as it is, as facts; null if none is known. @returns {string[] | null} */
  get solution() {
    const { report, isOld } = this.live.state;
    return (!isOld && report?.solutions[0]) || null;
  }

  /** Title, author, note. @param {{title?: string, author?: string, note?: string}} some */
  setMeta(some) {
    this.meta = { ...this.meta, ...some };
    this.saver.touch();
    this.#tell("meta");
  }

  /** @param {string} name see symmetry.js */
  setSymmetry(name) {
    this.symmetry = name;
    this.#tell("symmetry");
  }

  // --- showing -----------------------------------------------------------------------------------

  /**
   * Show another sheet, or the sheet of a puzzle, without writing anything; null: the own one again.
   * @param {Own} what @param {{places?: string[], solution?: string[] | null}} [more]
   */
  preview(what, { places = [], solution = null } = {}) {
    /** @type {(Omit<Sheet, "more"> & Partial<SheetPart>) | null} */
    const sheet = what && (what.facts ? what : this.open(what, { solution }));
    const puzzle = sheet && this.kind.puzzle({ ...this.sheet, ...sheet }, KIT).puzzle;
    const isFitting =
      !sheet || (isSameSize(sheet, this.sheet) && isSameMore({ more: sheet.more ?? this.sheet.more }, this.sheet));
    this.#previewed = sheet && { sheet, puzzle, places, solution };
    this.host.classList.toggle("is-preview", Boolean(sheet));
    this.board.show(isFitting && sheet ? sheet.facts : null, { hints: places });
    this.#tell("preview", this.#previewed);
  }

  /** The preview, shown without being written; null if there is none. */
  get previewed() {
    return this.#previewed;
  }

  /** Have something done that the author may wish for (improve/): "needless", "unique", ... @param {string} name */
  improve(name) {
    this.#tell("improve", name);
  }

  /** Point at places. @param {string[]} places @param {"hints" | "errors" | "because"} as */
  highlight(places = [], as = "hints") {
    this.board.mark({ [as]: places });
  }

  /** Nothing is pointed at any more: something else is looked at now. */
  unmark() {
    this.board.mark({});
    this.#tell("unmark");
  }

  // --- the board ---------------------------------------------------------------------------------

  /** A sheet in the place of the one there is, however it came. @param {Sheet} sheet @param {(cell: Cell) => Cell} [moved] */
  #go(sheet, moved, { isOwn = true } = {}) {
    if (this.#previewed) this.preview(null);
    const before = this.sheet;
    this.sheet = sheet;
    if (this.#shape(before) !== this.#shape(sheet)) this.#rebuild(moved);
    else this.#write(diffOf(before, sheet), moved);
    this.#changed(isOwn);
  }

  /** Take over what another tab has saved, if nothing was changed here. @param {DraftState} theirs */
  #adopt(theirs) {
    const { sheet, meta, past } = readContent(theirs.content, this.kind);
    Object.assign(this.draft, theirs);
    this.meta = meta;
    this.past = new UndoStack(past);
    this.#standing = `${theirs.status} ${theirs.level ?? ""}`;
    this.#go(sheet, undefined, { isOwn: false });
    this.#tell("meta");
  }

  /** @param {import("./sheet.js").Diff} diff @param {(cell: Cell) => Cell} [moved] */
  #write({ put, take }, moved) {
    this.board.write({ put, take, by: "sheet" });
    if (moved) this.#moveTo(moved(this.board.cells.at));
  }

  /** The chosen cell, without taking the keys away from where they are. @param {Cell} cell */
  #moveTo({ row, col }, focus = this.host.contains(document.activeElement)) {
    const { rows, cols } = this.sheet;
    this.board.cells.moveTo({ row: within(row, rows), col: within(col, cols) }, { focus });
    this.board.surface.cursor(this.board.cells.at);
  }

  #changed(isOwn = true) {
    this.board.mark({});
    this.live.touch();
    if (isOwn) this.saver.touch();
    this.#tell("change");
  }

  /** The board is built for this; what is the same needs no new board. @param {Sheet} sheet */
  #shape(sheet) {
    if (this.#shaped.sheet !== sheet) {
      const { rows, cols, more } = sheet;
      this.#shaped = { sheet, text: JSON.stringify([rows, cols, more, this.kind.shape?.(sheet) ?? ""]) };
    }
    return this.#shaped.text;
  }

  #rebuild(moved = (/** @type {Cell} */ cell) => cell) {
    const { view, cells, tool, memory } = this.board;
    const hadFocus = this.host.contains(document.activeElement);
    const at = moved(cells.at);
    const gone = { row: at.row - cells.at.row, col: at.col - cells.at.col };
    this.board.remove();
    this.board = this.#newBoard();
    this.overlay = this.#newOverlay();
    if (this.board.tools.includes(tool)) this.board.setTool(tool);
    this.board.lookAgain(view, gone);
    this.#moveTo(at, hadFocus);
    this.kind.rebuilt?.(this.board.context(), memory);
    this.#tell("board");
  }

  #newBoard() {
    const helpers = { ...this.kind.helpers, symmetry: symmetryHelper(this.kind, () => this.symmetry) };
    const board = new AuthorBoard(this.host, { ...this.kind, helpers }, this.sheet, {
      ...boardOptions("author", `${this.kind.id}.author`),
      editor: this,
      facts: this.sheet.facts,
      text: t,
      largest: LARGEST,
      least: LEAST,
      helpers: { symmetry: true },
    });
    board.addEventListener("stroke", (/** @type {CustomEventInit} */ { detail }) => this.#stroke(detail));
    return board;
  }

  #newOverlay() {
    return new Overlay(this.board.surface, this.play, { text: t, size: this.board.size });
  }

  /** A stroke of the hand, or what the symmetry has added to it. @param {{put: string[], take: string[], by?: string}} stroke */
  #stroke({ put, take, by }) {
    if (by === "sheet") return;
    const before = this.#shape(this.sheet);
    this.past[by === "helper" ? "amend" : "push"]({ put, take });
    this.sheet = changed(this.sheet, { put, take });
    if (before !== this.#shape(this.sheet)) this.#rebuild();
    this.#changed();
  }

  /** Take it off the page, with everything saved that can be saved. */
  async leave() {
    this.#tell("leave");
    this.live.stop();
    await Promise.race([this.saver.flush(), new Promise((done) => setTimeout(done, 1500))]);
    this.saver.stop();
    this.board.remove();
  }
}

const within = (at, count) => Math.min(count - 1, Math.max(0, at));
