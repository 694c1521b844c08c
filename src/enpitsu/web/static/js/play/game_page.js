/** A game on the page: all parts put together. */

/**
 * @import { KindAnswer } from "../contract.d.ts"
 * @import { Game, Kind, Prices } from "../types.d.ts"
 */

import { button, fill, h } from "../dom.js";
import { forgetGame } from "../offline/begun.js";
import { followSettings, settings, subscribe } from "../settings.js";
import { failed, toast } from "../ui.js";
import { t } from "../words.js";
import { handTool, makeTools, zoomButtons } from "../workbench/board_buttons.js";
import { listenToKeys } from "../workbench/page_keys.js";
import { Check } from "./check.js";
import { FillIn } from "./fill_in.js";
import { Finish } from "./finish.js";
import { tellFirstPuzzle } from "./first_puzzle.js";
import { chooseGame, keepMine } from "./game_conflict.js";
import { HelpCard } from "./help_card.js";
import { Hints } from "./hints.js";
import { back, layout } from "./layout.js";
import { LiveMistakes } from "./live_mistakes.js";
import { clear, makeMenu } from "./menu.js";
import { tellOrigin } from "./origin.js";
import { tellPrices } from "./price.js";
import { Session } from "./session.js";
import { tellSolvedBefore } from "./solved_before.js";
import { Solver } from "./solver.js";
import { Steps } from "./steps.js";
import { Acts, ClockView } from "./toolbar.js";
import { Trial } from "./trial.js";
import { Why } from "./why.js";

const WRITING = new Set([" ", "Enter"]);
const LARGE = 12; // rows or columns: on a phone such a board wants zoom buttons

/** The page of one game. */
export class GamePage {
  #gone = new AbortController();
  /** True if a solved board is to be seen with its clues and grid. */
  wantsClues = false;

  /**
   * @param {HTMLElement} main @param {{game: Game, kind: Kind, about: KindAnswer, prices: Prices}} what
   * @param {{go: (address: string) => void, reopen: () => void, onLeft: () => void}} page
   */
  constructor(main, { game, kind, about, prices }, page) {
    this.page = page;
    this.about = about;
    const parts = layout(game, about);
    this.parts = parts;
    Object.assign(parts.root, { play: this }); // a handle for tests and the curious
    fill(main, parts.root);
    const tell = {
      onConflict: (/** @type {Game} */ theirs) => this.#conflict(theirs),
      onOver: () => page.reopen(),
      onError: failed,
      onOther: () => this.#yield(),
      onNoRoom: () => toast(t("play.no-room"), { bad: true, stays: true }),
    };
    const session = new Session(parts.board, kind, game, { prices, tell });
    this.session = session;
    this.card = new HelpCard(parts.card, session, () => this.liveMistakes.show());
    this.liveMistakes = new LiveMistakes(session, parts.whisper, {
      onSolved: () => this.finish.solved(),
      onAway: (isAway, isJudged) => this.#away(isAway, isJudged),
      marks: () => this.solver?.marks ?? 0,
      onMarks: (marks) => {
        if (!this.card.isOpen) session.board.mark(marks); // a card has marks of its own
      },
    });
    this.hints = new Hints(session, this.card);
    this.fill = new FillIn(session, this.card, this.hints, about.levels);
    this.check = new Check(session, this.card, this.liveMistakes, this.hints);
    this.why = new Why(session, this.card, parts.board);
    this.steps = new Steps(session, this.card);
    this.trial = new Trial(session, this.card, parts.notes);
    this.solver = new Solver(session, parts.notes);
    this.finish = new Finish(session, parts.result, { go: page.go, kind: about });
    this.clockView = new ClockView(session, parts.cover, () => this.refresh());
    this.acts = new Acts(parts.acts, this);
    this.#furnish();
    this.#listen();
    this.#begin(game);
  }

  #furnish() {
    const { parts, session } = this;
    const { rows, cols } = session.board.size;
    if (Math.max(rows, cols) > LARGE) parts.root.dataset.large = "";
    makeTools(parts.tools, session.board, session.kind.id);
    fill(
      parts.zoom,
      handTool(session.board),
      zoomButtons(() => session.board, { fit: t("board.key.fit"), onZoom: () => session.saver.touch() }),
    );
    fill(parts.head, back(session.game), parts.title, this.clockView.made, makeMenu(this));
  }

  #listen() {
    const { session, why, solver, steps } = this;
    const refresh = () => this.refresh();
    for (const name of ["changed", "noted"]) session.addEventListener(name, refresh);
    session.addEventListener("over", () => this.#over());
    session.board.addEventListener("trial", refresh);
    why.addEventListener("change", refresh);
    solver.addEventListener("change", refresh);
    solver.addEventListener("change", () => this.liveMistakes.show());
    this.parts.result.addEventListener("clues", (event) => {
      this.wantsClues = /** @type {CustomEvent<boolean>} */ (event).detail;
      refresh();
    });
    steps.addEventListener("change", refresh);
    const { signal } = this.#gone;
    followSettings(session.board, "play", session.kind.id, { signal });
    subscribe((changed) => this.#settings(changed), { signal });
    const { board } = session;
    listenToKeys(
      {
        board: () => board,
        act: (name) => this.act(name),
        onEscape: () => this.escape(),
        // Of a board that is covered only the cover can be taken away; a solved one is not written on.
        isDeaf: (event) =>
          session.isPaused ? board.keymap.action(event) !== "pause" : session.isOver && WRITING.has(event.key),
      },
      signal,
    );
    addEventListener("keydown", (event) => this.finish.key(event), { capture: true, signal });
  }

  /** @param {Game} game */
  #begin(game) {
    if (this.session.isOver) this.finish.find().then(() => this.#over());
    else if (this.session.wasPaused) this.clockView.toggle(true);
    tellOrigin(this.session, this.about, this.parts.notes);
    tellFirstPuzzle(this.session, this.about, this.parts.notes);
    tellSolvedBefore(this.session, this.finish, this.parts.notes);
    if ((game.sent ?? game.log.length) < game.log.length) this.session.saver.touch();
    this.refresh();
  }

  /** Without the server little can be said of the board. @param {boolean} isAway @param {boolean} [isJudged] whether it is seen when it is solved */
  #away(isAway, isJudged = false) {
    const { whisper } = this.parts;
    const { isOver, board, game } = this.session;
    const isSaid = isAway && !isOver && (isJudged || board.facts().length > 0);
    const begun = game.begun ? ` ${t("play.away-begun")}` : "";
    const text = isSaid ? t(isJudged ? "play.away-judged" : "play.away") + begun : "";
    const told = whisper.querySelector(".is-away");
    if ((told?.textContent ?? "") === text) return;
    told?.remove();
    if (text) whisper.append(h("div", { class: "banner is-note is-away", role: "status" }, text));
  }

  /** @param {object} changed */
  #settings(changed) {
    if ("check" in changed) {
      this.liveMistakes.show();
      this.liveMistakes.ask();
    }
    tellPrices(this.session.isTimed);
    this.clockView.show();
    this.refresh();
  }

  /** Show the actions that are possible now. */
  refresh() {
    const isShowing = this.steps.isOpen;
    this.parts.tools.inert = isShowing;
    this.parts.root.toggleAttribute("data-steps", isShowing);
    this.acts.refresh();
    this.trial.show();
    this.clockView.show();
    this.parts.root.dataset.check = settings().check;
    this.#present();
  }

  /** Do what the board's keys ask of the page. @param {string} name */
  act(name) {
    if (name === "help")
      import("../workbench/control_tables.js").then(({ showPlayerHelp }) => showPlayerHelp(this.session.kind));
    else if (name === "pause") this.clockView.toggle();
    else if (!this.mayAsk) return;
    else if (name === "steps") this.steps.open();
    else if (this.steps.isOpen) return;
    else if (name === "solve") this.solver.open();
    else if (name === "why") this.why.askHere();
    else if (this.session.isOver) return;
    else if (name === "keep") this.session.board.acceptTrial();
    else if (name === "clear-all") clear(this);
    else if (name === "hint") this.hints.open();
    else if (name === "fill-in") this.fill.open();
    else if (name === "check" && settings().check !== "none") this.check.open();
  }

  /** True if help may be asked for. */
  get mayAsk() {
    return !this.session.isPaused && (this.session.isOver || !this.session.saver.isStopped);
  }

  /** Esc ends one thing at a time; false if it is the board's. */
  escape() {
    if (this.card.isOpen) this.card.close();
    else if (this.why.isOn) this.why.toggle(false);
    else return false;
    return true;
  }

  #over() {
    this.card.close(); // nothing lies over a solved board, nor over its result
    this.finish.tell();
    this.parts.root.dataset.state = this.session.game.state;
    this.#away(false);
    this.clockView.show();
    this.refresh();
  }

  /** A solved board is a picture, unless something is told of its clues. */
  #present() {
    const { board, game } = this.session;
    if (game.state !== "solved") return;
    board.celebrate(true, true); // if it was solved before: else the finale has begun
    const isTold = this.steps.isOpen || this.card.isOpen || this.why.isOn || this.solver.isShowing;
    board.present(!this.wantsClues && !isTold);
  }

  /** The game went on elsewhere. @param {Game} theirs */
  async #conflict(theirs) {
    this.session.yield();
    const { log } = this.session.board.history;
    const choice = await chooseGame(theirs, log);
    if (choice === "mine") await keepMine(theirs, log, this.session.clock.now()).catch(failed);
    else if (choice === "theirs") forgetGame(this.session.game.id);
    this.page.reopen();
  }

  /** Another tab plays on: this one only says so. */
  #yield() {
    if (this.session.isOver) return;
    this.session.yield();
    const { cover, stage } = this.parts;
    stage.classList.add("is-passive");
    const take = button({
      text: t("play.elsewhere.take"),
      icon: "play",
      primary: true,
      onClick: () => this.page.reopen(),
    });
    fill(
      cover,
      h(
        "div",
        { class: "stack", role: "alert" },
        h("h2", {}, t("play.elsewhere.title")),
        h("p", { class: "quiet" }, t("play.elsewhere.text")),
        take,
      ),
    );
    cover.hidden = false;
    this.refresh();
  }

  /** Take everything off the page. */
  async leave() {
    this.#gone.abort();
    this.liveMistakes.stop();
    this.solver.stop();
    this.finish.stop();
    this.card.close();
    await this.session.leave();
    this.page.onLeft();
  }
}

/** Tell that something of a lost tab was found. @param {number} count */
export const tellRecovered = (count) => toast(t("play.recovered", { count }));
