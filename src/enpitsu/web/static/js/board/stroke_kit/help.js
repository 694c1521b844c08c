/** What helpers write goes when its reason goes. */

/** Take away what a helper has written, never what the player did. @param {import("../../types.d.ts").WriteContext} context @param {string} slot @param {string} value @param {boolean} holds */
export function takeBack({ draft, position }, slot, value, holds) {
  const isOwn = position.get(slot, value) === holds && position.tag(slot)?.by === "helper";
  if (isOwn) draft.set(slot, value, null);
}
