/**
 * Names, letters and inks of a puzzle's own colours, worked out from the palette alone: the same as Python gives (a test
 * compares them), since facts speak of colours by these names.
 * @typedef {[number, number, number]} Three
 */

/** @type {Record<string, string>} */
const KNOWN = {
  black: "000000",
  grey: "808080",
  silver: "c0c0c0",
  white: "ffffff",
  red: "ff0000",
  maroon: "800000",
  pink: "ffb0c0",
  magenta: "ff00ff",
  purple: "800080",
  violet: "b080ff",
  blue: "2040e0",
  navy: "000080",
  sky: "90c8f8",
  cyan: "00ffff",
  teal: "008080",
  green: "10a010",
  lime: "00ff00",
  olive: "808000",
  yellow: "ffe020",
  gold: "d0a000",
  orange: "ff9000",
  brown: "804000",
  tan: "d2b48c",
  cream: "fff0c0",
};

const BLACK = "#000000";
const WHITE = "#ffffff";

const ALIKE = "IO"; // letters that look like others come last
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const [OUTLINE, SIGN] = [2.2, 4]; // contrast of lines and letters with what they lie on

/** A word for each colour, no two alike: the nearest known one, numbered where it is taken. @param {string[]} palette */
export function colourNames(palette) {
  /** @type {string[]} */
  const found = [];
  for (const rgb of palette) {
    const name = nearest(rgb);
    const again = found.filter((other) => other === name || stem(other) === name).length;
    found.push(again ? `${name}-${again + 1}` : name);
  }
  return found;
}

/** A letter for each colour, no two alike: the first of its name that is free. @param {string[]} palette */
export function colourSigns(palette) {
  /** @type {string[]} */
  const found = [];
  for (const name of colourNames(palette)) {
    const letters = [...(name + name.toUpperCase() + LETTERS)].filter((sign) => LETTERS.includes(sign));
    const wanted = [
      ...letters.filter((sign) => !ALIKE.includes(sign)),
      ...letters.filter((sign) => ALIKE.includes(sign)),
    ];
    found.push(wanted.find((sign) => !found.includes(sign)) ?? "");
  }
  return found;
}

/**
 * A colour's outline, the letter on it as strong as can be, and a quieter sign.
 * @typedef {{rgb: string, outline: string, letter: string, sign: string}} Ink
 * @param {string} rgb @returns {Ink}
 */
export function ink(rgb) {
  return { rgb, outline: tone(rgb, OUTLINE), letter: letterOn(rgb), sign: tone(rgb, SIGN) };
}

/** The name without its number: "red-2" is a red. @param {string} name */
const stem = (name) => (name.includes("-") ? name.slice(0, name.lastIndexOf("-")) : "");

/** The known colour that is most like one. @param {string} rgb */
function nearest(rgb) {
  const here = place(rgb);
  const far = (/** @type {[string, Three]} */ [, there]) => Math.hypot(...here.map((value, at) => value - there[at]));
  return PLACES.reduce((best, each) => (far(each) < far(best) ? each : best))[0];
}

/** Where a colour stands for its name: its hue counts twice as much as its lightness. @param {string} rgb @returns {Three} */
function place(rgb) {
  const [lightness, greenRed, blueYellow] = oklab(channels(rgb));
  return [lightness / 2, greenRed, blueYellow];
}

/** A colour in B. Ottosson's Oklab, where near means alike. @param {Three} rgb @returns {Three} */
function oklab(rgb) {
  const [red, green, blue] = rgb.map((value) => linear(value / 255));
  const long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3);
  const medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3);
  const short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

/** @param {string} rgb @returns {Three} */
function channels(rgb) {
  const number = parseInt(rgb.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** @param {number[]} values */
const hex = (values) => `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** The light that a channel's value (0 to 1) stands for, as sRGB has it. @param {number} value */
const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** @type {[string, Three][]} */
const PLACES = Object.entries(KNOWN).map(([name, rgb]) => [name, place(`#${rgb}`)]);

/** @param {string} rgb */
function luminance(rgb) {
  const [red, green, blue] = channels(rgb).map((value) => linear(value / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param {string} rgb */
function grey(rgb) {
  const [red, green, blue] = channels(rgb);
  const level = 0.299 * red + 0.587 * green + 0.114 * blue;
  return hex([level, level, level]);
}

/** The contrast of two colours, in colour and in greys. @param {string} a @param {string} b */
const legibility = (a, b) => Math.min(contrast(a, b), contrast(grey(a), grey(b)));

/** @param {string} rgb */
const letterOn = (rgb) => (legibility(rgb, BLACK) >= legibility(rgb, WHITE) ? BLACK : WHITE);

/** The colour turned lighter or darker until it stands out this much from itself. @param {string} rgb @param {number} wanted */
function tone(rgb, wanted) {
  const [letter, under] = [letterOn(rgb), channels(rgb)];
  const top = channels(letter);
  for (let step = 1; step < 20; step++) {
    const share = step / 20;
    const mixed = hex(top.map((value, at) => value * share + under[at] * (1 - share)));
    if (legibility(rgb, mixed) >= wanted) return mixed;
  }
  return letter;
}
