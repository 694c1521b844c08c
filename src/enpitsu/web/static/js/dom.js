/**
 * Building pages from elements, never from HTML texts: what strangers wrote stays text.
 * @typedef {Node | string | false | null | undefined | Child[]} Child what may stand in an element; lists are flattened
 * @typedef {keyof typeof ICONS} Icon
 */

import { ICONS } from "./icons.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Properties: on… (a listener), class, dataset, aria-…, anything else an attribute, or
 * a property where true, false or an object says so; null and undefined are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, any>} [properties] @param {...Child} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) give(made, name, value);
  made.append(...flat(children));
  return made;
}

/** @param {any} made an element @param {string} name @param {any} value */
function give(made, name, value) {
  if (value === null || value === undefined) return;
  if (name.startsWith("on")) made.addEventListener(name.slice(2).toLowerCase(), value);
  else if (name === "class") made.className = value;
  else if (name === "dataset") Object.assign(made.dataset, value);
  else if (name === "value" || name === "checked" || name === "indeterminate") made[name] = value;
  else if (value === true) made.setAttribute(name, "");
  else if (value !== false || name.startsWith("aria-")) made.setAttribute(name, String(value));
}

/** @param {any[]} children @returns {(Node | string)[]} */
const flat = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** Put other children into an element. @template {Element} E @param {E} host @param {...Child} children @returns {E} */
export function fill(host, ...children) {
  host.replaceChildren(...flat(children));
  return host;
}

/** An element of a drawing. @template {keyof SVGElementTagNameMap} Tag @param {Tag} tag @param {Record<string, unknown>} attributes @param {...Node} children @returns {SVGElementTagNameMap[Tag]} */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** One of our icons; decoration, so unnamed. @param {Icon} name */
export const icon = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] ?? ICONS.dot }),
  );

/**
 * A button: words, an icon or both; with an icon alone the words are its name.
 * @param {{text: string, icon?: Icon, onClick?: (event: any) => void, primary?: boolean, plain?: boolean,
 *   danger?: boolean, only?: "icon", title?: string, class?: string, [more: string]: any}} how
 */
export function button({ text, icon: name, onClick, primary, plain, danger, only, class: more, ...rest }) {
  const classes = [
    "button",
    primary && "is-primary",
    plain && "is-plain",
    danger && "is-danger",
    only && "is-icon",
    more,
  ];
  return h(
    "button",
    {
      type: "button",
      class: classes.filter(Boolean).join(" "),
      onClick,
      ...(only ? { "aria-label": text, title: text } : {}),
      ...rest,
    },
    name ? icon(name) : null,
    only ? null : h("span", {}, text),
  );
}

/** A labelled control. @param {string} label @param {Child} control @param {Child} [help] */
export function field(label, control, help) {
  return h(
    "label",
    { class: "field" },
    h("span", { class: "label" }, label),
    control,
    help ? h("span", { class: "help" }, help) : null,
  );
}

/**
 * A list to choose from. @param {string[][]} options pairs of value and words @param {string} value
 * @param {(value: string) => void} onChange @param {Record<string, any>} [more]
 */
export function select(options, value, onChange, more = {}) {
  const made = h("select", {
    class: "input",
    onChange: (/** @type {any} */ event) => onChange(event.target.value),
    ...more,
  });
  for (const [id, words] of options) made.append(h("option", { value: id }, words));
  made.value = value;
  return made;
}

let numbered = 0; // elements that others refer to

/**
 * One of a few, all in sight: radio buttons that look like one bar. @param {string} legend
 * @param {string[][]} options pairs of value and words @param {string} value @param {(value: string) => void} onChange @param {string} [help]
 */
export function choice(legend, options, value, onChange, help) {
  const name = `choice-${++numbered}`;
  /** @param {string[]} option */
  const segment = ([id, words]) =>
    h(
      "label",
      { class: "segment" },
      h("input", { type: "radio", name, value: id, checked: id === value, onChange: () => onChange(id) }),
      h("span", {}, words),
    );
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", { class: "label" }, legend),
    h("div", { class: "segments" }, options.map(segment)),
    help ? h("p", { class: "help" }, help) : null,
  );
}

/** A box to tick. @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} onChange @param {string} [help] */
export function check(label, isOn, onChange, help) {
  const box = h("input", {
    type: "checkbox",
    checked: isOn,
    onChange: (/** @type {any} */ event) => onChange(event.target.checked),
  });
  return h(
    "label",
    { class: "check" },
    box,
    h("span", {}, label, help ? h("span", { class: "help" }, h("br"), help) : null),
  );
}

/** True if fingers are the way in here: then nobody speaks of keys and dropping. */
export const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** A card with its heading. @param {string} title @param {...Child} content */
export function card(title, ...content) {
  const id = `card-${++numbered}`;
  return h("section", { class: "card stack", "aria-labelledby": id }, h("h2", { id }, title), content);
}
