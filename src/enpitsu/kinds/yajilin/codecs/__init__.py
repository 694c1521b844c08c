"""The formats of Yajilin, the one to show first at the front."""

from __future__ import annotations

from enpitsu.kind import Codec
from enpitsu.kinds.yajilin.codecs import csv, grid_text, puzzlink, pzprv3, tile_xml

CODECS: tuple[Codec, ...] = (
    puzzlink.CODEC,
    pzprv3.CODEC,
    tile_xml.CODEC,
    csv.CODEC,
    grid_text.CODEC,
)
