"""enpitsu generate --count: batches of puzzles."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import click

from enpitsu.batch.files import ENDING, FileOutput, FolderOutput, Output, manifest_path
from enpitsu.batch.generate_many import BatchSummary
from enpitsu.batch.generate_many import make_batch as make
from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.batch.order import BatchPiece, Order
from enpitsu.cli.destinations import join_of
from enpitsu.cli.generate_command.from_seed import stopped_by_ctrl_c
from enpitsu.cli.generate_command.output_target import format_of
from enpitsu.cli.inputs import Item, Items
from enpitsu.cli.progress_bar import Advance, duration, progress, untold
from enpitsu.cli.runner import Exit, Fatal
from enpitsu.cli.write_output import as_data
from enpitsu.errors import PuzzleError
from enpitsu.fingerprint import fingerprint
from enpitsu.formats import find_codec, formats
from enpitsu.generate import Request, usual_jobs
from enpitsu.limits import Limits
from enpitsu.registry import find_kind
from enpitsu.store import PREFIX, open_store

MOST_REASONS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The count, form, destination and workers of a batch."""

    count: int
    output: str | None
    format: str | None
    solution: bool
    as_json: bool
    graded: bool
    unlike: tuple[str, ...]
    tries: int | None
    jobs: int | None
    cluster: str | None


def make_many(request: Request, series: Series, limits: Limits) -> NoReturn:
    """Make a batch, tell how far it is, and leave with the exit code."""
    chosen = _format(request.kind, series)
    order = Order(
        request=request,
        tries=series.tries,
        graded=series.graded,
        format=chosen,
        solution=series.solution,
        limits=limits,
    )
    output = _output(request.kind, chosen, series)
    started = time.monotonic()
    watch = _Watch()
    try:
        with stopped_by_ctrl_c(limits) as watched, _bar(request, series) as advance:
            summary = make(
                order,
                series.count,
                output,
                jobs=series.jobs or usual_jobs(),
                cluster=series.cluster,
                unlike=frozenset(_fingerprints(series.unlike, series.output)),
                begun=lambda before: watch.begin(before, advance),
                told=lambda piece: watch.add(piece, advance),
                cancel=watched.cancel,
            )
    except KeyboardInterrupt:
        # Asked twice, before the first was heard.
        summary = BatchSummary(watch.made, 0, watch.before, gave_up=False)
    except PuzzleError as error:
        raise Fatal(str(error)) from None
    _tell(summary, watch, series, time.monotonic() - started)
    raise SystemExit(int(Exit.DONE if summary.made >= series.count else Exit.LIMIT))


# --- where to ------------------------------------------------------------------------------------


def _format(kind: str, series: Series) -> str:
    """Return the format to write in: as said, as the file's ending tells, else Enpitsu's own."""
    output, chosen = series.output, series.format
    if output is not None and output.startswith(PREFIX):
        if chosen not in (None, "json"):
            raise click.UsageError("the library keeps puzzles in Enpitsu's own format: no --to")
        return "json"
    if chosen is None and output is not None and not _is_folder(output):
        chosen = format_of(kind, output)
    if chosen is None and output is None and not series.as_json and "puzzlink" in formats(kind):
        # Links are short and can be opened.
        chosen = "puzzlink"
    return chosen or "json"


def _is_folder(output: str) -> bool:
    return Path(output).is_dir() or output.endswith("/") or not Path(output).suffix


def _output(kind: str, format: str, series: Series) -> Output:
    codec = find_codec(format, kind)
    if series.output is None:
        return _Screen(format, series.as_json)
    if series.output.startswith(PREFIX):
        try:
            # SQLAlchemy is an extra, and takes a while to import.
            from enpitsu.store import StoreOutput

            return StoreOutput(open_store(), series.output.removeprefix(PREFIX))
        except PuzzleError as error:
            raise Fatal(str(error)) from None
    path = Path(series.output)
    if path.suffix == ENDING:
        raise click.UsageError(f"{ENDING} is the ending of manifests: name another file")
    if _is_folder(series.output):
        if path.exists() and not path.is_dir():
            raise click.UsageError(f"{path} is no folder; a file needs an ending, as .jsonl")
        return FolderOutput(path, codec.suffixes[0])
    if codec.join is not None or join_of(codec) is None:
        raise click.UsageError(f"a {format} file holds one puzzle: name a folder with -o")
    if not path.parent.is_dir():
        raise click.UsageError(f"there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        raise click.UsageError(f"{path} is no file that a batch could go on in")
    return FileOutput(path)


class _Screen:
    """Puzzles on the screen, which remembers nothing."""

    def __init__(self, format: str, as_json: bool) -> None:
        self._format, self._as_json = format, as_json

    def begin(self, header: Header) -> Iterator[ManifestEntry]:
        """There is nothing yet."""
        return iter(())

    def add(self, entry: ManifestEntry, text: str) -> None:
        """Print a puzzle."""
        if self._as_json:
            shown = {name: value for name, value in entry._asdict().items() if value}
            text = json.dumps(shown | as_data(self._format, text), ensure_ascii=False)
        if text:
            click.echo(text.rstrip("\n"))

    def close(self) -> None:
        """Nothing remains to be done."""


def _fingerprints(inputs: Sequence[str], output: str | None) -> Iterator[str]:
    """Yield those of puzzles that must have no twin in the batch; of the whole library without the
    collection that is written to."""
    names = [each for each in inputs if each != PREFIX]
    if PREFIX in inputs:
        with open_store() as store:
            collections = [f"{PREFIX}{name}" for name in store.names()]
        names += [name for name in collections if name != output]
    for found in Items(names):
        if not isinstance(found, Item):
            raise Fatal(f"--unlike: {found.name}: {found.error}")
        yield fingerprint(found.document.puzzle)


# --- while it works, and at the end --------------------------------------------------------------


class _Watch:
    """The progress of a batch on the screen."""

    def __init__(self) -> None:
        self.made = self.before = 0
        self.reasons: Counter[str] = Counter()

    def begin(self, before: BatchSummary, advance: Advance) -> None:
        """Take note of what was there."""
        self.made = self.before = before.made
        if before.made:
            click.echo(f"going on after {before.made} puzzles", err=True)
            advance(before.made, earlier=True)

    def add(self, piece: BatchPiece, advance: Advance) -> None:
        """Take note of a piece."""
        if piece.entry.failed:
            self.reasons[piece.entry.failed] += 1
        else:
            self.made += 1
            advance(1)


def _bar(request: Request, series: Series) -> AbstractContextManager[Advance]:
    if series.output is None and sys.stdout.isatty():
        return nullcontext(untold)
    level = f" {request.level}" if request.level else ""
    what = f"{find_kind(request.kind).name} {request.rows}x{request.cols}{level}"
    return progress(series.count, what, lines=True)


def _tell(summary: BatchSummary, watch: _Watch, series: Series, seconds: float) -> None:
    """Print the result of the batch, and all that went wrong."""
    for reason, count in watch.reasons.most_common(MOST_REASONS):
        click.echo(f"note: {count} left out: {reason.splitlines()[0]}", err=True)
    if summary.gave_up:
        click.echo(
            "error: the last numbers all failed, so the rest was not tried: there may be no more "
            "puzzles like this",
            err=True,
        )
    if summary.made < series.count and not summary.gave_up:
        click.echo(f"stopped: {summary.made} of {series.count} puzzles are made", err=True)
        if series.output is not None:
            click.echo("the same command goes on from there", err=True)
        return
    if series.output is None:
        return
    new = summary.made - summary.before
    before = f", {summary.before} were there" if summary.before else ""
    rate = f", {new / seconds:.1f}/s" if new and seconds else ""
    puzzles = "puzzle" if new == 1 else "puzzles"
    click.echo(f"{new} {puzzles} made in {duration(seconds)}{rate}{before}", err=True)
    is_library = series.output.startswith(PREFIX)
    manifest = "" if is_library else f", manifest {manifest_path(Path(series.output))}"
    click.echo(f"  {series.output}{manifest}", err=True)
