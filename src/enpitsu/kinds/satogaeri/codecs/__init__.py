"""The formats of Satogaeri."""

from __future__ import annotations

from enpitsu.kind import Codec

CODECS: tuple[Codec, ...] = ()
