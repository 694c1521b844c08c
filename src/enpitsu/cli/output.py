"""Where written puzzles and pictures go: the screen, a file, or a folder of files."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from enpitsu.errors import PuzzleError


def write_all(
    outputs: Sequence[tuple[str, str | bytes]], target: str | None, suffix: str, *, join: bool
) -> None:
    """Write (name, content) pairs.

    One content goes to the file `target`; several go to a folder of that name, or, where `join`
    says that the format can hold many, into one file.
    """
    if target is None:
        for _, content in outputs:
            _to_screen(content)
        return
    path = Path(target)
    if len(outputs) == 1 and not path.is_dir():
        _write(path, outputs[0][1])
    elif join and path.suffix:
        texts = [str(content).rstrip("\n") for _, content in outputs]
        _write(path, "\n".join(texts) + "\n")
    elif path.suffix and not path.is_dir():
        raise PuzzleError(f"{len(outputs)} results do not fit into one {path.suffix} file: "
                          f"name a folder")  # fmt: skip
    else:
        path.mkdir(parents=True, exist_ok=True)
        for name, (_, content) in zip(_file_names(outputs), outputs, strict=True):
            _write(path / f"{name}{suffix}", content)


def _to_screen(content: str | bytes) -> None:
    if isinstance(content, str):
        click.echo(content.rstrip("\n"))
    elif sys.stdout.isatty():
        raise PuzzleError("a picture cannot be shown here: name a file with -o")
    else:
        sys.stdout.buffer.write(content)


def _write(path: Path, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(
        data if not isinstance(content, str) or content.endswith("\n") else data + b"\n"
    )


def _file_names(outputs: Sequence[tuple[str, str | bytes]]) -> list[str]:
    """A safe, distinct file name for each output."""
    names: list[str] = []
    used: set[str] = set()
    for number, (name, _) in enumerate(outputs, 1):
        plain = re.sub(r"[^\w.-]+", "_", Path(name).stem)[:60].strip("._") or f"puzzle{number}"
        if plain in used:
            plain = f"{plain}_{number}"
        used.add(plain)
        names.append(plain)
    return names
