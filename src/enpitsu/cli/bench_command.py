"""enpitsu bench"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.cli.inputs import Found, Item, Items, Unreadable
from enpitsu.cli.progress_bar import progress
from enpitsu.cli.runner import Exit, Fatal
from enpitsu.cli.shared_options import cluster_option, format_names, jobs_option, json_option
from enpitsu.errors import BackendMissing, PuzzleError
from enpitsu.kind import AnyKind, Puzzle
from enpitsu.lab.bench_folder import BenchFolder, Conditions, runs_csv, summary_csv, summary_rows
from enpitsu.lab.bench_run import BenchRun, Key, Subject, Terms, subject_of
from enpitsu.lab.perform import hands, perform, planned, refusals
from enpitsu.lab.plots import cactus, draw, scatter
from enpitsu.lab.setups import ALL, Setup, setups_of
from enpitsu.lab.summary import disagreements, representatives, summaries
from enpitsu.lab.table import counted, heading, table
from enpitsu.registry import find_kind, kinds
from enpitsu.sat.backend import AUTO, BACKENDS, check_backend
from enpitsu.starter import starter
from enpitsu.workers import WorkerPool

MOST_SHOUTED = 20
USUAL_WIDTH = 80
STOPPED = 130  # the exit code of shells after Ctrl+C
CLOSED = 141  # the exit code of shells when nobody reads any more
OWN_PROCESS = (
    "A back end in a process of its own is started anew for each run: some 0.05 to 0.2 s of its "
    "time."
)


class BenchOptions(NamedTuple):
    """The options of `enpitsu bench`."""

    kind: AnyKind
    setups: list[Setup]
    subjects: list[Subject]
    warm: Puzzle
    repeat: int
    terms: Terms

    @property
    def keys(self) -> list[Key]:
        """The runs that it is about."""
        return [
            Key(subject.id, setup, repetition)
            for subject in self.subjects
            for repetition in range(1, self.repeat + 1)
            for setup in self.setups
        ]


def _names(context: click.Context, option: click.Parameter, value: Sequence[str]) -> list[str]:
    """Lists with commas, one after another."""
    return [name.strip() for text in value for name in text.split(",") if name.strip()]


def _finite(context: click.Context, option: click.Parameter, value: float) -> float:
    """No "nan", which is neither above nor below any limit, nor "inf"."""
    if not math.isfinite(value):
        raise click.BadParameter(f"{value} is no number to count up to")
    return value


def _folder(context: click.Context, option: click.Parameter, value: str | None) -> Path | None:
    if value == "":
        raise click.BadParameter("the name is empty")  # An unset variable, mostly.
    return None if value is None else Path(value)


def _kind(context: click.Context, argument: click.Parameter, value: str) -> AnyKind:
    try:
        return find_kind(value)
    except PuzzleError as error:
        raise click.BadParameter(str(error)) from None


@click.command(
    epilog="""\b
Examples:
  enpitsu bench KIND --limit 10
  enpitsu bench KIND --engines all --puzzles puzzles/ --time 10 --jobs 2 --output measured
  enpitsu bench KIND --engines auto --backends minisat22,maplechrono --repeat 3
\b
Exit codes: 0 measured, 1 setups contradict each other or fail, 2 bad input or usage,
130 stopped by Ctrl+C (the table tells of what was measured until then).
A limit that is reached is a result like another.
"""
)
@click.argument(
    "kind",
    metavar="KIND",
    callback=_kind,
    shell_complete=lambda context, argument, start: [
        kind for kind in sorted(kinds()) if kind.startswith(start)
    ],
)
@click.option(
    "--engines",
    multiple=True,
    default=[ALL],
    callback=_names,
    help='Names with commas between them, options as in "name:option"; "all" for every engine, '
    '"auto" for the usual one. May be repeated.  [default: all]',
)
@click.option(
    "--backends",
    multiple=True,
    default=[AUTO],
    callback=_names,
    help='Solvers, likewise, for engines that ask one; "all" for every one, "program:COMMAND" for '
    "any SMT solver (see enpitsu engines).  [default: auto]",
)
@click.option(
    "--puzzles",
    "inputs",
    multiple=True,
    type=click.Path(),
    help="File, folder, link or - (standard input). May be repeated.  [default: those that come "
    "with Enpitsu]",
)
@click.option(
    "--from",
    "from_format",
    type=format_names,
    help="Format of the puzzles, where the text does not tell.",
)
@click.option("--every", type=click.IntRange(min=1), metavar="N", help="Only each N-th puzzle.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most so many puzzles.")
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="Runs of each setup on each puzzle; the median one counts.",
)
@click.option(
    "--time",
    type=click.FloatRange(min=0, min_open=True, max=1e6),
    default=10.0,
    show_default=True,
    callback=_finite,
    metavar="SECONDS",
    help="Most time of a run.",
)
@click.option(
    "--memory",
    type=click.FloatRange(min=1),
    default=2000.0,
    show_default=True,
    callback=_finite,
    metavar="MB",
    help="Most memory of a run, with processes that an engine starts.",
)
@click.option(
    "--conflicts", type=click.IntRange(min=0), metavar="N", help="Most conflicts of the solver."
)
@click.option(
    "--output",
    "-o",
    "folder",
    type=click.Path(file_okay=False),
    callback=_folder,
    metavar="FOLDER",
    help="Keep all runs there, with tables and pictures. What is there already is not measured "
    "again: the same command goes on where it was stopped.",
)
@click.option(
    "--scatter",
    "pair",
    metavar="WAY,WAY",
    help="The two setups to draw against each other, as the table names them.  [default: the first "
    "two]",
)
@jobs_option
@cluster_option
@json_option
def bench(
    kind: AnyKind,
    engines: Sequence[str],
    backends: Sequence[str],
    inputs: Sequence[str],
    from_format: str | None,
    every: int | None,
    limit: int | None,
    repeat: int,
    time: float,
    memory: float,
    conflicts: int | None,
    folder: Path | None,
    pair: str | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Measure ways of solving side by side: is there a solution, and is it the only one?

    Each run has a process of its own under hard limits. Its time is that on the clock, without the
    start of the process; its memory is the most that it held.
    """
    with _left_in_peace():
        found, unreadable = _subjects(kind, inputs, from_format)
        # The smallest puzzle at hand, to get engines warm.
        own: list[Puzzle] = [document.puzzle for document in starter(kind.id)]
        warm = min(own, key=lambda each: each.rows * each.cols, default=kind.blank(3, 3))
        terms = Terms(seconds=time, memory=memory, conflicts=conflicts)
        asked = _setups(kind, engines, backends)
        with hands(terms, jobs, cluster) as workers:
            setups = _without_refused(
                asked, warm, workers, may_leave_out=ALL in (*engines, *backends)
            )
            options = BenchOptions(kind, setups, found[:: every or 1][:limit], warm, repeat, terms)
            chosen = _pair(pair, setups)
            with _open_folder(folder, options) as kept:
                runs = _measure(options, kept, workers, as_json)
                is_whole = len(runs) == len(options.keys)
                if kept is not None and is_whole:
                    _write(kept, runs, options, chosen)
        broken = _tell(runs, options, folder, as_json)
        code = Exit.NO if broken else Exit.BAD_INPUT if unreadable else Exit.DONE
        raise SystemExit(int(code) if is_whole else STOPPED)


@contextmanager
def _left_in_peace() -> Iterator[None]:
    """Leave with a sentence where something is refused, and quietly when the user stops us or
    whoever reads what we print has gone."""
    try:
        yield
    except PuzzleError as error:
        raise Fatal(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit(STOPPED) from None
    except BrokenPipeError:
        # What was not read must not be tried again when Python shuts down.
        os._exit(CLOSED)


# --- what is measured ----------------------------------------------------------------------------


def _subjects(
    kind: AnyKind, inputs: Sequence[str], from_format: str | None
) -> tuple[list[Subject], bool]:
    """Return the puzzles, each once, and whether some could not be read."""
    found: Iterable[Found] = Items(inputs, kind=kind.id, format=from_format)
    if not inputs:
        own = starter(kind.id)
        if not own:
            raise click.UsageError(
                f"no puzzles of {kind.name} come with it: name some by --puzzles"
            )
        found = [Item(f"starter#{number}", document) for number, document in enumerate(own, 1)]
    subjects: dict[str, Subject] = {}
    again, unreadable = 0, False
    for each in found:
        if isinstance(each, Item) and each.document.puzzle.kind == kind.id:
            subject = subject_of(each.name, each.document.puzzle)
            again += subject.id in subjects
            subjects.setdefault(subject.id, subject)
        else:
            unreadable = True
            why = each.error if isinstance(each, Unreadable) else f"this is no {kind.name}"
            click.echo(f"{each.name}: error: {why}", err=True)
    if again:
        click.echo(f"note: {again} puzzles come again; each is measured once", err=True)
    if not subjects:
        raise Fatal("there is no puzzle to measure with")
    return list(subjects.values()), unreadable


def _setups(kind: AnyKind, engines: Sequence[str], backends: Sequence[str]) -> list[Setup]:
    """Return the setups that are asked for."""
    for name in engines:
        engine, slash, backend = name.partition("/")
        if slash:
            raise Fatal(
                f"no engine is called {name!r}; back ends are chosen beside engines:"
                f" --engines {engine} --backends {backend}"
            )
    for backend in set(backends) - {ALL}:
        if not any(engine.takes(backend) for engine in kind.engines):
            check_backend(backend)
    return setups_of(kind, engines, backends, BACKENDS)


def _without_refused(
    setups: Sequence[Setup], warm: Puzzle, workers: WorkerPool, *, may_leave_out: bool
) -> list[Setup]:
    """Return the setups that work here. Of "all" the others are left out, and told; what was
    asked for by name must work."""
    refused = refusals(setups, warm, workers)
    if refused and not may_leave_out:
        raise Fatal(next(iter(refused.values())))
    for setup, why in refused.items():
        click.echo(f"note: {setup.name} is left out: {why}", err=True)
    left = [setup for setup in setups if setup not in refused]
    if not left:
        raise Fatal("there is no setup left to measure")
    return left


def _pair(text: str | None, setups: Sequence[Setup]) -> tuple[Setup, Setup] | None:
    """Return the two setups that are drawn against each other."""
    if text is None:
        return (setups[0], setups[1]) if len(setups) > 1 else None
    known = {setup.name: setup for setup in setups}
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise Fatal(f"--scatter: there is no setup {name!r} here; there are {', '.join(known)}")
    if len(set(names)) != 2 or len(names) != 2:
        raise click.UsageError("--scatter takes two setups that differ, with a comma between")
    return known[names[0]], known[names[1]]


# --- measuring -----------------------------------------------------------------------------------


@contextmanager
def _open_folder(path: Path | None, options: BenchOptions) -> Iterator[BenchFolder | None]:
    if path is None:
        yield None
        return
    folder = BenchFolder(path, Conditions.of(options.kind.id, options.terms))
    if folder.other_machine is not None:
        click.echo(f"note: other runs there were made on {folder.other_machine}", err=True)
    with closing(folder):
        yield folder


def _measure(
    options: BenchOptions, kept: BenchFolder | None, workers: WorkerPool, as_json: bool
) -> list[BenchRun]:
    """Return all runs that are asked for, those made earlier included; if the user stops it, those
    that are there by then."""
    # One that failed is made again: what broke it may have been mended.
    earlier = {} if kept is None else {k: r for k, r in kept.runs.items() if r.error is None}
    keys = options.keys
    runs = {key: earlier[key] for key in keys if key in earlier}
    todo = planned(
        options.subjects,
        options.setups,
        repeat=options.repeat,
        terms=options.terms,
        warm=options.warm,
        done=runs,
    )
    _say(runs.values(), as_json)
    with progress(len(keys), "runs", lines=not as_json) as advance:
        advance(len(runs), earlier=True)
        with suppress(KeyboardInterrupt):
            for run in perform(todo, workers):
                if kept is not None:
                    kept.add(run)
                runs[run.key] = run
                _say([run], as_json)
                advance(1)
    return [runs[key] for key in keys if key in runs]


def _say(runs: Iterable[BenchRun], as_json: bool) -> None:
    if as_json:
        for run in runs:
            click.echo(run.to_line(), nl=False)


# --- telling -------------------------------------------------------------------------------------


def _tell(
    runs: Sequence[BenchRun], options: BenchOptions, folder: Path | None, as_json: bool
) -> bool:
    """Show what came of it, also of the beginning of a measurement that was stopped. Return whether
    something is broken: runs that failed, setups that contradict each other."""
    if runs and not as_json:
        seconds = options.terms.seconds
        width = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
        about = heading(len(options.subjects), len(options.setups), options.repeat, options.terms)
        lines = textwrap.wrap(about, width)
        found = representatives(runs, options.setups, seconds=seconds)
        lines += table(summaries(found, seconds=seconds), width)
        backends = [BACKENDS.get(setup.backend) for setup in options.setups]
        if any(backend is not None and not backend.in_process for backend in backends):
            lines += textwrap.wrap(OWN_PROCESS, width)
        click.echo("\n".join(lines))
    whole = len(options.keys)
    if len(runs) < whole:
        goes_on = "" if folder is None else f"; the same command goes on from {folder}"
        click.echo(f"stopped after {len(runs)} of {counted(whole, 'run')}{goes_on}", err=True)
    failures = [
        f"{run.name}: {run.setup.name}: {run.error}" for run in runs if run.error is not None
    ]
    contradictions = [str(each) for each in disagreements(runs)]
    _list("RUNS THAT FAILED", failures)
    _list("PUZZLES ON WHICH SETUPS CONTRADICT EACH OTHER", contradictions)
    return bool(failures or contradictions)


def _list(title: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    click.secho(f"{title}: {len(lines)}", err=True, fg="red", bold=True)
    for line in islice(lines, MOST_SHOUTED):
        click.echo(f"  {line}", err=True)
    if len(lines) > MOST_SHOUTED:
        click.echo(f"  and {len(lines) - MOST_SHOUTED} more", err=True)


# --- the folder's files --------------------------------------------------------------------------


def _write(
    kept: BenchFolder,
    runs: Sequence[BenchRun],
    options: BenchOptions,
    pair: tuple[Setup, Setup] | None,
) -> None:
    """Write tables and plots of what was asked for this time; no plots without matplotlib."""
    seconds = options.terms.seconds
    found = representatives(runs, options.setups, seconds=seconds)
    rows = summary_rows(summaries(found, seconds=seconds))
    kept.write("runs.csv", runs_csv(runs))
    kept.write("summary.csv", summary_csv(rows))
    kept.write("summary.json", json.dumps(rows, indent=1) + "\n")
    about = f"{options.kind.name}, {counted(len(options.subjects), 'puzzle')}"
    try:
        figures = {"cactus": cactus(found, seconds=seconds, title=about)}
        if pair is not None:
            names = [re.sub(r"[^\w.+]", "_", setup.name) for setup in pair]
            title = f"{about}: {pair[0].name} and {pair[1].name}"
            first, second = ((setup, found[setup]) for setup in pair)
            figures[f"scatter-{names[0]}-{names[1]}"] = scatter(
                first, second, seconds=seconds, title=title
            )
    except BackendMissing as error:
        click.echo(f"note: no plots are drawn: {error}", err=True)
        return
    for name, figure in figures.items():
        for ending in ("svg", "png"):
            kept.write(f"{name}.{ending}", draw(figure, ending))
