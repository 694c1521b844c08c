/** Choices of clicks and drags, except with the tools for crosses and for erasing. */

const ACTIONS = ["fill", "cross", "erase"];

export const hands = {
  clicks: ACTIONS,
  drags: ACTIONS,
  /** The first one holds until the player chooses. */
  presets: {
    puzzlink: { click: "fill", drag: "fill", "right-click": "cross", "right-drag": "cross", "long-press": "cross" },
    "fill-erase": { click: "fill", drag: "fill", "right-click": "erase", "right-drag": "erase", "long-press": "erase" },
    "cross-fill": { click: "cross", drag: "cross", "right-click": "fill", "right-drag": "fill", "long-press": "fill" },
  },
  fixed: ["cross", "erase"],
};
