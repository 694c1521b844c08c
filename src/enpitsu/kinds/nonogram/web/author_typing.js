/**
 * Clues as they are typed in place. On a picture the first clue that is typed makes the sheet one of clues,
 * unless it is the picture's own with "?" for some of its lengths.
 * @typedef {import("/static/js/kit/author_line_typing.js").Start} Start
 * @typedef {import("./author_clues.js").Line} Line
 * @import { AuthorContext, Context } from "/static/js/types.d.ts"
 * @import { Model, Run } from "./model.js"
 */

import { runsAt } from "./author_clues.js";
import { fits, maskOf, textOfRuns, typed, valueOfRuns } from "./author_lines.js";
import { cluesOf, lineFacts } from "./author_sheet.js";
import { colourWord } from "./label.js";
import { colourOf } from "./model.js";

/** Type a line's clue. @param {AuthorContext<Model>} context @param {Line} line @param {Start} [start] */
export const type = (context, line, start) => context.kit.typeLine(context, line, formOf, start);

/** Type a sign ("": take one away). @param {AuthorContext<Model>} context @param {string} sign */
export const insert = (context, sign) => context.kit.insertSign(context, sign, formOf);

/** The clue of one line. @param {Context<Model>} context @param {Line} line @returns {import("/static/js/kit/author_line_typing.js").LineForm} */
export function formOf(context, line) {
  const { model, text } = context;
  const { letters, isColoured } = model;
  const isTyped = model.mode === "runs";
  const cells = line.axis === "row" ? model.cols : model.rows;
  const there = runsAt(line.axis, line.at, context);
  const before = there ? textOfRuns(there, letters) : "";
  const read = (/** @type {string} */ said) => typed(said, { letters, colour: colourOf(context), cells });
  // Where a picture is, nothing typed means nothing.
  const isSame = (/** @type {Run[] | null} */ runs) =>
    runs === null ? before === "" || !isTyped : textOfRuns(runs, letters) === before;
  return {
    text: before === "0" && !isTyped ? "" : before,
    name: text(`nonogram.author.type-${line.axis}`, { number: line.at + 1 }),
    mode: isColoured ? "text" : "decimal",
    check: (said) => {
      const found = read(said);
      return { said: words(found, cells, context), isWrong: found.problem !== null, isLong: found.need > cells };
    },
    keep: (said) => {
      const found = read(said);
      if (found.problem) tell(context, words(found, cells, context));
      else if (!isSame(found.runs)) writeLine(context, line, found.runs);
    },
    // Every run has its letter: the next one may be of another colour.
    whole: (said) => {
      const { runs } = read(said);
      return isColoured && runs?.length ? textOfRuns(runs, letters) + (/\s$/.test(said) ? " " : "") : said;
    },
  };
}

/** What is wrong with a text, or how much room it takes. @param {ReturnType<typeof typed>} found @param {number} cells @param {Context<Model>} context */
function words({ runs, problem, need }, cells, context) {
  const { text } = context;
  if (problem) return text(`nonogram.author.problem.${problem.id}`, problem.args);
  if (runs === null) return hint(context);
  return text(`nonogram.author.${need > cells ? "too-long" : "need"}`, { need, cells });
}

/** @param {Context<Model>} context */
function hint({ text, model }) {
  if (!model.isColoured) return text("nonogram.author.hint");
  const letters = model.values.map((value, at) => `${model.letters[at]}: ${colourWord(value, text)}`).join(", ");
  const example = `3${model.letters[0]} 1${model.letters[1]}`;
  return text("nonogram.author.hint-colours", { example, letters });
}

/** Write a line's clue, null: none yet; a picture's other lines become clues with it. @param {Context<Model>} context @param {Line} line @param {Run[] | null} runs */
function writeLine(context, { axis, at }, runs) {
  const { board, kit, model, text } = context;
  const slot = `${axis}${at + 1}`;
  const facts = board.facts();
  const isPicture = model.mode === "picture" && facts.length > 0;
  if (isPicture && runs !== null && keepPicture(context, { axis, at }, runs)) return;
  const others = isPicture
    ? lineFacts({ ...model, facts, more: { palette: model.inks.map(({ rgb }) => rgb) } }, kit)
    : facts;
  const stays = others.filter((fact) => !fact.startsWith(`${slot} `));
  const put = runs === null ? stays : [...stays, `${slot} ${valueOfRuns(runs)}`];
  const kept = new Set(put);
  const known = new Set(facts);
  if (isPicture) tell(context, text("nonogram.author.switched"));
  board.write({
    put: put.filter((fact) => !known.has(fact)),
    take: facts.filter((fact) => !kept.has(fact)),
    by: "hand",
  });
}

/** Leave lengths of a picture's line untold: the picture stays. False if the runs are not the picture's. @param {Context<Model>} context @param {Line} line @param {Run[]} runs */
function keepPicture({ board, kit, model }, { axis, at }, runs) {
  const slot = `${axis}${at + 1}`;
  const facts = board.facts();
  const before = facts.filter((fact) => fact.startsWith(`${slot} `));
  const painted = { ...model, facts: facts.filter((fact) => !before.includes(fact)) };
  const clue = cluesOf({ ...painted, more: { palette: model.inks.map(({ rgb }) => rgb) } }, kit)[axis][at] ?? [];
  if (!fits(runs, clue)) return false;
  const isUntold = runs.some(({ length }) => length === null);
  board.write({ put: isUntold ? [`${slot} ${maskOf(runs)}`] : [], take: before, by: "hand" });
  return true;
}

/** To be read by those who see and those who do not. @param {Context<Model>} context @param {string} text */
function tell({ board }, text) {
  board.say(text);
  board.dispatchEvent(new CustomEvent("notice", { detail: { text } }));
}
