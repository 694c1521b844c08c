/** The page of a game: /play/GAME. */

import * as api from "../api.js";
import { board } from "../kinds.js";
import { begunGame } from "../offline/begun.js";
import { chooseLost, keepMine } from "../play/game_conflict.js";
import { recovered } from "../play/game_log.js";
import { GamePage, tellRecovered } from "../play/game_page.js";
import { bringHome, holdGame } from "../play/homecoming.js";
import { kindById } from "../puzzle/puzzles.js";
import { router } from "../router.js";
import { failed } from "../ui.js";
import { kindName } from "../words.js";
import { gameBackup } from "../workbench/crash_backup.js";

/** @param {HTMLElement} main @param {{game: string}} params */
export default async function (main, { game: id }) {
  /** @type {GamePage | undefined} */
  let play;
  const page = { go: (address) => router.go(address), reopen };

  async function reopen() {
    try {
      await play?.leave();
      ({ play } = await open(main, id, page));
    } catch (error) {
      failed(error);
    }
  }

  const first = await open(main, id, page);
  play = first.play;
  return { title: first.title, full: true, leave: () => play?.leave() };
}

async function open(main, asked, page) {
  // What was begun without the server may be another game there.
  const id = begunGame(asked) ? ((await bringHome(asked, { chooses: true }).catch(() => null)) ?? asked) : asked;
  if (id !== asked) history.replaceState({}, "", `/play/${id}`);
  const release = await holdGame(id);
  try {
    const [saved, kinds] = await Promise.all([begunGame(id) ?? api.get(`/games/${id}`), api.kinds()]);
    const game = await taken(saved);
    const kind = await board(game.puzzle.kind);
    const about = kindById(kinds, game.puzzle.kind);
    document.body.classList.add("is-full"); // before the board is measured
    const play = new GamePage(main, { game, kind, about, prices: api.prices() }, { ...page, onLeft: release });
    const lost = game.log.length - (game.sent ?? game.log.length);
    if (lost && !game.begun) tellRecovered(lost);
    return { play, title: game.puzzle.title || kindName(about) };
  } catch (error) {
    release();
    throw error;
  }
}

/** The game with what a lost tab had not sent. */
async function taken(saved) {
  const { game, mine } = recovered(saved, gameBackup.read(saved.id));
  if (!mine) return game;
  if (!(await chooseLost())) {
    gameBackup.forget(saved.id);
    return game;
  }
  await keepMine(saved, mine, saved.elapsed);
  return api.get(`/games/${saved.id}`);
}
