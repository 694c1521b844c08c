/** Keys that are pressed anywhere on the page are meant for the board, except in fields. */

const FIELDS = "input, select, textarea, [contenteditable]";
const PRESSED = new Set([" ", "Enter"]);
const HELP = "F1"; // "?" may be a clue

/** Listen. @param {import("./edit_page.js").EditPage} page @param {AbortSignal} signal */
export function listenToKeys(page, signal) {
  const { editor } = page;
  const isElsewhere = ({ target }) =>
    target.matches?.(FIELDS) || document.querySelector("dialog[open]") || document.querySelector(":popover-open");

  addEventListener("keydown", (event) => {
    if (isElsewhere(event) || !(event.key === HELP || (event.key === "Escape" && page.escape()))) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === HELP) page.act("help");
  }, { capture: true, signal });

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isElsewhere(event)) return;
    if (PRESSED.has(event.key) && event.target.closest?.("button, a, summary")) return;
    // A key may have opened a field over the board: then that has the focus.
    if (editor.board.pressKey(event) && !editor.host.contains(document.activeElement)) editor.board.focus();
  }, { signal });

  const listen = () => editor.board.addEventListener("action", ({ detail: { name } }) => page.act(name));
  editor.on("board", listen);
  listen();
}
