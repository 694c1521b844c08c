/** "Practise this": from a step to the lesson of its technique. */

/** @import { StepAnswer } from "../contract.d.ts" */

import { h, icon } from "../dom.js";
import { t } from "../words.js";

/** The address of a lesson. @param {string} kind @param {string} technique */
export const lessonPath = (kind, technique) => `/school/${encodeURIComponent(kind)}/${encodeURIComponent(technique)}`;

/**
 * Links to the lessons of some steps, each technique once; those that have none are left out.
 * @param {StepAnswer[]} steps @param {string} kind @param {string} [game] to come back to
 */
export function practiseLinks(steps, kind, game) {
  const found = new Map(steps.filter((step) => step.has_lesson).map(({ technique, name }) => [technique, name]));
  const back = game ? `?game=${encodeURIComponent(game)}` : "";
  return [...found].map(([technique, name]) => {
    const text = found.size > 1 ? t("school.practise-name", { name }) : t("school.practise");
    const href = lessonPath(kind, technique) + back;
    return h("p", { class: "practise small" }, h("a", { href }, icon("school"), h("span", {}, text)));
  });
}
