/** Keys to actions; every key can be bound anew. */

/** Keys that every board understands. */
const SHARED_KEYS = Object.freeze({
  up: ["ArrowUp"],
  down: ["ArrowDown"],
  left: ["ArrowLeft"],
  right: ["ArrowRight"],
  "row-start": ["Home"],
  "row-end": ["End"],
  first: ["Ctrl+Home"],
  last: ["Ctrl+End"],
  undo: ["z", "Ctrl+z"],
  redo: ["y", "Ctrl+y", "Ctrl+Shift+z"],
  hint: ["h"],
  "fill-in": ["f", "Shift+f"],
  check: ["c"],
  why: ["w", "Shift+w"],
  pause: ["p", "Shift+p"],
  trial: ["t"],
  keep: ["k", "Shift+k"],
  leave: ["Escape"],
  "free-colour": ["m"],
  "free-dot": ["."],
  "free-clear": ["Shift+m"],
  "zoom-in": ["+", "="],
  "zoom-out": ["-"],
  fit: ["0"],
  steps: ["s", "Shift+s"],
  solve: [],
  "clear-all": [],
  help: ["?"],
});

const LETTER = /^[a-z]$/i;
const ONE_SIGN = /^.$/u;

/** The name of the keys pressed: "Ctrl+Shift+z", "Alt+ArrowUp", "?". @param {KeyboardEvent} event */
export function combination(event) {
  const key = event.key === " " ? "Space" : LETTER.test(event.key) ? event.key.toLowerCase() : event.key;
  // A sign that needs Shift on some keyboards needs none on others: it stands for itself.
  const hasShift = event.shiftKey && (LETTER.test(key) || !ONE_SIGN.test(key));
  /** @type {Record<string, boolean>} */
  const held = { Ctrl: event.ctrlKey || event.metaKey, Alt: event.altKey, Shift: hasShift };
  return [...Object.keys(held).filter((name) => held[name]), key].join("+");
}

/** Which keys do what. */
export class Keymap {
  /** @type {Map<string, string>} */
  #actions = new Map();
  /** @type {Record<string, string[]>} */
  #keys = {};

  /**
   * @param {Record<string, string[]>} own the kind's keys: they go before those of all boards
   * @param {Record<string, string[]>} bound the player's
   */
  constructor(own = {}, bound = {}) {
    /** @type {Record<string, string[]>} */
    this.defaults = { ...SHARED_KEYS, ...own };
    this.#keys = { ...this.defaults };
    this.#index();
    for (const [action, keys] of Object.entries(bound)) if (action in this.defaults) this.bind(action, keys);
  }

  /** The action of a key event, if any. @param {KeyboardEvent} event */
  action(event) {
    return this.#actions.get(combination(event));
  }

  /** Give an action other keys; they are taken from the actions that had them. @param {string} action @param {string[]} keys */
  bind(action, keys) {
    if (!(action in this.defaults)) throw new Error(`no such action: ${action}`);
    for (const other of Object.keys(this.#keys)) {
      this.#keys[other] = this.#keys[other].filter((key) => !keys.includes(key));
    }
    this.#keys[action] = [...keys];
    this.#index();
  }

  /** All keys by action. */
  keys() {
    return structuredClone(this.#keys);
  }

  /** Only what differs from the defaults, to be saved. */
  changes() {
    const isOther = (/** @type {[string, string[]]} */ [action, keys]) => keys.join() !== this.defaults[action].join();
    return Object.fromEntries(Object.entries(this.#keys).filter(isOther));
  }

  #index() {
    this.#actions = new Map();
    for (const [action, keys] of Object.entries(this.#keys)) for (const key of keys) this.#actions.set(key, action);
  }
}
