/** The look of sheets beside the board's: soft tints for countries, hatching where there is none yet. */

export const STYLES = `
.board .country { fill: light-dark(oklch(0.951 0.034 var(--tint)), oklch(0.335 0.045 var(--tint))); }
.board .country-0 { --tint: 235; }
.board .country-1 { --tint: 85; }
.board .country-2 { --tint: 155; }
.board .country-3 { --tint: 310; }
.board .country-4 { --tint: 35; }
.board .country-5 { --tint: 195; }
.board .country-6 { --tint: 270; }
.board .unclaimed { stroke: var(--grid); stroke-width: 1px; opacity: 0.75; }
.board .clue.is-error { fill: var(--err); }
.board .clue:is(.is-hint, .is-because) { fill: var(--hint); }
:root[data-contrast="more"] .board .country { fill: light-dark(oklch(0.97 0.025 var(--tint)), oklch(0.29 0.04 var(--tint))); }
`;

/** The number of tints. */
export const TINTS = 7;
