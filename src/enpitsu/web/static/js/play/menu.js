/** The menu: everything that is not needed with every move. */

/**
 * @typedef {import("./game_page.js").GamePage} GamePage
 * @typedef {import("./session.js").Session} Session
 * @typedef {{name: string, symbol: import("../dom.js").Icon, onClick?: () => void, href?: string, danger?: boolean, phone?: boolean}} Item
 *   `phone`: only where there are no buttons for it
 */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import { editCopy } from "../puzzle/new_draft.js";
import { router } from "../router.js";
import { confirm, copy, failed } from "../ui.js";
import { t } from "../words.js";
import { showSave } from "./save_as.js";
import { showSettings } from "./settings_dialog.js";

/** @param {GamePage} play @returns {HTMLElement[]} the button and the list */
export function makeMenu(play) {
  const list = h("div", {
    class: "menu",
    popover: "auto",
    id: "play-menu",
    role: "group",
    "aria-label": t("app.menu"),
  });
  const open = button({
    text: t("app.menu"),
    icon: "menu",
    only: "icon",
    plain: true,
    popovertarget: "play-menu",
    "aria-haspopup": "true",
  });
  list.addEventListener("beforetoggle", ({ newState }) => {
    if (newState !== "open") return;
    fill(
      list,
      items(play).map((item) => entry(item, list)),
    );
    const { bottom, right } = open.getBoundingClientRect();
    list.style.setProperty("top", `${bottom + 6}px`);
    list.style.setProperty("right", `${Math.max(8, innerWidth - right)}px`);
  });
  list.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") shown(list)[0]?.focus();
  });
  list.addEventListener("keydown", (event) => walk(event, list));
  return [open, list];
}

/** @param {Item} item @param {HTMLElement} list */
function entry({ name, symbol, onClick, href, danger, phone }, list) {
  const inner = [icon(symbol), h("span", {}, t(`play.menu.${name}`))];
  const about = { class: `menu-item${danger ? " is-danger" : ""}${phone ? " is-phone" : ""}`, dataset: { item: name } };
  const act = () => {
    list.hidePopover();
    onClick?.();
  };
  if (href) return h("a", { ...about, href, target: "_blank", rel: "noopener", onClick: act }, inner);
  return h("button", { ...about, type: "button", onClick: act }, inner);
}

/** Arrow keys walk through the list. @param {KeyboardEvent} event @param {HTMLElement} list */
function walk(event, list) {
  const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (!way) return;
  event.preventDefault();
  event.stopPropagation();
  const all = shown(list);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[(at + way + all.length) % all.length]?.focus();
}

/** The entries that are seen: some are for phones only. @param {HTMLElement} list */
function shown(list) {
  /** @type {NodeListOf<HTMLElement>} */
  const all = list.querySelectorAll("button, a");
  return [...all].filter((each) => each.offsetParent !== null);
}

/** @param {GamePage} play @returns {Item[]} */
function items(play) {
  const { session } = play;
  const { isOpen: isShowing } = play.steps;
  const isOff = session.isOver || isShowing;
  /** @type {(Item | false)[]} */
  const all = [
    !isOff && { name: "fill", symbol: "fill", onClick: () => play.fill.open(), phone: true },
    !isShowing && { name: "why", symbol: "why", onClick: () => play.why.toggle(), phone: true },
    { name: "steps", symbol: "steps", onClick: () => play.steps.open(), phone: true },
    !isShowing && { name: "solve", symbol: "solve", onClick: () => play.solver.open(), phone: true },
    { name: "settings", symbol: "settings", onClick: () => showSettings(session) },
    { name: "rules", symbol: "rules", href: `/rules/${session.kind.id}` },
    { name: "help", symbol: "keyboard", onClick: () => play.act("help") },
    { name: "link", symbol: "link", onClick: () => share(session, "puzzlink") },
    { name: "copy", symbol: "share", onClick: () => share(session, "json") },
    { name: "save", symbol: "download", onClick: () => showSave(play) },
    !session.game.draft && { name: "edit", symbol: "edit", onClick: () => edit(session) },
    { name: "print", symbol: "print", onClick: () => paper(session) },
    !isOff && { name: "clear", symbol: "clear", onClick: () => clear(play) },
    !isOff && { name: "restart", symbol: "redo", onClick: () => giveUp(play, true), danger: true },
    !isOff && { name: "give-up", symbol: "flag", onClick: () => giveUp(play, false), danger: true },
  ];
  return all.filter((item) => item !== false);
}

/** @param {Session} session @param {string} format */
async function share({ marked, board }, format) {
  try {
    const { text } = await api.post("/dump", { puzzle: marked, position: board.facts(), format });
    await copy(text.trim());
  } catch (error) {
    failed(error);
  }
}

/** The puzzle on paper; of a test that of its sheet. @param {Session} session */
async function paper({ game: { id, draft, puzzle }, saver }) {
  try {
    await saver.flush();
    await router.go(`/print?${draft ? `draft=${draft}` : `puzzle=${puzzle.id}`}&game=${id}`);
  } catch (error) {
    failed(error);
  }
}

/** Make another puzzle of it; the game stays as it is. @param {Session} session */
async function edit({ game: { puzzle, document }, saver }) {
  try {
    await saver.flush();
    await editCopy({ ...puzzle, document, note: document.meta?.note });
  } catch (error) {
    failed(error);
  }
}

/** Take everything off the board, after a question. @param {GamePage} play */
export async function clear({ session }) {
  if (!session.board.facts().length) return;
  if (await confirm(t("play.clear.title"), t("play.clear.text"), t("play.clear.go"), { danger: true }))
    session.board.clear();
}

/** @param {GamePage} play @param {boolean} again */
async function giveUp(play, again) {
  const name = again ? "restart" : "give-up";
  if (!(await confirm(t(`play.${name}.title`), t(`play.${name}.text`), t(`play.${name}.go`), { danger: true }))) return;
  const { session, finish } = play;
  try {
    await session.saver.flush();
    await api.post(`/games/${session.game.id}/give-up`);
    session.end("given-up");
    if (again) await finish.again();
  } catch (error) {
    failed(error);
  }
}
