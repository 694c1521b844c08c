/**
 * A board to play on: puts a kind, a puzzle and a player's hands together. README.md tells how.
 *
 * Events: "stroke" and "note" (detail: the log's event), "trial" ({level}), "action" ({name}: hint,
 * check, ... see actions.js), "free" (free marks alone have changed), "used" (a clue greyed by hand), "tool" ({tool}), "move" ({cell}).
 * @import { BoardOptions, Cell, ClueState, Context, FactText, HandsTable, Kind, LogEvent, Marks, Own, Point } from "../types.d.ts"
 * @import { Press, SavedUi, Size, Slot, Stroke, Text } from "../types.d.ts"
 */

import { FocusCells } from "./a11y.js";
import { FOR_THE_PAGE, FREE_KEYS, MOVES, VIEWS, WRITES } from "./actions.js";
import { ClueBar } from "./bar.js";
import { FREE, FreeMarks } from "./free_marks.js";
import { tableOf } from "./hands.js";
import { History } from "./history.js";
import { HeldKey } from "./hold.js";
import { Keymap } from "./keymap.js";
import { KIT } from "./kit.js";
import { LogReplay } from "./log_replay.js";
import { Looks } from "./looks.js";
import { Modality } from "./modality.js";
import { Painter } from "./painter.js";
import { LONG_PRESS, Pointers } from "./pointer.js";
import { Position } from "./position.js";
import * as slots from "./slots.js";
import { Strokes } from "./strokes.js";
import { Surface } from "./surface.js";

export { KIT };

const LIGHT_KEY = "z";
/** The tool that moves the board and never writes. */
export const HAND = "hand";

/** True if nothing is to move that need not. */
const isCalm = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";

/** One board in one box. */
export class Board extends EventTarget {
  /** @type {Set<string>} */
  #used = new Set();
  #openTrials = "";
  #yields = false; // the shown position, to whoever writes
  #shownLevel = -1; // of trials, as it was told last
  /** Whether the last input was a key; null: there was none yet. @type {boolean | null} */
  #isByKeys = null;
  /** A position to look at instead of the one that is written on. @type {Position | null} */
  #shown = null;
  /** @type {LogReplay | null} */
  #replay = null;

  /**
   * @param {HTMLElement} host an empty box with a height
   * @param {Kind} kind the default export of a kind's module
   * @param {Own} puzzle the "puzzle" of Enpitsu's JSON document
   * @param {BoardOptions} options
   */
  constructor(host, kind, puzzle, options = {}) {
    super();
    this.host = host;
    this.kind = kind;
    this.puzzle = puzzle;
    /** @type {Text} */
    this.text = options.text ?? ((id) => id);
    /** @type {Record<string, boolean>} */
    this.helpers = { ...options.helpers };
    const { scheme = "auto", inverted = false, locked = false, longPress = LONG_PRESS } = options;
    /** @type {{scheme: "auto" | "two" | "one", inverted: boolean, locked: boolean, longPress: number, hands: HandsTable | null}} */
    this.settings = { scheme, inverted, locked, longPress, hands: null };
    this.setOption("hands", options.hands);
    /** @type {Record<string, Own>} */
    this.memory = {};
    this.model = kind.read ? kind.read(puzzle, KIT) : puzzle;
    /** @type {Size} */
    this.size = { rows: puzzle.rows ?? this.model.rows, cols: puzzle.cols ?? this.model.cols };
    this.tools = typeof kind.tools === "function" ? kind.tools(this.model) : kind.tools;
    this.tool = this.tools[0];
    this.kindTool = this.tool;
    /** Free marks, on boards that have them. */
    this.free = options.free ? new FreeMarks(this) : null;
    this.history = new History(options.clock, (changed, event) => this.#changed(changed, event));
    const drawing = kind.draw(this.model, KIT);
    if (drawing.hasSides) this.size.hasSides = true;
    this.surface = new Surface(host, drawing, options);
    this.keymap = new Keymap(kind.keys, options.keys);
    this.painter = new Painter(this);
    this.strokes = new Strokes(this);
    this.looks = new Looks(this.surface);
    const title = this.text("board.title", { ...this.size });
    this.cells = new FocusCells(
      this.surface,
      title,
      (cell) => this.painter.name(cell),
      (cell) => kind.describe?.(cell, this.context()) ?? "",
    );
    this.bar = kind.beside ? new ClueBar(this, drawing.digits ?? 0) : null;
    this.surface.onLook = () => this.bar?.refresh();
    this.held = new HeldKey(LIGHT_KEY, () => this.surface.highlight([]));
    this.pointers = new Pointers(this.surface, (point, how) => this.#start(point, how), {
      hover: (point) => this.#hover(point),
      hasLongPress: () => this.strokes.hasLongPress,
      isHand: () => this.tool === HAND,
      settings: this.settings,
    });
    this.modality = new Modality(document, (isKey) => this.#input(isKey));
    this.#begin(options);
    this.#listen(this.surface.svg);
  }

  /** The position that is seen: usually the one that is written on. */
  get position() {
    return this.#shown ?? this.history.position;
  }

  /** The number of open trials. */
  get level() {
    return this.history.level;
  }

  /** True if nothing can be written. */
  get locked() {
    return this.settings.locked || (this.#shown !== null && !this.#yields);
  }

  /** The position as fact texts. */
  facts() {
    return this.history.position.facts();
  }

  /** State of the game that is no fact: to be saved with the log and given back as `ui`. @returns {SavedUi} */
  ui() {
    return { ...this.history.save(), used: [...this.#used] };
  }

  // --- writing -----------------------------------------------------------------------------------

  /** Write facts that come from outside. @param {Stroke} stroke */
  write(stroke) {
    this.#putDown();
    return this.history.write(stroke);
  }

  undo() {
    this.#putDown();
    return this.#step(this.history.undo(), "board.undone", "board.nothing");
  }

  redo() {
    this.#putDown();
    return this.#step(this.history.redo(), "board.redone", "board.nothing-redo");
  }

  /** Undo until so many steps are left. @param {number} count */
  undoTo(count) {
    this.#putDown();
    while (this.history.done.length > count && this.history.undo());
    this.#levelsChanged();
  }

  clear() {
    this.#putDown();
    return this.history.clear();
  }

  /** Take all free marks away. */
  clearFree() {
    if (!this.free) return;
    this.#putDown();
    this.say(this.text(this.history.clearFree() ? "board.free.cleared" : "board.free.none"));
  }

  beginTrial() {
    this.#putDown();
    this.history.begin();
    this.#trialChanged("board.trial");
  }

  acceptTrial() {
    this.#putDown();
    if (!this.level) return;
    this.history.accept();
    this.#trialChanged("board.accepted");
  }

  rejectTrial() {
    this.#putDown();
    if (this.history.reject()) this.#trialChanged("board.rejected");
  }

  /** Write something else into the log: "hint", "check", "pause", ... @param {string} name @param {object} more */
  note(name, more = {}) {
    this.#emit("note", this.history.note(name, more));
  }

  // --- looking -----------------------------------------------------------------------------------

  /**
   * Show any position, write nothing; null: the one that is written on. @param {FactText[] | null} facts @param {Marks} marks
   * @param {{supposed?: FactText[], yields?: boolean}} how `supposed`: what is only supposed beside the facts; `yields`: whoever
   *   writes sees the written position again, else nothing can be written
   */
  show(facts, marks = {}, { supposed = [], yields = false } = {}) {
    this.#look(facts === null ? null : Position.of(facts, supposed));
    this.#yields = yields;
    this.mark(marks);
  }

  /** Show the position after so many events of the log; null: the present. @param {number | null} count */
  goTo(count) {
    if (count === null) return this.#look(null);
    this.#replay ??= new LogReplay(this.history);
    return this.#look(this.#replay.at(count));
  }

  /** Point at places. @param {Marks} marks */
  mark(marks = {}) {
    const pointing = this.kind.point?.(marks, this.context());
    for (const place of this.surface.mark(marks, pointing)) if (isSlot(place)) this.touch(place);
  }

  /** The states of clues, by thing: "matched", "done" (shown where the helper "clues" is on), "wrong". @param {Record<string, ClueState>} states */
  setClueStates(states = {}) {
    this.painter.setStates(states);
    this.bar?.refresh();
  }

  /** The solved board, a picture; false: the usual look again. @param {boolean} isSolved @param {boolean} isStill without motion */
  celebrate(isSolved = true, isStill = isCalm()) {
    this.flush();
    if (this.surface.svg.classList.contains("is-solved") === isSolved) return;
    this.surface.svg.classList.toggle("is-solved", isSolved);
    if (isSolved) {
      this.surface.bands(null);
      this.kind.finale?.(this.context(), isStill);
    }
    this.present(isSolved, isStill);
  }

  /** Show a solved board as a picture, or with all that led to it. @param {boolean} isPicture */
  present(isPicture, isStill = isCalm()) {
    if (this.surface.view.isPicture !== isPicture) this.surface.present(isPicture, isStill);
  }

  /** Draw what has changed, now. */
  flush() {
    this.painter.flush();
  }

  /** Have a slot painted anew with the next frame. @param {string} slot */
  touch(slot) {
    this.painter.touch(slot);
  }

  /** Have slots or names of the kind's own painted anew with the next frame. @param {Iterable<string>} names */
  redraw(names) {
    for (const name of names) this.touch(name);
  }

  /** Something was painted: what hangs on the whole picture follows. */
  drawn() {
    this.looks.refresh();
    this.bar?.refresh();
  }

  // --- what players choose -----------------------------------------------------------------------

  /** Choose a tool of the kind's list, or one that every board has. @param {string} tool */
  setTool(tool) {
    const isShared = tool === HAND || (tool === FREE && this.free !== null);
    if (!isShared && !this.tools.includes(tool)) throw new Error(`no such tool: ${tool}`);
    this.#putDown();
    this.tool = tool;
    if (!isShared) this.kindTool = tool;
    this.surface.svg.classList.toggle("is-hand", tool === HAND);
    this.#emit("tool", { tool });
  }

  /** Turn a helper on or off. @param {string} name @param {boolean} isOn */
  setHelper(name, isOn) {
    this.helpers[name] = isOn;
    this.#showHelpers();
  }

  /**
   * Looks (colours, numbers, lineWidth) and ways to write (scheme, inverted, hands, keys, helpers, locked, longPress).
   * @param {string} name @param {Own} value as in BoardOptions
   */
  setOption(name, value) {
    if (name === "helpers") for (const [helper, isOn] of Object.entries(value)) this.setHelper(helper, isOn);
    else if (name === "keys") this.keymap = new Keymap(this.kind.keys, value);
    else if (name === "hands") this.settings.hands = this.kind.hands ? tableOf(this.kind.hands, value) : null;
    else if (name in this.settings) Object.assign(this.settings, { [name]: value });
    else if (!this.looks.set(name, value)) throw new Error(`no such option: ${name}`);
  }

  /** Grey a clue by hand, or no more. @param {string} thing */
  toggleUsed(thing) {
    if (!this.#used.delete(thing)) this.#used.add(thing);
    this.surface.setUsed(thing, this.#used.has(thing));
    const cell = slots.parseCell(thing);
    if (cell) this.cells.relabel(cell);
    this.bar?.refresh();
    this.#emit("used", { thing, used: this.#used.has(thing) });
  }

  /** True if a clue is greyed by hand. @param {string} thing */
  isUsed(thing) {
    return this.#used.has(thing);
  }

  // --- keys --------------------------------------------------------------------------------------

  /** Do what a key means; true if it was for the board. @param {KeyboardEvent} event */
  pressKey(event) {
    if (event.defaultPrevented) return false;
    const action = this.free?.actionOf(event) ?? this.keymap.action(event);
    const isHeld = Boolean(this.kind.group) && this.held.is(event);
    if (!action && !isHeld) return false;
    event.preventDefault();
    if (isHeld) this.held.whenTapped(() => this.#act(action));
    else this.#act(action);
    return true;
  }

  /** Do what a key would: an action of the kind's or of every board. @param {string} action */
  act(action) {
    this.#act(action);
  }

  /** Bring the keys to a cell; one outside the board is refused. @param {Cell} cell */
  moveTo(cell) {
    if (!slots.isInside(cell, this.size)) return;
    this.surface.reveal(cell);
    this.#focusOn(cell);
    this.surface.cursor(cell);
    this.#hover({ cell });
  }

  /** Bring the keys to the board; the cursor is seen by those who used keys last. */
  focus() {
    this.cells.focus();
  }

  /** Speak to those who do not see. @param {string} text */
  say(text) {
    this.cells.say(text);
  }

  /** Take the board away. */
  remove() {
    this.painter.stop();
    this.pointers.cancel();
    this.held.remove();
    this.modality.remove();
    this.bar?.remove();
    this.cells.remove();
    this.surface.remove();
  }

  /** The context for a kind's functions. @returns {Context} */
  context() {
    return {
      board: this,
      kit: KIT,
      model: this.model,
      size: this.size,
      position: this.position,
      tool: this.kindTool,
      text: this.text,
      cell: this.cells.at,
      memory: this.memory,
      helpers: this.helpers,
      preview: (list) => this.surface.preview(list),
    };
  }

  #showHelpers() {
    this.surface.svg.classList.toggle("with-clues", Boolean(this.helpers.clues));
    this.painter.showStates();
  }

  /** @param {BoardOptions} options */
  #begin({ facts = [], log = [], ui = {}, looks = {} }) {
    this.history.give(facts);
    this.history.replay(log, ui);
    this.redraw([...this.position.slots(), ...this.history.free.slots(), ...(this.kind.names?.(this.model) ?? [])]);
    this.cells.fill();
    for (const thing of ui.used ?? []) this.toggleUsed(thing);
    this.surface.svg.classList.add("is-new");
    this.#showHelpers();
    this.flush();
    for (const [name, value] of Object.entries(looks)) this.setOption(name, value);
    requestAnimationFrame(() => this.surface.svg.classList.remove("is-new"));
    this.#levelsChanged();
    this.#showLevel();
  }

  /** @param {SVGElement} svg */
  #listen(svg) {
    svg.addEventListener("keydown", (event) => this.pressKey(event));
    svg.addEventListener("focusin", ({ target }) => {
      this.#showKeys(this.#isByKeys ?? (target instanceof Element && target.matches(":focus-visible")));
      this.surface.cursor(this.cells.at);
    });
    svg.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && svg.contains(relatedTarget))) this.#hover(null);
    });
    // What a press does to the focus is done by the stroke: the browser would take it away again.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** @param {boolean} isKey */
  #input(isKey) {
    this.#isByKeys = isKey;
    this.#showKeys(isKey);
  }

  /** @param {boolean} isShown */
  #showKeys(isShown) {
    this.surface.svg.classList.toggle("with-keys", isShown);
  }

  /** @param {{cell: Cell | null, margin?: Point["margin"]} | null} point */
  #hover(point) {
    if (!this.kind.crosshair) return;
    const { margin = null, cell = null } = point ?? {};
    const alone = margin && { row: null, col: null, [margin.axis]: margin.at };
    this.surface.bands(cell ?? alone);
  }

  /** @param {Cell} cell */
  #focusOn(cell) {
    this.kind.chosen?.(cell, this.context());
    this.cells.moveTo(cell);
    this.#emit("move", { cell });
  }

  /** @param {Point} point @param {Press} how */
  #start(point, how) {
    if (point.cell) this.#focusOn(point.cell);
    this.surface.svg.classList.remove("with-keys");
    this.#hover(point);
    if (this.held.isDown && this.kind.group) return this.#light(point);
    if (this.locked) return null;
    this.#see(null);
    return this.strokes.open(how);
  }

  /** With the key held a click shows what hangs together. @param {Point} point */
  #light(point) {
    this.held.use();
    this.flush();
    this.surface.highlight((point.cell && this.kind.group?.(point.cell, this.context())) || []);
    return null;
  }

  /** @param {string | undefined} action */
  #act(action) {
    if (!action) return;
    if (MOVES[action]) this.#move(action);
    else if (FOR_THE_PAGE.has(action)) this.#emit("action", { name: action });
    else if (VIEWS[action]) VIEWS[action](this);
    else if (this.locked) return;
    else this.#write(action);
  }

  /** @param {string} action */
  #write(action) {
    this.#look(null);
    if (WRITES[action]) WRITES[action](this);
    else if (action === "leave") this.#leave();
    else if (FREE_KEYS.has(action)) this.#freeKey(action);
    else this.#kindKey(action);
  }

  /** The kind may want a move for itself: what is picked up goes with it. @param {string} action */
  #move(action) {
    const context = { ...this.context(), moveTo: (/** @type {Cell} */ cell) => this.moveTo(cell) };
    if (!this.locked && this.kind.move?.(context, action)) return;
    this.moveTo(MOVES[action](this.cells.at, this.size));
  }

  /** @param {string} action */
  #kindKey(action) {
    this.pointers.cancel();
    if (!this.strokes.press(action)) return;
    this.flush();
    this.say(this.painter.name(this.cells.at));
  }

  /** @param {string} action */
  #freeKey(action) {
    this.pointers.cancel();
    if (!this.strokes.pressFree(action)) return;
    this.flush();
    this.say(this.painter.name(this.cells.at));
  }

  /** Esc ends what is open: the kind's own matter, a tool that every board has, then the trial. */
  #leave() {
    this.pointers.cancel();
    if (this.kind.leave?.(this.context())) return;
    if (this.tool !== this.kindTool) this.setTool(this.kindTool);
    else if (this.level) this.rejectTrial();
  }

  /** Before the position changes: end the running stroke, and what the kind has picked up. */
  #putDown() {
    this.#look(null);
    this.pointers.cancel();
    this.kind.leave?.(this.context());
  }

  /** @param {Position | null} position */
  #look(position) {
    if ((position ?? this.history.position) === this.position) return;
    this.pointers.cancel();
    this.kind.leave?.(this.context());
    this.#see(position);
  }

  /** @param {Position | null} position */
  #see(position) {
    const before = this.position;
    if ((position ?? this.history.position) === before) return;
    this.#shown = position;
    this.surface.svg.classList.toggle("is-shown", position !== null);
    this.redraw(this.position.differing(before));
  }

  /** @param {Iterable<Slot>} changed @param {LogEvent} event */
  #changed(changed, event) {
    this.redraw(changed);
    this.#showLevel();
    const isFree = event.free && !event.put?.length && !event.take?.length;
    this.#emit(isFree ? "free" : "stroke", event);
  }

  /** @param {boolean} isDone @param {string} done @param {string} nothing */
  #step(isDone, done, nothing) {
    this.say(this.text(isDone ? done : nothing));
    if (isDone) this.#levelsChanged();
    return isDone;
  }

  /** Trials that open or end change the look of what was written in them. */
  #levelsChanged() {
    const { trials, position } = this.history;
    const open = trials.flatMap(({ ids }) => [...ids]).join();
    if (open === this.#openTrials) return;
    this.#openTrials = open;
    this.redraw(position.slots().filter((slot) => (position.tag(slot)?.trial ?? 0) > 0));
  }

  /** @param {string} text */
  #trialChanged(text) {
    this.#showLevel();
    this.#levelsChanged();
    this.say(this.text(text, { level: this.level }));
  }

  /** Undo and redo leave and enter trials too. */
  #showLevel() {
    if (this.#shownLevel === this.level) return;
    this.#shownLevel = this.level;
    this.host.dataset.trial = String(this.level);
    this.#emit("trial", { level: this.level });
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

const isSlot = (/** @type {string} */ name) => ["cell", "edge"].includes(slots.parsePlace(name)?.kind ?? "");
