/** From a press or a key to a stroke in the history: the kind writes a draft, helpers add to it. */

/** @import { FreeMarks } from "./free_marks.js" */
/** @import { Gesture, GestureContext, KeyContext, Press, WriteContext } from "../types.d.ts" */

import { FREE } from "./free_marks.js";
import { actionsOf, NONE } from "./hands.js";
import { Draft } from "./position.js";

/** The strokes of one board. */
export class Strokes {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /** The gesture of the kind, with what it needs. @param {Press} how @returns {Gesture} */
  open(how) {
    const { board } = this;
    if (board.free && board.tool === FREE) return this.#openFree(board.free, how);
    const draft = this.#draft("hand");
    const scheme = this.#schemeFor(how.type);
    const { hands } = board.settings;
    const actions = this.#isChosen && hands ? actionsOf(hands, { ...how, scheme }) : null;
    /** @type {GestureContext} */
    const context = { ...board.context(), draft, ...how, scheme, actions };
    const gesture = board.kind.gesture(context);
    const close = () => board.surface.preview([]);
    return {
      start: (at) => gesture.start(at),
      move: (at) => gesture.move(at),
      end: (at) => {
        gesture.end(at);
        close();
        this.#commit(draft, context);
      },
      cancel: () => {
        gesture.cancel?.();
        close();
        draft.cancel();
      },
    };
  }

  /** The gesture that writes free marks. @param {FreeMarks} free @param {Press} how @returns {Gesture} */
  #openFree(free, how) {
    const draft = this.#freeDraft();
    return { ...free.gesture(how, draft), end: () => void this.#commitFree(draft), cancel: () => draft.cancel() };
  }

  /** Write free marks by a key; true if that has changed something. @param {string} action */
  pressFree(action) {
    const { free, cells } = this.board;
    if (!free) return false;
    const draft = this.#freeDraft();
    free.key(action, cells.at, draft);
    return this.#commitFree(draft);
  }

  #freeDraft() {
    const { history } = this.board;
    return new Draft(history.free, history.tag("hand"), (slot) => this.board.touch(slot));
  }

  /** @param {Draft} draft */
  #commitFree(draft) {
    return this.board.history.push([{ ...draft.diff(), by: "hand" }]);
  }

  /** Write what a key of the kind means; true if that is something. @param {string} action */
  press(action) {
    const { board } = this;
    const draft = this.#draft("hand");
    /** @type {KeyContext} */
    const context = { ...board.context(), draft, moveTo: (cell) => board.moveTo(cell) };
    board.kind.key(context, action);
    return this.#commit(draft, context);
  }

  /** True if a finger that rests means something else than one that does not. */
  get hasLongPress() {
    return !this.#isChosen || this.board.settings.hands?.["long-press"] !== NONE;
  }

  /** True if the gestures do what the player has chosen: some tools have actions of their own. */
  get #isChosen() {
    const { kind, tool } = this.board;
    return kind.hands !== undefined && !kind.hands.fixed.includes(tool) && tool !== FREE;
  }

  /** @param {string} pointer */
  #schemeFor(pointer) {
    const { scheme } = this.board.settings;
    if (scheme !== "auto") return scheme;
    return pointer === "touch" ? "one" : "two";
  }

  /** @param {string} by */
  #draft(by) {
    const { history } = this.board;
    return new Draft(history.position, history.tag(by), (slot) => this.board.touch(slot));
  }

  /** The stroke and what helpers add to it: one step to undo. @param {Draft} draft @param {WriteContext} context */
  #commit(draft, context) {
    const { kind, helpers, history } = this.board;
    const own = { ...draft.diff(), by: "hand" };
    if (own.put.length + own.take.length === 0) return false;
    const helped = this.#draft("helper");
    const changes = draft.changed();
    for (const [name, help] of Object.entries(kind.helpers ?? {})) {
      if (helpers[name]) help({ ...context, draft: helped }, changes);
    }
    return history.push([own, { ...helped.diff(), by: "helper" }]);
  }
}
