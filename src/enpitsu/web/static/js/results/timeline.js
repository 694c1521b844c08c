/**
 * A solve as a film: when each event of its log comes on the screen. Long thoughts are shortened,
 * so that nobody looks at a still board for minutes; the clock still tells the real time.
 */

const THOUGHT = 2000; // ms that are shown whole
const LONGEST = 4000;

/** The length at which a pause of so many ms is shown: whole at first, then ever less of it. */
const shortened = (gap) => (gap <= THOUGHT ? gap : Math.min(LONGEST, THOUGHT + 400 * Math.log2(gap / THOUGHT)));

/** The times of a log. */
export class Timeline {
  /** @param {import("../types.d.ts").LogEvent[]} log */
  constructor(log) {
    this.log = log;
    this.count = log.length;
    let shown = 0;
    let last = 0;
    /** When each event is shown, in ms of the film. */
    this.shown = log.map(({ t: time }) => {
      shown += shortened(Math.max(0, time - last));
      last = Math.max(last, time);
      return shown;
    });
  }

  /** The real time after so many events, in ms of play. */
  timeAfter(count) {
    return count ? this.log[count - 1].t : 0;
  }

  /** The moment of the film after so many events. */
  filmAfter(count) {
    return count ? this.shown[count - 1] : 0;
  }

  /** The number of events up to a moment of the film. */
  countAt(film) {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.shown[middle] <= film) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where help was taken: hints, checks, everything plain filled in. @returns {{count: number, name: string}[]} */
  helps() {
    const found = [];
    this.log.forEach((event, at) => {
      if (event.note === "hint") found.push({ count: at + 1, name: event.stage });
      else if (event.note === "check") found.push({ count: at + 1, name: event.live ? "live" : "check" });
      else if (event.by === "fill") found.push({ count: at + 1, name: "fill" });
    });
    return found;
  }
}

/** Runs a film: asks to show a count of events, frame by frame. */
export class Player {
  #frame = 0;
  #last = 0;
  #film = 0;
  count = 0;
  speed = 4;

  /** @param {Timeline} timeline @param {(count: number, isPlaying: boolean) => void} show */
  constructor(timeline, show) {
    this.timeline = timeline;
    this.show = show;
  }

  get isPlaying() {
    return this.#frame !== 0;
  }

  /** Go to a moment. */
  goTo(count) {
    this.count = Math.min(Math.max(0, count), this.timeline.count);
    this.#film = this.timeline.filmAfter(this.count);
    this.show(this.count, this.isPlaying);
  }

  /** Play on; from the beginning if it has ended. */
  play() {
    if (this.isPlaying) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.goTo(this.count >= this.timeline.count ? 0 : this.count);
  }

  pause() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.show(this.count, false);
  }

  #tick(now) {
    this.#film += Math.max(0, now - this.#last) * this.speed;
    this.#last = now;
    const count = this.timeline.countAt(this.#film);
    if (count >= this.timeline.count) return this.#end();
    this.#frame = requestAnimationFrame((next) => this.#tick(next));
    if (count === this.count) return;
    this.count = count;
    this.show(count, true);
  }

  #end() {
    this.#frame = 0;
    this.count = this.timeline.count;
    this.show(this.count, false);
  }
}
