/** Solved: the server plays the log again and says what it is worth; then on to the next one. */

/**
 * @typedef {import("../api.js").ApiError} ApiError
 * @import { FinishAnswer, KindAnswer, PuzzleRowAnswer, ResultAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { button, h, icon } from "../dom.js";
import { copy, dialog, failed } from "../ui.js";
import { clock, graded, kindName, number, size, t } from "../words.js";
import { isPassing } from "../workbench/saver.js";
import { backToSheet } from "./origin.js";

const SAME = 50; // puzzles of the same sort that are looked through for the next one
const WAIT = 1100; // the finale is seen first
const FULL = 15_000; // ms until it is tried again when there was no room
const AGAIN = 4000; // ms until a server that could not take the result is asked again

/** The end of a game. */
export class Finish {
  #isBusy = false;
  #timer = 0;
  isWaiting = false;
  /** The dialog while it waits. @type {HTMLDialogElement | null} */
  waiting = null;
  /** @type {ResultAnswer | null} */
  result = null;

  /** @param {import("./session.js").Session} session @param {{go: (address: string) => void, kind: KindAnswer}} page */
  constructor(session, page) {
    this.session = session;
    this.page = page;
    this.endWaiting = () => {};
  }

  /** The board is solved. */
  async solved() {
    if (this.#isBusy || this.session.isOver) return;
    this.#isBusy = true;
    const { board, clock: time } = this.session;
    this.session.isSolved = true;
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
      this.waiting?.close();
      this.#take(end.result);
      this.session.end(end.result ? "solved" : "given-up");
      // Without a result the bar says so: nothing lies over the board.
      if (!end.result) return;
      await new Promise((done) => setTimeout(done, isCalm() ? 0 : WAIT));
      await this.show(end, end.result);
    } catch (caught) {
      const error = /** @type {ApiError} */ (caught);
      if (error.isOffline || error.isBusy) this.#wait(error);
      else this.#refused(error.message);
    }
  }

  /** The time of the last move counts, however long it took to be looked at. @param {ResultAnswer | null} result */
  #take(result) {
    this.result = result;
    if (result) this.session.clock.set(1000 * result.seconds);
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
    this.#showWaiting(
      isFull ? "full" : "waiting",
      hasFailed ? [] : [{ text: t("play.finish.next"), value: true, primary: true }],
    );
  }

  /** @param {"full" | "waiting"} why @param {{text: string, value: any, primary: boolean}[]} actions */
  async #showWaiting(why, actions) {
    const { clock: time, isShown, game } = this.session;
    const title = t(isShown ? "play.finish.shown-title" : "play.finish.solved");
    const texts = [t(`play.finish.${why}`), game.begun && !isShown ? t("play.finish.begun-here") : null];
    const body = [
      isShown ? null : h("p", { class: "number" }, `${t("play.finish.time")}: ${clock(time.now() / 1000)}`),
      texts.filter(Boolean).map((text) => h("p", {}, text)),
    ];
    const onOpen = (/** @type {HTMLDialogElement} */ made) => {
      this.waiting = made;
    };
    if (await dialog({ title, body, actions, onOpen })) await this.goOn();
  }

  /** Two answers that differ: play goes on. @param {string} message */
  #refused(message) {
    this.session.isSolved = false;
    this.session.saver.touch();
    this.session.clock.release("solved");
    this.session.board.setOption("locked", false);
    this.session.board.celebrate(false);
    failed({ code: "refused", message });
  }

  stop() {
    clearTimeout(this.#timer);
    this.endWaiting();
  }

  /** The dialog with the result. @param {FinishAnswer} end @param {ResultAnswer} result */
  async show({ place, is_best: isBest }, result) {
    const { draft } = this.session.game;
    if (draft) return this.#showTest(result, draft);
    const next = await this.#next().catch(() => null);
    const choice = await dialog({
      title: t("play.finish.solved"),
      body: this.#figures(result, place, isBest),
      actions: [
        { text: t("play.finish.copy"), value: "copy" },
        { text: t("play.finish.replay"), value: "replay" },
        next
          ? { text: t("play.finish.next"), value: "next", primary: true }
          : { text: t("app.home"), value: "home", primary: true },
      ],
    });
    if (choice === "copy") await copy(this.text(result));
    if (choice === "replay") this.page.go(`/replay/${result.id}`);
    if (choice === "home") this.page.go("/");
    if (choice === "next" && next) await this.begin(next.id);
  }

  /** A test ends where it began: with its sheet. @param {ResultAnswer} result @param {string} draft */
  async #showTest(result, draft) {
    const body = [...this.#figures(result), h("p", {}, t("play.test.kept"))];
    const actions = [{ text: t("app.close") }, { text: t("play.test.back"), value: true, primary: true }];
    if (await dialog({ title: t("play.finish.solved"), body, actions })) this.page.go(`/edit/${draft}`);
  }

  /** How it ended, in words. */
  get #ending() {
    const { game, isShown, isBegunElsewhere } = this.session;
    if (game.state === "solved") return t("play.over.solved");
    if (isShown) return t("play.over.shown");
    return t(isBegunElsewhere ? "play.finish.elsewhere" : "play.over.given-up");
  }

  /** @param {ResultAnswer} result @param {number | null} place */
  #figures(result, place = null, isBest = false) {
    /** @param {string} name @param {import("../dom.js").Child} value */
    const figure = (name, value) =>
      h("div", {}, h("dt", {}, t(`play.finish.${name}`)), h("dd", { class: "number" }, value));
    const praise = [
      isBest ? t("play.finish.best") : null,
      result.is_clean ? t("play.finish.clean") : null,
      result.is_first || this.session.game.draft ? null : t("play.finish.repeat"),
    ];
    return [
      h(
        "dl",
        { class: "figures" },
        figure("time", clock(result.seconds)),
        result.penalty ? figure("penalty", `+${clock(result.penalty)}`) : null,
        figure("total", clock(result.total)),
        place ? figure("place", String(place)) : null,
        result.points ? figure("points", h("a", { href: "/results/ranking" }, number(result.points))) : null,
      ),
      h(
        "p",
        { class: "row" },
        praise
          .filter(Boolean)
          .map((text, at) =>
            h(
              "span",
              { class: `chip${at === 0 && isBest ? " is-good" : ""}` },
              at === 0 && isBest ? icon("star") : null,
              text,
            ),
          ),
      ),
      result.is_clean || result.mark === "answer" ? null : h("p", { class: "quiet small" }, helpText(result)),
      result.mark ? h("p", { class: "banner is-note", role: "note" }, t(`results.mark.${result.mark}`)) : null,
    ];
  }

  /** A result to be shown to others. @param {ResultAnswer} result */
  text(result) {
    const { puzzle } = this.session.game;
    const what = `${kindName(this.page.kind)} ${size(puzzle)} ${graded(puzzle)}`;
    const how = result.is_clean ? t("play.finish.clean") : helpText(result);
    return t("play.finish.text", { what, title: puzzle.title, time: clock(result.total), how });
  }

  /** The next puzzle of the same sort that is new to the player. @returns {Promise<PuzzleRowAnswer | null>} */
  async #next() {
    const { puzzle } = this.session.game;
    const filter = { kind: puzzle.kind, level: puzzle.level || undefined, state: "new", size: SAME };
    const [near, all] = [
      await api.get("/puzzles", { ...filter, collection: puzzle.collection }),
      await api.get("/puzzles", filter),
    ];
    /** @type {PuzzleRowAnswer[]} */
    const later = near.puzzles.filter((/** @type {PuzzleRowAnswer} */ { number }) => number > puzzle.number);
    return [...later, ...near.puzzles, ...all.puzzles].find(({ id }) => id !== puzzle.id) ?? null;
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

  /** The bar over a game that has ended. */
  bar() {
    const { state, draft } = this.session.game;
    const replay =
      this.result &&
      h(
        "a",
        { class: "button", href: `/replay/${this.result.id}` },
        icon("play"),
        h("span", {}, t("play.finish.replay")),
      );
    return h(
      "div",
      { class: `banner ${state === "solved" ? "is-good" : "is-note"}`, role: "status" },
      h("p", {}, icon(state === "solved" ? "check" : "flag"), h("span", {}, this.#ending)),
      h(
        "div",
        { class: "row" },
        draft
          ? backToSheet(draft)
          : [
              button({ text: t("play.over.again"), icon: "redo", onClick: () => this.again() }),
              replay,
              button({ text: t("play.finish.next"), icon: "next", onClick: () => this.goOn() }),
            ],
      ),
    );
  }

  /** On to another puzzle of the same sort. */
  async goOn() {
    const next = await this.#next().catch(() => null);
    if (next) await this.begin(next.id);
    else this.page.go("/");
  }

  /** The result of a game that had ended before. */
  async find() {
    if (this.session.game.state !== "solved") return;
    const { result = null } = await api.post(`/games/${this.session.game.id}/finish`).catch(() => ({}));
    this.#take(result);
  }
}

/** @param {ResultAnswer} result */
const helpText = ({ hints, checks }) => t("play.finish.help", { hints, checks });

const isCalm = () => document.documentElement.dataset.motion === "less";
