/** A picture of a puzzle: as a file or on the clipboard, of any size, on any ground, with lines and letters as wished. */

import * as api from "../api.js";
import { button, check, field, h, select } from "../dom.js";
import { download } from "../files.js";
import { dialog, failed, sentence, toast, whileBusy } from "../ui.js";
import { t } from "../words.js";

const PICTURES = { png: "PNG", svg: "SVG", pdf: "PDF" };
const THEMES = ["light", "dark", "print"];
const CELLS = { small: 24, medium: 40, large: 72 };
const WIDTH = "width"; // the size that is told in pixels
const MOST_WIDE = 5000; // pixels
const USUAL_WIDTH = 1200; // pixels
const GROUNDS = ["theme", "transparent", "colour"];
const LINES = { thin: 0.6, usual: 1, thick: 1.6, thicker: 2.4 };
const LETTERS = { regular: 400, usual: 0, bold: 800 };

/** The controls with their preview. @param {any} what `document`, `facts` of its solution or null, `name` of the file */
export function pictures(what) {
  const choice = {
    format: "png",
    theme: "light",
    size: "medium",
    width: USUAL_WIDTH,
    ground: "theme",
    colour: "#ffffff",
    line: "usual",
    letter: "usual",
    isSolved: false,
  };
  let turn = 0;
  const list = (/** @type {string} */ name, /** @type {string[]} */ ids, /** @type {(id: string) => string} */ words) =>
    select(
      ids.map((id) => [id, words(id)]),
      choice[name],
      (value) => set({ [name]: value }),
      { name: `picture-${name}` },
    );
  const named = (/** @type {string} */ name, /** @type {string[]} */ ids) =>
    list(name, ids, (id) => t(`drafts.export.${name}-${id}`));
  const look = named("theme", THEMES);
  const size = named("size", [...Object.keys(CELLS), WIDTH]);
  const ground = named("ground", GROUNDS);
  const width = h("input", {
    class: "input number",
    type: "number",
    name: "picture-width",
    min: 1,
    max: MOST_WIDE,
    step: 1,
    required: true,
    inputmode: "numeric",
    value: String(choice.width),
    onInput: () => width.checkValidity() && set({ width: Number(width.value) }),
  });
  const colour = h("input", {
    class: "input",
    type: "color",
    name: "picture-colour",
    value: choice.colour,
    onInput: () => set({ colour: colour.value }),
  });
  const widthField = field(t("drafts.export.width"), width);
  const colourField = field(t("drafts.export.ground-colour"), colour);
  const image = h("img", { alt: t("drafts.export.preview") });
  const preview = h("span", { class: "export-preview" }, image);
  const wrong = h("p", { class: "lib-error", role: "alert", hidden: true });
  const order = (/** @type {string} */ format) => ({
    puzzle: what.document,
    position: choice.isSolved ? what.facts : [],
    format,
    ...wishes(choice, format),
  });
  const draw = async () => {
    const mine = ++turn;
    const isPaper = choice.format === "pdf";
    look.disabled = size.disabled = isPaper;
    widthField.hidden = isPaper || choice.size !== WIDTH;
    colourField.hidden = choice.ground !== "colour";
    copying.hidden = isPaper || !navigator.clipboard;
    const theme = isPaper ? "print" : choice.theme;
    const drawn = await api.post("/render", { ...order("svg"), theme }).then(
      (text) => ({ text, problem: null }),
      (problem) => ({ text: "", problem }),
    );
    if (mine !== turn) return;
    wrong.hidden = !drawn.problem;
    wrong.textContent = drawn.problem ? sentence(drawn.problem.message) : "";
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn.text)}`;
    preview.dataset.theme = theme;
    preview.classList.toggle("is-clear", choice.ground === "transparent");
  };
  const set = (/** @type {object} */ some) => {
    Object.assign(choice, some);
    draw();
  };
  /** Whether the width is one. */
  const fits = () => widthField.hidden || width.reportValidity();
  const save = async () => {
    if (!fits()) return;
    const blob = await api.file("/render", order(choice.format));
    download(blob, `${what.name}${choice.isSolved ? "-solution" : ""}.${choice.format}`);
  };
  const saving = button({
    text: t("drafts.export.download"),
    icon: "download",
    class: "export-save",
    onClick: () => whileBusy(saving, save).catch(failed),
  });
  const copying = button({
    text: t("app.copy"),
    icon: "several",
    class: "export-copy",
    onClick: () => fits() && whileBusy(copying, () => copyPicture(order(choice.format))).catch(failed),
  });
  draw();
  return h(
    "div",
    { class: "export-picture" },
    preview,
    h(
      "div",
      { class: "stack" },
      field(
        t("drafts.export.format"),
        list("format", Object.keys(PICTURES), (id) => PICTURES[id]),
      ),
      h("div", { class: "export-pair" }, field(t("drafts.export.look"), look), field(t("drafts.export.size"), size)),
      widthField,
      field(t("drafts.export.ground"), ground),
      colourField,
      h(
        "div",
        { class: "export-pair" },
        field(t("drafts.export.line"), named("line", Object.keys(LINES))),
        field(t("drafts.export.letter"), named("letter", Object.keys(LETTERS))),
      ),
      what.facts ? check(t("drafts.export.solution"), false, (isSolved) => set({ isSolved })) : null,
      wrong,
      h("div", { class: "row" }, saving, copying),
    ),
  );
}

/** What the server is asked beside the puzzle. @param {any} choice @param {string} format */
function wishes({ theme, size, width, ground, colour, line, letter }, format) {
  const wide = size === WIDTH ? { width } : { cell: CELLS[size] };
  return {
    ...(format === "pdf" ? {} : { theme, ...wide }),
    ...(ground === "theme" ? {} : { ground: ground === "colour" ? colour : ground }),
    ...(LINES[line] === 1 ? {} : { line_width: LINES[line] }),
    ...(LETTERS[letter] ? { font_weight: LETTERS[letter] } : {}),
  };
}

/** Put a picture on the clipboard: a PNG as a picture, an SVG as its text. @param {any} order */
async function copyPicture(order) {
  const isText = order.format === "svg";
  const blob = api
    .file("/render", order)
    .then(async (found) => new Blob([await found.arrayBuffer()], { type: isText ? "text/plain" : "image/png" }));
  try {
    // The promise goes in unawaited: some browsers only let a click itself write.
    await navigator.clipboard.write([new ClipboardItem({ [isText ? "text/plain" : "image/png"]: blob })]);
    toast(t("app.copied"));
  } catch (error) {
    await blob; // if that is what failed, it is told as it is
    console.warn(error);
    await dialog({ title: t("app.copy"), body: h("p", {}, t("drafts.export.no-clipboard")) });
  }
}
