/** The status of a sheet in a word: what the live check found, unless the author is not finished yet. */

import { t } from "../words.js";

const HOPELESS = new Set(["none", "broken"]);

/**
 * "unique", "multiple", "none", "broken", "unknown", "unfinished", "away" or "checking".
 * @param {import("./editor.js").Editor} editor
 */
export function standing(editor) {
  const { report, isAway, isOld } = editor.live.state;
  if (isAway && (isOld || !report)) return "away";
  if (!report) return "checking";
  // An empty sheet may have one solution for the poorest of reasons.
  const isHopeless = HOPELESS.has(report.status) || !editor.sheet.facts.length;
  return isHopeless && unfinished(editor) ? "unfinished" : report.status;
}

/** The first thing that the author has not decided, as a sentence; "" if nothing is amiss. @param {import("./editor.js").Editor} editor */
export const unfinished = ({ kind, undecided, sheet, made }) =>
  kind.unfinished?.(undecided, t, { sheet, puzzle: made.puzzle }) || "";
