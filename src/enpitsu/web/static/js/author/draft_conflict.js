/**
 * Two tabs have changed one draft: nothing is overwritten, somebody decides.
 * @import { Content, DraftState } from "./editor.js"
 */

import * as api from "../api.js";
import { moment, t } from "../words.js";
import { chooseVersion } from "../workbench/conflict.js";
import { isSame } from "./sheet.js";

/** Ask which it is to be. @param {DraftState} theirs as the server has it @param {Content} mine @returns {Promise<string>} "copy" or "theirs" */
export async function chooseDraft(theirs, mine) {
  const figures = {
    theirs: theirs.content.sheet.facts.length,
    mine: mine.sheet.facts.length,
    when: theirs.updated ? moment(theirs.updated) : "",
  };
  // Closing it loses nothing either.
  return (await chooseVersion("author", ["theirs", "copy"], { figures })) ?? "copy";
}

/** True if two contents say the same, whatever their past. @param {Content} a @param {Content} b */
export function isSameContent(a, b) {
  const words = ({ title = "", author = "", note = "" } = {}) => JSON.stringify([title, author, note]);
  return isSame(a.sheet, b.sheet) && words(a.meta) === words(b.meta);
}

/** Put a content into a draft of its own. @param {Content} content @returns {Promise<import("../contract.d.ts").DraftRowAnswer>} */
export function keepAsCopy(content) {
  const { title } = content.meta ?? {};
  const meta = { ...content.meta, title: title ? t("author.conflict.copied", { title }) : "" };
  return api.post("/drafts", { content: { ...content, meta } });
}
