/** The link of a sheet that its author wants tested: it leads to a game of it. */

import * as api from "../api.js";
import { router } from "../router.js";
import { t } from "../words.js";

/** @param {HTMLElement} _main @param {{token: string}} params */
export default async function testPage(_main, { token }) {
  const { game } = await api.post(`/test/${encodeURIComponent(token)}`);
  // Going back must not come here once more.
  router.go(`/play/${game}`, { replace: true });
  return { title: t("play.asked.title") };
}
