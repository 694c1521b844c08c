/** "Why does this not work?": a cell is chosen, then what might be there; the answer is a solution or the reasons. */

import * as api from "../../api.js";
import { hit } from "../../board/pointer.js";
import { parseFact } from "../../board/slots.js";
import { h, icon, isTouch } from "../../dom.js";
import { cellName } from "../../puzzle/place_names.js";
import { failed } from "../../ui.js";
import { language, t } from "../../words.js";
import { AnswerSteps } from "./answer_steps.js";

const WAYS = new Set([
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "Tab",
  "Shift",
  "Control",
  "Alt",
  "Meta",
]);

/** The mode and its answers. */
export class CanBe {
  isOn = false;

  /** @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel @param {import("./board_preview.js").BoardPreview} preview */
  constructor(editor, panel, preview) {
    this.editor = editor;
    this.panel = panel;
    this.preview = preview;
    this.steps = new AnswerSteps(editor, panel, preview);
    this.claims = h("div", { class: "improve-claims" });
    this.answer = h("div", { class: "improve-answer" });
    editor.host.addEventListener("pointerdown", (event) => this.isOn && this.#touch(event), { capture: true });
    editor.on("board", () => this.isOn && this.#listen());
    editor.on("report", () => this.isOn && this.#offer());
    this.#minded();
  }

  /** Turn it on, for the cell that is chosen already. */
  begin() {
    this.panel.begin("why", { title: t("improve.menu.why"), ages: false, onEnd: () => this.#end() });
    this.#turn(true);
    this.answer.replaceChildren();
    const text = t(isTouch() ? "improve.can-be.offer-touch" : "improve.can-be.offer");
    // It stays when it is understood: nothing may move under the pointer.
    this.panel.show([h("p", { class: "small quiet" }, text), this.claims, this.answer]);
    this.#offer();
    this.panel.say(text);
  }

  /** Why has the sheet no solution at all? */
  askWhole() {
    const signal = this.panel.begin("nothing", { title: t("improve.menu.nothing"), again: () => this.askWhole() });
    this.panel.wait(t("improve.can-be.working"));
    return this.#post(null, signal, (found) => this.panel.show(this.steps.told(found)));
  }

  #end() {
    this.#turn(false);
    this.asked?.abort();
  }

  #turn(isOn) {
    this.isOn = isOn;
    this.editor.host.classList.toggle("is-asking", isOn);
    this.#listen();
  }

  /** The board is only pointed at. */
  #listen() {
    const { board } = this.editor;
    board.setOption("locked", this.isOn);
    if (!this.isOn || board === this.heard) return;
    this.heard = board;
    board.addEventListener("move", () => this.isOn && this.#moved());
  }

  /** Whoever writes by keys, or takes a tool, means to go on editing. */
  #minded() {
    const end = new AbortController();
    const isWriting = ({ key, ctrlKey, metaKey }) =>
      key.length === 1 || ctrlKey || metaKey || ["Backspace", "Delete", "Enter"].includes(key);
    const press = (event) => {
      if (!this.isOn || WAYS.has(event.key) || !this.editor.host.contains(event.target)) return;
      if (event.key === "Enter") return this.#enter(event);
      if (event.key === "Escape" || isWriting(event)) this.panel.close();
    };
    const click = ({ target }) => this.isOn && target.closest?.(".edit-pad") && this.panel.close();
    addEventListener("keydown", press, { capture: true, signal: end.signal });
    addEventListener("click", click, { capture: true, signal: end.signal });
    this.editor.on("leave", () => end.abort());
  }

  /** From the cell to what may be asked about it. */
  #enter(event) {
    event.preventDefault();
    event.stopPropagation();
    this.claims.querySelector("button")?.focus();
  }

  #touch(event) {
    if (!event.isPrimary || event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const { board } = this.editor;
    const { surface } = board;
    const { cell } = hit(surface.at(event), surface.size, surface.stuck);
    if (cell) board.moveTo(cell);
  }

  #moved() {
    this.asked?.abort();
    this.preview.end();
    this.answer.replaceChildren();
    this.#offer();
  }

  get #cell() {
    return this.editor.board.cells.at;
  }

  // --- what may be asked -------------------------------------------------------------------------

  #offer() {
    const { board, kind } = this.editor;
    const cell = this.#cell;
    const claims = kind.claims?.(cell, board.context()) ?? [];
    const key = JSON.stringify([cell, claims, claims.map(({ fact }) => this.#known(fact))]);
    if (key === this.key && this.claims.childElementCount) return;
    this.key = key;
    const held = document.activeElement;
    const focused = this.claims.contains(held) ? held?.getAttribute("data-fact") : null;
    const name = h("h4", {}, t("improve.can-be.about", { cell: cellName(cell) }));
    this.claims.replaceChildren(
      name,
      claims.length
        ? h(
            "ul",
            { class: "improve-claim-list" },
            claims.map((claim) => h("li", {}, this.#claim(claim))),
          )
        : h("p", { class: "quiet" }, t("improve.can-be.nothing")),
    );
    if (!focused) return;
    const again = [...this.claims.querySelectorAll("button")].find(({ dataset }) => dataset.fact === focused);
    again?.focus({ preventScroll: true });
  }

  /** The live check's answer to a claim: "forced", "impossible" or "". */
  #known(fact) {
    const { report, isOld } = this.editor.live.state;
    if (!report || isOld) return "";
    const { slot, value, holds } = parseFact(fact);
    const has = (other) => report.facts.includes(other);
    if (has(fact)) return "forced";
    return has(holds ? `${slot} not ${value}` : `${slot} ${value}`) ? "impossible" : "";
  }

  #claim({ fact, text }) {
    const known = this.#known(fact);
    const sign = known
      ? [icon(known === "forced" ? "check" : "close"), h("span", { class: "sr-only" }, t(`improve.can-be.${known}`))]
      : [];
    return h(
      "button",
      {
        type: "button",
        class: "button",
        dataset: { fact, known },
        title: known ? t(`improve.can-be.${known}`) : null,
        onClick: () => this.ask({ fact, text }),
      },
      h("span", {}, text),
      sign,
    );
  }

  // --- the answer --------------------------------------------------------------------------------

  /** Ask. @param {{fact: string, text: string}} claim */
  ask(claim) {
    this.asked?.abort();
    this.asked = new AbortController();
    for (const each of this.claims.querySelectorAll("button"))
      each.setAttribute("aria-pressed", String(each.dataset.fact === claim.fact));
    this.answer.replaceChildren(this.panel.working(t("improve.can-be.working")));
    const head = t("improve.can-be.head", { cell: cellName(this.#cell), claim: claim.text });
    const sheet = this.editor.sheet;
    return this.#post(claim.fact, this.asked.signal, (found) => {
      if (this.editor.sheet !== sheet) return this.#late(claim);
      this.answer.replaceChildren(...this.steps.told(found, { head, fact: claim.fact }));
      return this.answer.firstElementChild?.scrollIntoView({ block: "nearest" });
    });
  }

  /** The sheet has changed meanwhile: it is asked again. */
  #late(claim) {
    return this.ask(claim);
  }

  async #post(fact, signal, act) {
    const body = { puzzle: this.editor.document(), language: language(), ...(fact ? { fact } : {}) };
    try {
      const found = await api.post("/can-be", body, { signal });
      if (!signal.aborted) act(found);
    } catch (error) {
      if (signal.aborted) return;
      this.answer.replaceChildren();
      if (this.isOn) failed(error);
      else this.panel.fail(error);
    }
  }
}
