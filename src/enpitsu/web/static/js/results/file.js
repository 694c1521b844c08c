/** Replays as files: to be sent to somebody who has Enpitsu too. */

import { ApiError } from "../api.js";
import { t } from "../words.js";

const FORM = "enpitsu-replay";
const MOST_BYTES = 8 * 2 ** 20;

/** @type {{name: string, result: Record<string, any>, document: Record<string, any>, log: import("../types.d.ts").LogEvent[]} | null} */
let opened = null;

/** The replay that was opened from a file last. */
export const openedFile = () => opened;

/** Read a file; what is no replay is refused. @param {File} file */
export async function openFile(file) {
  if (!file || file.size > MOST_BYTES) throw bad();
  const data = parse(await file.text());
  const isReplay = data?.form === FORM && data.document?.puzzle && Array.isArray(data.log) && data.log.every(isEvent);
  if (!isReplay) throw bad();
  opened = { name: String(data.name ?? ""), result: resultOf(data.result), document: data.document, log: data.log };
}

const TEXTS = new Set(["kind", "level", "title", "solved"]);

/** The result in a file, as far as it is of the right sort. */
function resultOf(said) {
  const isRight = ([name, value]) =>
    TEXTS.has(name) ? typeof value === "string" : ["number", "boolean"].includes(typeof value);
  return Object.fromEntries(Object.entries(said ?? {}).filter(isRight));
}

/** That a file is no replay. */
export const bad = () => new ApiError(t("results.file.bad"), { code: "bad-file" });

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isTexts = (list) => list === undefined || (Array.isArray(list) && list.every((text) => typeof text === "string"));

const isEvent = (event) => Number.isFinite(event?.t) && isTexts(event.put) && isTexts(event.take);

/** Give a replay to the browser as a file. */
export function saveFile({ name, result, document: paper, log }) {
  const blob = new Blob([JSON.stringify({ form: FORM, name, result, document: paper, log })], {
    type: "application/json",
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `enpitsu-replay-${result.id ?? "file"}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
