"""Ways of making Satogaeri. The first is the default."""

from __future__ import annotations

from enpitsu.kinds.satogaeri.generator.growth import GROWTH
from enpitsu.kinds.satogaeri.generator.pleasant import PLEASANT

MAKERS = (PLEASANT, GROWTH)
