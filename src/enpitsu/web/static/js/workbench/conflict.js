/** Two tabs have gone on with one thing: nothing is overwritten, somebody decides. */

import { h } from "../dom.js";
import { dialog } from "../ui.js";
import { t } from "../words.js";

/**
 * Ask which version it is to be. @param {"play" | "author"} who whose words are used: WHO.conflict.ACTION
 * @param {string[]} actions the last is suggested @param {{text?: string, figures?: Record<string, unknown> | null}} how `text`: the name of another text
 * @returns {Promise<string | undefined>} one of the actions
 */
export function chooseVersion(who, actions, { text = "text", figures = null } = {}) {
  /** @param {string} name @param {Record<string, unknown>} [args] */
  const words = (name, args) => t(`${who}.conflict.${name}`, args);
  return dialog({
    title: words("title"),
    body: [h("p", {}, words(text)), figures && h("p", { class: "quiet small" }, words("figures", figures))],
    actions: actions.map((name) => ({ text: words(name), value: name, primary: name === actions.at(-1) })),
  });
}
