"""The gallery of techniques: docs/techniques.md and its pictures, from the kinds' examples.

    scripts/bench gallery

What stands between the two marks of docs/techniques.md is written anew: for each kind its ladder,
every technique with its general sentence, why it is so, and one use of it in two pictures. The
rest of the page is written by hand. Techniques that all kinds share are shown where they first
help in a solved example.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from inspect import getdoc
from pathlib import Path
from typing import Any, NamedTuple

import enpitsu
from enpitsu.explain.step import Step, technique_name
from enpitsu.kind import Document, Kind, Puzzle
from enpitsu.position import Fact, Position
from enpitsu.registry import kinds
from enpitsu.render import scene_of
from enpitsu.render.svg import to_svg
from enpitsu.scene import Label, Marks, Scene
from enpitsu.school.technique_example import find_use
from enpitsu.technique import Technique
from enpitsu.words import find_sentence

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "techniques.md"
PICTURES = "images/techniques"
BEGIN = "<!-- the gallery: written by scripts/bench gallery -->"
END = "<!-- the gallery ends -->"
CELL = 30
NATIVE = "ja"


class Use(NamedTuple):
    """One use of a technique."""

    puzzle: Puzzle
    before: Position
    step: Step


class Entry(NamedTuple):
    """A technique as the gallery shows it."""

    kind: str
    id: str
    code: str
    level: str
    proof: str
    use: Use | None

    @property
    def picture(self) -> str:
        """Where its pictures stand, without what tells them apart."""
        return f"{PICTURES}/{self.kind}-{self.id}"


def files() -> dict[Path, str]:
    """Every file of the gallery with what it holds."""
    chapters = [(kind, list(_entries(kind))) for kind in kinds().values() if kind.ladder]
    found = {PAGE: _page(chapters)}
    for entry in (each for _, some in chapters for each in some):
        if entry.use is not None:
            before, after = _pictures(entry.use)
            found[DOCS / f"{entry.picture}-before.svg"] = before
            found[DOCS / f"{entry.picture}-after.svg"] = after
    return found


def main() -> None:
    """Write everything, and take away pictures that are no longer shown."""
    found = files()
    folder = DOCS / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for old in set(folder.glob("*.svg")) - found.keys():
        old.unlink()
    for path, content in found.items():
        path.write_text(content, encoding="utf-8")
    print(f"{PAGE}: {len(found) // 2} techniques with pictures")


# --- what is shown -----------------------------------------------------------------------------


def _entries(kind: Kind[Any]) -> Iterator[Entry]:
    assert kind.ladder is not None
    examples = dict(_documents(kind, "technique_"))
    for each in kind.ladder.techniques:
        use = _use(kind, each, examples[each.id]) if each.id in examples else None
        level = f"level {each.level:g}" + (", drawn without a word" if each.is_implicit else "")
        yield Entry(kind.id, each.id, each.code, level, _proof(each), use)
    shared = _shared_uses(kind)
    for technique, code in kind.ladder.codes.items():
        level = "level by the length of the reason"
        yield Entry(kind.id, technique, code, level, "", shared.get(technique))


def _proof(technique: Technique[Any]) -> str:
    """The proof that its function tells; those of declared kinds follow from rules alone."""
    return "" if isinstance(technique.find, partial) else getdoc(technique.find) or ""


def _documents(kind: Kind[Any], prefix: str) -> Iterator[tuple[str, Document]]:
    for path in sorted(Path(str(each)) for each in kind.examples.iterdir()):
        if path.name.startswith(prefix):
            (document,) = enpitsu.read(path)
            yield path.stem.removeprefix(prefix), document


def _use(kind: Kind[Any], technique: Technique[Any], document: Document) -> Use:
    """What the technique makes of its example."""
    step = find_use(kind, technique, document.puzzle, document.position)
    assert step is not None, f"{technique.id} does not help in its example"
    return Use(document.puzzle, document.position, step)


def _shared_uses(kind: Kind[Any]) -> dict[str, Use]:
    """For each technique of all kinds the shortest use in a solved example."""
    found: dict[str, Use] = {}
    own = {each.id for each in kind.ladder.techniques} if kind.ladder else set()
    for _, document in _documents(kind, "solved_"):
        board = Position()
        for step in enpitsu.explain(document.puzzle):
            old = found.get(step.technique)
            if step.technique not in own and (old is None or _size(step) < _size(old.step)):
                found[step.technique] = Use(document.puzzle, board, step)
            board = board.place(*step.facts, *step.also)
    return found


def _size(step: Step) -> tuple[int, int]:
    return len(step.because), len(step.text)


# --- the page ----------------------------------------------------------------------------------


def _page(chapters: list[tuple[Kind[Any], list[Entry]]]) -> str:
    """The page with its middle part written anew."""
    first, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, last = rest.partition(END)
    parts = (part for kind, some in chapters for part in _chapter(kind, some))
    return "\n".join((f"{first}{BEGIN}", *parts, f"{END}{last}"))


def _chapter(kind: Kind[Any], entries: Iterable[Entry]) -> Iterator[str]:
    yield f"\n## {kind.name}\n"
    for entry in entries:
        yield from _section(entry)


def _section(entry: Entry) -> Iterator[str]:
    name = technique_name(entry.kind, entry.id)
    native = technique_name(entry.kind, entry.id, NATIVE)
    also = "" if native == name else f" ({native})"
    yield f"### {entry.code} {name}{also}\n"
    yield f"*{entry.level}*\n"
    yield f"{find_sentence(f'{entry.kind}.techniques.{entry.id}.rule')}\n"
    if entry.proof:
        yield f"Why: {' '.join(entry.proof.split())}\n"
    if entry.use is not None:
        pictures = (f"![{when}]({entry.picture}-{when}.svg)" for when in ("before", "after"))
        yield f"| before | after |\n|---|---|\n| {' | '.join(pictures)} |\n"
        yield f"> {entry.use.step.text}\n"


# --- pictures ----------------------------------------------------------------------------------


def _pictures(use: Use) -> tuple[str, str]:
    marks = use.step.marks
    after: dict[Fact, None] = dict.fromkeys((*use.before, *use.step.facts, *use.step.also))
    because = Marks(because=marks.because)
    return _drawn(use.puzzle, use.before, because), _drawn(use.puzzle, after, marks)


def _drawn(puzzle: Puzzle, facts: Iterable[Fact], marks: Marks) -> str:
    return to_svg(_numbered(scene_of(puzzle, facts, marks)), cell=CELL)


def _numbered(scene: Scene) -> Scene:
    """With the numbers of rows and columns, where no clues stand beside the board."""
    if scene.top or scene.left:
        return scene
    numbers = (
        *(Label(-0.3, col + 0.5, str(col + 1), 0.32, "clue-done") for col in range(scene.cols)),
        *(Label(row + 0.5, -0.3, str(row + 1), 0.32, "clue-done") for row in range(scene.rows)),
    )
    return replace(scene, shapes=(*scene.shapes, *numbers), top=0.4, left=0.4)


if __name__ == "__main__":
    main()
