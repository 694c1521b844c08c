/**
 * Bundles the page's modules and style sheets, minified, into src/enpitsu/web/bundle/ with esbuild.
 *
 *     node scripts/bundle.js           # quick if the bundle is made of these very files
 *
 * Few files: `play.js` has all that the library and playing need, with the boards of our own kinds; the other pages
 * (`rest.js`), the editor with what makes puzzles of each kind, declared ones too, (`editor.js`), the studio (`studio.js`) and the school
 * (`school.js`) are loaded when they are wanted, and take from `play.js` what it has already. Their names have no hash: the server puts one
 * into the address of the whole release (web/release.py). `bundle.json` tells the hash of the sources, what the page loads
 * first and what each page wants beside that.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const PACKAGE = join(ROOT, "src/enpitsu");
const STATIC = join(PACKAGE, "web/static");
const OUT = join(PACKAGE, "web/bundle");
const PLAYING = ["library", "play"];
const PARTS = {
  rest: [
    "book",
    "daily",
    "make",
    "open",
    "print",
    "puzzle",
    "ranking",
    "replay",
    "results",
    "rules",
    "settings",
    "test",
  ],
  editor: ["drafts", "edit"],
  studio: ["picture"],
  school: ["school", "course", "lesson"],
};
const STYLES = { studio: ["picture"], editor: ["author", "improve"], school: ["school"] }; // in their order; all others are in play.css
const TARGET = ["chrome111", "firefox111", "safari16.4"];

const hash = (content) => createHash("sha256").update(content).digest("hex");
const js = (path) => join(STATIC, "js", path);

/** Files below a folder, by path. */
const filesIn = (folder, start) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .map((path) => [start + relative(folder, path).split(sep).join("/"), path]);

const KINDS = readdirSync(join(PACKAGE, "kinds"))
  .filter((id) => existsSync(join(PACKAGE, "kinds", id, "web/index.js")))
  .sort();
const kindFile = (id, name) => join(PACKAGE, "kinds", id, "web", `${name}.js`);

/** The sources by path, and their hash: as `hash_of_sources` in web/release.py. */
function hashOfSources() {
  const found = [
    ...filesIn(join(STATIC, "js"), "js/"),
    ...filesIn(join(STATIC, "css"), "css/"),
    ...KINDS.flatMap((id) => filesIn(join(PACKAGE, "kinds", id, "web"), `kinds/${id}/`)),
  ].filter(([path]) => /\.(js|css|json|svg)$/.test(path));
  const lines = found.map(([path, file]) => [path, hash(readFileSync(file))]).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash(lines.map(([path, seen]) => `${path} ${seen}\n`).join(""));
}

const quoted = JSON.stringify;

/** pages.js of the bundle. */
const pagesModule = () => `
${PLAYING.map((page) => `import * as ${page} from ${quoted(js(`pages/${page}.js`))};`).join("\n")}
const here = { ${PLAYING.join(", ")} };
const parts = ${quoted(Object.fromEntries(Object.entries(PARTS).flatMap(([part, pages]) => pages.map((page) => [page, part]))))};
const styled = ${quoted(Object.keys(STYLES))};
const address = (file) => new URL(file, import.meta.url).href;

/** Load a part's style sheet, once, before those that come after it in the order of all. */
function style(part) {
  const found = document.querySelector(\`link[href="\${new URL(address(part + ".css")).pathname}"]\`);
  if (found || !styled.includes(part)) return null;
  const made = document.createElement("link");
  made.rel = "stylesheet";
  made.href = new URL(address(part + ".css")).pathname;
  const after = styled.slice(styled.indexOf(part) + 1).map((each) => document.querySelector(\`link[href$="/\${each}.css"]\`));
  const is = new Promise((resolve, reject) => ((made.onload = resolve), (made.onerror = () => (made.remove(), reject(new Error(part))))));
  const last = [...document.querySelectorAll("link[rel=stylesheet]")].at(-1);
  const next = after.find(Boolean);
  if (next) next.before(made);
  else last.after(made);
  return is;
}

export async function load(page) {
  if (page in here) return here[page];
  const [module] = await Promise.all([import(address(parts[page] + ".js")), style(parts[page])]);
  return module[page];
}
`;

/** kinds.js of the bundle: kinds that are declared are made by the kit, those of other packages come as they are. */
const kindsModule = () => `
import { declarationOf } from ${quoted(js("kit/declared.js"))};
import { boardOf, play } from ${quoted(js("kit/play.js"))};
${KINDS.map((id, at) => `import board${at} from ${quoted(kindFile(id, "index"))};`).join("\n")}
const boards = { ${KINDS.map((id, at) => `${quoted(id)}: board${at}`).join(", ")} };
const address = (file) => new URL(file, import.meta.url).href;
const other = async (id, name) => (await import(address(\`kinds/\${id}/\${name}.js\`))).default;
const editor = () => import(address("editor.js"));
const made = (id, make) => declarationOf(id) && make(declarationOf(id));
export const board = async (id) => made(id, play) ?? boardOf(boards[id] ?? (await other(id, "index")));
export async function author(id) {
  const { author, authorOf, authors } = await editor();
  return made(id, author) ?? authorOf(authors[id] ?? (await other(id, "author")));
}
`;

/** The entry of a part: its pages by name, and the authors of the kinds with the editor. */
function partModule(part) {
  const lines = PARTS[part].map((page) => `export * as ${page} from ${quoted(js(`pages/${page}.js`))};`);
  if (part === "editor") {
    const known = KINDS.filter((id) => existsSync(kindFile(id, "author")));
    lines.push(...known.map((id, at) => `import author${at} from ${quoted(kindFile(id, "author"))};`));
    lines.push(`export { author, authorOf } from ${quoted(js("kit/author_kit.js"))};`);
    lines.push(`export const authors = { ${known.map((id, at) => `${quoted(id)}: author${at}`).join(", ")} };`);
  }
  return lines.join("\n");
}

const OPTIONS = {
  bundle: true,
  format: "esm",
  minify: true,
  target: TARGET,
  legalComments: "none",
  metafile: true,
  write: false,
  outdir: OUT,
  absWorkingDir: ROOT,
  logLevel: "warning",
};

/** Written modules in place of files: `made` by path or name. */
const replacing = (made) => ({
  name: "replacing",
  setup(build) {
    build.onResolve({ filter: /^made:/ }, ({ path }) => ({ path: path.slice(5), namespace: "made" }));
    build.onLoad({ filter: /.*/, namespace: "made" }, ({ path }) => ({ contents: made[path], resolveDir: STATIC }));
    build.onLoad({ filter: /(pages|kinds)\.js$/ }, ({ path }) => (made[path] ? { contents: made[path] } : null));
  },
});

const MADE = { [js("pages.js")]: pagesModule(), [js("kinds.js")]: kindsModule() };

const inputsOf = ({ metafile }) => Object.keys(metafile.inputs).filter((path) => !path.includes(":"));
const absolute = (path) => join(ROOT, path);

/** The modules of play.js: those of the library and of playing, and what more than one other part needs, so that each is there once. */
async function modulesOfPlay(esbuild) {
  const whole = await esbuild.build({ ...OPTIONS, entryPoints: [js("app.js")], plugins: [replacing(MADE)] });
  const playing = new Set(inputsOf(whole).map(absolute));
  const seen = new Set();
  for (const part of Object.keys(PARTS)) {
    const made = { ...MADE, [part]: partModule(part) };
    const built = await esbuild.build({ ...OPTIONS, entryPoints: [`made:${part}`], plugins: [replacing(made)] });
    for (const path of inputsOf(built).map(absolute)) {
      if (seen.has(path)) playing.add(path);
      seen.add(path);
    }
  }
  return playing;
}

/** The names that modules export, by absolute path. */
async function exportsOf(esbuild, paths) {
  const alone = await esbuild.build({ ...OPTIONS, bundle: false, entryPoints: [...paths], outbase: ROOT });
  const outputs = Object.values(alone.metafile.outputs);
  return new Map(outputs.map(({ entryPoint, exports }) => [absolute(entryPoint), exports]));
}

/** In other parts a module of the playing part is what play.js has; `used` takes the names. */
const sharing = (exported, used) => ({
  name: "sharing",
  setup(build) {
    build.onResolve({ filter: /^play-file$/ }, () => ({ path: "./play.js", external: true }));
    build.onLoad({ filter: /\.js$/, namespace: "file" }, ({ path }) => {
      const names = exported.get(path);
      if (!names) return null;
      if (!used.has(path)) used.set(path, `shared${used.size}`);
      const name = used.get(path);
      const others = names.filter((each) => each !== "default");
      const lines = [`import { ${name} as all } from "play-file";`];
      if (others.length) lines.push(`export const { ${others.join(", ")} } = all;`);
      if (names.includes("default")) lines.push("export default all.default;");
      return { contents: lines.join("\n") };
    });
  },
});

async function bundle(esbuild) {
  const exported = await exportsOf(esbuild, await modulesOfPlay(esbuild));
  const used = new Map();
  const parts = await esbuild.build({
    ...OPTIONS,
    entryPoints: Object.fromEntries(Object.keys(PARTS).map((part) => [part, `made:${part}`])),
    plugins: [
      replacing(Object.fromEntries(Object.keys(PARTS).map((part) => [part, partModule(part)]))),
      sharing(exported, used),
    ],
  });
  const first = [`import ${quoted(js("app.js"))};`];
  for (const [path, name] of used) first.push(`export * as ${name} from ${quoted(path)};`);
  const play = await esbuild.build({
    ...OPTIONS,
    entryPoints: { play: "made:play" },
    plugins: [replacing({ ...MADE, play: first.join("\n") })],
  });
  const boot = await esbuild.build({ ...OPTIONS, entryPoints: { boot: js("boot.js") }, format: "iife" });
  const styles = await bundleStyles(esbuild);
  return [parts, play, boot, styles].flatMap(({ outputFiles }) => outputFiles);
}

function bundleStyles(esbuild) {
  const apart = Object.values(STYLES).flat();
  const order = JSON.parse(readFileSync(join(STATIC, "css/order.json"), "utf8"));
  const play = order.filter((name) => !apart.includes(name));
  const made = Object.fromEntries(
    Object.entries({ play, ...STYLES }).map(([part, names]) => [
      part,
      names.map((name) => `@import ${quoted(join(STATIC, "css", `${name}.css`))};`).join("\n"),
    ]),
  );
  const plugin = {
    name: "styles",
    setup(build) {
      build.onResolve({ filter: /^made:/ }, ({ path }) => ({ path: path.slice(5), namespace: "made" }));
      build.onLoad({ filter: /.*/, namespace: "made" }, ({ path }) => ({
        contents: made[path],
        loader: "css",
        resolveDir: STATIC,
      }));
    },
  };
  const entryPoints = Object.fromEntries(Object.keys(made).map((part) => [part, `made:${part}`]));
  return esbuild.build({ ...OPTIONS, entryPoints, plugins: [plugin] });
}

/** Files of each page beside those that come first. */
const pages = () =>
  Object.fromEntries(
    Object.entries(PARTS).flatMap(([part, names]) =>
      names.map((page) => [page, [...(part in STYLES ? [`${part}.css`] : []), `${part}.js`]]),
    ),
  );

/** The old bundle is there until the new one is whole. */
function write(outputs, told) {
  const making = `${OUT}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  for (const { path, contents } of outputs) writeFileSync(join(making, relative(OUT, path)), contents);
  writeFileSync(join(making, "bundle.json"), `${JSON.stringify(told, null, 1)}\n`);
  rmSync(OUT, { recursive: true, force: true });
  renameSync(making, OUT);
}

function known() {
  try {
    return JSON.parse(readFileSync(join(OUT, "bundle.json"), "utf8"));
  } catch {
    return {};
  }
}

/** esbuild from where npm has put it: for developers, or by scripts/lib.sh for those who only serve. */
function findEsbuild() {
  const places = [ROOT, join(ROOT, ".bundler")].map((place) => createRequire(join(place, "package.json")));
  for (const require of places) {
    try {
      return require("esbuild");
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  console.error("bundle: esbuild is not installed");
  process.exit(3);
}

const sources = hashOfSources();
const bundler = hash(readFileSync(fileURLToPath(import.meta.url)));
const before = known();
if (before.sources !== sources || before.bundler !== bundler) {
  const outputs = await bundle(findEsbuild());
  write(outputs, { sources, bundler, kinds: KINDS, first: ["play.css", "play.js"], pages: pages() });
}
