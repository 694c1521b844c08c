/** Beside the first puzzle of each kind: its rules in short, and the helpers of its board to choose. */

import * as api from "../api.js";
import { button, h } from "../dom.js";
import { changeOf, settingOf } from "../settings.js";
import { SETTINGS } from "../settings_list.js";
import { settingControl } from "../settings_page/setting_control.js";
import { kindName, t } from "../words.js";

const NARROW = "(width < 1000px)"; // there the board has little room: only the heading stands above it

/** Tell a player who is new to a kind how it goes, until they have read it or solved one. @param {import("./session.js").Session} session @param {import("../contract.d.ts").KindAnswer} about @param {HTMLElement} notes */
export async function tellFirstPuzzle(session, about, notes) {
  if (settingOf("met", about.id) || session.isOver || session.game.draft) return;
  if (await hasSolved(about.id)) return changeOf(about.id, "met", true);
  if (session.isOver) return;
  const met = () => {
    changeOf(about.id, "met", true);
    note.remove();
  };
  const note = card(session, about, met);
  notes.append(note);
  session.addEventListener("over", met, { once: true });
}

/** True if the player has results of a kind; where the server is away nobody knows, and nothing is told. @param {string} kind */
async function hasSolved(kind) {
  const { results } = await api.get("/results/bests").catch(() => ({ results: null }));
  return results?.some((/** @type {import("../contract.d.ts").ResultAnswer} */ result) => result.kind === kind) ?? true;
}

/** @param {import("./session.js").Session} session @param {import("../contract.d.ts").KindAnswer} about @param {() => void} onRead */
function card({ kind: js }, about, onRead) {
  const helpers = SETTINGS.find(({ name }) => name === "helpers");
  return h(
    "details",
    { class: "banner is-note is-first", open: !matchMedia(NARROW).matches },
    h("summary", {}, t("play.first.title", { kind: kindName(about) })),
    h(
      "ol",
      { class: "sentences" },
      about.how_to_play.map((rule) => h("li", {}, rule)),
    ),
    helpers && settingControl(helpers, { js, title: t("play.first.helpers") }),
    h(
      "div",
      { class: "row" },
      button({ text: t("play.first.read"), onClick: onRead }),
      h("a", { class: "button is-plain", href: `/rules/${about.id}` }, t("play.first.boards")),
    ),
  );
}
