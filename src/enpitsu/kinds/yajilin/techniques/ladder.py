"""The ladder of Yajilin: its techniques, the easiest first."""

from __future__ import annotations

from enpitsu.kinds.yajilin.techniques import (
    cells,
    chessboard_balance,
    clue_counts,
    domino,
    early_loops,
    one_block,
    room_parity,
)
from enpitsu.kinds.yajilin.techniques.rule_sentences import narrate
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.technique import Ladder

LADDER = Ladder(
    techniques=tuple(
        sorted(
            (
                *clue_counts.TECHNIQUES,
                *cells.TECHNIQUES,
                *domino.TECHNIQUES,
                *early_loops.TECHNIQUES,
                *room_parity.TECHNIQUES,
                *one_block.TECHNIQUES,
                *chessboard_balance.TECHNIQUES,
            ),
            key=lambda technique: technique.level,
        )
    ),
    state=YajilinState,
    narrate=narrate,
    codes={"agreement": "Y23", "refutation": "Y24", "proof": "SAT"},
    thresholds=(2.05, 2.7, 3.9, 4.5, 5.5),
    # To the levels of 54 puzzles of janko.at: bench/grade.py.
    difficulty=(-10.05, 0.65),
)
