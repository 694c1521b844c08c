/** The look of sheets beside the board's: soft tints for countries, hatching where there is none yet. */

const STYLES = `
.board .land { fill: light-dark(oklch(0.951 0.034 var(--land)), oklch(0.335 0.045 var(--land))); }
.board .land-0 { --land: 235; }
.board .land-1 { --land: 85; }
.board .land-2 { --land: 155; }
.board .land-3 { --land: 310; }
.board .land-4 { --land: 35; }
.board .land-5 { --land: 195; }
.board .land-6 { --land: 270; }
.board .unclaimed { stroke: var(--grid); stroke-width: 1px; opacity: 0.75; }
.board .border.is-loose { stroke: var(--focus); }
.board .clue.is-error { fill: var(--err); }
.board .clue:is(.is-hint, .is-because) { fill: var(--hint); }
:root[data-contrast="more"] .board .land { fill: light-dark(oklch(0.97 0.025 var(--land)), oklch(0.29 0.04 var(--land))); }
`;

/** How many tints there are. */
export const TINTS = 7;

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(STYLES);

/** Bring the styles into a document, once. @param {Document} document */
export function adoptStyles(document) {
  if (!document.adoptedStyleSheets.includes(SHEET)) document.adoptedStyleSheets.push(SHEET);
}
