/** What the page answers without the server, for tests that compare it with Python: JSON in, JSON out. */

import { text } from "node:stream/consumers";
import { findPuzzles } from "../../src/enpitsu/web/static/js/offline/search.js";
import { isFull, isSolved } from "../../src/enpitsu/web/static/js/offline/verdict.js";

const { rows = [], queries = [], puzzles = [] } = JSON.parse(await text(process.stdin));
const verdicts = puzzles.map(({ puzzle, boards }) =>
  Promise.all(boards.map(async (facts) => [await isSolved(puzzle, facts), isFull(puzzle, facts)])),
);
const found = queries.map((query) => findPuzzles(rows, query));
console.log(JSON.stringify({ found, verdicts: await Promise.all(verdicts) }));
