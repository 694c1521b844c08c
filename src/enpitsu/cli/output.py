"""Where written puzzles and pictures go: the screen, a file, or a folder of files."""

from __future__ import annotations

import re
import sys
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from enpitsu.cli.runner import Exit, Report, failed, finish, show
from enpitsu.errors import PuzzleError
from enpitsu.kind import Codec


def as_data(format: str, content: str | bytes) -> dict[str, str]:
    """What was made, for --json; pictures in base64."""
    if isinstance(content, str):
        return {"format": format, "content": content}
    return {"format": format, "base64": b64encode(content).decode("ascii")}


Join = Callable[[Sequence[str]], str]
"""Makes one text of several."""


def one_below_the_other(texts: Sequence[str]) -> str:
    """Texts as they follow each other in a pack of the plainest sort."""
    return "".join(map(_with_newline, texts))


def join_of(codec: Codec) -> Join | None:
    """How texts of a format make one file; None if a file holds only one."""
    return codec.join or (one_below_the_other if codec.holds_many else None)


def write_contents(
    reports: list[Report], target: str | None, suffix: str, *, join: Join | None
) -> None:
    """Write what the reports hold, and leave with their exit code.

    One content goes to the file `target`; several go to a folder of that name, or, where `join`
    tells how a file can hold many, into one file.
    """
    written = [report for report in reports if report.content is not None]
    try:
        if written:
            _write_all(written, target, suffix, join)
    except BrokenPipeError:
        raise
    except (PuzzleError, OSError) as error:
        reports.append(failed(target or "the screen", _reason(error), Exit.BAD_INPUT))
        show(reports[-1], as_json=False)
    finish(reports)


def _reason(error: PuzzleError | OSError) -> str:
    """Why nothing was written, without the name of the file, which is told before it."""
    if isinstance(error, OSError) and error.strerror:
        return f"cannot write: {error.strerror}"
    return str(error)


def _write_all(written: list[Report], target: str | None, suffix: str, join: Join | None) -> None:
    contents = [report.content for report in written if report.content is not None]
    if target is None:
        _to_screen(contents if join is None else [_joined(contents, join)])
        return
    path = Path(target)
    if len(contents) == 1 and not path.is_dir():
        _write(path, contents[0])
    elif path.suffix and not path.is_dir():
        if join is None:
            raise PuzzleError(f"{len(contents)} results do not fit into one file: name a folder")
        _write(path, _joined(contents, join))
    else:
        path.mkdir(parents=True, exist_ok=True)
        for name, content in zip(_file_names(written), contents, strict=True):
            _write(path / f"{name}{suffix}", content)


def _joined(contents: list[str | bytes], join: Join) -> str | bytes:
    texts = [content for content in contents if isinstance(content, str)]
    return contents[0] if len(contents) == 1 else join(texts)


def _to_screen(contents: list[str | bytes]) -> None:
    if len(contents) > 1 and all(isinstance(content, str) for content in contents):
        # One below the other they would be read as one, or as something else.
        raise PuzzleError(f"{len(contents)} results do not make one text: name a folder with -o")
    for content in contents:
        if isinstance(content, str):
            click.echo(_with_newline(content), nl=False)
        elif sys.stdout.isatty() or len(contents) > 1:
            raise PuzzleError("a picture cannot be shown here: name a file or folder with -o")
        else:
            sys.stdout.buffer.write(content)


def _with_newline(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _write(path: Path, content: str | bytes) -> None:
    path.write_bytes(_with_newline(content).encode() if isinstance(content, str) else content)


def _file_names(written: list[Report]) -> list[str]:
    """A safe, distinct file name for each report."""
    names: dict[str, None] = {}
    for number, report in enumerate(written, 1):
        plain = re.sub(r"[^\w.-]+", "_", Path(report.name).stem)[:60].strip("._")
        name = plain or f"puzzle{number}"
        while name in names:
            name += f"_{number}"
        names[name] = None
    return list(names)
