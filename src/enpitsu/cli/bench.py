"""enpitsu bench"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Item, Unreadable, items
from enpitsu.cli.progress import progress
from enpitsu.cli.runner import Exit, Fatal
from enpitsu.cli.shared_options import cluster_option, jobs_option, json_option
from enpitsu.errors import BackendMissing, CrewError, PuzzleError
from enpitsu.formats import formats
from enpitsu.kind import Kind, Puzzle
from enpitsu.lab import (
    Conditions,
    Disagreement,
    Folder,
    Run,
    Subject,
    Summary,
    Terms,
    Way,
    cactus,
    disagreements,
    hands,
    perform,
    planned,
    refusals,
    representatives,
    scatter,
    subject_of,
    summaries,
    ways_of,
)
from enpitsu.lab.folder import runs_csv, summary_csv, summary_rows
from enpitsu.lab.run import Key
from enpitsu.lab.table import counted, heading, table
from enpitsu.lab.ways import ALL
from enpitsu.registry import find_kind, kinds
from enpitsu.render import to_png, to_svg
from enpitsu.sat.backend import AUTO, BACKENDS, check_backend
from enpitsu.scene import Scene
from enpitsu.starter import starter
from enpitsu.workers import WorkerPool

CELL, PNG_CELL = 40, 60
MOST_SHOUTED = 20
USUAL_WIDTH = 80
STOPPED, CLOSED = 130, 141
"""The exit codes of shells after Ctrl+C, and when nobody reads any more."""
OWN_PROCESS = (
    "A back end in a process of its own is started anew for each run: some 0.05 to 0.2 s of its "
    "time."
)


class Wish(NamedTuple):
    """What is to be measured."""

    kind: Kind[Any]
    ways: list[Way]
    subjects: list[Subject]
    warm: Puzzle
    repeat: int
    terms: Terms

    @property
    def keys(self) -> list[Key]:
        """The runs that it is about."""
        return [
            Key(subject.id, way, repetition)
            for subject in self.subjects
            for repetition in range(1, self.repeat + 1)
            for way in self.ways
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


def _kind(context: click.Context, argument: click.Parameter, value: str) -> Kind[Any]:
    try:
        return find_kind(value)
    except PuzzleError as error:
        raise click.BadParameter(str(error)) from None


def _kinds(context: click.Context, argument: click.Parameter, start: str) -> list[str]:
    """The kinds for a shell to complete."""
    return [kind for kind in sorted(kinds()) if kind.startswith(start)]


@click.command(
    epilog="""\b
Examples:
  enpitsu bench KIND --limit 10
  enpitsu bench KIND --engines all --puzzles puzzles/ --time 10 --jobs 2 --output measured
  enpitsu bench KIND --engines auto --backends minisat22,maplechrono --repeat 3
\b
Exit codes: 0 measured, 1 ways contradict each other or fail, 2 bad input or usage,
130 stopped by Ctrl+C (the table tells of what was measured until then).
A limit that is reached is a result like another.
"""
)
@click.argument("kind", metavar="KIND", callback=_kind, shell_complete=_kinds)
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
    type=click.Choice(list(formats())),
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
    help="Runs of each way on each puzzle; the median one counts.",
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
    help="The two ways to draw against each other, as the table names them.  [default: the first "
    "two]",
)
@jobs_option
@cluster_option
@json_option
def bench(
    kind: Kind[Any],
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
        terms = Terms(seconds=time, memory=memory, conflicts=conflicts)
        asked = _ways(kind, engines, backends)
        with _crew(terms, jobs, cluster) as workers:
            may_leave_out = ALL in (*engines, *backends)
            ways = _possible(asked, _warm(kind), workers, may_leave_out)
            wish = Wish(kind, ways, found[:: every or 1][:limit], _warm(kind), repeat, terms)
            chosen = _pair(pair, ways)
            with _kept(folder, wish) as kept:
                runs = _measure(wish, kept, workers, as_json)
                is_whole = len(runs) == len(wish.keys)
                if kept is not None and is_whole:
                    _write(kept, runs, wish, chosen)
        broken = _tell(runs, wish, folder, as_json)
        code = Exit.NO if broken else Exit.BAD_INPUT if unreadable else Exit.DONE
        raise SystemExit(int(code) if is_whole else STOPPED)


@contextmanager
def _left_in_peace() -> Iterator[None]:
    """Leave quietly when the user stops us, or whoever reads what we print has gone."""
    try:
        yield
    except KeyboardInterrupt:
        raise SystemExit(STOPPED) from None
    except BrokenPipeError:
        # What was not read must not be tried again when Python shuts down.
        os._exit(CLOSED)


# --- what is measured ----------------------------------------------------------------------------


def _subjects(
    kind: Kind[Any], inputs: Sequence[str], from_format: str | None
) -> tuple[list[Subject], bool]:
    """The puzzles, each once, and whether some could not be read."""
    subjects: dict[str, Subject] = {}
    again, unreadable = 0, False
    for each in items(inputs, kind=kind.id, format=from_format) if inputs else _own(kind):
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


def _own(kind: Kind[Any]) -> Iterator[Item]:
    documents = starter(kind.id)
    if not documents:
        raise click.UsageError(f"no puzzles of {kind.name} come with it: name some by --puzzles")
    for number, document in enumerate(documents, 1):
        yield Item(f"starter#{number}", document)


def _warm(kind: Kind[Any]) -> Puzzle:
    """The smallest puzzle at hand, to get engines warm."""
    own: list[Puzzle] = [document.puzzle for document in starter(kind.id)]
    own.sort(key=lambda puzzle: puzzle.rows * puzzle.cols)
    return next(iter(own), kind.blank(3, 3))


def _ways(kind: Kind[Any], engines: Sequence[str], backends: Sequence[str]) -> list[Way]:
    """The ways that are asked for."""
    for name in engines:
        engine, slash, backend = name.partition("/")
        if slash:
            raise Fatal(
                f"no engine is called {name!r}; back ends are chosen beside engines:"
                f" --engines {engine} --backends {backend}"
            )
    try:
        for backend in set(backends) - {ALL}:
            if not any(engine.takes(backend) for engine in kind.engines):
                check_backend(backend)
        return ways_of(kind, engines, backends, BACKENDS)
    except PuzzleError as error:
        raise Fatal(str(error)) from None


def _possible(
    ways: Sequence[Way], warm: Puzzle, workers: WorkerPool, may_leave_out: bool
) -> list[Way]:
    """Those that can be gone here. Of "all" the others are left out, and told; what was asked for
    by name must work."""
    refused = refusals(ways, warm, workers)
    if refused and not may_leave_out:
        raise Fatal(next(iter(refused.values())))
    for way, why in refused.items():
        click.echo(f"note: {way.name} is left out: {why}", err=True)
    left = [way for way in ways if way not in refused]
    if not left:
        raise Fatal("there is no way left to measure")
    return left


def _pair(text: str | None, ways: Sequence[Way]) -> tuple[Way, Way] | None:
    """The two ways that are drawn against each other."""
    if text is None:
        return (ways[0], ways[1]) if len(ways) > 1 else None
    known = {way.name: way for way in ways}
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise Fatal(f"--scatter: there is no way {name!r} here; there are {', '.join(known)}")
    if len(set(names)) != 2 or len(names) != 2:
        raise click.UsageError("--scatter takes two ways that differ, with a comma between")
    return known[names[0]], known[names[1]]


# --- measuring -----------------------------------------------------------------------------------


@contextmanager
def _kept(path: Path | None, wish: Wish) -> Iterator[Folder | None]:
    """The folder, open for writing."""
    if path is None:
        yield None
        return
    try:
        folder = Folder(path, Conditions.of(wish.kind.id, wish.terms))
    except PuzzleError as error:
        raise Fatal(str(error)) from None
    if folder.other_machine is not None:
        click.echo(f"note: other runs there were made on {folder.other_machine}", err=True)
    try:
        yield folder
    finally:
        folder.close()


@contextmanager
def _crew(terms: Terms, jobs: int, cluster: str | None) -> Iterator[WorkerPool]:
    """Those who make the runs; what keeps them from it is told."""
    try:
        with hands(terms, jobs, cluster) as workers:
            yield workers
    except (CrewError, BackendMissing) as error:
        raise Fatal(str(error)) from None


def _measure(wish: Wish, kept: Folder | None, workers: WorkerPool, as_json: bool) -> list[Run]:
    """All runs that are asked for, those made earlier included; if the user stops it, those that
    are there by then."""
    # One that failed is made again: what broke it may have been mended.
    earlier = {} if kept is None else {k: r for k, r in kept.runs.items() if r.error is None}
    keys = wish.keys
    runs = {key: earlier[key] for key in keys if key in earlier}
    todo = planned(
        wish.subjects,
        wish.ways,
        repeat=wish.repeat,
        terms=wish.terms,
        warm=wish.warm,
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


def _say(runs: Iterable[Run], as_json: bool) -> None:
    if as_json:
        for run in runs:
            click.echo(run.to_line(), nl=False)


# --- telling -------------------------------------------------------------------------------------


def _summarized(runs: Iterable[Run], wish: Wish) -> list[Summary]:
    seconds = wish.terms.seconds
    return summaries(representatives(runs, wish.ways, seconds=seconds), seconds=seconds)


def _tell(runs: Sequence[Run], wish: Wish, folder: Path | None, as_json: bool) -> bool:
    """Show what came of it, also of the beginning of a measurement that was stopped; whether
    something is broken."""
    if runs and not as_json:
        _show_table(runs, wish)
    whole = len(wish.keys)
    if len(runs) < whole:
        goes_on = "" if folder is None else f"; the same command goes on from {folder}"
        click.echo(f"stopped after {len(runs)} of {counted(whole, 'run')}{goes_on}", err=True)
    return _shout(runs)


def _show_table(runs: Sequence[Run], wish: Wish) -> None:
    width = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
    about = heading(len(wish.subjects), len(wish.ways), wish.repeat, wish.terms)
    lines = textwrap.wrap(about, width)
    lines += table(_summarized(runs, wish), width)
    if any(_has_own_process(way) for way in wish.ways):
        lines += textwrap.wrap(OWN_PROCESS, width)
    click.echo("\n".join(lines))


def _has_own_process(way: Way) -> bool:
    """Whether its back end is started anew for each run."""
    return way.backend in BACKENDS and not BACKENDS[way.backend].in_process


def _shout(runs: Sequence[Run]) -> bool:
    """Tell of runs that failed and of ways that contradict each other; whether there are any."""
    failures = [f"{run.name}: {run.way.name}: {run.error}" for run in runs if run.error is not None]
    contradictions: list[Disagreement] = disagreements(runs)
    _list("RUNS THAT FAILED", failures)
    _list("PUZZLES ON WHICH WAYS CONTRADICT EACH OTHER", list(map(str, contradictions)))
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
    kept: Folder,
    runs: Sequence[Run],
    wish: Wish,
    pair: tuple[Way, Way] | None,
) -> None:
    """Tables of what was asked for this time, and pictures."""

    rows = summary_rows(_summarized(runs, wish))
    kept.write("runs.csv", runs_csv(runs))
    kept.write("summary.csv", summary_csv(rows))
    kept.write("summary.json", json.dumps(rows, indent=1) + "\n")
    seconds = wish.terms.seconds
    found = representatives(runs, wish.ways, seconds=seconds)
    about = f"{wish.kind.name}, {counted(len(wish.subjects), 'puzzle')}"
    _draw(kept, "cactus", cactus(found, seconds=seconds, title=about))
    if pair is not None:
        (a, b), (first, second) = pair, (found[pair[0]], found[pair[1]])
        name = f"scatter-{_file_name(a)}-{_file_name(b)}"
        title = f"{about}: {a.name} and {b.name}"
        _draw(kept, name, scatter((a, first), (b, second), seconds=seconds, title=title))


def _file_name(way: Way) -> str:
    return re.sub(r"[^\w.+]", "_", way.name)


def _draw(kept: Folder, name: str, scene: Scene) -> None:
    kept.write(f"{name}.svg", to_svg(scene, theme="light", cell=CELL))
    try:
        kept.write(f"{name}.png", to_png(scene, theme="light", cell=PNG_CELL))
    except BackendMissing as error:
        click.echo(f"note: no {name}.png: {error}", err=True)
