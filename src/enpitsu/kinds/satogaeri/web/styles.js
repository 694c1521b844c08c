/**
 * Satogaeri's own look beside the board's: what becomes of countries and circles.
 */

export const STYLES = `
.board .tint { fill: transparent; }
.board .is-done .tint { fill: var(--settled); }
.board .is-wrong .tint { fill: var(--errbg); }
.board .badge { display: none; fill: none; stroke: var(--grid5); stroke-width: 1px; }
.board.with-clues .badge { display: inline; }
.board .is-done .badge { fill: var(--ink2); stroke: var(--ink2); }
.board.board .is-wrong .badge { display: none; }
.board .alarm { display: none; fill: var(--err); font-weight: 800; }
.board .is-wrong .alarm { display: inline; }

.board .piece { transition: translate 120ms ease-out; }
.board .piece.is-dragged,
.board.is-new .piece { transition: none; }
.board .piece.is-done { opacity: 1; }
.board.board .piece.is-done .circle ~ .clue { fill: var(--ink2) !important; }
.board .piece:is(.is-wrong, .is-error) .circle { fill: var(--board); stroke-dasharray: 4.5 3; }
.board .piece.trial-1 .circle { stroke: var(--trial); stroke-width: 2.25px; stroke-linecap: round; stroke-dasharray: 0.1 4.5; }
.board .piece.trial-2 .circle { stroke: var(--trial); stroke-width: 2.25px; stroke-dasharray: 6 4; }
.board.has-errors .piece:not(.is-error) .arrow { opacity: 0.35; }
.board .piece.is-error .arrow { fill: var(--err); }
.board .piece.is-hint .arrow { fill: var(--hint); }
.board .way-hint { fill: none; stroke: var(--hint); stroke-width: 5px; }
.board .head-hint { fill: var(--hint); }
.board .piece.is-held .circle {
  fill: color-mix(in srgb, var(--focus) 14%, var(--board));
  stroke: var(--focus);
  stroke-width: 2.75px;
  stroke-dasharray: none;
}
.board.board .piece.is-held .circle ~ .clue { fill: var(--focus) !important; }
.board .track.is-held { stroke: var(--focus); opacity: 0.6; animation: none; }

.board.is-solved .tint { fill: var(--settled); animation: come-home 450ms ease-out backwards; }
.board.board.is-solved .badge { display: none; }
.board.is-solved .piece .circle { fill: var(--board); stroke: var(--ink); stroke-width: 1.75px; }
.board.board.is-solved .piece.is-done .circle ~ .clue { fill: var(--ink) !important; }
@keyframes come-home { from { fill: var(--board); } }
`;
