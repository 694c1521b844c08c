/** The same game in several tabs: the one opened last plays, the others are told. */
export class Tabs {
  #channel;
  #id = crypto.randomUUID();

  /** @param {string} game @param {() => void} onOther another tab has opened it */
  constructor(game, onOther) {
    this.#channel = new BroadcastChannel("enpitsu.play");
    this.#channel.addEventListener("message", ({ data }) => {
      if (data?.game === game && data.tab !== this.#id) onOther();
    });
    this.#channel.postMessage({ game, tab: this.#id });
  }

  close() {
    this.#channel.close();
  }
}
