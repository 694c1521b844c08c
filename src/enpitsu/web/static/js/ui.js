/** Messages and dialogs. */

import { button, h } from "./dom.js";
import { t } from "./words.js";

const SECONDS = 5;

/**
 * Tell something in passing, or until it is closed. @param {string} text
 * @param {{bad?: boolean, stays?: boolean, action?: {text: string, onClick: () => void}}} how
 */
export function toast(text, { bad = false, stays = false, action } = {}) {
  const made = h("div", { class: `toast${bad ? " is-bad" : ""}` }, h("span", {}, text));
  // The same is said once.
  for (const other of document.querySelectorAll(".toast")) if (other.firstChild?.textContent === text) other.remove();
  const leave = () => made.remove();
  const act = () => {
    leave();
    action?.onClick();
  };
  if (action) made.append(button({ text: action.text, onClick: act }));
  if (stays)
    made.append(button({ text: t("app.close"), icon: "close", only: "icon", plain: true, onClick: () => leave() }));
  else setTimeout(leave, 1000 * (action ? 3 : 1) * SECONDS);
  lift().append(made);
  return leave;
}

/** Bring the messages to where they are seen and heard: a modal dialog lies over everything else. */
function lift() {
  const toasts = /** @type {Element} */ (document.querySelector(".toasts"));
  const app = /** @type {Element} */ (document.querySelector("#app"));
  const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? app;
  if (toasts.parentNode !== host) host.append(toasts);
  return toasts;
}

/** Tell what went wrong; aborted work is nobody's fault. @param {any} error */
export function failed(error) {
  if (error?.name === "AbortError") return;
  if (!error?.code) console.error(error);
  toast(error?.isOffline ? t("app.needs-server") : sentence(error?.message ?? String(error)), { bad: true });
}

/** The server's sentences begin small (a cell keeps its name, as r1c1) and have no full stop. */
export const sentence = (/** @type {string} */ text) => {
  const whole = /^r\d+c\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  if (/[.!?。！？…]$/u.test(whole)) return whole;
  return whole + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}）]$/u.test(whole) ? "。" : ".");
};

/**
 * A dialog over the page; Esc closes it. Its promise gives the value of the action that was chosen.
 * @param {{title: string, body: import("./dom.js").Child, actions?: {text: string, value?: any,
 *   primary?: boolean, danger?: boolean}[], wide?: boolean, onOpen?: (dialog: HTMLDialogElement, choose: (value: any) => void) => void}} what
 * @returns {Promise<any>}
 */
export function dialog({ title, body, actions = [], wide = false, onOpen }) {
  return new Promise((resolve) => {
    const id = `dialog-${crypto.randomUUID()}`;
    /** @type {any} */
    let chosen;
    const choose = (/** @type {any} */ value) => {
      chosen = value;
      made.close();
    };
    const made = h(
      "dialog",
      { class: `dialog${wide ? " is-wide" : ""}`, "aria-labelledby": id },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id }, title),
        button({ text: t("app.close"), icon: "close", only: "icon", plain: true, onClick: () => made.close() }),
      ),
      h("div", { class: "stack" }, body),
      actions.length
        ? h(
            "div",
            { class: "dialog-foot" },
            actions.map(({ text, value, primary, danger }) =>
              button({ text, primary, danger, onClick: () => choose(value) }),
            ),
          )
        : null,
    );
    made.addEventListener("close", () => {
      lift();
      made.remove();
      resolve(chosen);
    });
    made.addEventListener("pointerdown", (event) => event.target === made && isOutside(event, made) && made.close());
    document.body.append(made);
    made.showModal();
    // The way on has the focus, not the way out; where there is something to fill in, that.
    if (!made.querySelector("input, select, textarea"))
      /** @type {HTMLElement | null} */ (made.querySelector(".dialog-foot .is-primary"))?.focus();
    onOpen?.(made, choose);
  });
}

/** @param {MouseEvent} event @param {Element} made */
function isOutside({ clientX, clientY }, made) {
  const { left, right, top, bottom } = made.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/**
 * Ask before something that cannot be taken back. @param {string} title @param {string} text @param {string} action
 * @param {{danger?: boolean}} [how] @returns {Promise<boolean>}
 */
export async function confirm(title, text, action, { danger = false } = {}) {
  const actions = [{ text: t("app.cancel") }, { text: action, value: true, primary: !danger, danger }];
  return (await dialog({ title, body: h("p", {}, text), actions })) === true;
}

const busy = new WeakSet(); // controls whose work is not done yet

/** Do what a control is for, once at a time; it shows that it works. @param {HTMLElement} control @param {() => Promise<any>} act */
export async function whileBusy(control, act) {
  if (busy.has(control)) return undefined;
  busy.add(control);
  control.setAttribute("aria-busy", "true");
  try {
    return await act();
  } finally {
    busy.delete(control);
    control.removeAttribute("aria-busy");
  }
}

/** Copy a text, and say so. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("app.copied"));
  } catch {
    await dialog({
      title: t("app.copy"),
      body: h("textarea", { class: "input", rows: 4, readonly: true, value: text }),
    });
  }
}
