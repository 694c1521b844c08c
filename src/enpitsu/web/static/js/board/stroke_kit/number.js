/** Numbers: counted up and down, typed digit by digit. */

import { cycle } from "./paint.js";

/** The value after another one, empty between the last and the first; `isBack`: before. @param {string[]} values @param {string | null} now @param {boolean} [isBack] */
export const counted = (values, now, isBack = false) => cycle([null, ...values], now, isBack);

/** The value after one more sign was typed: it goes on with what was typed before where that is one, else it begins anew; null if it is none. @param {string[]} values @param {string} before @param {string} sign */
export const typed = (values, before, sign) => [before + sign, sign].find((text) => values.includes(text)) ?? null;
