"""The formats of Yajilin, the one to show first at the front."""

from __future__ import annotations

from enpitsu.kind import Codec
from enpitsu.kinds.yajilin.codecs import csv, grid, puzzlink, pzprv3, xml

CODECS: tuple[Codec, ...] = (
    puzzlink.CODEC,
    pzprv3.CODEC,
    xml.CODEC,
    csv.CODEC,
    grid.CODEC,
)
