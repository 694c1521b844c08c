"""The picture of a solved board: clues beside the grid, letters and lines go."""

from __future__ import annotations

import pytest

import enpitsu
from enpitsu.registry import kinds
from enpitsu.render import scene_of
from enpitsu.render.finished import SEAM, finished
from enpitsu.render.svg import to_svg
from enpitsu.scene import Label, Path, Rect, Strokes
from tests.library import ordinary_starters

pytestmark = pytest.mark.quick

COLOURED = """
<?xml version="1.0"?><puzzleset><puzzle type="grid" defaultcolor="black">
<color name="red" char="r">FF0000</color><color name="blue" char="b">0000FF</color>
<color name="white" char=".">FFFFFF</color>
<clues type="columns"><line><count color="blue">1</count></line>
<line><count color="red">1</count></line></clues>
<clues type="rows"><line><count color="blue">1</count><count color="red">1</count></line></clues>
</puzzle></puzzleset>
""".strip()


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_what_stands_beside_the_grid_goes(kind: str) -> None:
    document = ordinary_starters(kind)[0]
    scene = scene_of(document.puzzle, document.position)
    picture = finished(scene)
    if scene.top < 1:
        assert picture is scene
        return
    assert not picture.has_margins
    assert not [shape for shape in picture.shapes if isinstance(shape, Label | Strokes | Path)]
    ground, *cells = picture.shapes
    assert ground == Rect(0, 0, scene.rows, scene.cols, "picture")
    painted = {(round(cell.row), round(cell.col)) for cell in cells if isinstance(cell, Rect)}
    shaded = {fact.slot for fact in document.position if fact.holds}
    assert painted == shaded
    assert len(cells) == len(shaded)
    assert to_svg(picture, theme="light").count("<text") == 0


def test_colours_stay_and_their_letters_go() -> None:
    puzzle = enpitsu.parse(COLOURED)
    solution = enpitsu.solve(puzzle).solutions[0].position
    picture = finished(scene_of(puzzle, solution))
    whole = 1 + 2 * SEAM
    assert Rect(-SEAM, 1 - SEAM, whole, whole, "paint-red") in picture.shapes
    assert not [shape for shape in picture.shapes if isinstance(shape, Label)]
    ink = picture.inks["paint-red"]
    assert ink.fill == ink.stroke == "#ff0000"
