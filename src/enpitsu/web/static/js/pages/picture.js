/** A puzzle from a picture: taken from a file, the clipboard or a camera, or handed over. */

import { button, fill, h, icon, isTouch } from "../dom.js";
import { listen, openFile } from "../library/opening.js";
import { isBitmap, isPicture, openPicture, takePicture } from "../picture/handover.js";
import { readSource } from "../picture/source.js";
import { Studio } from "../picture/studio.js";
import { knowKinds } from "../puzzle/puzzles.js";
import { sentence } from "../ui.js";
import { t } from "../words.js";

/** @param {HTMLElement} main */
export default async function picturePage(main) {
  const kinds = await knowKinds();
  const able = kinds.filter(({ pictures }) => pictures);
  const file = takePicture();
  const endings = [
    listen(kinds, "play", (dropped) =>
      isBitmap(dropped) || isPicture(dropped) ? openPicture(dropped) : openFile(kinds, dropped),
    ),
  ];
  const shown = {
    title: t("picture.title"),
    leave: () => {
      for (const end of endings) end();
    },
  };
  if (!able.length) fill(main, head(), h("p", { class: "card" }, t("picture.refused.none")));
  else if (!file) fill(main, head(), entry());
  else await open(main, file, able, endings);
  return shown;
}

const head = (...more) => h("div", { class: "page-head" }, h("h1", {}, t("picture.title")), more);

async function open(main, file, able, endings) {
  fill(main, head(), h("p", { class: "loading" }, t("picture.reading")));
  try {
    const studio = new Studio(able, await readSource(file));
    endings.push(() => studio.leave());
    fill(main, head(h("div", { class: "row" }, choosers(t("picture.entry.another")))), studio.node);
  } catch (error) {
    fill(
      main,
      head(),
      h(
        "p",
        { class: "card pic-refused", role: "alert" },
        icon("close"),
        sentence(/** @type {Error} */ (error).message),
      ),
      entry(),
    );
  }
}

/** The ways in. */
function entry() {
  return h(
    "div",
    { class: "pic-entry card" },
    h("span", { class: "pic-entry-icon" }, icon("image")),
    h("p", { class: "pic-entry-lead" }, t(isTouch() ? "picture.entry.lead-touch" : "picture.entry.lead")),
    h("div", { class: "row" }, choosers(t("picture.entry.choose"), { primary: true })),
    h("p", { class: "help" }, t("picture.entry.tips")),
    h("p", { class: "help" }, t("picture.entry.private")),
  );
}

function choosers(words, { primary = false } = {}) {
  const choose = chooser({ class: "pic-file", accept: `${PHOTOS},.bmp,.tif,.tiff,.pbm,.pgm,.ppm,.pnm` });
  const found = [button({ text: words, icon: "image", primary, onClick: () => choose.click() }), choose];
  if (!isTouch()) return found;
  const camera = chooser({ class: "pic-camera", accept: PHOTOS, capture: "environment" });
  return [...found, button({ text: t("picture.entry.camera"), icon: "camera", onClick: () => camera.click() }), camera];
}

/** Whatever is chosen here is meant as a picture, also a file whose name tells nothing. */
const chooser = (more) => {
  const open = () => {
    const [file] = made.files ?? [];
    if (file) openPicture(file);
  };
  const made = h("input", { type: "file", hidden: true, onChange: open, ...more });
  return made;
};

const PHOTOS = "image/*";
