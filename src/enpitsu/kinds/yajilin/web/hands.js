/** Choices of clicks and drags for the tool "auto". "mark" is a dot, near an edge a cross. */

const CLICKS = ["shade", "dot", "mark", "cross", "erase"];

export const hands = {
  clicks: CLICKS,
  drags: ["line", ...CLICKS],
  /** The first one holds until the player chooses. */
  presets: {
    puzzlink: { click: "shade", drag: "line", "right-click": "mark", "right-drag": "mark", "long-press": "mark" },
    "line-shade": { click: "none", drag: "line", "right-click": "shade", "right-drag": "shade", "long-press": "shade" },
    "dot-shade": { click: "dot", drag: "line", "right-click": "shade", "right-drag": "shade", "long-press": "shade" },
  },
  fixed: ["line", "shade", "dot", "cross", "erase"],
};
