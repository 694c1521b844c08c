/**
 * Opening puzzles: a file, a pasted link or text, a picture; by button, drop or paste.
 * @import { KindAnswer } from "../contract.d.ts"
 * @import { Purpose } from "./found_puzzles.js"
 */

import * as api from "../api.js";
import { button, field, fill, h, isTouch } from "../dom.js";
import { base64 } from "../files.js";
import { isPicture, openPicture } from "../picture/handover.js";
import { told } from "../puzzle/problem_words.js";
import { kindName } from "../puzzle/puzzles.js";
import { dialog } from "../ui.js";
import { language, t } from "../words.js";
import { showFound } from "./found_puzzles.js";

const MEGABYTES = 16;
const MOST_BYTES = MEGABYTES * 2 ** 20;
const LONGEST_NAME = 80;

/** Where a link or a puzzle's text is pasted. @param {string} text */
export const pasteArea = (text) =>
  h("textarea", {
    class: "input lib-paste",
    rows: 5,
    spellcheck: "false",
    autocapitalize: "off",
    placeholder: t("library.open.placeholder"),
    value: text,
  });

/**
 * The dialog where a file is chosen or something pasted. @param {KindAnswer[]} kinds @param {string} [text]
 * @param {Purpose} [purpose] @param {any} [problem] why the text could not be read
 */
export function showOpening(kinds, text = "", purpose = "play", problem = null) {
  const error = h("p", { class: "lib-error", role: "alert", hidden: true });
  const area = pasteArea(text);
  const body = (close) => {
    const take = () => {
      const [file] = chosen.files ?? [];
      if (!file) return;
      close();
      openFile(kinds, file, purpose);
    };
    const chosen = h("input", { type: "file", hidden: true, onChange: take });
    return [
      h("p", { class: "quiet" }, t(isTouch() ? "library.open.intro-touch" : "library.open.intro")),
      field(t("library.open.text"), area),
      error,
      h(
        "div",
        { class: "row" },
        button({
          text: t("library.open.read"),
          primary: true,
          onClick: () => readPasted(kinds, area, error, close, purpose),
        }),
        button({ text: t("library.open.file"), icon: "open", onClick: () => chosen.click() }),
        chosen,
      ),
      formats(kinds),
      h("p", { class: "help" }, t("library.open.limits", { megabytes: MEGABYTES })),
    ];
  };
  const host = h("div", { class: "stack" });
  return dialog({
    title: t("library.open.title"),
    body: host,
    onOpen: (made) => {
      fill(
        host,
        body(() => made.close()),
      );
      area.focus();
      if (problem) refuse(area, error, problem);
    },
  });
}

/** Say beside a text why it was refused, and mark the place. @param {HTMLTextAreaElement} area @param {HTMLElement} error @param {any} problem whatever was thrown */
function refuse(area, error, problem) {
  error.hidden = false;
  error.textContent = told("library", problem);
  area.setAttribute("aria-invalid", "true");
  mark(area, problem.where ?? {});
}

function formats(kinds) {
  const titles = (own) => own.map(({ title }) => title).join(", ");
  const lists = kinds.map(({ id, formats: own }) => h("li", {}, h("strong", {}, kindName(id)), ": ", titles(own)));
  return h(
    "details",
    { class: "lib-formats" },
    h("summary", {}, t("library.open.formats")),
    h("ul", { class: "small" }, lists),
  );
}

/** Read what was pasted; a refusal is shown beside it, and the place marked. */
async function readPasted(kinds, area, error, close, purpose) {
  const text = area.value;
  error.hidden = false;
  area.removeAttribute("aria-invalid");
  error.textContent = t(`library.open.${text.trim() ? "reading" : "empty"}`);
  if (!text.trim()) return;
  try {
    const found = await api.post("/read", { text, language: language() });
    close();
    await showFound(kinds, found, "", purpose);
  } catch (problem) {
    refuse(area, error, problem);
  }
}

/** Select the place of which a refusal speaks. */
function mark(area, { line, column }) {
  area.focus();
  if (!line) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const own = lines[line - 1]?.length ?? 0;
  area.setSelectionRange(start + Math.max(0, (column ?? 1) - 1), start + own);
}

/** Open a file, whatever it holds. @param {KindAnswer[]} kinds @param {File} file @param {Purpose} [purpose] */
export async function openFile(kinds, file, purpose = "play") {
  try {
    if (isPicture(file)) return await openPicture(file);
    if (file.size > MOST_BYTES) throw new Error(t("library.open.too-large", { megabytes: MEGABYTES }));
    const found = await api.post("/read", { base64: await base64(file), language: language() });
    await showFound(kinds, found, baseName(file.name), purpose);
  } catch (problem) {
    await refused(kinds, problem, file.name, purpose);
  }
}

/** Open a text. @param {KindAnswer[]} kinds @param {string} text @param {Purpose} [purpose] */
async function openText(kinds, text, purpose = "play") {
  try {
    await showFound(kinds, await api.post("/read", { text, language: language() }), "", purpose);
  } catch (problem) {
    await showOpening(kinds, text, purpose, problem);
  }
}

async function refused(kinds, problem, name, purpose) {
  const body = [
    h("p", { class: "lib-error", role: "alert" }, told("library", problem)),
    h("p", { class: "quiet small" }, name.slice(0, LONGEST_NAME)),
  ];
  const actions = [{ text: t("app.close") }, { text: t("library.open.another"), value: true, primary: true }];
  if (await dialog({ title: t("library.open.title"), body, actions })) await showOpening(kinds, "", purpose);
}

const baseName = (name) => name.replace(/\.[^.]*$/, "").slice(0, LONGEST_NAME);

// --- drop and paste ------------------------------------------------------------------------------

/** Take what is dropped or pasted anywhere on the page. @param {KindAnswer[]} kinds @param {Purpose} [purpose] @returns {() => void} an end to that */
export function listen(kinds, purpose = "play", takeFile = (file) => openFile(kinds, file, purpose)) {
  const veil = h("div", { class: "lib-veil", hidden: true }, h("p", {}, t("library.open.drop")));
  document.body.append(veil);
  const ending = new AbortController();
  const on = (type, act) => addEventListener(type, act, { signal: ending.signal });
  on("dragover", (event) => {
    event.preventDefault();
    veil.hidden = !carries(event.dataTransfer);
  });
  on("dragleave", (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  on("drop", (event) => {
    veil.hidden = true;
    if (isField(event.target) && !event.dataTransfer.files.length) return;
    event.preventDefault();
    takeFrom(kinds, event.dataTransfer, purpose, takeFile);
  });
  on(
    "paste",
    (event) =>
      !isField(event.target) && takeFrom(kinds, event.clipboardData, purpose, takeFile) && event.preventDefault(),
  );
  return () => {
    ending.abort();
    veil.remove();
    closeDialogs();
  };
}

/** Nothing of a page stays over the next one. */
function closeDialogs() {
  for (const each of document.querySelectorAll("dialog")) each.close();
}

const carries = (transfer) =>
  [...transfer.types].some((type) => ["Files", "text/plain", "text/uri-list"].includes(type));
const isField = (target) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

function takeFrom(kinds, transfer, purpose, takeFile) {
  const [file] = transfer.files;
  const text = transfer.getData("text/plain") || transfer.getData("text/uri-list");
  if (!file && !text.trim()) return false;
  closeDialogs();
  if (file) takeFile(file);
  else openText(kinds, text, purpose);
  return true;
}
