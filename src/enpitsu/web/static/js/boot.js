/*
 * Runs before anything is painted or loaded: the server writes it into the page itself.
 *
 * The page never flashes in the wrong colours, what it surely needs of the API is asked for while the
 * modules are still on their way (api.js takes it from `enpitsuEarly`), and a release that is gone
 * from the server is not waited for.
 */
(() => {
  const root = document.documentElement;
  const saved = () => {
    try {
      return JSON.parse(localStorage.getItem("enpitsu.settings") ?? "{}") ?? {};
    } catch {
      return {};
    }
  };
  let chosen = saved();

  // --- colours -----------------------------------------------------------------------------------

  const LOOKS = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"];
  const apply = () => {
    const { theme = "auto", contrast = "auto", motion = "auto", lineWidth } = chosen;
    const [asksDark, asksStrong, asksCalm] = LOOKS.map((query) => matchMedia(query).matches);
    root.dataset.theme = (theme === "auto" ? asksDark : theme === "dark") ? "dark" : "light";
    root.dataset.contrast = (contrast === "auto" ? asksStrong : contrast === "more") ? "more" : "normal";
    root.dataset.motion = (motion === "auto" ? asksCalm : motion === "less") ? "less" : "normal";
    if (lineWidth) root.style.setProperty("--line-width", `${lineWidth}px`);
    else root.style.removeProperty("--line-width");
  };
  for (const query of LOOKS) matchMedia(query).addEventListener("change", apply);
  /** For settings.js, which is a module and comes later. */
  globalThis.showTheme = (settings) => {
    chosen = settings;
    apply();
  };
  apply();

  // --- what the page will ask ----------------------------------------------------------------------

  /** True of a game that the server does not know yet: see offline/begun.js. */
  const isBegunHere = (game) => {
    try {
      return localStorage.getItem(`enpitsu.begun.${game}`) !== null;
    } catch {
      return false;
    }
  };
  const [, place, id, part] = location.pathname.split("/");
  const isBoard = place === "play" || (place === "edit" && id) || (place === "school" && part);
  root.dataset.skeleton = isBoard ? "board" : place === "" ? "list" : "page";
  const early = new Map();
  globalThis.enpitsuEarly = early;
  const ask = (path) => {
    const asked = fetch(`/api/v1${path}`);
    asked.catch(() => {}); // who takes it is told
    early.set(`/api/v1${path}`, asked);
  };
  ask("/me");
  ask(`/kinds?language=${chosen.language ?? root.lang}`);
  if (place === "" && !location.search) ask("/puzzles?sort=level");
  if (place === "play" && id && !isBegunHere(id)) ask(`/games/${id}`);

  // --- the release ---------------------------------------------------------------------------------

  // While a page stands, the service worker keeps the files of its release.
  navigator.locks?.request(`enpitsu.release.${root.dataset.release}`, { mode: "shared" }, () => new Promise(() => {}));

  /** A script that is not there belongs to a release that is gone: once, the page is asked for anew, from the server. */
  const again = async () => {
    const key = "enpitsu.asked-anew";
    try {
      if (sessionStorage.getItem(key) === root.dataset.release) return;
      sessionStorage.setItem(key, String(root.dataset.release));
      await (await navigator.serviceWorker?.getRegistration())?.unregister();
    } catch {
      return; // without a storage nobody could tell how often
    }
    location.reload();
  };
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && navigator.onLine && again(), true);
})();
