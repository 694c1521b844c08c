"""Tables 2 to 5 of B. Kaak, "Efficiency of two SAT encodings of Yajilin puzzles" (2025), rebuilt.

    scripts/bench tables/kaak_2025_methods [--tables 2,3] [--engines E,E...] [--backend B]
        [--seconds S] [--solutions N] [--largest CELLS] [--output FILE.jsonl]

The classic method is the engine `counting`, the novel one `two-trees`; `counting:compact` stands
beside the classic figures, too. Each run has a process of its own, which is ended after S seconds
of processor time. The thesis finds one solution, from a start that is chosen with the solution at
hand; here the engines find their own start, and one solution as well, unless more are asked for.
With an output file a measurement that was stopped goes on where it was.

Seconds are those of the processor, the making of the formula included. "printed" is what the thesis
says; the ratio is ours by printed. A run that was ended counts with what it took until then, and
">" says so; one whose engine failed counts nowhere, is named below the tables, and made again the
next time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from corpus import load
from enpitsu.sat.backend import AUTO, BACKENDS
from tables.apart import Journal, Run, Trial, of_other_versions
from tables.common import (
    at_least_one,
    check_engines,
    heading,
    limit_words,
    paragraph,
    run_script,
    some_of,
)
from tables.kaak_2025 import CLASSIC, DIFFERENT, GROUPS, NOVEL, Group, Row
from tables.ranks import partial, spearman


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
    run: Run = options.journal.run(trial, record["text"])
    return run


# --- printing ----------------------------------------------------------------------------------

HEAD = f"{'variables':>10}{'printed':>9}{'seconds':>10}{'printed':>9}{'ratio':>8}"
NOTE = (
    "The thesis' program is written in C around Kissat 4.0.0, and its runtimes are, it says, what "
    "Kissat tells; whether they include the making of the formula it does not say. Ours include "
    "it, in Python, and with a backend like kissat the start of the solver's process, some "
    "hundredths of a second, and the way of the clauses there; not the loading of Enpitsu. The "
    "thesis names no machine: ratios of two of our columns mean more than those of ours by printed."
)


def show(group: Group, lines: Sequence[Line], engines: Sequence[str]) -> None:
    """Print a table."""
    print(f"\nTable {group.table}: {group.title}")
    print(f"{'':14}" + "".join(f"  {engine:<{len(HEAD)}}" for engine in engines))
    print(f"{'puzzle':>6}{'size':>8}" + f"  {HEAD}" * len(engines))
    for line in lines:
        print(f"{line.puzzle:>6}{line.size:>8}" + "".join(f"  {cell(pair)}" for pair in line.pairs))
    columns = list(zip(*(line.pairs for line in lines), strict=True))
    print(f"{'mean':<14}" + "".join(f"  {summary(pairs)}" for pairs in columns))


def cell(pair: Pair) -> str:
    """Our figures and the printed ones."""
    return summary([pair])


def summary(pairs: Sequence[Pair]) -> str:
    """The means of a column."""
    measured = [pair for pair in pairs if pair.run.error is None]
    if not measured:
        return f"{'failed':>{len(HEAD)}}"
    return _variables(measured) + _seconds(measured)


def _variables(pairs: Sequence[Pair]) -> str:
    """Mean numbers of variables, where a run came so far that it knows them."""
    known = [pair for pair in pairs if pair.run.variables] or pairs
    ours = mean(pair.run.variables for pair in known)
    printed = mean(pair.row.variables(pair.method) for pair in known)
    return f"{ours:>10.0f}{printed:>9.0f}" if ours else f"{'-':>10}{printed:>9.0f}"


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
    """Print how often the novel method is the faster one, here and there. Who finds an answer is
    faster than who finds none; where neither does, nobody is."""
    both = list(_compared(lines))
    ended = [(one, other) for one, other in both if one.run.found or other.run.found]
    ours = sum(_ours(novel) < _ours(classic) for classic, novel in ended)
    theirs = sum(_printed(novel) < _printed(classic) for classic, novel in ended)
    words = f"{NOVEL} is faster than {CLASSIC} on {ours} of {len(ended)} puzzles"
    print(f"{words} (printed: {theirs} of these)")
    if len(ended) < len(both):
        print(f"left out: {len(both) - len(ended)} on which neither found an answer")


def _compared(lines: Sequence[Line]) -> Iterable[tuple[Pair, Pair]]:
    """What both methods did, once for each puzzle that neither failed on."""
    both = {}
    for line in lines:
        found = {pair.engine: pair for pair in line.pairs if pair.run.error is None}
        if CLASSIC in found and NOVEL in found:
            both[line.puzzle] = (found[CLASSIC], found[NOVEL])
    return both.values()


def _ours(pair: Pair) -> float:
    return pair.run.processor if pair.run.found else float("inf")


def _printed(pair: Pair) -> float:
    return float("inf") if pair.printed is None else pair.printed


def show_failed(lines: Iterable[Line]) -> None:
    """Print the runs whose engine failed."""
    for line in lines:
        for pair in line.pairs:
            if pair.run.error is not None:
                print(f"puzzle {line.puzzle}, {pair.engine} failed: {pair.run.error}")


# --- levels ------------------------------------------------------------------------------------


def show_levels(levels: Sequence[Sequence[Line]]) -> None:
    """Print what section 4.2 says of Table 5, in print and here: means of each level, on how many
    puzzles the novel method is faster, and how far the level goes with time."""
    print("\nTable 5 by level: mean seconds, and on how many puzzles the novel method is faster")
    head = "".join(f"{where + ' ' + name:>17}" for where in WHERE for name in ("classic", "novel"))
    print(f"{'level':>5}{head}{'printed':>9}{'here':>6}{'of':>4}{'variables, ratio':>18}")
    pairs = [list(_compared(lines)) for lines in levels]
    for level, both in enumerate(pairs, 1):
        if both:
            print(f"{level:>5}{_level_row(both)}")
    show_level_correlations(levels)


WHERE = ("printed", "here")


def _level_row(both: Sequence[tuple[Pair, Pair]]) -> str:
    means = (
        _mean_text([pair[at] for pair in both], is_ours) for is_ours in (0, 1) for at in (0, 1)
    )
    faster = [
        sum(seconds(novel) < seconds(classic) for classic, novel in both)
        for seconds in (_printed, _ours)
    ]
    ratio = mean(c.row.classic_variables for c, _ in both) / mean(
        n.row.novel_variables for _, n in both
    )
    return (
        "".join(f"{text:>17}" for text in means)
        + f"{faster[0]:>9}{faster[1]:>6}{len(both):>4}{ratio:>18.1f}"
    )


def _mean_text(pairs: Sequence[Pair], is_ours: int) -> str:
    """Mean seconds; what came to no end counts nowhere in print, and with its limit here."""
    times = [pair.run.processor if is_ours else pair.printed for pair in pairs]
    known = [each for each in times if each is not None]
    is_cut = any(not pair.run.found for pair in pairs) if is_ours else len(known) < len(times)
    return (">" if is_cut else "") + (f"{mean(known):.2f}" if known else "never")


def show_level_correlations(levels: Sequence[Sequence[Line]]) -> None:
    """Print rank correlations of level and time, also given the number of cells."""
    found = [
        (level, cells(line.size), both)
        for level, lines in enumerate(levels, 1)
        for line in lines
        for both in _compared([line])
    ]
    numbers, sizes = [float(level) for level, _, _ in found], [float(size) for _, size, _ in found]
    print(f"rank correlation with the level, {len(found)} puzzles:")
    print(f"  number of cells: {spearman(numbers, sizes):+.2f}")
    for where, seconds in zip(WHERE, (_printed, _ours), strict=True):
        for at, name in enumerate((CLASSIC, NOVEL)):
            times = [seconds(both[at]) for _, _, both in found]
            plain, left = spearman(numbers, times), partial(numbers, times, sizes)
            print(f"  {where} {name}: {plain:+.2f}, given the number of cells {left:+.2f}")


# --- all of it ---------------------------------------------------------------------------------


def show_all(groups: Iterable[Group], options: argparse.Namespace) -> None:
    """Measure and print tables, and what they say together."""
    records = {record["id"]: record for record in load("yajilin")}
    every, levels = [], []
    for group in groups:
        lines = measure(group, records, options)
        if lines:
            show(group, lines, options.engines)
        if group.table == 5:
            levels.append(lines)
        every += lines
    if {CLASSIC, NOVEL} <= set(options.engines) and any(levels):
        show_levels(levels)
    show_variables(every)
    show_faster(every)
    show_failed(every)
    if words := of_other_versions(pair.run for line in every for pair in line.pairs):
        print(words)


def main() -> None:
    """Measure and print."""
    options = _options()
    check_engines(options.engines, options.backend)
    options.journal = Journal(options.output)
    print("Tables of B. Kaak's thesis (2025) beside Enpitsu's own figures")
    print(heading(options.engines, options.backend, limit_words(options.seconds)))
    print(f"solutions looked for: {options.solutions}")
    print(paragraph(NOTE), flush=True)
    show_all((group for group in GROUPS if group.table in options.tables), options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tables",
        type=some_of(dict.fromkeys(group.table for group in GROUPS)),
        default="2,3,4,5",
        help="numbers, with commas between",
    )
    parser.add_argument("--engines", default=f"{CLASSIC},{NOVEL}", help="names, with commas")
    parser.add_argument("--backend", default=AUTO, choices=(AUTO, *BACKENDS), help="the SAT solver")
    parser.add_argument("--seconds", type=float, default=20.0, help="processor time of a run")
    parser.add_argument("--solutions", type=at_least_one, default=1, help="how many to look for")
    parser.add_argument(
        "--largest", type=at_least_one, default=10**6, help="cells of the largest boards"
    )
    parser.add_argument("--output", type=Path, help="keep runs in this file, and use those there")
    options = parser.parse_args()
    options.engines = options.engines.split(",")
    return options


if __name__ == "__main__":
    run_script(main)
