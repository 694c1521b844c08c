/**
 * Boxes on a picture: moved, resized by a handle, drawn, given a shape. All in pixels.
 *
 * A ratio is width / height, null if any shape will do. What comes out lies within the bounds.
 *
 * @typedef {{height: number, width: number}} Bounds
 * @typedef {Bounds & {top: number, left: number}} Box
 * @typedef {{x: number, y: number}} Point
 */

export const LEAST = 4;

export const HANDLES = Object.freeze(["nw", "n", "ne", "e", "se", "s", "sw", "w"]);

const within = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

/** The whole picture. @param {Bounds} bounds @returns {Box} */
export const whole = ({ height, width }) => ({ top: 0, left: 0, height, width });

/** True if a box is all of the picture, but for a pixel. @param {Box} box @param {Bounds} bounds */
export const isWhole = (box, { height, width }) => box.height >= height - 1 && box.width >= width - 1;

/** A box moved, as far as there is room. @param {Box} box @param {number} down @param {number} right @param {Bounds} bounds @returns {Box} */
export function moved(box, down, right, { height, width }) {
  return {
    ...box,
    top: within(box.top + down, 0, height - box.height),
    left: within(box.left + right, 0, width - box.width),
  };
}

/** A box put within the bounds, whatever was typed. @param {Box} box @param {Bounds} bounds @param {number | null} [ratio] @returns {Box} */
export function put({ top, left, height, width }, bounds, ratio = null) {
  const high = within(height, Math.min(LEAST, bounds.height), bounds.height);
  const wide = within(width, Math.min(LEAST, bounds.width), bounds.width);
  const box = moved({ top, left, height: high, width: wide }, 0, 0, bounds);
  return ratio ? shaped(box, ratio, bounds) : box;
}

/** The largest box of a shape within a box, in its middle. @param {Box} box @param {number} ratio @param {Bounds} bounds @returns {Box} */
export function shaped(box, ratio, bounds) {
  const width = Math.min(box.width, box.height * ratio);
  const height = width / ratio;
  const middle = { top: box.top + (box.height - height) / 2, left: box.left + (box.width - width) / 2, height, width };
  return moved(middle, 0, 0, bounds);
}

/**
 * A box with a handle pulled to a point: the opposite corner or side stays where it is. A handle
 * that is pulled beyond it turns the box over.
 * @param {Box} box @param {string} handle @param {Point} to @param {Bounds} bounds @param {number | null} [ratio] @returns {Box}
 */
export function resized(box, handle, { x, y }, bounds, ratio = null) {
  const [at, to] = [fixed(box, handle), { x: within(x, 0, bounds.width), y: within(y, 0, bounds.height) }];
  if (!handle.includes("n") && !handle.includes("s")) return sideways(box, at, to, bounds, ratio);
  if (!handle.includes("w") && !handle.includes("e")) return upright(box, at, to, bounds, ratio);
  return between(at, to, bounds, ratio);
}

/** The corner that stays while a handle is pulled. @param {Box} box @param {string} handle @returns {Point} */
function fixed({ top, left, height, width }, handle) {
  return { x: handle.includes("w") ? left + width : left, y: handle.includes("n") ? top + height : top };
}

/** @param {Box} box @param {Point} at @param {Point} to @param {Bounds} bounds @param {number | null} ratio @returns {Box} */
function sideways(box, at, to, bounds, ratio) {
  const most = ratio ? bounds.height * ratio : bounds.width;
  const width = within(Math.abs(to.x - at.x), LEAST, most);
  const height = ratio ? width / ratio : box.height;
  const left = to.x < at.x ? at.x - width : at.x;
  return put({ top: box.top + (box.height - height) / 2, left, height, width }, bounds);
}

/** @param {Box} box @param {Point} at @param {Point} to @param {Bounds} bounds @param {number | null} ratio @returns {Box} */
function upright(box, at, to, bounds, ratio) {
  const most = ratio ? bounds.width / ratio : bounds.height;
  const height = within(Math.abs(to.y - at.y), LEAST, most);
  const width = ratio ? height * ratio : box.width;
  const top = to.y < at.y ? at.y - height : at.y;
  return put({ top, left: box.left + (box.width - width) / 2, height, width }, bounds);
}

/** The box between two corners; with a ratio as large as the room beside the first one allows. @param {Point} at @param {Point} to @param {Bounds} bounds @param {number | null} [ratio] @returns {Box} */
export function between(at, to, bounds, ratio = null) {
  const [isLeft, isUp] = [to.x < at.x, to.y < at.y];
  let [width, height] = [Math.max(LEAST, Math.abs(to.x - at.x)), Math.max(LEAST, Math.abs(to.y - at.y))];
  if (ratio) {
    const room = { width: isLeft ? at.x : bounds.width - at.x, height: isUp ? at.y : bounds.height - at.y };
    width = Math.min(Math.max(width, height * ratio), room.width, room.height * ratio);
    height = width / ratio;
  }
  return put({ top: isUp ? at.y - height : at.y, left: isLeft ? at.x - width : at.x, height, width }, bounds);
}
