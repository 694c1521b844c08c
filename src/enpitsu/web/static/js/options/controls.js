/** The controls that the settings page is made of. */

import { h } from "../dom.js";

let made = 0;

/**
 * One of a few, all in sight: radio buttons that look like one bar.
 * @param {string} legend @param {[string, string][]} options pairs of value and words
 */
export function choice(legend, options, value, onChange, help) {
  const name = `choice-${++made}`;
  const segment = ([id, words]) =>
    h("label", { class: "segment" },
      h("input", { type: "radio", name, value: id, checked: id === value, onChange: () => onChange(id) }),
      h("span", {}, words));
  return h("fieldset", { class: "choice" }, h("legend", { class: "label" }, legend),
    h("div", { class: "segments" }, options.map(segment)), help ? h("p", { class: "help" }, help) : null);
}

/** A card of settings with its heading. */
export function section(title, ...content) {
  const id = `section-${++made}`;
  return h("section", { class: "card stack", "aria-labelledby": id }, h("h2", { id }, title), content);
}
