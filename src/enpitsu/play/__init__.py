"""Playing: the log of a game, what a board looks like after it, and what a solve is worth."""

from __future__ import annotations

from enpitsu.play.events import Event, Move, Remark, Tail, read_events
from enpitsu.play.log import Log
from enpitsu.play.prices import PRICES
from enpitsu.play.score import GameVerdict, Score, judge, score_of

__all__ = [
    "PRICES",
    "Event",
    "GameVerdict",
    "Log",
    "Move",
    "Remark",
    "Score",
    "Tail",
    "judge",
    "read_events",
    "score_of",
]
