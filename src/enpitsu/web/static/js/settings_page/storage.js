/** The player's data: how much, what is the largest of it, all of it as a file, and its end. */

import * as api from "../api.js";
import { button, card, choice, field, fill, h, icon } from "../dom.js";
import { playerChanged } from "../player.js";
import { confirm, dialog, toast } from "../ui.js";
import { kindName, number, t, tenths } from "../words.js";
import { trying } from "./account.js";

const MB = 1e6;
const KB = 1e3;
const SHOWN = 8; // of the largest
const PLACES = { draft: (id) => `/edit/${id}`, game: (id) => `/play/${id}` };

const megabytes = (bytes) => tenths(bytes / MB).replace(/[.,]0$/, "");
const size = (bytes) =>
  bytes < MB / 10
    ? t("settings.storage.small", { size: number(Math.ceil(bytes / KB)) })
    : t("settings.storage.size", { size: tenths(bytes / MB) });

/** The card about storage. @param {object} found see GET /me/storage @param {object[]} kinds */
export function storage(found, kinds) {
  const body = h("div", { class: "stack" });
  const again = async () => show(await api.get("/me/storage"));
  const show = (now) => fill(body, meter(now), parts(now), largest(now, kinds, again), freeing(now, again));
  show(found);
  return card(t("settings.storage.title"), body, ending());
}

function meter({ used, room }) {
  const words = t("settings.storage.used", { used: megabytes(used), room: megabytes(room) });
  const share = Math.min(1, used / room);
  return h(
    "div",
    { class: `storage${share > 0.7 ? " is-full" : ""}` },
    h("p", { id: "storage-used" }, words),
    h("progress", { max: 1, value: share, "aria-labelledby": "storage-used" }),
  );
}

function parts(found) {
  const told = ["drafts", "puzzles", "games", "results"].filter((name) => found[name].count);
  return told.length
    ? h(
        "ul",
        { class: "storage-parts quiet" },
        told.map((name) =>
          h("li", {}, t(`settings.storage.${name}`, { count: found[name].count, size: size(found[name].bytes) })),
        ),
      )
    : null;
}

function largest({ largest: pieces }, kinds, again) {
  if (!pieces.length) return null;
  const line = ({ what, id, kind, title, bytes }) => {
    const name = title || kindName(kinds.find((each) => each.id === kind) ?? { name: kind, native_name: kind });
    const told = t(`settings.storage.${what}`, { name });
    const place = PLACES[what]?.(id);
    return h(
      "li",
      {},
      place ? h("a", { href: place }, told) : h("span", {}, told),
      h("span", { class: "quiet" }, size(bytes)),
      what === "game"
        ? null
        : button({
            text: t("settings.storage.delete", { name }),
            icon: "close",
            only: "icon",
            plain: true,
            onClick: trying(() => removePiece(what, id, name, again)),
          }),
    );
  };
  return h(
    "details",
    {},
    h("summary", {}, t("settings.storage.largest")),
    h("ul", { class: "storage-largest" }, pieces.slice(0, SHOWN).map(line)),
  );
}

async function removePiece(what, id, name, again) {
  if (
    !(await confirm(
      t("settings.storage.delete", { name }),
      t(`settings.storage.${what}-goes`),
      t("settings.storage.do-delete"),
      { danger: true },
    ))
  )
    return;
  await api.remove(`/${what}s/${id}`);
  await again();
}

function freeing({ moves }, again) {
  const forget = async () => {
    if (
      !(await confirm(t("settings.storage.moves"), t("settings.storage.moves-sure"), t("settings.storage.moves"), {
        danger: true,
      }))
    )
      return;
    const { freed } = await api.remove("/me/moves");
    toast(t("settings.storage.freed", { size: size(freed) }));
    await again();
  };
  return [
    h("p", { class: "quiet" }, t("settings.storage.about")),
    moves
      ? h(
          "div",
          { class: "row" },
          button({ text: t("settings.storage.moves-size", { size: size(moves) }), onClick: trying(forget) }),
        )
      : null,
  ];
}

// --- all of it, and its end ----------------------------------------------------------------------

function ending() {
  const file = h(
    "a",
    { class: "button", href: api.address("/me/export"), download: "enpitsu-player.json" },
    icon("download"),
    h("span", {}, t("settings.leave.export")),
  );
  return [
    h("h3", {}, t("settings.leave.title")),
    h("p", { class: "quiet" }, t("settings.leave.about")),
    h(
      "div",
      { class: "row" },
      file,
      button({ text: t("settings.leave.do"), danger: true, onClick: trying(askToLeave) }),
    ),
  ];
}

async function askToLeave() {
  const word = t("settings.leave.word");
  const options = { published: "stay" };
  const input = h("input", { class: "input", autocomplete: "off", spellcheck: "false" });
  const isMeant = await dialog({
    title: t("settings.leave.sure"),
    body: [
      h("p", {}, t("settings.leave.lose")),
      choice(
        t("settings.leave.published"),
        [
          ["stay", t("settings.leave.stay")],
          ["go", t("settings.leave.go")],
        ],
        options.published,
        (value) => (options.published = value),
        t("settings.leave.published-help"),
      ),
      field(t("settings.leave.type", { word }), input),
    ],
    actions: [{ text: t("app.cancel") }, { text: t("settings.leave.do"), value: true, danger: true }],
    onOpen: (made) => {
      const act = /** @type {HTMLButtonElement} */ (made.querySelector(".dialog-foot .is-danger"));
      const look = () => (act.disabled = input.value.trim().toLowerCase() !== word.toLowerCase());
      input.addEventListener("input", look);
      look();
    },
  });
  if (!isMeant) return;
  await api.remove(`/me?published=${options.published}`);
  await playerChanged({ isGone: true });
}
