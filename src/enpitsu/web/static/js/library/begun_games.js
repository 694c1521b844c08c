/** Games to go on with. */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { drawing, factsLine, gradeDots, replay, thumb, titleOf } from "../puzzle/puzzles.js";
import { clock, t } from "../words.js";

const FIRST = 4;

/** Fill a section with the games that are begun; it hides where there is none. */
export async function showBegun(section) {
  const { games } = await api.get("/games");
  section.hidden = games.length === 0;
  if (!games.length) return;
  const list = h("ul", { class: "lib-begun" }, games.slice(0, FIRST).map(gameCard));
  fill(section, h("h2", {}, t("library.begun.title")), list, restButton(games.slice(FIRST), list));
}

function restButton(rest, list) {
  if (!rest.length) return null;
  const made = button({
    text: t("library.begun.all", { count: rest.length }),
    plain: true,
    onClick: () => {
      const cards = rest.map(gameCard);
      list.append(...cards);
      made.remove();
      cards[0].querySelector("a").focus();
    },
  });
  return made;
}

function gameCard(game) {
  const picture = h("span", { class: "lib-thumb" });
  const time = clock(game.elapsed / 1000);
  drawGame(picture, game);
  return h(
    "li",
    {},
    h(
      "a",
      { class: "lib-game", href: `/play/${game.id}`, "aria-label": label(game, time) },
      picture,
      h(
        "span",
        { class: "lib-card-text" },
        h("span", { class: "lib-card-title" }, titleOf(game.puzzle)),
        h("span", { class: "quiet small" }, factsLine(game.puzzle)),
        gradeDots(game.puzzle),
        h("span", { class: "quiet small number" }, t("library.begun.time", { time })),
      ),
    ),
  );
}

const label = ({ puzzle }, time) =>
  [t("library.begun.go-on", { title: titleOf(puzzle) }), factsLine(puzzle), t("library.begun.time", { time })].join(
    ", ",
  );

/** The board as it was left. */
async function drawGame(host, { id, puzzle }) {
  try {
    const { document, log } = await api.get(`/games/${id}`);
    // Without the server nobody draws what stands on it.
    host.replaceWith(api.server.get().isOnline ? drawing(document, replay(log)) : thumb(puzzle));
  } catch {
    host.classList.add("is-missing");
  }
}
