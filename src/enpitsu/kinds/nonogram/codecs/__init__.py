"""Nonogram's formats, each in its own module.

The order is the preference where a text of bare numbers could be several of them.
"""

from __future__ import annotations

from enpitsu.kind import Codec
from enpitsu.kinds.nonogram.codecs import (
    cwd,
    g,
    grid_text,
    lp,
    mk,
    nin,
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
    nin.CODEC,
    mk.CODEC,
    cwd.CODEC,
    pattern.CODEC,
    taai.CODEC,
    pbm.CODEC,
)
