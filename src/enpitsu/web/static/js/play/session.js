/**
 * A game being played: its board, its clock, its saving, and what help has cost so far.
 *
 * Events: "changed" (the position), "noted" (the log grew otherwise), "over", "tick" (each second).
 * @import { BoardOptions, Game, GameUi, Kind, LogEvent, Prices } from "../types.d.ts"
 */

import { Board } from "../board/board.js";
import { begunGames, forgetGame } from "../offline/begun.js";
import { boardOptions, settings } from "../settings.js";
import { t } from "../words.js";
import { gameBackup } from "../workbench/crash_backup.js";
import { Clock } from "./clock.js";
import { GameSaver } from "./game_saver.js";
import { penalty, tellPrices } from "./price.js";
import { Tabs } from "./tabs.js";

const MOST_PAID = 200; // remembered, so that what the page keeps stays small

const DAILY = "daily"; // the collection of the puzzles of the day
const LARGEST = 64; // pixels of a cell
const TOLD = 15_000; // ms of play after which the server is told of them, moves or not
const MOST_UI = 19_000; // characters that the server keeps beside the log

/** One game. */
export class Session extends EventTarget {
  #timer = 0;
  /** @type {Set<string>} */
  #paid;
  #told;
  #isPaused = false;
  /** True once the board is solved, until the server has said what that is worth. */
  isSolved = false;

  /**
   * @param {HTMLElement} host for the board @param {Kind} kind its js @param {Game} game
   * @param {{prices: Prices, tell: {onConflict: (theirs: Game) => void, onOver: () => void,
   *   onError: (error: Error) => void, onOther: () => void, onNoRoom: () => void}}} more
   */
  constructor(host, kind, game, { prices, tell }) {
    super();
    this.kind = kind;
    this.game = game;
    this.prices = prices;
    this.document = game.document;
    this.isOver = game.state !== "begun";
    tellPrices(this.isTimed);
    this.clock = new Clock(Math.max(game.elapsed, game.log.at(-1)?.t ?? 0));
    this.#told = this.clock.now();
    if (this.isOver) this.clock.hold("over");
    this.#paid = new Set(game.ui.paid ?? []);
    this.board = new Board(host, kind, game.document.puzzle, this.#options(game));
    this.#restoreZoom(game.ui.zoom);
    this.saver = new GameSaver({ ...game, sent: game.sent ?? game.log.length }, () => this.#state(), tell);
    this.tabs = this.isOver ? null : new Tabs(game.id, tell.onOther);
    if (this.isOver) this.saver.stop();
    this.onSeen = () => this.#seen();
    this.#listen();
  }

  /** @param {Game} game @returns {BoardOptions} */
  #options({ log, ui }) {
    return {
      ...boardOptions("play", this.kind.id),
      free: true,
      log,
      ui,
      largest: LARGEST,
      text: t,
      clock: () => this.clock.now(),
      locked: this.isOver,
    };
  }

  #state() {
    const { log } = this.board.history;
    const { clock, isSolved } = this;
    return { log, ui: this.#ui(), elapsed: clock.now(), rests: !clock.isRunning, isSolved };
  }

  /** @returns {GameUi} */
  #ui() {
    const { isFitted, scale, row, col } = this.board.surface.view;
    const zoom = isFitted ? undefined : { scale, row, col };
    return fitting({ ...this.board.ui(), paid: [...this.#paid].slice(-MOST_PAID), zoom });
  }

  /** @param {GameUi["zoom"]} zoom */
  #restoreZoom(zoom) {
    if (!zoom || ![zoom.scale, zoom.row, zoom.col].every(Number.isFinite)) return;
    const { surface } = this.board;
    Object.assign(surface.view, zoom, { isFitted: false });
    surface.zoom(1);
  }

  #listen() {
    this.board.addEventListener("stroke", (event) =>
      this.#changed(/** @type {CustomEvent<LogEvent>} */ (event).detail),
    );
    this.board.addEventListener("trial", () => this.saver.touch());
    this.board.addEventListener("used", () => this.saver.touch());
    for (const name of ["note", "free"])
      this.board.addEventListener(name, () => {
        this.saver.touch();
        this.#tell("noted");
      });
    document.addEventListener("visibilitychange", this.onSeen);
    this.#timer = setInterval(() => this.#tick(), 500);
    this.#seen();
  }

  /** @param {LogEvent} event */
  #changed(event) {
    this.saver.touch();
    this.#tell("changed", event);
  }

  #seen() {
    if (document.hidden) {
      this.clock.hold("hidden");
      this.saver.leave();
    } else this.clock.release("hidden");
  }

  /** The time of a tab that is killed is lost by a few seconds at most, on the server by some more. */
  #tick() {
    const now = this.clock.now();
    if (this.clock.isRunning && now % 5000 < 500) this.saver.backUp();
    if (this.clock.isRunning && now - this.#told >= TOLD) this.#tellTime(now);
    this.#tell("tick");
  }

  /** @param {number} now */
  #tellTime(now) {
    this.#told = now;
    this.saver.touch();
  }

  get isPaused() {
    return this.#isPaused;
  }

  /** True if the game was left in a pause. */
  get wasPaused() {
    return this.board.history.log.findLast(({ note }) => note === "pause" || note === "resume")?.note === "pause";
  }

  /** Stop the clock, or let it run. @param {boolean} isPaused */
  pause(isPaused) {
    if (this.isOver || this.isPaused === isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.clock.hold("paused");
    else this.clock.release("paused");
    if (isPaused !== this.wasPaused) this.board.note(isPaused ? "pause" : "resume");
    this.board.setOption("locked", isPaused);
  }

  /** The puzzle with the free marks, as a file holds it. */
  get marked() {
    const marks = this.board.free?.marks() ?? [];
    return marks.length ? { ...this.document, free_marks: marks } : this.document;
  }

  /** True if something was shown before: it is not paid for twice. @param {string} what */
  hasPaid(what) {
    return this.#paid.has(digest(what));
  }

  /** Pay for something that is shown now. @param {string} what @param {string} note @param {object} more */
  pay(what, note, more) {
    if (this.isOver || this.hasPaid(what)) return;
    this.#paid.add(digest(what));
    this.board.note(note, more);
  }

  /** Something is paid for without a note of its own. @param {string} what */
  rememberPaid(what) {
    this.#paid.add(digest(what));
  }

  /** Seconds that help has cost so far. */
  get penalty() {
    return penalty(this.board.history.log, this.prices);
  }

  /** True if showing mistakes as they are made is paid for. */
  get hasPaidLive() {
    return this.board.history.log.some(({ note, live }) => note === "check" && live);
  }

  /** True if no help was used so far. */
  get isClean() {
    return !this.board.history.log.some(
      ({ note, by }) => note === "hint" || note === "check" || by === "hint" || by === "fill",
    );
  }

  /** True if clock and prices are seen: if the player wants them, or plays for a ranking. */
  get isTimed() {
    return settings().clock || this.isRanked;
  }

  /** True if all play this puzzle against each other. */
  get isRanked() {
    return this.game.puzzle.collection === DAILY;
  }

  /** True if the first help is to be asked for twice, as it costs a clean solve. */
  get asksFirst() {
    return this.isTimed && this.isClean;
  }

  /** True if the answer was shown: then there is no result. */
  get isShown() {
    return this.board.history.log.some(({ note, by }) => note === "solve" || by === "solve");
  }

  /** True if marks of a file were put on the board: then there is no result either. */
  get isBegunElsewhere() {
    return this.board.history.log.some(({ by }) => by === "given");
  }

  /** The game has ended: nothing is written any more. @param {Game["state"]} state */
  end(state) {
    this.game.state = state;
    this.isOver = true;
    this.clock.hold("over");
    this.board.setOption("locked", true);
    this.saver.stop();
    forgetGame(this.game.id);
    this.tabs?.close();
    this.#tell("over");
  }

  /** Another tab plays this game now. */
  yield() {
    this.saver.leave();
    this.saver.stop();
    this.clock.hold("elsewhere");
    this.board.setOption("locked", true);
  }

  /** Take the game off the page, with everything sent that can be sent. */
  async leave() {
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.onSeen);
    this.tabs?.close();
    this.clock.hold("left");
    if (!this.isOver && !this.saver.isStopped) await this.#lastSave();
    this.saver.stop();
    this.board.remove();
  }

  async #lastSave() {
    this.saver.touch();
    await Promise.race([this.saver.flush(), new Promise((done) => void setTimeout(done, 1500))]);
    gameBackup.prune((id) => begunGames.read(id) !== null);
  }

  /** @param {string} name @param {object} [detail] */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The state that fits beside the log: what is missed least goes first, should it ever be too much. @param {GameUi} ui @returns {GameUi} */
function fitting(ui) {
  /** @type {["paid" | "closed" | "ended" | "used" | "trials", number][]} */
  const fewer = [
    ["paid", 20],
    ["closed", 20],
    ["ended", 20],
    ["used", 200],
    ["closed", 0],
    ["ended", 0],
    ["trials", 0],
    ["used", 0],
  ];
  for (const [name, most] of fewer) {
    if (JSON.stringify(ui).length <= MOST_UI) return ui;
    Object.assign(ui, { [name]: most ? (ui[name] ?? []).slice(-most) : [] });
  }
  return ui;
}

/** A short name for what was shown. @param {string} text */
function digest(text) {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 13);
  }
  return ((a >>> 0) * 2 ** 20 + ((b >>> 0) % 2 ** 20)).toString(36);
}
