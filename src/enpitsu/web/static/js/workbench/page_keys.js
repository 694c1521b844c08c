/** Keys that are pressed anywhere on the page are meant for the board, except in fields. */

const FIELDS = "input, select, textarea, [contenteditable]";
const PRESSED = new Set([" ", "Enter"]);

/**
 * Listen. @param {{board: () => import("../board/board.js").Board, act: (name: string) => void, onEscape: () => boolean,
 *   isDeaf?: (event: KeyboardEvent) => boolean, helpKey?: string}} page `act`: what the board's keys ask the page for;
 *   `onEscape`: true if Esc has ended something; `isDeaf`: whether the board is not to hear this key now
 * @param {AbortSignal} signal @returns {() => void} to be called for every board that is built anew
 */
export function listenToKeys({ board, act, onEscape, isDeaf = () => false, helpKey }, signal) {
  const isElsewhere = (/** @type {KeyboardEvent} */ { target }) =>
    (target instanceof Element && target.matches(FIELDS)) ||
    document.querySelector("dialog[open]") ||
    document.querySelector(":popover-open");

  addEventListener(
    "keydown",
    (event) => {
      const isHelp = event.key === helpKey;
      if (isElsewhere(event) || !(isHelp || (event.key === "Escape" && onEscape()))) return;
      event.preventDefault();
      event.stopPropagation();
      if (isHelp) act("help");
    },
    { capture: true, signal },
  );

  addEventListener(
    "keydown",
    (event) => {
      if (event.defaultPrevented || isElsewhere(event) || isDeaf(event)) return;
      const { key, target } = event;
      if (PRESSED.has(key) && target instanceof Element && target.closest("button, a, summary")) return;
      // A key may have opened a field over the board: then that has the focus.
      if (board().pressKey(event) && !board().host.contains(document.activeElement)) board().focus();
    },
    { signal },
  );

  const listen = () =>
    board().addEventListener("action", (event) => act(/** @type {CustomEvent<{name: string}>} */ (event).detail.name));
  listen();
  return listen;
}
