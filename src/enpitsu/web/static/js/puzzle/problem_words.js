/** The server's problems told to the player: a sentence of the page in front of the server's own. */

import { sentence } from "../ui.js";
import { has, t } from "../words.js";

/** @param {string} part of the page whose words these are @param {any} error whatever was thrown */
export function told(part, error) {
  if (error?.isOffline) return t("app.offline");
  const message = sentence(error?.message ?? String(error));
  const code = error?.code === "too-many" ? "busy" : error?.code;
  const known = [`${part}.problem.${code}`, `${part}.problem.other`].find(has);
  return known ? t(known, { message }) : message;
}
