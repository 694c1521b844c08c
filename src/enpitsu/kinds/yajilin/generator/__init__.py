"""Ways of making Yajilin, the default first."""

from enpitsu.kinds.yajilin.generator import arrows, line, loop
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.making import Maker

MAKERS: tuple[Maker[Yajilin], ...] = (loop.MAKER, line.MAKER, *arrows.MAKERS)
"""The makers by which `enpitsu.generate` makes puzzles of this kind."""
