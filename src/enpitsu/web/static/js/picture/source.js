/**
 * Pictures on their way in: decoded by the browser, turned upright, and shrunk so that each question
 * about them is a small one.
 */

import * as api from "../api.js";
import { h } from "../dom.js";
import { base64 } from "../files.js";
import { t } from "../words.js";

const MEGABYTES = 64;
const MOST_SIDE = 1600;
const DRAWN_SIDE = 800; // of a drawing that tells no size
const SENT_AS_IT_IS = 600_000; // bytes
const READ = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"];
const FOREIGN = /^(II\*\0|MM\0\*|P[1-6][\s#])/; // TIFF, PBM, PGM, PPM: no browser shows them all
const SENT_MEGABYTES = 16;
const MAYBE_CLEAR = ["image/png", "image/webp", "image/gif", "image/svg+xml", "image/avif"];
const QUALITY = 0.88;
const CAMERA_NAME = /^(img|image|dsc|dcim|photo|pxl|screenshot|signal|whatsapp|\d)/i;

/** A picture: what is shown of it, and what is sent. */
export class Source {
  /** @param {string} name @param {HTMLCanvasElement} canvas @param {string} data in base64 */
  constructor(name, canvas, data) {
    this.name = name;
    this.canvas = canvas;
    this.data = data;
    this.bounds = { height: canvas.height, width: canvas.width };
  }

  /** A title for the puzzle: names that cameras give are none. */
  get title() {
    const base = this.name
      .replace(/\.[^.]*$/, "")
      .replace(/[_-]+/g, " ")
      .trim()
      .slice(0, 80);
    return CAMERA_NAME.test(base) ? "" : base;
  }
}

/** Read a picture; an Error with a sentence if it cannot be. @param {File} file @returns {Promise<Source>} */
export async function readSource(file) {
  checkSize(file, MEGABYTES);
  const shown = (await isForeign(file)) ? await asShown(file) : file;
  const image = await decoded(shown);
  const canvas = drawn(image);
  const isSmall = shown.size <= SENT_AS_IT_IS && image.width === canvas.width && image.height === canvas.height;
  const sent = isSmall && READ.includes(shown.type) ? shown : await encoded(canvas, shown.type);
  if ("close" in image) image.close();
  return new Source(file.name ?? "", canvas, await base64(sent));
}

function checkSize(file, megabytes) {
  if (file.size > megabytes * 2 ** 20) throw new Error(t("picture.refused.too-large", { megabytes }));
}

const isForeign = async (file) =>
  FOREIGN.test(String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer())));

/** A picture of a format that browsers do not show, as the server shows it. */
async function asShown(file) {
  checkSize(file, SENT_MEGABYTES);
  return api.file("/decode", { picture: await base64(file) });
}

/** Decoded and upright. Drawings (SVG) go through an image element. */
async function decoded(file) {
  if (!file.size) throw new Error(t("picture.refused.empty"));
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return asElement(file);
  }
}

async function asElement(file) {
  const image = new Image();
  const address = URL.createObjectURL(file);
  try {
    image.src = address;
    await image.decode();
    image.width = image.naturalWidth || DRAWN_SIDE;
    image.height = image.naturalHeight || DRAWN_SIDE;
    return image;
  } catch {
    throw new Error(t("picture.refused.unreadable"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawn(image) {
  const factor = Math.min(1, MOST_SIDE / Math.max(image.width, image.height));
  const side = (length) => Math.max(1, Math.round(length * factor));
  const canvas = h("canvas", { width: side(image.width), height: side(image.height) });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** As a file: what is partly clear in a format that keeps that. */
function encoded(canvas, type) {
  const format = MAYBE_CLEAR.includes(type) && isClear(canvas) ? "image/webp" : "image/jpeg";
  return new Promise((resolve, reject) => {
    const take = (made) => (made ? resolve(made) : reject(new Error(t("picture.refused.unreadable"))));
    canvas.toBlob(take, format, QUALITY);
  });
}

/** True if something shines through, as a small copy tells. */
function isClear(canvas) {
  const small = h("canvas", { width: 64, height: 64 });
  const pen = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d", { willReadFrequently: true }));
  pen.drawImage(canvas, 0, 0, 64, 64);
  const { data } = pen.getImageData(0, 0, 64, 64);
  for (let at = 3; at < data.length; at += 4) if (data[at] < 250) return true;
  return false;
}
