/** "What would make it unique?": changes, best first, each shown before it is taken. */

import { button, h } from "../../dom.js";
import { t } from "../../words.js";
import { linkPlaces } from "../../workbench/places.js";
import { changesOf, isPartly, isUnique, job, placeRuns, said } from "./answers.js";
import { ChangeList, taken } from "./change_list.js";
import { ImproveResult } from "./improve_result.js";

const MOST_NAMED = 12;
const MOST_SHOWN = 8; // changes; the others on request

/** One question. */
export class Suggest {
  /** @type {import("./change_list.js").Choice[]} */
  #found = [];

  /** @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel @param {import("./board_preview.js").BoardPreview} preview */
  constructor(editor, panel, preview) {
    this.editor = editor;
    this.panel = panel;
    this.preview = preview;
    this.choices = new ChangeList(editor, panel, preview, {
      take: t("improve.take"),
      onTake: (choice, sheet) => this.#take(choice, sheet),
    });
  }

  /** Ask. */
  async begin() {
    const { editor, panel } = this;
    const again = () => new Suggest(editor, panel, this.preview).begin();
    const signal = panel.begin("unique", { title: t("improve.menu.unique"), again });
    panel.wait(t("improve.suggest.working"));
    const onProgress = ({ progress }) => !signal.aborted && progress?.repairs?.length && this.#sofar(progress.repairs);
    try {
      const rest = isPartly(editor) ? { undecided: editor.undecided } : {};
      const found = await job(editor, { do: "suggest", ...rest, recent: editor.recent }, { signal, onProgress });
      if (!signal.aborted) this.#answer(found);
    } catch (error) {
      if (!signal.aborted) panel.fail(error);
    }
  }

  /** Show findings while it goes on. */
  #sofar(repairs) {
    const isNew = !this.#found.length;
    this.#found = sorted(repairs);
    this.choices.show(this.#found);
    if (!isNew) return;
    const stop = button({ text: t("improve.suggest.enough"), onClick: () => this.#enough(), dataset: { cancels: "" } });
    this.panel.show([this.panel.working(t("improve.suggest.more")), this.choices.made], [stop]);
  }

  #enough() {
    this.panel.cancel();
    this.#answer({ status: this.editor.live.state.report?.status, repairs: this.#found, reached: "cancel" });
  }

  /** @param {{status?: string, repairs: any[], conflict?: string[], is_fewest?: boolean, reached?: string | null}} found */
  #answer({ status = "", repairs: found, conflict = [], is_fewest: isFewest = false, reached = null }) {
    const repairs = sorted(found);
    const words = this.#head({ status, repairs, isFewest, reached });
    const told = h("p", {}, words);
    this.choices.show(repairs.slice(0, MOST_SHOWN));
    const blame = conflict.length ? this.#conflict(conflict) : null;
    const all = () => {
      more?.remove();
      this.choices.show(repairs);
    };
    const rest = repairs.length - MOST_SHOWN;
    const more =
      rest > 0
        ? button({ text: t("improve.suggest.all", { count: rest }), onClick: all, dataset: { more: "" } })
        : null;
    const isMended = status === "unique" || repairs.some(isUnique);
    this.panel.show([blame, told, repairs.length ? this.choices.made : null, more], isMended ? [] : [this.#whatever()]);
    this.panel.say([blame?.textContent, words, repairs[0] ? said(repairs[0].texts[0]) : ""].filter(Boolean).join(" "));
  }

  #head({ status, repairs, isFewest, reached }) {
    if (status === "unique") return t("improve.suggest.unique");
    if (!repairs.length) return t(reached ? "improve.suggest.late" : "improve.suggest.nothing");
    const enough = repairs.filter(isUnique);
    const count = Math.min(
      ...(enough.length ? enough : repairs.filter((repair) => repair.status !== "none")).map(changesOf),
    );
    const isLeast = count === 1 || (isFewest && count === Math.min(...enough.map(({ cost }) => cost)));
    if (enough.length) return t(`improve.suggest.${isLeast ? "fewest" : "some"}`, { count });
    if (isPartly(this.editor) || repairs.every((repair) => repair.status === "none")) return t("improve.suggest.parts");
    return status === "none" ? t("improve.suggest.open", { count }) : t("improve.suggest.help");
  }

  /** The clues that contradict each other, ringed. */
  #conflict(places) {
    const marks = { errors: places };
    const name = places.length > 1 ? "conflict" : "conflict-one";
    const [before, after] = t(`improve.${name}`, { places: "\n" }).split("\n");
    const runs = [{ text: before }, ...placeRuns(places), { text: after }];
    const words = places.length > MOST_NAMED ? t("improve.conflict-many") : linkPlaces(runs, this.editor.board, marks);
    const told = h("p", { class: "improve-blame" }, words);
    if (!this.panel.isOld) this.editor.board.mark(marks);
    return told;
  }

  /** Where few changes do not lead to one solution: more of them. */
  #whatever() {
    const run = () =>
      new ImproveResult(this.editor, this.panel, this.preview).run("unique", {
        title: t("improve.suggest.whatever"),
        working: t("improve.suggest.trying"),
        order: { goal: "unique" },
        again: run,
      });
    return button({ text: t("improve.suggest.whatever"), icon: "solve", dataset: { whatever: "" }, onClick: run });
  }

  #take({ texts }, sheet) {
    const text = texts.join(" · ");
    this.panel.close();
    taken(this.editor, sheet, text);
    this.panel.done(t("improve.taken", { text: said(text) }));
  }
}

/** Best first: what leaves one solution, by the number of changes; then what leaves the fewest cells open. */
function sorted(repairs) {
  /** @returns {[number, number]} */
  const worth = (repair) => (isUnique(repair) ? [0, changesOf(repair)] : [1, repair.open ?? Infinity]);
  const compare = ([one, much], [other, more]) => one - other || (much === more ? 0 : much - more);
  return repairs.toSorted((a, b) => compare(worth(a), worth(b)));
}
