/* Run before anything is painted, as a plain script: the page never flashes in the wrong colours. */
(() => {
  const root = document.documentElement;
  const asks = (query) => matchMedia(query).matches;
  const saved = () => {
    try {
      return JSON.parse(localStorage.getItem("enpitsu.settings") ?? "{}") ?? {};
    } catch {
      return {};
    }
  };
  let chosen = saved();
  const apply = () => {
    const { theme = "auto", contrast = "auto", motion = "auto", language, lineWidth } = chosen;
    const isDark = theme === "auto" ? asks("(prefers-color-scheme: dark)") : theme === "dark";
    const isStrong = contrast === "auto" ? asks("(prefers-contrast: more)") : contrast === "more";
    const isCalm = motion === "auto" ? asks("(prefers-reduced-motion: reduce)") : motion === "less";
    root.dataset.theme = isDark ? "dark" : "light";
    root.dataset.contrast = isStrong ? "more" : "normal";
    root.dataset.motion = isCalm ? "less" : "normal";
    if (language) root.lang = language;
    if (lineWidth) root.style.setProperty("--line-width", `${lineWidth}px`);
    else root.style.removeProperty("--line-width");
  };
  for (const query of [
    "(prefers-color-scheme: dark)",
    "(prefers-contrast: more)",
    "(prefers-reduced-motion: reduce)",
  ]) {
    matchMedia(query).addEventListener("change", apply);
  }
  /** For settings.js, which is a module and comes later. */
  globalThis.showTheme = (settings) => {
    chosen = settings;
    apply();
  };
  apply();
})();
