/** Two tabs have changed one draft: nothing is overwritten, somebody decides. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { dialog } from "../ui.js";
import { moment, t } from "../words.js";
import { isSame } from "./sheet.js";

/** Which is it to be? @param {object} theirs as the server has it @param {object} mine content @returns {Promise<"copy" | "theirs">} */
export async function choose(theirs, mine) {
  const figures = { theirs: theirs.content.sheet.facts.length, mine: mine.sheet.facts.length, when: theirs.updated ? moment(theirs.updated) : "" };
  const body = [h("p", {}, t("author.conflict.text")), h("p", { class: "quiet small" }, t("author.conflict.figures", figures))];
  const actions = [{ text: t("author.conflict.theirs"), value: "theirs" }, { text: t("author.conflict.copy"), value: "copy", primary: true }];
  // Closing it loses nothing either.
  return (await dialog({ title: t("author.conflict.title"), body, actions })) ?? "copy";
}

/** Whether two contents say the same, whatever their past. */
export function isSameContent(a, b) {
  const words = ({ title = "", author = "", note = "" } = {}) => JSON.stringify([title, author, note]);
  return isSame(a.sheet, b.sheet) && words(a.meta) === words(b.meta);
}

/** Put a content into a draft of its own. @param {object} content */
export function keepAsCopy(content) {
  const { title } = content.meta ?? {};
  const meta = { ...content.meta, title: title ? t("author.conflict.copied", { title }) : "" };
  return api.post("/drafts", { content: { ...content, meta } });
}
