/** Improvements that the author may ask for: one solution, reasons, fewer clues, another level, the rest. */

import { ImproveMenu } from "./improve_menu.js";

/** The section of the rail. @param {import("../editor.js").Editor} editor @returns {Node} */
export const section = (editor) => new ImproveMenu(editor).made;
