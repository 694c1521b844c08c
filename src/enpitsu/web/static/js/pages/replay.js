/** /replay/ID: a solve to watch again, mine or another player's, or one from a file. */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { button, fill, h, icon, select } from "../dom.js";
import { board } from "../kinds.js";
import { kindById } from "../puzzle/puzzles.js";
import { bad, openedFile, saveFile } from "../results/file.js";
import { help, playerName, sum } from "../results/tables.js";
import { Player, Timeline } from "../results/timeline.js";
import { router } from "../router.js";
import { boardOptions } from "../settings.js";
import { copy } from "../ui.js";
import { clock, graded, kindName, moment, size, t, titleOf } from "../words.js";

const SPEEDS = [1, 2, 4, 8, 16];
const MARKS = new Set(["hands", "clock", "answer"]);

export default async function (main, { id }) {
  const replay = id === "file" ? openedFile() : await asked(id);
  if (!replay) return id === "file" ? gone(main) : warning(main, id);
  if (id === "file") return shownFile(main, replay);
  return (await screen(main, replay, false)).shown();
}

/** @type {string | null} */
let wanted = null; // the replay whose answer the player wants to see

/** A replay; null if it shows the answer of a puzzle that the player has not solved: that must be wanted. */
async function asked(id) {
  try {
    return await api.get(`/replays/${encodeURIComponent(id)}`, { answer: wanted === id ? "yes" : null });
  } catch (error) {
    if (/** @type {api.ApiError} */ (error).code !== "shows-answer") throw error;
    return null;
  }
}

function warning(main, id) {
  const onClick = () => {
    wanted = id;
    return router.go(location.pathname, { replace: true });
  };
  fill(
    main,
    h(
      "div",
      { class: "card stack" },
      h("h1", {}, t("results.replay.title")),
      h("p", {}, t("results.replay.answer")),
      h(
        "div",
        { class: "row" },
        button({ text: t("results.replay.show-answer"), icon: "play", onClick }),
        h("a", { class: "button is-primary", href: "/results" }, t("results.replay.results")),
      ),
    ),
  );
  return { title: t("results.replay.title") };
}

async function screen(main, replay, isFile) {
  const kind = kindById(await api.kinds(), replay.document.kind);
  return new Screen(main, replay, kind, await board(kind.id), isFile);
}

/** A file may hold anything: what cannot be shown is no replay. */
async function shownFile(main, replay) {
  try {
    return (await screen(main, replay, true)).shown();
  } catch (error) {
    throw error instanceof api.ApiError ? error : bad();
  }
}

function gone(main) {
  fill(
    main,
    h(
      "div",
      { class: "card stack" },
      h("h1", {}, t("results.replay.title")),
      h("p", {}, t("results.file.gone")),
      h("div", { class: "row" }, h("a", { class: "button is-primary", href: "/results" }, t("results.replay.results"))),
    ),
  );
  return { title: t("results.replay.title") };
}

class Screen {
  constructor(main, replay, kind, js, isFile) {
    this.replay = replay;
    this.kind = kind;
    this.isFile = isFile;
    this.timeline = new Timeline(replay.log);
    this.player = new Player(this.timeline, (count, isPlaying) => this.#show(count, isPlaying));
    this.play = button({
      text: t("results.replay.play"),
      icon: "play",
      primary: true,
      class: "replay-play",
      onClick: () => (this.player.isPlaying ? this.player.pause() : this.player.play()),
    });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.timeline.count,
      step: 1,
      value: this.timeline.count,
      "aria-label": t("results.replay.slider"),
      onInput: () => this.#go(Number(this.slider.value)),
    });
    this.time = h("span", { class: "number time" });
    this.host = h("div", { class: "replay-board" });
    this.heading = h("h1");
    this.aside = h("div", { class: "stack" });
    fill(
      main,
      h(
        "div",
        { class: "page-head" },
        this.heading,
        h("a", { class: "button", href: "/results" }, icon("back"), h("span", {}, t("results.replay.results"))),
      ),
      h("div", { class: "replay" }, h("div", { class: "stack" }, this.host, this.#transport()), this.aside),
    );
    this.board = new Board(this.host, js, replay.document.puzzle, {
      ...boardOptions("replay"),
      free: true,
      log: replay.log,
      text: t,
      locked: true,
    });
    const same = replay.namesake ? ` #${replay.namesake}` : "";
    this.title = t("results.replay.of", {
      name: (replay.name || t("results.nobody")) + same,
      kind: kindName(kind),
      size: size(this.board.size),
    });
    this.heading.textContent = this.title;
    fill(this.aside, this.#about(), this.#helps(), this.#share());
    this.player.goTo(this.timeline.count);
  }

  shown() {
    const leave = () => {
      this.player.pause();
      this.board.remove();
    };
    return { title: this.title, leave };
  }

  /** Stop at a moment. @param {number} count */
  #go(count) {
    this.player.pause();
    this.player.goTo(count);
  }

  /** Play, step, slider, speed. */
  #transport() {
    const last = this.timeline.count;
    const step = (name, to) =>
      button({ text: t(`results.replay.${name}`), icon: name, only: "icon", onClick: () => this.#go(to()) });
    const speeds = SPEEDS.map((times) => [String(times), t("results.replay.times", { times })]);
    const speed = select(speeds, String(this.player.speed), (value) => (this.player.speed = Number(value)), {
      "aria-label": t("results.replay.speed"),
    });
    return h(
      "div",
      { class: "card stack transport" },
      h("div", { class: "slider" }, this.#ticks(), this.slider),
      h(
        "div",
        { class: "row" },
        this.play,
        step("first", () => 0),
        step("back", () => this.player.count - 1),
        step("next", () => this.player.count + 1),
        step("last", () => last),
        this.time,
        speed,
      ),
      h("p", { class: "help" }, t("results.replay.shortened")),
    );
  }

  /** Marks over the slider where help was taken. */
  #ticks() {
    const tick = ({ count }) => {
      const made = h("span", { class: "tick" });
      made.style.setProperty("--at", String(count / this.timeline.count));
      return made;
    };
    return h("div", { class: "ticks", "aria-hidden": "true" }, this.timeline.helps().map(tick));
  }

  #about() {
    const { result } = this.replay;
    const line = (name, value) => [h("dt", {}, t(`results.column.${name}`)), h("dd", {}, value)];
    const lines = [
      line("name", playerName(this.replay)),
      line("class", `${kindName(this.kind)} ${size(this.board.size)} ${graded(result)}`),
      result.title ? line("puzzle", titleOf(result, this.kind)) : null,
      Number.isFinite(result.total) ? line("total", sum(result)) : null,
      Number.isFinite(result.penalty) ? line("help", help(result)) : null,
      MARKS.has(result.mark) ? line("ranked", t(`results.mark.${result.mark}`)) : null,
      result.solved ? line("date", moment(result.solved)) : null,
    ];
    return h(
      "section",
      { class: "card stack", "aria-labelledby": "about" },
      h("h2", { id: "about" }, t("results.replay.about")),
      h("dl", { class: "facts" }, lines),
    );
  }

  /** The same marks as buttons that go there. */
  #helps() {
    const helps = this.timeline.helps();
    if (!helps.length) return null;
    const entry = ({ count, name }) =>
      h(
        "li",
        {},
        button({
          text: `${clock(this.timeline.timeAfter(count) / 1000)} ${t(`results.price.${name}`)}`,
          plain: true,
          icon: "hint",
          onClick: () => this.#go(count),
        }),
      );
    return h(
      "section",
      { class: "card stack", "aria-labelledby": "helps" },
      h("h2", { id: "helps" }, t("results.replay.helps")),
      h("ul", { class: "helps" }, helps.map(entry)),
    );
  }

  #share() {
    return h(
      "section",
      { class: "card stack", "aria-labelledby": "share" },
      h("h2", { id: "share" }, t("results.replay.share")),
      h(
        "div",
        { class: "row" },
        this.isFile
          ? null
          : button({ text: t("results.replay.copy"), icon: "link", onClick: () => copy(location.href) }),
        button({ text: t("results.replay.file"), icon: "share", onClick: () => saveFile(this.replay) }),
      ),
      h("p", { class: "help" }, t("results.replay.share-about")),
    );
  }

  #show(count, isPlaying) {
    const { timeline } = this;
    const time = clock(timeline.timeAfter(count) / 1000);
    this.board?.goTo(count);
    this.slider.value = String(count);
    this.slider.setAttribute("aria-valuetext", t("results.replay.at", { count, all: timeline.count, time }));
    this.time.textContent = `${time} / ${clock(timeline.timeAfter(timeline.count) / 1000)}`;
    this.#showPlaying(isPlaying);
  }

  #showPlaying(isPlaying) {
    if (this.isPlaying === isPlaying) return;
    this.isPlaying = isPlaying;
    fill(
      this.play,
      icon(isPlaying ? "pause" : "play"),
      h("span", {}, t(isPlaying ? "results.replay.pause" : "results.replay.play")),
    );
  }
}
