"""Techniques of Satogaeri, as people use them; ladder.py lists them."""

from __future__ import annotations

from enpitsu.kinds.satogaeri.techniques.ladder import LADDER

__all__ = ["LADDER"]
