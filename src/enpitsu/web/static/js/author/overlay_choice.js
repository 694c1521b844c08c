/** The choice of the overlay: nothing, what is forced, the solution, or two solutions and where they differ. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { openSorts } from "./overlay.js";

const LOOKS = ["off", "forced", "solution", "two"];
const KEY = "enpitsu.author.look";

/** The switch and what it shows. */
export class OverlayChoice {
  #first = true;
  #shown = []; // what the overlay shows, and which overlay

  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.name = kept();
    const choice = (name) =>
      h(
        "button",
        {
          type: "button",
          class: "button",
          role: "radio",
          onClick: () => this.#canShow(name) && this.set(name),
          dataset: { look: name },
        },
        t(`author.look.${name}`),
      );
    const turn = (isFirst) =>
      h(
        "button",
        {
          type: "button",
          class: "button",
          "aria-pressed": "false",
          onClick: () => {
            this.#first = isFirst;
            this.show();
          },
        },
        t(`author.look.${isFirst ? "first" : "second"}`),
      );
    this.choices = new Map(LOOKS.map((name) => [name, choice(name)]));
    this.turns = [true, false].map(turn);
    this.which = h("div", { class: "edit-segments", role: "group", "aria-label": t("author.look.which") }, this.turns);
    this.about = h("p", { class: "small quiet" });
    const choices = h(
      "div",
      {
        class: "edit-segments",
        role: "radiogroup",
        "aria-label": t("author.look.label"),
        onKeydown: (event) => this.#walk(event),
      },
      [...this.choices.values()],
    );
    this.made = h("div", { class: "edit-look" }, choices, this.which, this.about);
    for (const event of ["report", "board", "preview"]) editor.on(event, () => this.show());
    this.show();
  }

  /** Choose a look. @param {string} name */
  set(name) {
    this.name = name;
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // Forbidden: it lasts as long as the page.
    }
    this.show();
  }

  /** The next one, by a key. */
  next() {
    this.#turn(1);
    this.editor.board.say(`${t("author.look.label")}: ${t(`author.look.${this.name}`)}`);
  }

  /** The look before or after this one that there is something for. @param {number} way */
  #turn(way) {
    const there = LOOKS.filter((name) => name === this.name || this.#canShow(name));
    this.set(there[(there.indexOf(this.name) + way + there.length) % there.length]);
  }

  /** True if a look can show anything: one solution is not two. */
  #canShow(name) {
    return name !== "two" || this.editor.live.state.report?.status !== "unique";
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    this.#turn(way);
    this.choices.get(this.name)?.focus();
  }

  /** Draw what is known now. */
  show() {
    const {
      live: { state },
      previewed,
    } = this.editor;
    for (const [name, each] of this.choices) {
      const isOn = name === this.name;
      each.setAttribute("aria-checked", String(isOn));
      each.tabIndex = isOn ? 0 : -1;
      // Not disabled: it may have the keys.
      each.setAttribute("aria-disabled", String(!isOn && !this.#canShow(name)));
    }
    for (const [at, each] of this.turns.entries())
      each.setAttribute("aria-pressed", String(this.#first === (at === 0)));
    this.which.hidden = this.name !== "two" || (state.report?.solutions.length ?? 0) < 2;
    this.about.textContent = this.#words(state);
    this.about.hidden = !this.about.textContent;
    if (previewed) return this.#preview(previewed);
    return this.#paint(state);
  }

  #words({ report }) {
    if (this.name === "off" || !report) return "";
    if (report.status === "none" || report.status === "broken") return ""; // the title above says it
    if (this.name === "two" && report.status === "unique") return t("author.look.only-one");
    if (this.name === "forced") {
      const open = report.status === "unique" ? [] : openSorts(report.open).map((sort) => t(`author.look.${sort}`));
      return [t("author.look.about-forced"), ...open, this.#signs(report)].filter(Boolean).join(" ");
    }
    return this.name === "two" && report.solutions.length > 1 ? t("author.look.about-two") : "";
  }

  /** The kind's own signs among what is forced, in words. */
  #signs({ status, facts, solutions }) {
    return this.editor.kind.legend?.(status === "unique" ? solutions[0] : facts, t) ?? "";
  }

  #preview({ puzzle, solution }) {
    this.#shown = [];
    if (solution) this.editor.overlay.show({ puzzle, facts: solution, look: "solution" });
    else this.editor.overlay.clear();
  }

  /** While a new answer is awaited the old one stays, paler: most of it will be right still. */
  #paint({ report, isOld }) {
    const { overlay, host } = this.editor;
    host.classList.toggle("is-old", isOld);
    if (isOld && report) return;
    const now = [overlay, report, this.name, this.#first];
    if (report && now.every((each, at) => each === this.#shown[at])) return; // only the level was found, or the like
    this.#shown = now;
    const what = report && this.#what(report);
    if (what) overlay.show({ puzzle: this.editor.made.puzzle, ...what });
    else overlay.clear();
  }

  #what({ status, facts, open, solutions }) {
    // What cannot be goes without saying where there is but one solution.
    if (this.name === "forced" && status === "unique") return { facts: solutions[0], look: "forced" };
    if (this.name === "forced" && facts.length + open.length) return { facts, open, look: "forced" };
    if (this.name === "solution" && solutions.length)
      return { facts: solutions[0], open: solutions.length > 1 ? open : [], look: "solution" };
    if (this.name === "two" && solutions.length > 1) return this.#two(solutions);
    return this.name === "two" && solutions.length ? { facts: solutions[0], look: "solution" } : null;
  }

  #two([first, second]) {
    const [own, other] = this.#first ? [first, second] : [second, first];
    const [mine, others] = [new Set(own), new Set(other)];
    const slots = [...own, ...other]
      .filter((fact) => !(mine.has(fact) && others.has(fact)))
      .map((fact) => fact.split(" ")[0]);
    return { facts: own, different: [...new Set(slots)], look: this.#first ? "first" : "second" };
  }
}

function kept() {
  try {
    const name = localStorage.getItem(KEY) ?? "";
    return LOOKS.includes(name) ? name : "forced";
  } catch {
    return "forced";
  }
}
