/** The time of play: it runs while nothing holds it (a pause, a hidden tab, the end). */
export class Clock {
  #before;
  /** @type {number | null} */
  #since = null;
  /** @type {Set<string>} */
  #holds = new Set();

  /** @param {number} elapsed ms of play so far */
  constructor(elapsed = 0) {
    this.#before = elapsed;
    this.#since = performance.now();
  }

  /** Whole ms of play; never falls. */
  now() {
    return Math.floor(this.#before + (this.#since === null ? 0 : performance.now() - this.#since));
  }

  /** The time turned out to be another one. @param {number} elapsed ms */
  set(elapsed) {
    this.#before = elapsed;
    if (this.#since !== null) this.#since = performance.now();
  }

  get isRunning() {
    return this.#since !== null;
  }

  /** Stop for a reason. @param {string} reason */
  hold(reason) {
    this.#holds.add(reason);
    this.#before = this.now();
    this.#since = null;
  }

  /** The reason is gone; it runs when none is left. @param {string} reason */
  release(reason) {
    this.#holds.delete(reason);
    if (!this.#holds.size) this.#since ??= performance.now();
  }
}
