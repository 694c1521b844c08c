/** The settings that matter while playing. */

import { check, field, h, select } from "../dom.js";
import { gestureFields } from "../options/hands.js";
import { change, changeOf, handsOf, helpersOf, settings } from "../settings.js";
import { dialog } from "../ui.js";
import { t } from "../words.js";
import { price } from "./price.js";

const CHECKS = ["none", "demand", "live"];
const SCHEMES = ["auto", "two", "one"];

/** @param {import("./session.js").Session} session */
export function showOptions(session) {
  const { board, kind, prices } = session;
  const choices = (names, words) => names.map((name) => [name, words(name)]);
  const helper = (name) => check(t(`${kind.id}.helper.${name}`), Boolean(helpersOf(kind.id)[name]), (isOn) => {
    changeOf(kind.id, "helpers", { ...helpersOf(kind.id), [name]: isOn });
    board.setHelper(name, isOn);
  });
  const checks = choices(CHECKS, (name) => t(`play.options.check-${name}`, { price: price(prices.live) }));
  const schemes = choices(SCHEMES, (name) => t(`board.scheme.${name}`));
  return dialog({
    title: t("play.options.title"),
    body: [
      field(t("play.options.check"), select(checks, settings().check, (value) => change({ check: value }))),
      h("fieldset", { class: "stack" }, h("legend", { class: "label" }, t("play.options.helpers")), (kind.helperNames ?? []).map(helper)),
      kind.hands ? gestureFields(kind, t("board.hands.title")) : null,
      field(t("board.option.scheme"), select(schemes, settings().scheme, (value) => change({ scheme: value })), t("settings.scheme.help")),
      check(t("play.options.timer"), settings().timer, (isOn) => change({ timer: isOn })),
      h("a", { href: "/settings" }, t("play.options.all")),
    ],
    onOpen: (made) => made.querySelector("a").addEventListener("click", () => made.close()),
  });
}

/** Settings that were changed, here or elsewhere, take effect. */
export function applySettings(session, detail) {
  for (const name of ["scheme", "inverted", "colours", "numbers", "lineWidth"]) {
    if (name in detail) session.board.setOption(name, settings()[name]);
  }
  if ("hands" in detail) session.board.setOption("hands", handsOf(session.kind.id));
}
