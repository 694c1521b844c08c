/** The kind of the last input, key or pointer: only after a key a cursor is of use. */

const SILENT = new Set(["Shift", "Control", "Alt", "Meta"]); // held while the mouse writes

/** Listens to a whole document until it is told to stop. */
export class Modality {
  #end = new AbortController();

  /** @param {Document} document @param {(isKey: boolean) => void} tell called with every input */
  constructor(document, tell) {
    const how = { capture: true, passive: true, signal: this.#end.signal };
    document.addEventListener("keydown", ({ key }) => void (SILENT.has(key) || tell(true)), how);
    document.addEventListener("pointerdown", () => tell(false), how);
  }

  remove() {
    this.#end.abort();
  }
}
