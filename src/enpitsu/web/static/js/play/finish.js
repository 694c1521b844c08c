/** Solved: the server plays the log again and says what it is worth; then on to the next one. */

/**
 * @typedef {import("../api.js").ApiError} ApiError
 * @import { FinishAnswer, KindAnswer, PuzzleRowAnswer, ResultAnswer, StreakAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { askStreak, streakStrip, streakWords } from "../daily/streak.js";
import { button, fill, h, icon } from "../dom.js";
import { linkForOthers } from "../puzzle/links.js";
import { copy, failed, whileBusy } from "../ui.js";
import { clock, graded, kindName, size, t } from "../words.js";
import { isPassing } from "../workbench/saver.js";
import { backToSheet } from "./origin.js";
import { figures, headingOf, heads, helpWords, placeWords } from "./result.js";

const FULL = 15_000; // ms until it is tried again when there was no room
const AGAIN = 4000; // ms until a server that could not take the result is asked again
const BREATH = 700; // ms after the end in which Enter is still a stroke of the hand that solved it
const CONTROLS = "button, a, summary, input, select, textarea";
const HEAD = "play-result-head";
const FIGURES = "play-result-figures";

/** The end of a game. */
export class Finish {
  #isBusy = false;
  #timer = 0;
  #solvedAt = Number.NEGATIVE_INFINITY;
  isWaiting = false;
  /** @type {ResultAnswer | null} */
  result = null;
  /** What the server said at the end. @type {Partial<FinishAnswer>} */
  end = {};
  /** @type {StreakAnswer | null} */
  streak = null;
  /** The puzzle to play next, once it is asked for. @type {Promise<PuzzleRowAnswer | null> | null} */
  #next = null;
  /** A link to the puzzle that others can open. @type {Promise<string> | null} */
  #link = null;

  /**
   * @param {import("./session.js").Session} session @param {HTMLElement} host for the result
   * @param {{go: (address: string) => void, kind: KindAnswer}} page
   */
  constructor(session, host, page) {
    this.session = session;
    this.host = host;
    this.page = page;
    this.endWaiting = () => {};
  }

  /** The board is solved. */
  async solved() {
    if (this.#isBusy || this.session.isOver) return;
    this.#isBusy = true;
    const { board, clock: time } = this.session;
    this.session.isSolved = true;
    this.#solvedAt = performance.now();
    while (board.level) board.acceptTrial();
    time.hold("solved");
    board.setOption("locked", true);
    if (!this.isWaiting && !this.session.isShown) board.celebrate();
    try {
      await this.#report();
    } finally {
      this.#isBusy = false;
    }
  }

  async #report() {
    this.session.saver.touch();
    if (!(await this.session.saver.flush())) return this.#wait();
    try {
      /** @type {FinishAnswer} */
      const end = await api.post(`/games/${this.session.game.id}/finish`);
      if (!end.solved) return this.#refused(end.reason);
      this.isWaiting = false;
      this.#hide();
      this.#take(end);
      this.session.end(end.result ? "solved" : "given-up");
      if (end.result) this.host.focus({ preventScroll: true });
    } catch (caught) {
      const error = /** @type {ApiError} */ (caught);
      if (error.isOffline || error.isBusy) this.#wait(error);
      else this.#refused(error.message);
    }
  }

  /** The time of the last move counts, however long it took to be looked at. @param {Partial<FinishAnswer>} end */
  #take(end) {
    this.end = end;
    this.result = end.result ?? null;
    if (this.result) this.session.clock.set(1000 * this.result.seconds);
  }

  /** The server is away, or has too much to do, or no room: asked again when it is back, and from time to time. */
  #wait(error = this.session.saver.refusal) {
    if (this.session.saver.isStopped) return;
    const isFull = error?.code === "full";
    if (error && !isFull && !isPassing(error)) return this.#refused(error.message);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.isWaiting && this.solved(), Math.max(isFull ? FULL : AGAIN, error?.wait ?? 0));
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.endWaiting = api.server.subscribe(({ isOnline }) => isOnline && this.isWaiting && this.solved());
    const hasFailed = isFull || error?.isBusy;
    const { clock: time, isShown, game } = this.session;
    const title = t(isShown ? "play.finish.shown-title" : "play.finish.solved");
    this.#show(
      heads(HEAD, { title, isNamed: false }),
      isShown ? null : h("p", { class: "number" }, `${t("play.finish.time")}: ${clock(time.now() / 1000)}`),
      h("p", { id: FIGURES }, t(isFull ? "play.finish.full" : "play.finish.waiting")),
      game.begun && !isShown ? h("p", {}, t("play.finish.begun-here")) : null,
      hasFailed ? null : h("div", { class: "row" }, this.#ways()[0]),
    );
    this.host.focus({ preventScroll: true });
  }

  /** Two answers that differ: play goes on. @param {string} message */
  #refused(message) {
    this.session.isSolved = false;
    this.session.saver.touch();
    this.isWaiting = false;
    this.#hide();
    this.session.clock.release("solved");
    this.session.board.setOption("locked", false);
    this.session.board.celebrate(false);
    failed({ code: "refused", message });
  }

  stop() {
    clearTimeout(this.#timer);
    this.endWaiting();
  }

  // --- what is shown -------------------------------------------------------------------------------

  /** @param {...import("../dom.js").Child} content */
  #show(...content) {
    fill(this.host, ...content);
    this.host.hidden = false;
  }

  #hide() {
    this.host.hidden = true;
    this.host.replaceChildren();
  }

  /** Show how it ended: a result beside the board, or a bar that says why there is none. */
  tell() {
    if (this.session.game.state === "solved") this.#tellResult();
    else this.#show(this.#bar());
  }

  #tellResult() {
    const { game } = this.session;
    const { draft, puzzle } = game;
    const result = this.result ? figures(this.result, this.end, Boolean(draft)) : t("play.over.solved");
    this.#show(
      heads(HEAD, headingOf(puzzle, this.page.kind)),
      h("div", { id: FIGURES, class: "stack" }, result),
      draft ? this.#testActions(draft) : this.#actions(),
    );
    this.host.classList.add("is-over", "is-solved");
    if (draft) return;
    this.#askNext();
    this.#link = this.result && linkForOthers(puzzle, game.document);
    this.#link?.catch(() => {}); // who wants it is told
    if (this.session.isRanked) this.#tellStreak();
  }

  /** A test ends where it began: with its sheet. @param {string} draft */
  #testActions(draft) {
    return [h("p", { class: "quiet" }, t("play.test.kept")), h("div", { class: "row" }, backToSheet(draft))];
  }

  #actions() {
    const [next, more] = this.#ways();
    const copying = this.result && button({ text: t("play.finish.copy"), icon: "link", onClick: () => this.#copy() });
    return [
      h("div", { class: "result-next" }, next, h("p", { class: "quiet small result-next-name" })),
      h("div", { class: "row" }, copying, more, this.#pictureButton()),
    ];
  }

  /** To the next puzzle; this one again, or as a replay. */
  #ways() {
    const next = button({
      text: t("play.finish.next"),
      icon: "next",
      primary: true,
      "aria-keyshortcuts": "Enter",
      onClick: ({ currentTarget }) => whileBusy(currentTarget, () => this.goOn()),
    });
    const replay =
      this.result &&
      h(
        "a",
        { class: "button", href: `/replay/${this.result.id}` },
        icon("play"),
        h("span", {}, t("play.finish.replay")),
      );
    return [next, [replay, button({ text: t("play.over.again"), icon: "redo", onClick: () => this.again() })]];
  }

  /** Letters and grid may be seen again. */
  #pictureButton() {
    const made = button({
      text: t("play.finish.clues"),
      icon: "eye",
      "aria-pressed": "false",
      onClick: () => {
        const isOn = made.getAttribute("aria-pressed") !== "true";
        made.setAttribute("aria-pressed", String(isOn));
        this.host.dispatchEvent(new CustomEvent("clues", { detail: isOn }));
      },
    });
    return made;
  }

  /** The bar over a game that ended without a result. */
  #bar() {
    const { draft } = this.session.game;
    return h(
      "div",
      { class: "banner is-note is-over", role: "status" },
      h("p", {}, icon("flag"), h("span", {}, this.#ending)),
      h("div", { class: "row" }, draft ? backToSheet(draft) : this.#ways().flat()),
    );
  }

  /** How it ended without a result, in words. */
  get #ending() {
    const { isShown, isBegunElsewhere } = this.session;
    if (isShown) return t("play.over.shown");
    return t(isBegunElsewhere ? "play.finish.elsewhere" : "play.over.given-up");
  }

  async #tellStreak() {
    this.streak = await askStreak().catch(() => null);
    if (this.streak) this.host.querySelector(`#${FIGURES}`)?.append(streakStrip(this.streak));
  }

  // --- copying ---------------------------------------------------------------------------------------

  async #copy() {
    if (!this.result) return;
    const link = await this.#link?.catch(() => "");
    await copy([this.text(this.result), link].filter(Boolean).join("\n"));
  }

  /** A result to be shown to others. @param {ResultAnswer} result */
  text(result) {
    const { puzzle } = this.session.game;
    const { place, players } = this.end;
    const { title, isNamed } = headingOf(puzzle, this.page.kind);
    const parts = [
      "Enpitsu",
      `${kindName(this.page.kind)} ${size(puzzle)} ${graded(puzzle)}`,
      isNamed ? title : "",
      clock(result.total),
      result.is_clean ? t("play.finish.clean") : helpWords(result),
      place && players ? placeWords(place, players) : "",
      this.streak ? streakWords(this.streak) : "",
    ];
    return parts.filter(Boolean).join(" · ");
  }

  // --- going on --------------------------------------------------------------------------------------

  /** Enter goes on from a solved board, unless it is meant for something else; one that is still held does not. @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter" || event.repeat || !this.result) return;
    if (performance.now() - this.#solvedAt < BREATH) return;
    const isElsewhere = event.target instanceof Element && event.target.closest(CONTROLS);
    if (isElsewhere || document.querySelector("dialog[open], :popover-open")) return;
    event.preventDefault();
    event.stopPropagation();
    const { draft } = this.session.game;
    if (draft) this.page.go(`/edit/${draft}`);
    else this.goOn();
  }

  /** The next puzzle is told before it is begun. */
  async #askNext() {
    const next = await this.#suggested();
    const told = this.host.querySelector(".result-next-name");
    if (next && told) told.textContent = `${kindName(await this.#kindOf(next))} ${size(next)} · ${graded(next)}`;
  }

  /** @param {PuzzleRowAnswer} row @returns {Promise<{name: string, native_name: string}>} */
  async #kindOf({ kind }) {
    const kinds = await api.kinds();
    return kinds.find(({ id }) => id === kind) ?? { name: kind, native_name: kind };
  }

  /** A puzzle that is new to the player, near what they solve. @returns {Promise<PuzzleRowAnswer | null>} */
  #suggested() {
    this.#next ??= api
      .get("/suggestions", { after: this.session.game.puzzle.id })
      .then(({ puzzles: [first = null] }) => first)
      .catch(() => this.#newOne())
      .catch(() => {
        this.#next = null; // asked once more when it is wanted
        return null;
      });
    return this.#next;
  }

  /** Without the server: a puzzle of the same sort that is new to the player. @returns {Promise<PuzzleRowAnswer | null>} */
  async #newOne() {
    const { id: own, kind, level } = this.session.game.puzzle;
    const filter = { kind, level: level || undefined, state: "new", size: 2 };
    const found = await api.get("/puzzles", filter);
    return found.puzzles.find((/** @type {PuzzleRowAnswer} */ { id }) => id !== own) ?? null;
  }

  /** Play this puzzle once more. */
  again() {
    return this.begin(this.session.game.puzzle.id);
  }

  /** Play a puzzle. @param {number} puzzle */
  async begin(puzzle) {
    try {
      const game = await api.post("/games", { puzzle });
      this.page.go(`/play/${game.id}`);
    } catch (error) {
      failed(error);
    }
  }

  /** On to another puzzle. */
  async goOn() {
    const next = await this.#suggested();
    if (next) await this.begin(next.id);
    else this.page.go("/");
  }

  /** The result of a game that had ended before. */
  async find() {
    if (this.session.game.state !== "solved") return;
    this.#take(await api.post(`/games/${this.session.game.id}/finish`).catch(() => ({})));
  }
}
