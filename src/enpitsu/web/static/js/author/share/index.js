/** Sharing a finished sheet: test it, publish it, export it, print it. */

import * as api from "../../api.js";
import { button, h } from "../../dom.js";
import { showExport } from "../../puzzle/export.js";
import { kindById } from "../../puzzle/puzzles.js";
import { router } from "../../router.js";
import { failed, toast } from "../../ui.js";
import { t } from "../../words.js";
import { Published } from "./publish.js";
import { Solvers } from "./solvers.js";
import { Tests } from "./tests.js";

/** The section of the rail. @param {import("../editor.js").Editor} editor @returns {Node} */
export function section(editor) {
  const [tests, solvers, published] = [new Tests(editor), new Solvers(editor), new Published(editor)];
  const act = (name, symbol, onClick) =>
    button({
      text: t(`drafts.share.${name}`),
      icon: symbol,
      dataset: { share: name },
      onClick: () => Promise.resolve(onClick()).catch(failed),
    });
  return h(
    "details",
    { class: "edit-fold share", open: true },
    h("summary", {}, h("h2", {}, t("author.part.share"))),
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "share-acts" },
        act("test", "play", () => ready(editor) && tests.begin()),
        act("export", "share", () => ready(editor) && exported(editor)),
        act("print", "print", () => ready(editor) && printed(editor)),
        act("solvers", "link", () => ready(editor) && solvers.share()),
        act("publish", "flag", () => ready(editor) && published.ask()),
      ),
      tests.made,
      solvers.made,
      published.made,
    ),
  );
}

/** True if there is a puzzle at all; if not, that is told. */
function ready(editor) {
  if (editor.document() && !isBroken(editor)) return true;
  toast(t("drafts.share.broken"), { bad: true });
  return false;
}

const isBroken = ({ live: { state } }) => !state.isOld && state.report?.status === "broken";

async function exported(editor) {
  const kinds = await api.kinds();
  const { report, isOld } = editor.live.state;
  await showExport({
    document: editor.document(),
    about: kindById(kinds, editor.kind.id),
    status: isOld ? null : report?.status,
    solution: () => solutionOf(editor),
  });
}

/** The only solution, or what the author has in mind. */
async function solutionOf(editor) {
  const { report, isOld } = editor.live.state;
  if (!isOld && report?.status === "unique" && report.solutions?.[0]) return report.solutions[0];
  return editor.solutionInMind;
}

async function printed(editor) {
  await editor.saver.flush();
  await router.go(`/print?draft=${editor.draft.id}`);
}
