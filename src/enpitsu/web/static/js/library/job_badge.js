/**
 * The job badge: what is being made, and what is ready to be taken. One small chip that opens a list. On
 * the pages of games and sheets it stands in the layout, in the slim bar or the rail; elsewhere in the corner.
 */

import { button, fill, h, icon } from "../dom.js";
import { gradeDots, kindName, knowKinds } from "../puzzle/puzzles.js";
import { failed, toast } from "../ui.js";
import { clock, size, t } from "../words.js";
import * as makings from "./making_jobs.js";

const TICK = 1000;
const EDGE = 8;
const WIDEST = 450;

const narrow = matchMedia("(max-width: 999px)");
const rows = new Map();
let host, chip, list, speaker;
let isInRail = false;
let shownChip = "";

/** Put the job badge into the frame, and take up what was under way before a reload. */
export function startJobBadge() {
  list = h("div", {
    class: "job-badge-list",
    id: "job-badge-list",
    popover: "auto",
    role: "group",
    "aria-label": t("make.making.label"),
  });
  chip = h("button", {
    type: "button",
    class: "job-badge-chip",
    popovertarget: "job-badge-list",
    "aria-haspopup": "true",
  });
  host = h("aside", { class: "job-badge", "aria-label": t("make.making.label"), hidden: true }, chip, list);
  speaker = h("div", { class: "sr-only", role: "status" });
  document.body.append(host, speaker);
  list.addEventListener("beforetoggle", ({ newState }) => newState === "open" && stand());
  list.addEventListener("toggle", ({ newState }) => newState === "open" && list.querySelector("button, a")?.focus());
  makings.store.subscribe(({ made }) => {
    if (made) speaker.textContent = t("make.making.spoken", namesOf(made));
    show();
  });
  // The frame marks pages that fill the window when they come and go.
  new MutationObserver(place).observe(document.body, { attributeFilter: ["class"] });
  narrow.addEventListener("change", place);
  setInterval(tick, TICK);
  knowKinds()
    .then(makings.resume)
    .catch(() => makings.resume());
}

/** The name of a job. */
export const namesOf = ({ order }) => ({ kind: kindName(order.kind), size: size(order) });

/** The time it has taken by now. */
export const secondsOf = ({ since, seconds = 0, state }) =>
  state === "running" && since !== undefined ? (performance.now() - since) / 1000 : seconds;

/** Its progress in words. */
export function progressOf(making) {
  const { attempts = 0, isWaiting, place } = making.progress;
  if (isWaiting) return place ? t("app.place", { count: place }) : t("make.making.waiting");
  return [clock(secondsOf(making)), attempts ? t("make.making.attempts", { count: attempts }) : ""]
    .filter(Boolean)
    .join(" · ");
}

/** Forget a puzzle that is made; that can be taken back for a while. */
export function setAside(making) {
  makings.ignore(making);
  toast(t("make.making.ignored", namesOf(making)), {
    action: { text: t("make.making.undo"), onClick: () => makings.restore(making) },
  });
}

// --- where it stands -----------------------------------------------------------------------------

/** Into the layout of a game's page; else over the page's corner. */
function place() {
  const head = document.querySelector(".play-head, .edit-head");
  const bar = head && narrow.matches ? head.querySelector(".play-clock, .edit-title") : null;
  const isHere = head ? host.parentElement === (bar ? head : head.parentElement) : host.parentElement === document.body;
  host.classList.toggle("is-in-bar", Boolean(bar));
  isInRail = Boolean(head) && !bar;
  host.classList.toggle("is-in-rail", isInRail);
  document.body.classList.toggle("has-job-badge", !host.hidden && !head);
  if (isHere && host.isConnected) return;
  if (bar) bar.before(host);
  else if (head) head.after(host);
  else document.body.append(host);
}

/** The list opens where there is room, and never over the edge. */
function stand() {
  const { top, bottom, right } = chip.getBoundingClientRect();
  const widest = Math.min(WIDEST, innerWidth - 2 * EDGE);
  const isLow = top > innerHeight / 2;
  const side = (name, value) => list.style.setProperty(name, value === null ? "auto" : `${value}px`);
  side("top", isLow ? null : bottom + EDGE);
  side("bottom", isLow ? innerHeight - top + EDGE : null);
  if (isInRail) side("right", EDGE);
  else side("right", Math.max(EDGE, Math.min(innerWidth - right, innerWidth - EDGE - widest)));
}

// --- what it says --------------------------------------------------------------------------------

/** Everything is shown on the page of its own; what failed or is kept bothers nobody elsewhere. */
function show() {
  const shown = makings.store.get().makings.filter(({ state, kept }) => state !== "failed" && !kept);
  if (!shown.length && list.matches(":popover-open")) list.hidePopover();
  host.hidden = !shown.length;
  for (const [key, { node }] of rows) {
    if (shown.some((each) => each.key === key)) continue;
    node.remove();
    rows.delete(key);
  }
  for (const making of shown) rowOf(making);
  showChip(shown);
  place();
  tick();
}

function showChip(shown) {
  const ready = shown.filter(({ state }) => state === "done").length;
  const count = ready || shown.length;
  const look = `${ready > 0} ${count}`;
  if (shownChip === look) return;
  shownChip = look;
  const words = t(ready ? "make.making.chip-ready" : "make.making.chip-running", { count });
  chip.classList.toggle("is-ready", ready > 0);
  chip.setAttribute("aria-label", words);
  chip.title = words;
  fill(
    chip,
    ready ? icon("check") : h("span", { class: "spinner", "aria-hidden": "true" }),
    h("span", { class: "job-badge-words" }, words),
    h("span", { class: "job-badge-count number", "aria-hidden": "true" }, String(count)),
    icon("next"),
  );
}

function rowOf(making) {
  const there = rows.get(making.key);
  const look = `${making.state} ${making.made?.level}`;
  if (there?.look === look) return;
  const node = making.state === "running" ? runningRow(making) : readyRow(making);
  if (there) there.node.replaceWith(node);
  else list.prepend(node);
  rows.set(making.key, { node, look, making });
}

const runningRow = (making) =>
  h(
    "div",
    { class: "job-badge-row is-running" },
    h("span", { class: "spinner", "aria-hidden": "true" }),
    h(
      "a",
      { class: "job-badge-text", href: "/make" },
      h("span", { class: "job-badge-name" }, nameOf(making)),
      h("span", { class: "job-badge-progress quiet small number" }),
    ),
    button({
      text: t("make.making.cancel"),
      icon: "close",
      only: "icon",
      plain: true,
      onClick: () => makings.cancel(making).catch(failed),
    }),
  );

const readyRow = (making) =>
  h(
    "div",
    { class: "job-badge-row is-ready" },
    icon("check"),
    h(
      "span",
      { class: "job-badge-text" },
      h("span", { class: "job-badge-name" }, nameOf(making)),
      gradeDots(making.made),
    ),
    button({ text: t("make.making.take"), primary: true, onClick: (event) => take(event, making) }),
    button({ text: t("make.making.ignore"), plain: true, onClick: () => setAside(making) }),
  );

const nameOf = (making) => Object.values(namesOf(making)).join(" ");

async function take(event, making) {
  const pressed = event.currentTarget;
  pressed.disabled = true;
  list.hidePopover();
  await makings.take(making).catch(failed);
  pressed.disabled = false;
}

function tick() {
  if (!host.isConnected) place();
  for (const { node, making } of rows.values()) {
    if (making.state === "running") node.querySelector(".job-badge-progress").textContent = progressOf(making);
  }
}
