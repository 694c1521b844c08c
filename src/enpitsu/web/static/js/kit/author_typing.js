/**
 * Numbers from single digits, keys for them, and counting.
 * @import { Context, PadKey, Slot } from "../types.d.ts"
 */

import { counted } from "../board/stroke_kit/index.js";

const QUICK = 1000; // ms within which digits make one number
const FEW = 12; // signs: of more the last one is not what the other button is pressed for

export const DIGITS = Object.freeze([..."0123456789"]);

/** Keys of all digits: "digit-0", ... */
export const DIGIT_KEYS = Object.freeze(Object.fromEntries(DIGITS.map((digit) => [`digit-${digit}`, [digit]])));

/**
 * Digits that follow quickly in one place make one number, as long as there are such; another action ends it by
 * taking `memory.typed` away. @param {Context} context @param {Slot} slot @param {string} digit @param {number} most
 */
export function typedNumber({ memory }, slot, digit, most) {
  const now = performance.now();
  const { typed } = memory;
  const before = typed?.slot === slot && now - typed.at < QUICK ? typed.text : "";
  const text = Number(before + digit) <= most ? before + digit : digit;
  memory.typed = { slot, text, at: now };
  return Number(text);
}

/** The sign after another one, or before it; between the last and the first there is none. @param {string[]} signs @param {string | null} now @param {number} step */
export const nextSign = (signs, now, step) =>
  counted(signs, now !== null && (step > 0 || signs.includes(now)) ? now : null, step < 0);

/** The same where signs may be many: then there is nothing below none. @param {string[]} signs @param {string | null} now @param {number} step @returns {string | null | undefined} undefined: it stays */
export const nextOfMany = (signs, now, step) =>
  now === null && step < 0 && signs.length > FEW ? undefined : nextSign(signs, now, step);

/**
 * Digits on the screen. @param {readonly string[]} digits @param {{now?: string, say?: (digit: string) => string}} how `now`: the
 * number that is there; `say`: what a digit writes, in words @returns {PadKey[]}
 */
export const digitPad = (digits, { now, say = (digit) => digit } = {}) =>
  digits.map((digit) => ({ action: `digit-${digit}`, text: digit, label: say(digit), on: now === digit }));
