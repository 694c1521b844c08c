/**
 * A key that does one thing when tapped and another while it is held: with Z held a click shows
 * what hangs together; tapped alone it does what it is bound to.
 */

const EDITABLE = "input, textarea, select, [contenteditable]";

/** Watches one key. */
export class HeldKey {
  isDown = false;
  #wasUsed = false;
  /** @type {(() => void) | null} */
  #tapped = null;

  /** @param {string} key @param {() => void} released */
  constructor(key, released) {
    this.key = key;
    this.released = released;
    this.stopper = new AbortController();
    const { signal } = this.stopper;
    document.addEventListener("keydown", (event) => this.#press(event), { signal });
    document.addEventListener("keyup", (event) => this.#lift(event), { signal });
    window.addEventListener("blur", () => this.#end(), { signal });
  }

  /** True if an event is this key alone. @param {KeyboardEvent} event */
  is(event) {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    return event.key.toLowerCase() === this.key && !(ctrlKey || metaKey || altKey || shiftKey);
  }

  /** Have something done when the key is let go, unless it was used by then. @param {() => void} act */
  whenTapped(act) {
    this.isDown = true;
    this.#tapped ??= act;
  }

  /** The key has served for a click. */
  use() {
    this.#wasUsed = true;
  }

  remove() {
    this.stopper.abort();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const isWriting = event.target instanceof Element && event.target.closest(EDITABLE);
    if (this.is(event) && !isWriting) this.isDown = true;
  }

  /** @param {KeyboardEvent} event */
  #lift(event) {
    if (event.key.toLowerCase() !== this.key || !this.isDown) return;
    const act = this.#wasUsed ? null : this.#tapped;
    this.#end();
    act?.();
  }

  #end() {
    if (this.#wasUsed) this.released();
    this.isDown = false;
    this.#wasUsed = false;
    this.#tapped = null;
  }
}
