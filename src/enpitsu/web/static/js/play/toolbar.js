/** The large buttons and the clock. */

/**
 * @typedef {import("./game_page.js").GamePage} GamePage
 * @typedef {{made: HTMLButtonElement, cost: HTMLElement, isAble: boolean}} Act
 * @typedef {"undo" | "redo" | "trial" | "check" | "hint" | "fill" | "why" | "steps" | "solve"} ActName
 */

import { button, fill, h, icon } from "../dom.js";
import { settings } from "../settings.js";
import { clock, t } from "../words.js";
import { price } from "./price.js";

/**
 * One of the large buttons: icon, word, and what it costs. @param {string} name @param {() => void} onClick
 * @param {{keys?: string, text?: string, sign?: import("../dom.js").Icon}} [how] @returns {Act}
 */
export function act(name, onClick, { keys = "", text = t(`play.act.${name}`), sign } = {}) {
  const cost = h("span", { class: "act-price number" });
  const press = () => {
    if (own.isAble) onClick();
  };
  const about = {
    type: "button",
    class: "act",
    dataset: { act: name },
    title: keys ? `${text} (${keys})` : text,
    onClick: press,
  };
  const made = h(
    "button",
    about,
    icon(sign ?? /** @type {import("../dom.js").Icon} */ (name)),
    h("span", {}, text),
    cost,
  );
  const own = { made, cost, isAble: true };
  return own;
}

/** Have a button do what it is for, or nothing; one that goes dead under the focus would lose the keys. @param {Act} own @param {boolean} isAble */
export function enable(own, isAble) {
  own.isAble = isAble;
  own.made.setAttribute("aria-disabled", String(!isAble));
  own.made.classList.toggle("is-dead", !isAble);
}

/** What only a game that goes on has. @type {ActName[]} */
const HELP = ["trial", "check", "hint", "fill"];

/** All buttons; `refresh` shows what can be done now. */
export class Acts {
  /** @param {HTMLElement} host @param {GamePage} play */
  constructor(host, play) {
    this.play = play;
    const { board } = play.session;
    const keys = (/** @type {string} */ action) => board.keymap.keys()[action]?.[0]?.toUpperCase() ?? "";
    /** @type {Record<ActName, Act>} */
    this.all = {
      undo: act("undo", () => board.undo(), { keys: keys("undo") }),
      redo: act("redo", () => board.redo(), { keys: keys("redo") }),
      trial: act("trial", () => play.trial.begin(), { keys: keys("trial") }),
      check: act("check", () => play.check.open(), { keys: keys("check") }),
      hint: act("hint", () => play.hints.open(), { keys: keys("hint") }),
      fill: act("fill", () => play.fill.open(), { keys: keys("fill-in") }),
      why: act("why", () => play.why.toggle(), { keys: keys("why") }),
      steps: act("steps", () => play.steps.open(), { keys: keys("steps") }),
      solve: act("solve", () => play.solver.open(), { keys: keys("solve") }),
    };
    fill(
      host,
      Object.values(this.all).map(({ made }) => made),
    );
  }

  refresh() {
    const { session, why, solver, check, steps } = this.play;
    const { history, settings: state } = session.board;
    const off = session.isOver || state.locked || steps.isOpen;
    this.#able("undo", history.canUndo && !off);
    this.#able("redo", history.canRedo && !off);
    for (const name of HELP) this.#able(name, !off);
    // A game that has ended may still be asked about.
    const mayAsk = session.isOver || !state.locked;
    this.#able("why", mayAsk && !steps.isOpen);
    this.#able("solve", mayAsk && !steps.isOpen);
    this.#able("steps", mayAsk);
    this.all.steps.made.setAttribute("aria-pressed", String(steps.isOpen));
    this.all.check.made.hidden = settings().check === "none";
    this.#cost("check", check.cost);
    this.#cost("hint", session.prices.where);
    this.all.fill.cost.textContent = session.isTimed ? t("play.fill.each", { seconds: session.prices.fill }) : "";
    this.#cost("why", session.isOver ? 0 : session.prices.reason);
    this.all.why.made.setAttribute("aria-pressed", String(why.isOn));
    this.all.solve.made.classList.toggle("is-working", solver.state === "working");
    this.all.solve.made.setAttribute("aria-busy", String(solver.state === "working"));
  }

  /** @param {ActName} name @param {boolean} isAble */
  #able(name, isAble) {
    enable(this.all[name], isAble);
  }

  /** @param {ActName} name @param {number} seconds */
  #cost(name, seconds) {
    this.all[name].cost.textContent = seconds ? price(seconds) : "";
  }
}

/** The clock with its pause button. */
export class ClockView {
  /** @param {import("./session.js").Session} session @param {HTMLElement} cover over the board @param {() => void} onChange */
  constructor(session, cover, onChange) {
    this.session = session;
    this.cover = cover;
    this.onChange = onChange;
    this.time = h("span", { class: "time number", role: "timer", "aria-label": t("play.time") });
    this.button = button({
      text: t("play.pause"),
      icon: "pause",
      only: "icon",
      plain: true,
      onClick: () => this.toggle(),
    });
    this.cost = h("span", { class: "time-cost number quiet" });
    this.made = h("div", { class: "play-clock" }, this.time, this.cost, this.button);
    session.addEventListener("tick", () => this.show());
    this.show();
  }

  show() {
    this.time.hidden = !this.session.isTimed;
    const text = clock(this.session.clock.now() / 1000);
    if (this.time.textContent !== text) this.time.textContent = text;
    this.#showCost(this.session.penalty);
    this.button.hidden = this.session.isOver;
  }

  /** The penalty so far. @param {number} seconds */
  #showCost(seconds) {
    this.cost.hidden = !seconds || this.time.hidden;
    const text = seconds ? `+${seconds}` : "";
    if (this.cost.textContent === text) return;
    this.cost.textContent = text;
    this.cost.title = t("play.charged", { seconds });
  }

  toggle(isPaused = !this.session.isPaused) {
    if (this.session.isOver || this.session.saver.isStopped) return;
    this.session.pause(isPaused);
    this.#cover(isPaused);
    this.button.setAttribute("aria-pressed", String(isPaused));
    this.onChange();
    this.show();
  }

  /** No peeking: the board is not there while the clock stands. @param {boolean} isPaused */
  #cover(isPaused) {
    this.cover.parentElement?.classList.toggle("is-covered", isPaused);
    this.cover.hidden = !isPaused;
    if (!isPaused) return this.session.board.focus();
    const go = button({ text: t("play.resume"), icon: "play", primary: true, onClick: () => this.toggle(false) });
    fill(
      this.cover,
      h(
        "div",
        { class: "stack" },
        h("h2", {}, t("play.paused")),
        h("p", { class: "quiet" }, t("play.paused-text")),
        go,
      ),
    );
    go.focus();
  }
}
