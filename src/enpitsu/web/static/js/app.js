/** Where everything starts: words, the frame round the pages, the pages. */

import * as api from "./api.js";
import { fill, h, icon } from "./dom.js";
import { router } from "./router.js";
import { settings } from "./settings.js";
import { failed, sentence, toast } from "./ui.js";
import { preferred, speak, t } from "./words.js";

const NAV = [
  ["/", "library"],
  ["/make", "make"],
  ["/edit", "edit"],
  ["/results", "results"],
  ["/rules", "rules"],
  ["/settings", "settings"],
];

const AGAIN = 3000; // ms

const main = h("main", { class: "main", id: "main", tabindex: "-1" });
const offline = h("div", { class: "offline", role: "status", hidden: true });
let nav;

async function loadWords() {
  const tag = preferred(settings().language);
  const { texts } = await api.get(`/words/${tag}`);
  speak(tag, texts);
}

function frame() {
  nav = h(
    "nav",
    { class: "nav", "aria-label": t("app.nav.label") },
    NAV.map(([href, name]) => h("a", { href }, icon(name), h("span", {}, t(`app.nav.${name}`)))),
  );
  const brand = h(
    "a",
    { class: "brand", href: "/" },
    h("img", { src: "/static/icons/icon.svg", alt: "" }),
    t("app.name"),
    h("span", { class: "native", lang: "ja" }, "鉛筆"),
  );
  const skip = h("a", { class: "skip", href: "#main" }, t("app.skip"));
  skip.addEventListener("click", (event) => (event.preventDefault(), main.focus()));
  fill(
    document.querySelector("#app"),
    skip,
    h("header", { class: "header" }, brand, offline, nav),
    main,
    h("div", { class: "toasts", role: "status", "aria-live": "polite" }),
  );
}

function showPlace() {
  const here = location.pathname;
  for (const link of nav.querySelectorAll("a")) {
    const href = link.getAttribute("href");
    const isHere = href === "/" ? here === "/" : here.startsWith(href);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function show(page, params, query) {
  // What was asked on the page before is no question any more.
  for (const asking of document.querySelectorAll("dialog[open]")) asking.close();
  showPlace();
  document.body.classList.remove("is-full");
  fill(main, h("p", { class: "loading" }, t("app.loading")));
  try {
    const module = page ? await import(`./pages/${page}.js`) : null;
    const shown = module ? await module.default(main, params, query) : notFound();
    document.title = shown.title ? `${shown.title} · ${t("app.name")}` : t("app.name");
    document.body.classList.toggle("is-full", Boolean(shown.full));
    return shown;
  } catch (error) {
    return broken(error);
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
    if (changed.isOnline === false) askAgain();
  });
  // It may have been away from the start: then what is seen was kept by the browser.
  if (!api.server.get().isOnline) tell("offline"), askAgain();
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
  await loadWords();
  frame();
  watchServer();
  await api.get("/me").catch(() => {});
  import("./library/job_badge.js").then(({ startJobBadge }) => startJobBadge()).catch(failed); // what it shows is the player's
  await router.start(show);
  addEventListener("unhandledrejection", ({ reason }) => failed(reason));
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  setTimeout(() => router.preload(), 1500);
}

start().catch((error) => {
  document.querySelector("#app").textContent = `Enpitsu could not start: ${error.message}`;
});
