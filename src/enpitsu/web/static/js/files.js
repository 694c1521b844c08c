/** Files: read to be sent, and saved on the player's disk. */

import { h } from "./dom.js";

const LATER = 10_000; // ms until the browser surely has taken it

/** Save something as a file. @param {Blob | string} content @param {string} name */
export function download(content, name) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: "text/plain;charset=utf-8" });
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), LATER);
}

/** A file's name without its suffix, from a title. @param {string} title */
export const fileName = (title) =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60) || "puzzle";

/** A file's bytes as they travel. @param {Blob} file @returns {Promise<string>} */
export function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
