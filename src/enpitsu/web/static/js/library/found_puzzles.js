/**
 * Puzzles found in a file or a text: look at it, keep it, play it.
 * @import { KindAnswer, ReadAnswer, ReadPuzzle } from "../contract.d.ts"
 * @import { Document } from "../puzzle/puzzles.js"
 * @typedef {"play" | "edit"} Purpose what something most likely is opened for
 * @typedef {{title?: string, level?: string | null, length?: number}} Told what is known of a puzzle beside it
 */

import * as api from "../api.js";
import { button, check, field, fill, h } from "../dom.js";
import { difference, factsAfter, freeAfter } from "../play/game_log.js";
import { edit, takeUp } from "../puzzle/new_draft.js";
import { drawing, gradeDots, keep, kindName, play } from "../puzzle/puzzles.js";
import { variantBadges, variantRules, variantsOf } from "../puzzle/variants.js";
import { router } from "../router.js";
import { dialog, failed, sentence, toast } from "../ui.js";
import { size, t } from "../words.js";

const FEW = 3;

/**
 * Show what was read. @param {KindAnswer[]} kinds @param {ReadAnswer} found @param {string} [name] of the file
 * @param {Purpose} [purpose]
 */
export function showFound(kinds, found, name = "", purpose = "play") {
  const { documents, failed: bad } = found;
  const isOne = documents.length === 1 && !bad.length;
  return isOne ? showOne(kinds, documents[0], name, purpose) : showMany(kinds, found, purpose);
}

// --- one -----------------------------------------------------------------------------------------

/** @param {KindAnswer[]} kinds @param {{document: Document} & ReadPuzzle} read @param {string} name @param {Purpose} purpose */
async function showOne(kinds, read, name, purpose) {
  const { document } = read;
  const facts = document.position ?? [];
  const title = h("input", { class: "input", maxlength: 100, value: document.meta?.title ?? name });
  const state = { level: document.meta?.level ?? null, length: document.meta?.length ?? 0 };
  const verdict = h("p", { class: "small", role: "status" }, t("library.open.checking"));
  const asking = new AbortController();
  judge(document, verdict, state, asking.signal);
  const body = [
    h(
      "div",
      { class: "lib-found" },
      drawing(document, facts),
      h("div", { class: "stack" }, summary(kinds, read), verdict, field(t("library.open.name"), title)),
    ),
    warnings(read.warnings),
    facts.length ? h("p", {}, t("library.open.position", { count: facts.length })) : null,
  ].filter(Boolean);
  const chosen = await dialog({
    title: t("library.open.found", { count: 1 }),
    body,
    wide: true,
    actions: actionsFor(isMarked(document), await mainAction(document, purpose)),
  });
  asking.abort();
  if (chosen) await act(chosen, read, { title: title.value, ...state }).catch(failed);
}

/** True if somebody has written on the board. @param {Document} document */
export const isMarked = ({ position, free_marks: marks }) => Boolean(position?.length || marks?.length);

/** A game that is begun and not at its end is most likely to be gone on with. */
async function mainAction(document, purpose) {
  if (purpose !== "play" || !isMarked(document)) return purpose;
  const { position = [], ...puzzle } = document;
  const { solved } = await api.post("/check", { puzzle, position }).catch(() => ({ solved: false }));
  return solved ? "play" : "go-on";
}

function actionsFor(isBegun, purpose) {
  const found = [
    { text: t("library.open.edit"), value: "edit" },
    { text: t("library.open.keep"), value: "keep" },
    ...(isBegun ? [{ text: t("library.open.go-on"), value: "go-on" }] : []),
    { text: t("library.open.play"), value: "play" },
  ];
  const isFirst = ({ value }) => value === purpose;
  return [
    ...found.filter((each) => !isFirst(each)),
    ...found.filter(isFirst).map((each) => ({ ...each, primary: true })),
  ];
}

/** A puzzle that was read, in short, with what it has besides the usual rules. @param {"h2" | "h3"} heading as it fits where it stands */
export function summary(kinds, { document, kind, rows, cols, format }, heading = "h3") {
  const about = kinds.find(({ id }) => id === kind);
  const known = about?.formats.find(({ name }) => name === format);
  const variants = variantsOf(about, document.puzzle);
  return h(
    "div",
    {},
    h(
      heading,
      {},
      `${kindName(kind)} ${size({ rows, cols })}`,
      ...variantBadges(variants).flatMap((chip) => [" ", chip]),
    ),
    variantRules(variants),
    h("p", { class: "quiet small" }, t("library.open.format", { format: known?.title ?? format })),
  );
}

/** The assumptions made while reading. */
export const warnings = (texts) =>
  texts.length
    ? h(
        "ul",
        { class: "lib-warnings small" },
        texts.map((text) => h("li", {}, sentence(text))),
      )
    : null;

/**
 * Say whether the puzzle can be solved, and how hard it is.
 * @param {Document} document @param {HTMLElement} verdict @param {Told} state @param {AbortSignal} signal
 */
export async function judge(document, verdict, state, signal) {
  const { position: _, free_marks: __, ...bare } = document;
  try {
    const found = await api.post("/grade", { puzzle: bare }, { signal });
    state.level ??= found.level;
    if (state.level === found.level) state.length ||= found.length;
    fill(verdict, t(`library.check.${found.status}`), found.level ? [" ", gradeDots(found)] : null);
    verdict.classList.toggle("lib-error", found.status === "none");
  } catch {
    if (!signal.aborted) verdict.textContent = t("library.check.unknown");
  }
}

/** @param {"keep" | "play" | "go-on" | "edit"} chosen @param {{document: Document, rows: number, cols: number}} read @param {Told} told */
export async function act(chosen, read, told) {
  if (chosen === "edit") return edit(read, told.title);
  const { document } = read;
  const row = await keep(document, told);
  if (chosen === "play") return play(row.id);
  if (chosen === "go-on") return goOn(row.id, document);
  toast(t("library.open.kept", { count: 1 }));
  if (["/", "/open"].includes(location.pathname)) await router.go("/?collection=mine&sort=-added");
}

/** Play from the position that a puzzle came with; a game of one's own is changed only if that is wanted. @param {number} id @param {Document} document */
async function goOn(id, { position = [], free_marks: marks = [] }) {
  const { log, elapsed, revision, ui, id: game } = await api.post("/games", { puzzle: id });
  const move = difference(factsAfter(log), position);
  const free = difference(freeAfter(log), marks);
  const hasFacts = move.put.length + move.take.length > 0;
  const isOther = hasFacts || free.put.length + free.take.length > 0;
  if (isOther && (!log.length || (await replaces()))) {
    const time = Math.max(elapsed, log.at(-1)?.t ?? 0);
    // Free marks tell nothing: a game that begins with them alone has a result.
    const event = { t: time, ...move, by: hasFacts ? "given" : "hand", free };
    await api.patch(`/games/${game}`, { revision, events: [event], elapsed: time, ui });
  }
  await router.go(`/play/${game}`);
}

/** True if the file's marks are to take the place of those in a game that is begun. */
const replaces = () =>
  dialog({
    title: t("library.open.begun"),
    body: h("p", {}, t("library.open.begun-text")),
    actions: [
      { text: t("library.open.own-game"), value: false },
      { text: t("library.open.take-marks"), value: true, primary: true },
    ],
  });

// --- many ----------------------------------------------------------------------------------------

function showMany(kinds, { documents, count, failed: bad, failed_count: badCount }, purpose) {
  // All are kept gladly; edited are those that are chosen.
  const wanted = new Set(purpose === "edit" ? [] : documents);
  const found = t("library.open.found", { count });
  const title = badCount
    ? t("library.open.found-part", { found, unread: t("library.open.unread", { count: badCount }) })
    : found;
  const host = h("div", { class: "stack" });
  return dialog({
    title,
    wide: true,
    body: host,
    onOpen: (made) => {
      const chosen = () => documents.filter((each) => wanted.has(each));
      const keeping = button({
        text: "",
        primary: true,
        onClick: () => takeAll(made, chosen(), keeping, purpose).catch(failed),
      });
      const tell = () => {
        const [all, some] =
          purpose === "edit"
            ? [t("library.open.edit-all"), t("library.open.edit")]
            : [t("library.open.keep-all"), t("library.open.keep")];
        const words = wanted.size === documents.length ? all : `${some} (${wanted.size})`;
        fill(keeping, h("span", {}, words));
        keeping.disabled = !wanted.size;
      };
      tell();
      const choose = (read, isOn) => {
        wanted[isOn ? "add" : "delete"](read);
        tell();
      };
      fill(
        host,
        count > documents.length
          ? h("p", { class: "quiet" }, t("library.open.more", { count, shown: documents.length }))
          : null,
        bad.length ? unread(bad, badCount) : null,
        h(
          "ul",
          { class: "lib-many" },
          documents.map((read, at) => oneOfMany(made, read, at, { kinds, choose, purpose })),
        ),
        h("div", { class: "dialog-foot lib-many-foot" }, keeping),
      );
    },
  });
}

/** The parts that could not be read, and why; a long list is folded. */
function unread(bad, count) {
  const line = ({ where, message }) =>
    h(
      "li",
      {},
      where.line ? t("library.open.line", { line: where.line, message: sentence(message) }) : sentence(message),
    );
  const lines = h(
    "ul",
    { class: "lib-warnings lib-unread small" },
    bad.map(line),
    count > bad.length ? h("li", {}, "…") : null,
  );
  if (bad.length <= FEW) return lines;
  return h("details", {}, h("summary", {}, t("library.open.unread", { count })), lines);
}

/** @param {HTMLDialogElement} made @param {ReadPuzzle & {document: Document}} read @param {number} at @param {{kinds: KindAnswer[], choose: (read: ReadPuzzle, isOn: boolean) => void, purpose: Purpose}} how */
function oneOfMany(made, read, at, { kinds, choose, purpose }) {
  const { document, kind } = read;
  const variants = variantsOf(
    kinds.find(({ id }) => id === kind),
    document.puzzle,
  );
  const title = document.meta?.title || `${kindName(kind)} ${at + 1}`;
  const start = async () => {
    made.close();
    await act(purpose, read, {}).catch(failed);
  };
  const words = t(purpose === "edit" ? "library.open.edit" : "library.open.play-one");
  return h(
    "li",
    {},
    drawing(document),
    h(
      "div",
      { class: "lib-card-text" },
      check(title, purpose !== "edit", (isOn) => choose(read, isOn)),
      h("span", { class: "quiet small" }, `${kindName(kind)} · ${size(read)}`),
      variantBadges(variants),
    ),
    button({ text: words, icon: purpose, onClick: start, "aria-label": `${words}: ${title}` }),
  );
}

async function takeAll(made, wanted, keeping, purpose) {
  keeping.disabled = true;
  try {
    for (const read of wanted) await (purpose === "edit" ? takeUp(read) : keep(read.document));
  } finally {
    made.close();
  }
  if (purpose === "edit") return router.go("/edit");
  toast(t("library.open.kept", { count: wanted.length }));
  await router.go("/?collection=mine&sort=-added");
}
