/** The kit that kinds build with, so that they need to know no address. */

import { clickOrDrag } from "./hands.js";
import * as shapes from "./shapes.js";
import * as slots from "./slots.js";

export const KIT = Object.freeze({ ...slots, ...shapes, clickOrDrag });
