/**
 * What a draft holds, as far as it can be read: drafts come from crash backups, other versions and other
 * programs, and a sheet must open with what is right in it.
 * @import { AuthorKind, Sheet } from "../types.d.ts"
 * @import { Content } from "./editor.js"
 * @import { Step } from "./undo_stack.js"
 */

import { KIT } from "../board/kit.js";
import { isInside, isOnBoard, parsePlace } from "../board/slots.js";
import { parted } from "./sheet.js";

const FACT = /^\S+ \S+$/;

/**
 * @param {Content} content of a draft, all of it to be doubted @param {AuthorKind} kind
 * @returns {{sheet: Sheet, meta: {title: string, author: string, note: string}, past: (Step & {undone?: boolean})[]}}
 */
export function readContent({ sheet, meta, past }, kind) {
  return { sheet: readSheet(sheet, kind), meta: readMeta(meta), past: readPast(past) };
}

/** @param {any} sheet as it was kept @param {AuthorKind} kind @returns {Sheet} */
function readSheet({ rows, cols, facts, more, ...rest }, kind) {
  const size = { rows, cols };
  const places = { ...size, hasSides: kind.hasSides };
  const blank = kind.blank(rows, cols);
  const sheets = [alike(more, blank.more), blank.more].map((own) => ({
    ...rest,
    ...size,
    more: own,
    facts: readFacts(facts, places),
  }));
  const bare = sheets.find((each) => isRead({ ...each, facts: [] }, kind)) ?? sheets[1];
  if (isRead(bare, kind)) return bare;
  return { ...bare, facts: bare.facts.filter((fact) => isRead({ ...bare, facts: [fact] }, kind)) };
}

/** Facts in the form of facts, about places of the sheet, one for each. @returns {string[]} */
function readFacts(facts, size) {
  const right = isList(facts) ? facts.filter((fact) => isFact(fact) && isHere(parsePlace(parted(fact)[0]), size)) : [];
  return [...new Map(right.map((fact) => [parted(fact)[0], fact])).values()];
}

function isHere(place, size) {
  if (!place) return false;
  if (place.kind === "line") return place.at >= 0 && place.at < (place.axis === "row" ? size.rows : size.cols);
  return place.kind === "cell" ? isInside(place.cell, size) : isOnBoard(place, size);
}

/** True if the kind can do something with it. */
function isRead(sheet, kind) {
  try {
    const isKnown = (fact) => kind.isValue?.(...parted(fact), sheet) ?? true;
    kind.read?.(sheet, KIT);
    kind.puzzle(sheet, KIT);
    kind.settings?.(sheet);
    return sheet.facts.every(isKnown);
  } catch {
    return false;
  }
}

/** The content of no slot, where it is of the same form as in an empty sheet. */
function alike(more, usual) {
  const own = isObject(more) ? more : {};
  const right = Object.entries(own).filter(([name, value]) => !(name in usual) || isAlike(value, usual[name]));
  return { ...usual, ...Object.fromEntries(right) };
}

function isAlike(value, usual) {
  if (!isList(usual)) return typeof value === typeof usual && !isList(value);
  return isList(value) && value.length > 0 && value.every((each) => typeof each === typeof usual[0]);
}

const readMeta = (meta) => {
  const text = (name) => (typeof meta?.[name] === "string" ? meta[name] : "");
  return { title: text("title"), author: text("author"), note: text("note") };
};

// --- the past --------------------------------------------------------------------------------------

/** The steps, all or none: one that is missing would make the others lead elsewhere. */
const readPast = (past) => (isList(past) && past.every(isStep) ? past : []);

function isStep(step) {
  if (!isObject(step) || ![step.put, step.take].every((facts) => isList(facts) && facts.every(isFact))) return false;
  return isSpan(step.size, isSize) && isSpan(step.more, isObject);
}

const isSpan = (span, isRight) => span === undefined || (isList(span) && span.length === 2 && span.every(isRight));
const isSize = (size) => isList(size) && size.length === 2 && size.every((side) => Number.isInteger(side) && side > 0);
const isFact = (fact) => typeof fact === "string" && FACT.test(fact) && parsePlace(parted(fact)[0]) !== null;
const isList = (value) => Array.isArray(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
