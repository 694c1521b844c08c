/** The one place that is told when this browser becomes another player, or nobody. */

const NETS = ["enpitsu.game.", "enpitsu.draft."];

/** Forget what the browser kept for the player of before, and start anew. */
export async function playerChanged() {
  forget(localStorage, (name) => NETS.some((start) => name.startsWith(start)));
  forget(sessionStorage, () => true);
  location.assign("/");
}

function forget(storage, isTheirs) {
  try {
    for (const name of Object.keys(storage).filter(isTheirs)) storage.removeItem(name);
  } catch {
    // Forbidden: then nothing is there.
  }
}
