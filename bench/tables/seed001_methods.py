"""Tables 2 to 5 of B. Kaak, "Efficiency of two SAT encodings of Yajilin puzzles" (2025), rebuilt.

    scripts/bench tables/seed001_methods [--tables 2,3] [--engines E,E...] [--backend B]
        [--seconds S] [--solutions N] [--largest CELLS] [--output FILE.jsonl]

The classic method is the engine `counting`, the novel one `two-trees`; `counting:compact` stands
beside the classic figures, too. Each run has a process of its own, which is ended after S seconds.
The thesis finds one solution, from a start that is chosen with the solution at hand; here the
engines find their own start, and one solution as well, unless more are asked for. With an output
file a measurement that was stopped goes on where it was.

Seconds are those of the processor, the making of the formula included. "printed" is what the thesis
says; the ratio is ours by printed. A run that was ended counts with what it took until then, and
">" says so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from corpus import load
from enpitsu.sat.backend import AUTO, BACKENDS
from tables.apart import Journal, Run, Trial
from tables.seed001 import CLASSIC, DIFFERENT, GROUPS, NOVEL, Group, Row


class Pair(NamedTuple):
    """A printed row with our run of one engine."""

    row: Row
    engine: str
    run: Run

    @property
    def method(self) -> str:
        """The engine that the printed figures stand for."""
        return CLASSIC if self.engine.startswith(CLASSIC) else NOVEL

    @property
    def printed(self) -> float | None:
        """Printed seconds."""
        return self.row.seconds(self.method)


class Line(NamedTuple):
    """A row of a table: a puzzle's number and size, and a pair for each engine."""

    puzzle: int
    size: str
    pairs: tuple[Pair, ...]


# --- measuring ---------------------------------------------------------------------------------


def measure(group: Group, records: dict[int, Any], options: argparse.Namespace) -> list[Line]:
    """All rows of a group whose puzzles are at hand."""
    lines = []
    for row in group.rows:
        record = records.get(row.puzzle)
        if record is None or cells(record["size"]) > options.largest:
            continue
        pairs = [
            Pair(row, engine, _run(row, engine, record, options)) for engine in options.engines
        ]
        lines.append(Line(row.puzzle, record["size"], tuple(pairs)))
    return lines


def cells(size: str) -> int:
    """The number of cells of a board: "7x9" has 63."""
    rows, cols = map(int, size.split("x"))
    return rows * cols


def _run(row: Row, engine: str, record: dict[str, Any], options: argparse.Namespace) -> Run:
    trial = Trial(row.puzzle, engine, options.backend, options.seconds, options.solutions)
    run: Run = options.journal.run(trial, record["text"], _tell)
    return run


def _tell(trial: Trial, run: Run) -> None:
    outcome = "" if run.found else f", ended: {run.reached}"
    print(f"{trial.puzzle} {trial.engine}: {run.processor:.2f} s{outcome}", file=sys.stderr)


# --- printing ----------------------------------------------------------------------------------

HEAD = f"{'variables':>10}{'printed':>9}{'seconds':>10}{'printed':>9}{'ratio':>8}"


def show(group: Group, lines: Sequence[Line], engines: Sequence[str]) -> None:
    """Print a table."""
    print(f"\nTable {group.table}: {group.title}")
    print(f"{'':14}" + "".join(f"  {engine:<{len(HEAD)}}" for engine in engines))
    print(f"{'puzzle':>6}{'size':>8}" + f"  {HEAD}" * len(engines))
    for line in lines:
        print(f"{line.puzzle:>6}{line.size:>8}" + "".join(f"  {cell(pair)}" for pair in line.pairs))
    columns = list(zip(*(line.pairs for line in lines), strict=True))
    print(f"{'mean':<14}" + "".join(f"  {summary(pairs)}" for pairs in columns))
    if len(lines) < 6 and group.table == 5:
        print("(the thesis' own means of this level are of six puzzles:" + _own_mean(group) + ")")


def cell(pair: Pair) -> str:
    """Our figures and the printed ones."""
    variables, printed = pair.run.variables, pair.row.variables(pair.method)
    return f"{variables:>10}{printed:>9}" + _seconds([pair])


def summary(pairs: Sequence[Pair]) -> str:
    """The means of a column."""
    ours = mean(pair.run.variables for pair in pairs)
    printed = mean(pair.row.variables(pair.method) for pair in pairs)
    return f"{ours:>10.0f}{printed:>9.0f}" + _seconds(pairs)


def _seconds(pairs: Sequence[Pair]) -> str:
    """Mean seconds of those that have printed ones to compare with, and the ratio."""
    known = [pair for pair in pairs if pair.printed is not None]
    sign = ">" if any(not pair.run.found for pair in known or pairs) else ""
    ours = mean(pair.run.processor for pair in known or pairs)
    shown = f"{sign + f'{ours:.2f}':>10}"
    if not known:
        return f"{shown}{'never':>9}{'':>8}"
    printed = mean(pair.printed or 0 for pair in known)
    return f"{shown}{printed:>9.2f}{sign + f'{ours / printed:.2f}':>8}"


def _own_mean(group: Group) -> str:
    own = group.average
    texts = (
        f" {engine} {own.variables(engine)} variables, {own.seconds(engine)} s"
        for engine in (CLASSIC, NOVEL)
    )
    return ";".join(texts)


def show_variables(lines: Iterable[Line]) -> None:
    """Print where numbers of variables differ from the printed ones."""
    pairs = [pair for line in lines for pair in line.pairs if pair.engine in (CLASSIC, NOVEL)]
    known = {(pair.row.puzzle, pair.engine): pair for pair in pairs if pair.run.variables}
    other = {
        key: pair.run.variables - pair.row.variables(key[1])
        for key, pair in known.items()
        if pair.run.variables != pair.row.variables(key[1])
    }
    print(f"\nvariables: {len(known) - len(other)} of {len(known)} as printed")
    for (puzzle, engine), difference in other.items():
        named = "as known" if DIFFERENT.get((puzzle, engine)) == difference else "NOT EXPLAINED"
        print(f"  puzzle {puzzle}, {engine}: {difference:+} ({named})")


def show_faster(lines: Sequence[Line]) -> None:
    """Print how often the novel method is the faster one, here and there."""
    both = {}
    for line in lines:
        found = {pair.engine: pair for pair in line.pairs}
        if CLASSIC in found and NOVEL in found:
            both[line.puzzle] = (found[CLASSIC], found[NOVEL])
    ours = sum(novel.run.processor < classic.run.processor for classic, novel in both.values())
    theirs = sum(_printed(novel) < _printed(classic) for classic, novel in both.values())
    print(f"{NOVEL} is faster than {CLASSIC} on {ours} of {len(both)} puzzles (printed: {theirs})")


def _printed(pair: Pair) -> float:
    return float("inf") if pair.printed is None else pair.printed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", default="2,3,4,5", help="numbers, with commas between")
    parser.add_argument("--engines", default=f"{CLASSIC},{NOVEL}", help="names, with commas")
    parser.add_argument("--backend", default=AUTO, choices=(AUTO, *BACKENDS), help="the SAT solver")
    parser.add_argument("--seconds", type=float, default=20.0, help="limit of a run")
    parser.add_argument("--solutions", type=int, default=1, help="how many are looked for")
    parser.add_argument("--largest", type=int, default=10**6, help="cells of the largest boards")
    parser.add_argument("--output", type=Path, help="keep runs in this file, and use those there")
    options = parser.parse_args()
    options.engines = options.engines.split(",")
    options.journal = Journal(options.output)
    records = {record["id"]: record for record in load("yajilin")}
    wanted = [group for group in GROUPS if str(group.table) in options.tables.split(",")]
    every = []
    for group in wanted:
        lines = measure(group, records, options)
        if lines:
            show(group, lines, options.engines)
        every += lines
    show_variables(every)
    show_faster(every)


if __name__ == "__main__":
    main()
