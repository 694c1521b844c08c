"""What a solve is worth: the time without pauses, and what help cost. Clean solves come first.

Nothing that the player's side says of itself is believed: the moves are played again, the rules
judge the board, and prices are taken from the table here.
"""

from __future__ import annotations

from dataclasses import dataclass

from enpitsu.check import check
from enpitsu.kind import Puzzle
from enpitsu.play.events import CHECK, GIVEN, HINT, SOLVE, Event, Move, Remark
from enpitsu.play.log import Log
from enpitsu.play.prices import LIVE, MOVE, PRICES


@dataclass(frozen=True, slots=True)
class Score:
    """What a solve is worth: seconds of play, seconds on top for help, and how often it came."""

    seconds: float
    penalty: int = 0
    hints: int = 0
    """Stages of hints that were shown, and moves that hints made."""
    checks: int = 0

    @property
    def total(self) -> float:
        """The time that counts."""
        return self.seconds + self.penalty

    @property
    def is_clean(self) -> bool:
        """Whether it was done without help."""
        return not (self.hints or self.checks)

    @property
    def order(self) -> tuple[bool, float]:
        """Sorts results: clean solves first, then by the time that counts."""
        return not self.is_clean, self.total


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a game is solved; the score, or in words why there is none."""

    is_solved: bool
    score: Score | None = None
    reason: str = ""


def score_of(log: Log) -> Score:
    """The score of a game. It ends with its last move, whenever somebody saw that it was solved."""
    ended = max((event.t for event in log if isinstance(event, Move)), default=0)
    remarks = [event for event in log if isinstance(event, Remark)]
    stages = [event.stage for event in remarks if event.note == HINT]
    # A move that a hint made costs what the stage costs that tells it, said or not.
    made = sum(isinstance(event, Move) and event.by == HINT for event in log)
    stages += [MOVE] * (made - stages.count(MOVE))
    checks = [LIVE if event.is_live else CHECK for event in remarks if event.note == CHECK]
    penalty = sum(PRICES[name] for name in (*stages, *checks))
    return Score(ended / 1000, penalty, len(stages), len(checks))


def judge(puzzle: Puzzle, log: Log) -> Verdict:
    """Whether the log, played again, ends in a solved board, and what that is worth."""
    broken = check(puzzle, log.position())
    if broken:
        return Verdict(False, reason=f"the board is not solved: {broken[0].message}")
    if any(map(_tells_the_answer, log)):
        return Verdict(True, reason="the answer was shown, so there is no result")
    return Verdict(True, score_of(log))


def _tells_the_answer(event: Event) -> bool:
    if isinstance(event, Remark):
        return event.note == SOLVE
    return event.by in (SOLVE, GIVEN)
