/** Keys that are pressed anywhere on the page are meant for the board, except in fields. */

const FIELDS = "input, select, textarea, [contenteditable]";
const PRESSED = new Set([" ", "Enter"]);

/**
 * Listen. @param {object} play see play.js @param {AbortSignal} signal
 */
export function listenToKeys(play, signal) {
  const { board } = play.session;
  const isElsewhere = ({ target }) =>
    target.matches?.(FIELDS) || document.querySelector("dialog[open]") || document.querySelector(":popover-open");

  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || isElsewhere(event)) return;
    if (!play.escape()) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true, signal });

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isElsewhere(event)) return;
    if (PRESSED.has(event.key) && event.target.closest?.("button, a, summary")) return;
    // Of a board that is covered only the cover can be taken away.
    if (play.session.isPaused && board.keymap.action(event) !== "pause") return;
    if (board.pressKey(event)) board.focus();
  }, { signal });

  board.addEventListener("action", ({ detail: { name } }) => play.act(name));
}
