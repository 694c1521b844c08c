/** "Fill the rest": what is not decided yet is made up, so that there is one solution. */

import { KIT } from "../../board/kit.js";
import { parsePlace } from "../../board/slots.js";
import { button } from "../../dom.js";
import { t } from "../../words.js";
import { ImproveResult } from "./improve_result.js";

/**
 * Whether there may be something to fill in. Where nothing is undecided: a picture can be painted otherwise; lines
 * are told once and for all, but for lengths that are left out; cells can always take one clue more, unless
 * those that are there contradict each other. @param {import("../editor.js").Editor} editor
 */
export function canFill(editor) {
  const {
    undecided,
    kind,
    sheet,
    solutionInMind,
    live: {
      state: { report },
    },
  } = editor;
  if (undecided.length || !report) return true;
  if (report.status === "none" && !report.mismatch) return false;
  if (solutionInMind) return report.status !== "none";
  const [first] = kind.puzzle({ ...sheet, ...kind.blank(sheet.rows, sheet.cols) }, KIT).undecided;
  return (first && parsePlace(first)?.kind === "cell") || JSON.stringify(editor.made.puzzle).includes('"?"');
}

/** Fill the rest of the sheet; "Another" tries the next seed. */
export class FillRest {
  #seed = 1;
  #overwrite = false;

  /** @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel @param {import("./board_preview.js").BoardPreview} preview */
  constructor(editor, panel, preview) {
    this.editor = editor;
    this.panel = panel;
    this.outcome = new ImproveResult(editor, panel, preview);
  }

  /** Ask. */
  begin() {
    const other = button({
      text: t("improve.fill.another"),
      icon: "turn-right",
      dataset: { again: "" },
      onClick: () => this.#next(),
    });
    return this.outcome.run("fill", {
      title: t("improve.menu.fill"),
      working: t("improve.fill.working"),
      isFilled: true,
      more: (found) => [found.may_overwrite ? this.#allow() : null, other],
      again: () => this.begin(),
      order: { goal: "fill", undecided: this.editor.undecided, seed: this.#seed, overwrite: this.#overwrite },
    });
  }

  /** The offer to change what is set, where nothing else was found. */
  #allow() {
    const begin = () => {
      this.#overwrite = true;
      return this.begin();
    };
    return button({ text: t("improve.fill.overwrite"), icon: "edit", dataset: { overwrite: "" }, onClick: begin });
  }

  #next() {
    this.#seed += 1;
    return this.begin();
  }
}
