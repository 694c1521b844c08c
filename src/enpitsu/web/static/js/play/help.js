/** All gestures and keys of this board. */

import { dialog } from "../ui.js";
import { t } from "../words.js";

/** @param {import("../board/board.js").Board} board */
export async function showHelp({ kind }) {
  // The tables of the rules' page; the game itself does without them.
  const { gestures, keys } = await import("../workbench/control_tables.js");
  return dialog({
    title: t("play.help.title"), wide: true, body: [gestures(kind.id, kind), keys(kind.id, kind)],
    onOpen: (made) => made.querySelectorAll("a").forEach((link) => link.addEventListener("click", () => made.close())),
  });
}
