/** The editor: /edit/DRAFT. */

import * as api from "../api.js";
import { chooseDraft, isSameContent, keepAsCopy } from "../author/draft_conflict.js";
import { EditPage } from "../author/edit_page.js";
import { author, board } from "../kinds.js";
import { kindById } from "../puzzle/puzzles.js";
import { router } from "../router.js";
import { failed, toast } from "../ui.js";
import { t } from "../words.js";
import { draftBackup } from "../workbench/crash_backup.js";

/** @param {HTMLElement} main @param {{draft: string}} params */
export default async function (main, { draft: id }) {
  let page;
  let isLeft = false;
  const tell = { onConflict: (theirs) => conflict(theirs).catch(failed) };

  /** Another tab has saved: mine goes on as a copy, or theirs is shown. */
  async function conflict(theirs) {
    const mine = page.editor.snapshot().content;
    const choice = isLeft ? "copy" : await chooseDraft(theirs, mine);
    if (choice === "copy") return goOn(await kept(id, mine));
    draftBackup.forget(id);
    await page.leave();
    page = await open(main, id, tell);
  }

  /** To the copy, unless another page has been asked for by now. */
  const goOn = (copy) => (isLeft ? tellOf(copy) : router.go(`/edit/${copy.id}`));
  const leave = () => {
    isLeft = true;
    return page.leave();
  };

  page = await open(main, id, tell);
  return { title: page.title.textContent, full: true, leave };
}

/** A copy of what would be lost; only then the crash backup lets it go. */
async function kept(id, mine) {
  const copy = await keepAsCopy(mine);
  draftBackup.forget(id);
  return copy;
}

async function open(main, id, tell) {
  const [draft, kinds] = await Promise.all([wanted(id), api.kinds()]);
  const name = draft.content.sheet.kind;
  const [kind, play] = await Promise.all([author(name), board(name)]);
  const about = kindById(kinds, name);
  document.body.classList.add("is-full"); // before the board is measured
  draftBackup.prune();
  const page = new EditPage(main, { draft, kind, play, about }, tell);
  if (draft.isLost) page.editor.saver.touch();
  return page;
}

/** The draft, with what a lost tab had not saved. */
async function wanted(id) {
  const left = draftBackup.read(id);
  let draft;
  try {
    draft = await api.get(`/drafts/${id}`);
  } catch (error) {
    // Without the server the browser's own copy is worked on, and saved later.
    if (/** @type {api.ApiError} */ (error).isOffline && left) return { id, ...left, isLost: !left.isSaved };
    throw error;
  }
  if (!left || left.isSaved || isSameContent(left.content, draft.content)) return draft;
  if (left.revision >= draft.revision) {
    toast(t("author.recovered"));
    return { ...draft, revision: left.revision, content: left.content, isLost: true };
  }
  await offer(id, draft, left.content);
  return draft;
}

/** A lost tab's version differs from the saved one: it becomes a draft of its own, or is let go. */
async function offer(id, theirs, mine) {
  if ((await chooseDraft(theirs, mine)) !== "copy") return draftBackup.forget(id);
  return tellOf(await kept(id, mine));
}

const tellOf = ({ id }) =>
  toast(t("author.conflict.kept"), {
    action: { text: t("author.conflict.open"), onClick: () => router.go(`/edit/${id}`) },
  });
