/**
 * What the author modules of kinds build with: the kit of all boards, and what the editor of declared kinds is made of.
 * @import { AuthorKind } from "../types.d.ts"
 */

import { KIT } from "../board/kit.js";
import { author } from "./author.js";
import * as areas from "./author_areas.js";
import * as borders from "./author_borders.js";
import { lookAt, lookOf } from "./author_clues.js";
import * as input from "./author_input.js";
import * as typingLines from "./author_line_typing.js";
import * as pen from "./author_pen.js";
import * as strokes from "./author_strokes.js";
import { AreaTints } from "./author_tints.js";
import * as typing from "./author_typing.js";

import { bothClaims } from "./author_words.js";

export { author };

export const AUTHOR_KIT = Object.freeze({
  ...KIT,
  ...areas,
  AreaTints,
  bothClaims,
  lookAt,
  lookOf,
  ...borders,
  ...input,
  ...typingLines,
  ...pen,
  ...strokes,
  ...typing,
  author,
});

/**
 * The author module of a kind that has js of its own: a module that wants the kit from the start gives a function of it.
 * @param {AuthorKind | ((kit: typeof AUTHOR_KIT) => AuthorKind)} own its default export @returns {AuthorKind}
 */
export const authorOf = (own) => (typeof own === "function" ? own(AUTHOR_KIT) : own);
