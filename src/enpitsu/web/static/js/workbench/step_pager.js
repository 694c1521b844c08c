/** Walks through steps: back, on, and where wanted by a slider or by itself. */

import { button, h } from "../dom.js";
import { t } from "../words.js";

const PACE = 1400; // ms a step

/** One pager; `made` is its element. */
export class StepPager {
  #timer = 0;
  /** Plays first before it goes on to the next step. @type {StepPager | null} */
  inside = null;

  /**
   * @param {number} all how many steps there are @param {(at: number) => void} onShow so many steps are to be seen
   * @param {{least?: number, isPlayable?: boolean, words?: string}} how `least`: how many are seen at least; `isPlayable`: with a slider and a button that plays them; `words`: the section of the catalogue that names them
   */
  constructor(all, onShow, { least = 0, isPlayable = false, words = "steps" } = {}) {
    this.all = all;
    this.onShow = onShow;
    this.least = least;
    this.words = words;
    this.at = least;
    const turn = (/** @type {number} */ by) => () => this.#jump(this.at + by);
    this.back = button({ text: t(`play.${words}.before`), icon: "back", only: "icon", onClick: turn(-1) });
    this.next = button({ text: t(`play.${words}.after`), icon: "next", only: "icon", onClick: turn(1) });
    this.count = h("span", { class: "number quiet small" });
    this.slider = h("input", {
      type: "range",
      min: least,
      max: all,
      value: least,
      "aria-label": t("play.steps.slider"),
      onInput: () => this.#jump(Number(this.slider.value)),
    });
    const play = button({ text: t("play.steps.play"), icon: "play", only: "icon", onClick: () => this.#play() });
    this.made = h(
      "div",
      { class: "pager" },
      isPlayable ? [this.back, play, this.next, this.slider, this.count] : [this.back, this.count, this.next],
    );
  }

  /** Show the board after so many steps. @param {number} to */
  go(to) {
    this.at = Math.min(this.all, Math.max(this.least, to));
    this.slider.value = String(this.at);
    this.count.textContent = t(`play.${this.words}.of`, { at: this.at, all: this.all });
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
    // Never disabled: a button that goes dead under the focus would lose the keys.
    this.back.setAttribute("aria-disabled", String(this.at === this.least));
    this.next.setAttribute("aria-disabled", String(this.at === this.all));
    this.onShow(this.at);
  }

  /** Somebody goes there: it plays no more. @param {number} to */
  #jump(to) {
    this.stop();
    this.go(to);
  }

  #play() {
    if (this.#timer) return this.stop();
    this.#timer = setInterval(() => this.#forward(), PACE);
    this.#forward();
  }

  #forward() {
    const { inside } = this;
    if (inside && inside.at < inside.all) inside.go(inside.at + 1);
    else if (this.at < this.all) this.go(this.at + 1);
    else this.stop();
  }

  /** Play no more. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }
}
