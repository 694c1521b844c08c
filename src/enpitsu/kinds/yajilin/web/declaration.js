/** What Yajilin's boards and sheets follow from. */

/** @type {import("/static/js/types.d.ts").Declaration} */
export const DECLARATION = {
  id: "yajilin",
  clues: [{ name: "clues", on: "cells", least: 0, most: 999, unknown: true, look: "number", blocks: true }],
  areas: null,
  marks: [
    { name: "shaded", on: "cells", values: [], look: "shade", hands: "paint", denial: "dot", apart: true },
    { name: "line", on: "edges", values: [], look: "line", hands: "line", denial: "cross" },
  ],
};
