"""Techniques of Nonogram, as people use them; ladder.py lists them."""

from __future__ import annotations

from enpitsu.kinds.nonogram.techniques.ladder import LADDER

__all__ = ["LADDER"]
