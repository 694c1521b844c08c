/** Where everything starts: the words, the frame round the pages (it stands in index.html), the pages. */

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { startJobBadge } from "./library/job_badge.js";
import { load } from "./pages.js";
import { hasUnsentGames } from "./player.js";
import { isReleaseGone, keepRelease } from "./release.js";
import { router } from "./router.js";
import { settings } from "./settings.js";
import { failed, sentence, toast } from "./ui.js";
import { has, language, speakPreferred, t } from "./words.js";

const AGAIN = 3000; // ms
const WISH = 10_000; // ms after which the service worker is asked for packs, and again: browsers end one that seems to rest
const MOST_WISHES = 12;
const SETTLED = 2000; // ms after the first page until what comes later is loaded

/** A part of the frame, which came with the page. @param {string} selector */
const framed = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

const [main, nav, offline, said] = ["#main", ".nav", ".offline", ".page-title"].map(framed);
let isFirst = true; // until the first page has taken the place of what the frame holds

function showPlace() {
  const here = location.pathname;
  for (const link of nav.querySelectorAll("a")) {
    const href = link.getAttribute("href") ?? "";
    const isHere = href === "/" ? here === "/" : here.startsWith(href);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function show(page, params, query) {
  // What was asked on the page before is no question any more.
  for (const asking of document.querySelectorAll("dialog")) asking.close();
  showPlace();
  document.body.classList.remove("is-full");
  const isNext = !isFirst;
  if (isNext) fill(main, h("p", { class: "loading" }, t("app.loading")));
  isFirst = false;
  try {
    const module = page ? await loaded(page) : null;
    const shown = module ? await module.default(main, params, query) : notFound();
    document.title = shown.title ? `${shown.title} · ${t("app.name")}` : t("app.name");
    document.body.classList.toggle("is-full", Boolean(shown.full));
    if (isNext) arrive(shown.title);
    return shown;
  } catch (error) {
    return broken(error);
  }
}

/** Bring the focus to a page that took the place of another, unless it took it itself, and say where one is. @param {string | undefined} title */
function arrive(title) {
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  said.textContent = title ?? t("app.name");
}

/** A page's module. If the server has a new release by now, the whole page is asked for anew: the one before is left, and all of it is saved. */
async function loaded(page) {
  try {
    return await load(page);
  } catch (error) {
    if (await isReleaseGone()) location.reload();
    throw error;
  }
}

function notFound() {
  fill(main, h("div", { class: "card stack" }, h("h1", {}, t("app.not-found")), h("a", { href: "/" }, t("app.home"))));
  return { title: t("app.not-found") };
}

function broken(error) {
  if (!error?.code) console.error(error);
  const text = error?.isOffline ? t("app.offline") : sentence(error?.message ?? String(error));
  fill(
    main,
    h(
      "div",
      { class: "card stack", role: "alert" },
      h("p", {}, text),
      h("div", { class: "row" }, h("a", { class: "button is-primary", href: "/" }, t("app.home"))),
    ),
  );
  return {};
}

function watchServer() {
  api.server.subscribe((changed, { isOnline, waiting }) => {
    tell(isOnline ? waiting > 0 && "busy" : "offline");
    if (changed.isOnline) toast(t("app.online"));
    if (changed.isOnline) bringHome().catch(failed);
    if (changed.isOnline === false) askAgain();
  });
  // It may have been away from the start: then what is seen was kept by the browser.
  if (!api.server.get().isOnline) {
    tell("offline");
    askAgain();
  }
}

/** What was played without the server goes there. */
async function bringHome() {
  if (!hasUnsentGames()) return;
  const [{ bringAllHome }, { homecoming }] = await Promise.all([
    import("./play/homecoming.js"),
    import("./offline/begun.js"),
  ]);
  const count = await bringAllHome();
  if (!count) return;
  toast(t("app.brought-home", { count }));
  homecoming.set({ games: homecoming.get().games + count });
}

/** Have the service worker keep the release, and the starter collection for playing without the server. */
async function keepAll() {
  await keepRelease();
  const asked = [api.address("/me"), api.address("/kinds", { language: language() }), api.address("/games")];
  for (let times = 0; times < MOST_WISHES; times++) {
    await new Promise((resolve) => setTimeout(resolve, WISH));
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    // A worker that is spoken to stays at work, and another release would wait for that.
    if (!installing && !waiting)
      active?.postMessage({ keepStarter: { theme: document.documentElement.dataset.theme, asked } });
  }
}

/** Say how the server is: in a few words where there is little room, and in more. @param {"busy" | "offline" | false} problem */
function tell(problem) {
  offline.hidden = !problem;
  fill(
    offline,
    problem
      ? [
          h("span", { class: "offline-short" }, t(`app.${problem}-short`)),
          h("span", { class: "offline-long" }, t(`app.${problem}`)),
        ]
      : [],
  );
}

/** While the server is away it is asked again and again; pages send what waits when it is back. */
function askAgain() {
  setTimeout(
    () =>
      api
        .get("/me")
        .catch(() => {})
        .finally(() => api.server.get().isOnline || askAgain()),
    AGAIN,
  );
}

async function start() {
  api.standIn(async (...asked) => {
    const desk = await import("./offline/desk.js").catch(() => null); // not there where nothing keeps the release
    return desk?.answerAway(...asked);
  });
  await speakPreferred(settings().language);
  framed(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  watchServer();
  await api.metPlayer().catch(() => {});
  startJobBadge(); // what it shows is the player's
  await router.start(show);
  addEventListener("unhandledrejection", ({ reason }) => failed(reason));
  setTimeout(() => (navigator.serviceWorker ? keepAll() : router.preload()), SETTLED);
  bringHome().catch(failed);
}

start().catch((error) => {
  main.textContent = has("app.not-started") ? t("app.not-started", { message: error.message }) : error.message;
});
