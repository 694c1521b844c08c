/** Variants of a kind: what a puzzle has besides the usual rules is told wherever the puzzle is. */

/** @import { KindAnswer, VariantAnswer } from "../contract.d.ts" */

import { h } from "../dom.js";

/** The variants that a puzzle is. @param {KindAnswer | undefined} about @param {{[field: string]: unknown}} puzzle of a document @returns {VariantAnswer[]} */
export const variantsOf = (about, puzzle) => (about?.variants ?? []).filter(({ id }) => puzzle[id] === true);

/** Those of a puzzle in a list. @param {KindAnswer | undefined} about @param {{variants?: string[]}} row @returns {VariantAnswer[]} */
export const variantsIn = (about, { variants = [] }) =>
  (about?.variants ?? []).filter(({ id }) => variants.includes(id));

/** A chip with the name of each, its rule beside the pointer. @param {VariantAnswer[]} variants */
export const variantBadges = (variants) =>
  variants.map(({ name, rule }) => h("span", { class: "chip is-variant", title: rule }, name));

/** The name and the rule of each, a line each. @param {VariantAnswer[]} variants */
export const variantRules = (variants) =>
  variants.map(({ name, rule }) => h("p", { class: "variant-rule" }, h("strong", {}, name), " ", rule));
