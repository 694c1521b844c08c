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
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO

from enpitsu.batch.files import lock_file, write_whole
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.lab.bench_run import FAILED, UNDECIDED, BenchRun, Key, Terms
from enpitsu.lab.summary import SetupSummary
from enpitsu.version import version

SETTINGS = "settings.json"
RUNS = "runs.jsonl"
UNSOLVED = "unsolved"
ENDINGS = ("time", "memory", "conflicts", FAILED, UNDECIDED)
"""How runs may end unsolved whatever the engine; each has its column even if none did."""
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
        """Return what is not the same in another one, in words; "" if nothing."""
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
            self._file = self._open(path / RUNS)
        except OSError as error:
            raise PuzzleError(f"{path}: cannot write: {error.strerror}") from None
        try:
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
            if any(_is_foreign(each.name) for each in self._path.iterdir()):
                raise PuzzleError(f"{self._path} holds something already, but no measurement")
            return
        found, where = _conditions(path)
        difference = found.difference(conditions)
        if difference:
            raise PuzzleError(
                f"{self._path} holds runs under other terms ({difference}): take another folder"
            )
        self.other_machine = where if where != machine()["name"] else None

    def _open(self, path: Path) -> BinaryIO:
        file = path.open("a+b")
        if not lock_file(file):
            file.close()
            raise PuzzleError(f"another process is writing to {self._path}")
        return file

    def _read(self) -> dict[Key, BenchRun]:
        """The runs that are there; a line that was torn in the writing is dropped."""
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


def _is_foreign(name: str) -> bool:
    """Return whether a file is not what a measurement leaves that was killed in its first
    moment."""
    return name != RUNS and not name.endswith(".part")


def _conditions(path: Path) -> tuple[Conditions, str]:
    """The conditions in a file, and the name of the machine."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("bench") != FORM:
            raise FormatError(f"{path} is of another form than this Enpitsu knows")
        where = str(data.pop("machine")["name"])
        return Conditions(**data), where
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise FormatError(f"{path} tells no settings of a measurement") from None


def machine() -> dict[str, str]:
    """Return what the runs are made on, for those who compare figures: processor, system,
    Python."""
    cores = f"{os.cpu_count()} cores"
    return {
        "name": f"{_processor() or platform.machine()}, {cores}",
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    """The processor by its maker's name, where the system tells."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return ""


# --- tables --------------------------------------------------------------------------------------


def runs_csv(runs: Iterable[BenchRun]) -> str:
    """Every run as a line of CSV."""
    return _csv([field.name for field in fields(BenchRun)], map(asdict, runs))


def summary_rows(found: Iterable[SetupSummary]) -> list[dict[str, Any]]:
    """The figures of every setup as plain data."""
    return [
        {"setup": each.setup.name, **each.setup._asdict(), **_without_setup(asdict(each))}
        for each in found
    ]


def _without_setup(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "setup"}


def summary_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the figures of every setup as CSV, with a column for each sort of unsolved run."""
    endings = dict.fromkeys((*ENDINGS, *(how for row in rows for how in row[UNSOLVED])))
    flat = [{**row, **_counts(endings, row[UNSOLVED])} for row in rows]
    names = list(flat[0]) if flat else []
    return _csv(
        [name for name in names if name != UNSOLVED],
        ({name: value for name, value in row.items() if name != UNSOLVED} for row in flat),
    )


def _counts(endings: Iterable[str], found: Mapping[str, int]) -> dict[str, int]:
    return {f"{UNSOLVED}_{how}": found.get(how, 0) for how in endings}


def _csv(names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    text = StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
