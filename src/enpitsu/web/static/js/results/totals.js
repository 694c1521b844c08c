/** The totals of all results: how many, how many clean, how much time. */

import { h } from "../dom.js";
import { clock, t } from "../words.js";

/** The tiles. @param {{total: number, clean: number, seconds: number}} sums */
export function totals({ total, clean, seconds }) {
  const list = h("dl", { class: "tiles" }, tile(t("results.total.solved"), String(total)));
  if (total > 0) {
    list.append(tile(t("results.total.clean"), String(clean)), tile(t("results.total.time"), clock(seconds)));
  }
  return list;
}

const tile = (words, content) => h("div", { class: "tile" }, h("dt", {}, words), h("dd", { class: "number" }, content));
