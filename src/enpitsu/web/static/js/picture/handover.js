/** Pictures handed over to the page that makes puzzles of them, from wherever they were opened. */

import { router } from "../router.js";

const PAGE = "/picture";

/** @type {File | null} */
let waiting = null;

/** File names that pictures have whose sort browsers do not always tell. */
const NAMES = /\.(bmp|tiff?|pgm|ppm|pnm)$/i;

/** True if a file is a bitmap of cells (PBM): on the page of pictures a picture, elsewhere a puzzle already. */
export const isBitmap = ({ type, name }) => type === "image/x-portable-bitmap" || /\.pbm$/i.test(name);

/** True if a file is a picture to make a puzzle from, wherever it is opened. */
export const isPicture = (file) => !isBitmap(file) && (file.type.startsWith("image/") || NAMES.test(file.name));

/** Go and make a puzzle of a picture. @param {File} file */
export async function openPicture(file) {
  waiting = file;
  await router.go(PAGE, { replace: location.pathname === PAGE });
}

/** The picture that was handed over; null if none was. */
export function takePicture() {
  const file = waiting;
  waiting = null;
  return file;
}
