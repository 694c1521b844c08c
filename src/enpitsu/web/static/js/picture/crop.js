/**
 * The photo with a frame round the part that is taken: drawn, moved, resized by hand, keys or numbers.
 * @import { Box } from "./cropmath.js"
 * @typedef {{id: number, act: "resize" | "move" | "draw", handle: string, from: {x: number, y: number}, at: [number, number], box: Box,
 *   isDragged?: boolean}} Stroke
 */

import { button, check, field, fill, h } from "../dom.js";
import { t } from "../words.js";
import { between, HANDLES, isWhole, moved, put, resized, shaped, whole } from "./cropmath.js";

const STEP = 0.01;
const RIM = 0.02; // share of a side: nearer to the border of the photo a handle would be cut off
const DRAWN = 6; // pixels of the screen that make a stroke of a press
const NAMES = ["top", "left", "height", "width"];
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** A photo and its frame. */
export class Crop {
  #source;
  #box;
  /** @type {Stroke | null} */
  #stroke = null;
  /** @type {() => number | null} */
  #ratio;
  #isLocked = false;

  /** @param {{onChange: (box: Box | null) => void, ratio: () => number | null}} how `onChange` gets null for "automatic" */
  constructor({ onChange, ratio }) {
    this.onChange = onChange;
    this.#ratio = () => (this.#isLocked ? ratio() : null);
    this.frame = h(
      "div",
      {
        class: "pic-frame",
        tabindex: "0",
        role: "application",
        "aria-label": t("picture.crop.frame"),
        "aria-describedby": "pic-crop-help",
        onKeydown: (event) => this.#key(event),
      },
      HANDLES.map((name) => h("span", { class: `pic-handle is-${name}`, dataset: { handle: name } })),
    );
    this.photo = h("div", { class: "pic-photo" });
    this.room = h("div", { class: "pic-photo-room" }, this.photo);
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      this.photo.addEventListener(type, (event) => this.#pointer(event));
    }
    this.fields = Object.fromEntries(NAMES.map((name) => [name, this.#number(name)]));
    this.node = h(
      "section",
      { class: "pic-crop", "aria-labelledby": "pic-crop-title" },
      h("div", { class: "pic-panel-head" }, h("h2", { id: "pic-crop-title" }, t("picture.crop.title"))),
      this.room,
      this.#buttons(),
      this.#exact(),
    );
  }

  /** The part that is taken. */
  get box() {
    return this.#box;
  }

  /** Show a picture. @param {import("./source.js").Source} source */
  load(source) {
    this.#source = source;
    source.canvas.className = "pic-canvas";
    source.canvas.setAttribute("role", "img");
    source.canvas.setAttribute("aria-label", t("picture.crop.photo"));
    this.photo.style.setProperty("--shape", String(source.bounds.width / source.bounds.height));
    fill(this.photo, source.canvas, this.frame);
    this.show(whole(source.bounds));
  }

  /** Put the frame somewhere without telling anybody. */
  show(box) {
    this.#box = box;
    const { height, width } = this.#source.bounds;
    const shares = {
      top: box.top / height,
      left: box.left / width,
      height: box.height / height,
      width: box.width / width,
    };
    for (const name of NAMES) {
      this.frame.style.setProperty(`--${name}`, `${100 * shares[name]}%`);
      if (document.activeElement !== this.fields[name]) this.fields[name].value = String(Math.round(box[name]));
    }
    this.frame.classList.toggle("is-whole", isWhole(box, this.#source.bounds));
    const rims = {
      n: shares.top,
      w: shares.left,
      s: 1 - shares.top - shares.height,
      e: 1 - shares.left - shares.width,
    };
    for (const [side, rim] of Object.entries(rims)) this.frame.classList.toggle(`at-${side}`, rim < RIM);
  }

  /** The grid has got another shape: a locked frame follows. */
  reshape() {
    const ratio = this.#ratio();
    if (ratio && Math.abs(this.#box.width / this.#box.height / ratio - 1) > 0.001)
      this.#take(shaped(this.#box, ratio, this.#source.bounds));
  }

  // --- inside ------------------------------------------------------------------------------------

  #buttons() {
    return h(
      "div",
      { class: "row pic-crop-tools" },
      button({
        text: t("picture.crop.whole"),
        icon: "fit",
        onClick: () => this.#take(this.#fitted(whole(this.#source.bounds))),
      }),
      button({ text: t("picture.crop.auto"), title: t("picture.crop.auto-help"), onClick: () => this.onChange(null) }),
      check(t("picture.crop.lock"), false, (isOn) => {
        this.#isLocked = isOn;
        this.reshape();
      }),
    );
  }

  #exact() {
    return h(
      "details",
      { class: "pic-exact" },
      h("summary", {}, t("picture.crop.exact")),
      h(
        "div",
        { class: "pic-exact-fields" },
        NAMES.map((name) => field(t(`picture.crop.${name}`), this.fields[name])),
      ),
      h("p", { class: "help", id: "pic-crop-help" }, t("picture.crop.help")),
    );
  }

  #number(name) {
    const made = h("input", {
      class: "input",
      type: "number",
      min: "0",
      step: "1",
      inputmode: "numeric",
      name: `crop-${name}`,
      onChange: () => this.#typed(),
      onBlur: () => this.show(this.#box),
    });
    return made;
  }

  #typed() {
    const values = NAMES.map((name) => [name, this.fields[name].valueAsNumber]);
    if (values.some(([, value]) => !Number.isFinite(value))) return;
    this.#take(put(Object.fromEntries(values), this.#source.bounds, this.#ratio()));
  }

  #fitted(box) {
    const ratio = this.#ratio();
    return ratio ? shaped(box, ratio, this.#source.bounds) : box;
  }

  #take(box) {
    this.show(box);
    this.onChange(box);
  }

  #key(event) {
    const way = ARROWS[event.key];
    if (!way || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { bounds } = this.#source;
    const step = event.altKey ? 1 : Math.max(1, Math.round(STEP * Math.max(bounds.height, bounds.width)));
    const [down, right] = way.map((each) => each * step);
    this.#take(event.shiftKey ? this.#grown(down, right) : moved(this.#box, down, right, bounds));
  }

  #grown(down, right) {
    const { top, left, height, width } = this.#box;
    const handle = down ? "s" : "e";
    return resized(
      this.#box,
      handle,
      { x: left + width + right, y: top + height + down },
      this.#source.bounds,
      this.#ratio(),
    );
  }

  // --- by hand -----------------------------------------------------------------------------------

  #pointer(event) {
    if (!this.#source) return;
    if (event.type === "pointerdown" && event.button === 0 && event.isPrimary) this.#press(event);
    else if (!this.#stroke || event.pointerId !== this.#stroke.id) return;
    else if (event.type === "pointermove") this.#drag(event, this.#stroke);
    else {
      this.photo.classList.remove("is-dragged");
      this.#stroke = null;
    }
  }

  #press(event) {
    event.preventDefault();
    this.frame.focus({ preventScroll: true, focusVisible: false });
    this.photo.setPointerCapture(event.pointerId);
    const handle = event.target.dataset?.handle ?? "";
    const isInside = this.frame.contains(event.target) && !isWhole(this.#box, this.#source.bounds);
    const act = handle ? "resize" : isInside ? "move" : "draw";
    this.#stroke = {
      id: event.pointerId,
      act,
      handle,
      from: this.#point(event),
      at: [event.clientX, event.clientY],
      box: this.#box,
    };
  }

  /** @param {PointerEvent} event @param {Stroke} stroke */
  #drag(event, stroke) {
    const { act, handle, from, at, box } = stroke;
    const to = this.#point(event);
    const { bounds } = this.#source;
    const isStroke = Math.hypot(event.clientX - at[0], event.clientY - at[1]) >= DRAWN || stroke.isDragged;
    if (act === "draw" && !isStroke) return;
    stroke.isDragged = true;
    this.photo.classList.add("is-dragged");
    if (act === "move") this.#take(moved(box, to.y - from.y, to.x - from.x, bounds));
    else if (act === "resize") this.#take(resized(box, handle, to, bounds, this.#ratio()));
    else this.#take(between(from, to, bounds, this.#ratio()));
  }

  /** A place of the screen as one of the picture. */
  #point({ clientX, clientY }) {
    const { left, top, width, height } = this.photo.getBoundingClientRect();
    const { bounds } = this.#source;
    const share = (value) => Math.min(1, Math.max(0, value));
    return { x: share((clientX - left) / width) * bounds.width, y: share((clientY - top) / height) * bounds.height };
  }
}
