/** The kit that kinds build with, so that they need to know no address. */

import * as areas from "./areas.js";
import { clickOrDrag, isNear } from "./hands.js";
import * as nodes from "./nodes.js";
import { colourNames, colourSigns, ink } from "./palette.js";
import * as shapes from "./shapes.js";
import * as slots from "./slots.js";
import * as strokeKit from "./stroke_kit/index.js";

export const KIT = Object.freeze({
  ...slots,
  ...nodes,
  ...shapes,
  ...areas,
  ...strokeKit,
  colourNames,
  colourSigns,
  ink,
  clickOrDrag,
  isNear,
});
