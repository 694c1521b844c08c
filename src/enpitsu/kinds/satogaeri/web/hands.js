/** Choices of clicks and drags for the tool for moving. */

const ACTIONS = ["move", "mark", "erase"];

export const hands = {
  clicks: ACTIONS,
  drags: ACTIONS,
  /** The first one holds until the player chooses. */
  presets: {
    enpitsu: { click: "move", drag: "move", "right-click": "mark", "right-drag": "mark", "long-press": "mark" },
    puzzlink: { click: "mark", drag: "move", "right-click": "mark", "right-drag": "mark", "long-press": "mark" },
    "move-erase": { click: "move", drag: "move", "right-click": "erase", "right-drag": "erase", "long-press": "erase" },
  },
  fixed: ["mark", "erase"],
};
