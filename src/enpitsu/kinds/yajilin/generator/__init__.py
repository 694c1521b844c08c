"""Ways of making Yajilin, the default first."""

from enpitsu.kinds.yajilin.generator import arrow_makers, line_maker, loop_maker
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.making import Maker

MAKERS: tuple[Maker[Yajilin], ...] = (loop_maker.MAKER, line_maker.MAKER, *arrow_makers.MAKERS)
"""The makers by which `enpitsu.generate` makes puzzles of this kind."""
