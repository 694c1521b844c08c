"""The formats of Satogaeri, the one to show first at the front."""

from __future__ import annotations

from enpitsu.kind import Codec
from enpitsu.kinds.satogaeri.codecs import kanpen, pencilbox, puzzlink, pzl, pzprv3

CODECS: tuple[Codec, ...] = (
    puzzlink.CODEC,
    pzprv3.CODEC,
    pzl.CODEC,
    pencilbox.CODEC,
    kanpen.CODEC,
)
