"""Ways of making Satogaeri. The first is the default."""

from __future__ import annotations

from enpitsu.kinds.satogaeri.generator.pleasant_maker import PLEASANT
from enpitsu.kinds.satogaeri.generator.ring_growth_maker import GROWTH

MAKERS = (PLEASANT, GROWTH)
