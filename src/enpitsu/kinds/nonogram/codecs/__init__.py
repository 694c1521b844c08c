"""Nonogram's formats.

The order is the preference where a text of bare numbers could be several of them.
"""

from __future__ import annotations

from enpitsu.kind import Codec
from enpitsu.kinds.nonogram.codecs import (
    bare_numbers,
    g,
    grid_text,
    lp,
    non,
    pattern,
    pbm,
    puzzlink,
    pzprv3,
    taai,
    webpbn,
)

CODECS: tuple[Codec, ...] = (
    puzzlink.CODEC,
    pzprv3.CODEC,
    non.CODEC,
    webpbn.CODEC,
    g.CODEC,
    lp.CODEC,
    grid_text.CODEC,
    *bare_numbers.CODECS,
    pattern.CODEC,
    taai.CODEC,
    pbm.CODEC,
)
