"""Small drawings of things that people know, each time a little different."""

from __future__ import annotations

from enpitsu.kinds.nonogram.generator.drawings.creatures import CREATURES
from enpitsu.kinds.nonogram.generator.drawings.nature import NATURE
from enpitsu.kinds.nonogram.generator.drawings.parts import Draw
from enpitsu.kinds.nonogram.generator.drawings.things import THINGS

DRAWINGS: dict[str, Draw] = {draw.__name__: draw for draw in (*NATURE, *CREATURES, *THINGS)}
"""The drawings by name."""
