"""Examples of a kind, as they are found and as they are kept in its examples/ folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.kind import Kind, Puzzle
from enpitsu.position import Position


class Example(NamedTuple):
    """A puzzle and what stands on its board."""

    puzzle: Puzzle
    position: Position

    @property
    def size(self) -> tuple[int, int]:
        """The number of cells, then the number of facts."""
        return self.puzzle.rows * self.puzzle.cols, len(self.position.facts)


def positions_of(path: Path) -> list[Example]:
    """Every puzzle of a file with the position that stands there."""
    return [Example(document.puzzle, document.position) for document in enpitsu.read(path)]


def kept(kind: Kind[Any], name: str) -> list[Path]:
    """The files there are already of an example, by its name without the ending."""
    folder = Path(str(kind.examples))
    return sorted(path for path in folder.glob(f"{name}.*") if path.stem == name)


def example_path(kind: Kind[Any], name: str) -> Path:
    """The file of an example: in the format of the kind's other examples, else in one that holds
    positions and says what it is."""
    folder, group = Path(str(kind.examples)), name.partition("_")[0]
    others = sorted(folder.glob(f"{group}_*")) or sorted(folder.glob("solved_*"))
    formats = [codec.format for codec in kind.codecs]
    usual = ".pzprv3" if "pzprv3" in formats else ".json"
    return folder / f"{name}{others[0].suffix if others else usual}"


def write(example: Example, path: Path) -> Path:
    """Write an example; as JSON, where the format of its path cannot hold it. Return the path."""
    path.parent.mkdir(exist_ok=True)
    for suffix, format_name in ((path.suffix, path.suffix[1:]), (".json", "json")):
        path = path.with_name(f"{path.stem}{suffix}")
        text = _dump(example, format_name)
        if text is not None:
            path.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
            return path
    raise PuzzleError(f"no format holds this example: {example}")


def _dump(example: Example, format_name: str) -> str | None:
    """The text of an example, if the format holds all of it."""
    try:
        text = enpitsu.dump(example.puzzle, format_name, solution=example.position)
        (document,) = enpitsu.read(text)
    except PuzzleError:
        return None
    return text if (document.puzzle, document.position) == example else None
