/** What strokes are made of: small functions that are given what they write. */

export { paintingAlong } from "./along.js";
export { bubble } from "./bubble.js";
export { cellOver, nearestStop, OPPOSITE, pulled, pushed, sliding, stopAt } from "./carry.js";
export { HAND, letGo, pickUp, putDown, slide } from "./carry_hand.js";
export { cross, crossing, paintCross } from "./cross.js";
export { erasing } from "./erase.js";
export { takeBack } from "./help.js";
export { lineByKey, toggleSide, wayKeys } from "./keys.js";
export { drawLine, lining, paintLine } from "./line.js";
export { counted, typed } from "./number.js";
export { clicking, cycle, painting } from "./paint.js";
