"""How people solve Nonogram: its techniques, the easiest first.

Facts alone are concluded: where runs may lie is seen anew each time from the cells of the line.
"""

from __future__ import annotations

from enpitsu.kinds.nonogram.techniques.ladder import TECHNIQUES
from enpitsu.kinds.nonogram.techniques.rule_sentences import narrate
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.technique import Ladder

LADDER = Ladder(
    techniques=TECHNIQUES,
    state=NonogramState,
    narrate=narrate,
    codes={"refutation": "N14", "agreement": "N15", "proof": "SAT"},
    thresholds=(1.5, 1.95, 2.7, 3.9, 5.3),
)
