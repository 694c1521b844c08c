/**
 * State that several parts of the page show: it is kept here, and the DOM only shows it.
 *
 *     const store = new Store({ theme: "dark", zoom: 1 });
 *     store.get().theme;                                   // "dark"
 *     store.set({ zoom: 2 });                              // merges; equal values tell nobody
 *     const end = store.subscribe((changed, state) => "zoom" in changed && draw(state.zoom));
 *     store.subscribe(draw, { signal });                   // or until the signal is aborted
 *
 * A module that owns state exports its store (`export const server = new Store(...)`); nothing is
 * sent by events of the window, and nothing is read back from attributes such as aria-pressed.
 * @template {object} [State=any]
 */
export class Store {
  /** @type {Readonly<State>} */
  #state;
  /** @type {Set<(changed: Partial<State>, state: Readonly<State>) => void>} */
  #acts = new Set();

  /** @param {State} state every value with its default */
  constructor(state) {
    this.#state = Object.freeze({ ...state });
  }

  /** Return the state, frozen: the same object until something changes. */
  get() {
    return this.#state;
  }

  /** Change some values and tell all subscribers which. @param {Partial<State>} some */
  set(some) {
    const changed = /** @type {Partial<State>} */ (
      Object.fromEntries(
        Object.entries(some).filter(([name, value]) => !Object.is(value, /** @type {any} */ (this.#state)[name])),
      )
    );
    if (!Object.keys(changed).length) return;
    this.#state = Object.freeze({ ...this.#state, ...changed });
    for (const act of [...this.#acts]) this.#tell(act, changed);
  }

  /** Call `act` after every change. @param {(changed: Partial<State>, state: Readonly<State>) => void} act @param {{signal?: AbortSignal}} [how] @returns {() => void} ends it */
  subscribe(act, { signal } = {}) {
    const end = () => this.#acts.delete(act);
    this.#acts.add(act);
    signal?.addEventListener("abort", end, { once: true });
    return end;
  }

  /** One subscriber that fails does not keep the change from the others. @param {(changed: Partial<State>, state: Readonly<State>) => void} act @param {Partial<State>} changed */
  #tell(act, changed) {
    if (!this.#acts.has(act)) return;
    try {
      act(changed, this.#state);
    } catch (error) {
      reportError(error);
    }
  }
}
