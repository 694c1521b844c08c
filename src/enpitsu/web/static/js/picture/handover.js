/** Pictures handed over to the page that makes puzzles of them, from wherever they were opened. */

import { router } from "../app.js";

const PAGE = "/picture";

let waiting = null;

/** Whether a file is a picture to make a puzzle from: a bitmap of cells is a puzzle already. */
export const isPicture = ({ type, name }) => type.startsWith("image/") && !/portable/.test(type) && !/\.(pbm|pgm|ppm)$/i.test(name);

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
