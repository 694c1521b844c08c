/**
 * Every setting of a player, once: its default, its values, where it is shown, which boards follow it.
 *
 * The settings page and the dialog in play are made from this list. A new setting is an entry here, its words in
 * words/LANGUAGE/settings.toml (`[NAME]` with `label`, perhaps `help`, and a text for each of its `values`), and the
 * place that reads `settings().NAME`. docs/small-changes.md shows one from start to end.
 *
 * @typedef {object} Setting
 * @property {string} name as it is kept and read; also the section of its words
 * @property {unknown} default what holds until the player chooses; with `byKind` for each kind
 * @property {string[]} [values] one of these; a setting whose default is true or false is a box to tick
 * @property {string} [card] the card of the settings page that shows it (CARDS); with `byKind` it has a card of its own, with
 *   "all-kinds" side by side, or "one-kind" that is chosen; without a card it is only remembered
 * @property {boolean} [inPlay] the dialog in play shows it too
 * @property {string} [control] a control of its own (setting_control.js), where values or a box do not do
 * @property {boolean} [byKind] kept for each kind apart
 * @property {string[]} [boards] the boards that follow it, also while they are played on
 * @property {boolean} [isLook] it changes how a board looks, not how it is written on
 * @property {Record<string, string>} [prices] values that cost seconds, with the name of the price
 * @property {string} [formerly] the name under which older browsers keep it
 */

const PLAYED = ["play", "rules"];
const SHOWN = [...PLAYED, "replay"];
const EDITED = [...PLAYED, "author"];

/** The cards of settings that hold for all kinds. */
export const CARDS = ["looks", "boards", "playing"];

/** @type {Setting[]} in the order in which they are shown */
export const SETTINGS = [
  { name: "theme", default: "auto", values: ["auto", "light", "dark"], card: "looks" },
  { name: "contrast", default: "auto", values: ["auto", "normal", "more"], card: "looks" },
  { name: "motion", default: "auto", values: ["auto", "normal", "less"], card: "looks" },
  { name: "language", default: undefined, control: "language", card: "looks" }, // undefined: as the browser

  { name: "lineWidth", default: undefined, control: "lineWidth", card: "boards", boards: SHOWN, isLook: true },
  { name: "colours", default: false, card: "boards", boards: SHOWN, isLook: true },
  { name: "numbers", default: false, card: "boards", boards: [...SHOWN, "author"], isLook: true },
  { name: "guides", default: false, card: "boards", inPlay: true, boards: [...SHOWN, "author"], isLook: true },

  {
    name: "check",
    default: "demand",
    values: ["none", "demand", "live"],
    card: "playing",
    inPlay: true,
    prices: { live: "live" },
  },
  { name: "scheme", default: "auto", values: ["auto", "two", "one"], card: "playing", inPlay: true, boards: EDITED },
  { name: "inverted", default: false, card: "playing", boards: EDITED },
  { name: "clock", default: false, card: "playing", inPlay: true, formerly: "timer" },

  { name: "helpers", default: {}, byKind: true, control: "helpers", card: "all-kinds", inPlay: true, boards: PLAYED },
  {
    name: "hands",
    default: undefined,
    byKind: true,
    control: "gestures",
    card: "one-kind",
    inPlay: true,
    boards: PLAYED,
  },
  { name: "keys", default: {}, byKind: true, control: "keys", card: "one-kind", boards: EDITED },

  // Remembered from last time.
  { name: "met", default: false, byKind: true }, // the kinds whose rules were read beside a first puzzle
  { name: "fillUpTo", default: "easy" }, // the level up to which "Fill in" goes
  { name: "saveFormat", default: undefined, byKind: true }, // of the last file
  { name: "print", default: {} }, // what a printed sheet shows
  { name: "sheet", default: {} }, // kind and size of the last blank sheet
  { name: "author", default: undefined }, // the name under which a puzzle was published
];
