/** Parts that are drawn anew while somebody's focus is in them. */

/** @param {any} control an element */
const named = ({ dataset, ariaLabel, textContent }) => dataset.name ?? ariaLabel ?? textContent;

/** Draw a part anew; what had the focus has it again. @param {HTMLElement} host @param {() => void} draw */
export function keepFocus(host, draw) {
  const held = host.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (!held || held.isConnected) return;
  /** @type {NodeListOf<HTMLElement>} */
  const found = host.querySelectorAll("button, input, select, a");
  [...found].find((each) => named(each) === named(held))?.focus({ preventScroll: true });
}
