/** A puzzle that the player has solved before is opened anew: that is told until the first stroke. */

import * as api from "../api.js";
import { button, h, icon } from "../dom.js";
import { clock, t } from "../words.js";

/** @param {import("./session.js").Session} session @param {import("./finish.js").Finish} finish @param {HTMLElement} notes */
export async function tellSolvedBefore(session, finish, notes) {
  const { game } = session;
  const isNew = () => !session.isOver && !session.board.history.log.length;
  if (!isNew() || game.puzzle.state !== "solved") return;
  const { ranking } = await api.get(`/puzzles/${game.puzzle.id}/ranking`).catch(() => ({ ranking: [] }));
  if (!isNew()) return;
  const note = banner(
    game,
    ranking.find((/** @type {{is_me: boolean}} */ { is_me: isMine }) => isMine)?.result,
    finish,
  );
  notes.prepend(note);
  session.addEventListener("changed", () => note.remove(), { once: true });
}

/** @param {import("./session.js").Session["game"]} game @param {{id: number, total: number} | undefined} result @param {import("./finish.js").Finish} finish */
function banner(game, result, finish) {
  const text = result ? t("play.before.time", { time: clock(result.total) }) : t("play.over.solved");
  const words = game.is_first ? text : `${text} ${t("play.before.uncounted")}`;
  const replay =
    result &&
    h("a", { class: "button", href: `/replay/${result.id}` }, icon("play"), h("span", {}, t("play.finish.replay")));
  return h(
    "div",
    { class: "banner is-good is-before", role: "status" },
    h("p", {}, icon("check"), h("span", {}, words)),
    h(
      "div",
      { class: "row" },
      replay,
      button({ text: t("play.before.other"), icon: "next", onClick: () => finish.goOn() }),
    ),
  );
}
