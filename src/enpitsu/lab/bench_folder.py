"""The folder of a measurement: its conditions, every run as it ended, and what is made of them.

`settings.json` says under which terms the runs are made, and on what machine; `runs.jsonl` has a
line for each, written when it has ended. So a measurement that was stopped in whatever way goes on
when it is asked for again, and setups, puzzles and repetitions can be added to it. Other limits or
another version of Enpitsu are refused: such runs cannot be compared.
"""

from __future__ import annotations

import csv
import json
import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Any

from enpitsu.batch.files import lock_file, write_whole
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.lab.bench_run import FAILED, UNDECIDED, BenchRun, Key, Terms
from enpitsu.lab.summary import SetupSummary
from enpitsu.version import version

SETTINGS = "settings.json"
RUNS = "runs.jsonl"
UNSOLVED = "unsolved"
ENDINGS = ("time", "memory", "conflicts", FAILED, UNDECIDED)
"""Reasons for which any engine's run may end unsolved; each has its column even if none did."""
FORM = 1  # the form of such folders; later ones may have another


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """The conditions that all runs of a folder share."""

    kind: str
    version: str
    seconds: float
    memory: float | None
    conflicts: int | None

    @classmethod
    def of(cls, kind: str, terms: Terms) -> Conditions:
        """The conditions of a measurement by this Enpitsu."""
        return cls(kind=kind, version=version(), **asdict(terms))

    def difference(self, other: Conditions) -> str:
        """Return the difference to another one in words; "" if there is none."""
        mine, theirs = asdict(self), asdict(other)
        names = [name for name in mine if mine[name] != theirs[name]]
        return ", ".join(f"{name} {_said(mine[name])}, not {_said(theirs[name])}" for name in names)


def _said(value: Any) -> str:
    return "without limit" if value is None else str(value)


class BenchFolder:
    """A folder that a measurement is written to, by one process at a time.

    PuzzleError if it holds something else, or runs under other terms.
    """

    def __init__(self, path: Path, conditions: Conditions) -> None:
        self._path = path
        self.other_machine: str | None = None
        """The machine that runs were made on before, if it was not this one."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._check(conditions)
            self._file = (path / RUNS).open("a+b")
        except OSError as error:
            raise PuzzleError(f"{path}: cannot write: {error.strerror}") from None
        try:
            if not lock_file(self._file):
                raise PuzzleError(f"another process is writing to {path}")
            self._check(conditions)  # Once more, now that nobody else can write it.
            if not (path / SETTINGS).exists():
                data = {"bench": FORM, **asdict(conditions), "machine": machine()}
                self.write(SETTINGS, json.dumps(data, indent=1) + "\n")
            self._runs = self._read()
        except BaseException:
            self._file.close()
            raise

    def _check(self, conditions: Conditions) -> None:
        path = self._path / SETTINGS
        if not path.exists():
            # One that was killed in its first moment may have left the file of runs.
            names = [each.name for each in self._path.iterdir()]
            if any(name != RUNS and not name.endswith(".part") for name in names):
                raise PuzzleError(f"{self._path} holds something already, but no measurement")
            return
        found, where = _conditions(path)
        difference = found.difference(conditions)
        if difference:
            raise PuzzleError(
                f"{self._path} holds runs under other terms ({difference}): take another folder"
            )
        self.other_machine = where if where != machine()["name"] else None

    def _read(self) -> dict[Key, BenchRun]:
        """Return the runs that are there; drop a line that was torn in the writing."""
        self._file.seek(0)
        found, end = {}, 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            end += len(line)
            with suppress(FormatError):
                run = BenchRun.from_line(line.decode("utf-8", "replace"))
                found[run.key] = run
        self._file.truncate(end)
        self._file.seek(end)
        return found

    @property
    def runs(self) -> Mapping[Key, BenchRun]:
        """All runs so far. Those that failed are no results: they are made again."""
        return self._runs

    def add(self, run: BenchRun) -> None:
        """Keep a run at once."""
        self._runs[run.key] = run
        self._file.write(run.to_line().encode())
        self._file.flush()

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file beside the runs, as a whole or not at all."""
        data = content.encode() if isinstance(content, str) else content
        write_whole(self._path / name, data)

    def close(self) -> None:
        """Make sure that all is on the disk."""
        with suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()


def _conditions(path: Path) -> tuple[Conditions, str]:
    """Return the conditions in a file, and the name of the machine."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("bench") != FORM:
            raise FormatError(f"{path} is of another form than this Enpitsu knows")
        where = str(data.pop("machine")["name"])
        return Conditions(**data), where
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise FormatError(f"{path} tells no settings of a measurement") from None


def machine() -> dict[str, str]:
    """Describe the machine of the runs, for those who compare figures: processor, system,
    Python."""
    processor = platform.machine()
    with suppress(OSError):
        # Its maker's name for it, where the system tells.
        about = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        named = re.search(r"^model name[ \t]*:[ \t]*(.+?)[ \t]*$", about, re.MULTILINE)
        processor = processor if named is None else named[1]
    return {
        "name": f"{processor}, {os.cpu_count()} cores",
        "system": platform.platform(),
        "python": platform.python_version(),
    }


# --- tables --------------------------------------------------------------------------------------


def runs_csv(runs: Iterable[BenchRun]) -> str:
    """Return every run as a line of CSV."""
    return _csv([field.name for field in fields(BenchRun)], map(asdict, runs))


def summary_rows(found: Iterable[SetupSummary]) -> list[dict[str, Any]]:
    """Return the figures of every setup as plain data."""
    rows = []
    for each in found:
        figures = asdict(each)
        del figures["setup"]
        rows.append({"setup": each.setup.name, **each.setup._asdict(), **figures})
    return rows


def summary_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the figures of every setup as CSV, with a column for each sort of unsolved run."""
    endings = dict.fromkeys((*ENDINGS, *(how for row in rows for how in row[UNSOLVED])))
    flat = []
    for row in rows:
        counts = {f"{UNSOLVED}_{how}": row[UNSOLVED].get(how, 0) for how in endings}
        flat.append({name: value for name, value in row.items() if name != UNSOLVED} | counts)
    return _csv(list(flat[0]) if flat else [], flat)


def _csv(names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    text = StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
