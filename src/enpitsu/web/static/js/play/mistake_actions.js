/** "Your move 23 was the first wrong one": what can be done about it. */

import { button } from "../dom.js";
import { t } from "../words.js";
import { moveOf } from "./game_log.js";

/** Which move was wrong, in words. @param {import("./session.js").Session} session @param {string[]} mistakes */
export function mistakeText(session, mistakes) {
  const move = moveOf(session, mistakes[0]);
  return move ? t("play.mistake.move", { move: move.number }) : t("play.mistake.found");
}

/**
 * Buttons: go back there, take back only what is wrong, show it, go on as if it were not there.
 * @param {import("./session.js").Session} session @param {string[]} mistakes the earliest first
 * @param {{onShow?: () => void, onAnyway: () => void, onBack?: () => void, text?: string}} tell `text`: of going on anyway
 */
export function mistakeActions(session, mistakes, tell) {
  const { onShow, onAnyway, onBack, text: anyway = t("play.mistake.anyway") } = tell;
  const move = moveOf(session, mistakes[0]);
  const { board } = session;
  const act = (/** @type {() => void} */ change) => () => {
    change();
    onBack?.();
    board.focus();
  };
  const goBack = act(() => move && board.undoTo(move.before));
  const takeBack = act(() => board.write({ take: mistakes, by: "hand" }));
  const text = move && t("play.mistake.back", { count: move.after });
  const back = text ? button({ text, icon: "undo", onClick: goBack }) : null;
  const remove = button({ text: t("play.mistake.remove"), icon: "clear", onClick: takeBack });
  (back ?? remove).classList.add("is-primary");
  return [
    back,
    remove,
    onShow ? button({ text: t("play.mistake.show"), onClick: onShow }) : null,
    button({ text: anyway, plain: true, onClick: onAnyway }),
  ];
}
