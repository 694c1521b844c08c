"""What a solve is worth: the time without pauses, and what help cost. Clean solves come first.

Nothing that the player's side says of itself is believed: the moves are played again, the rules
judge the board, and prices are taken from the table here.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from enpitsu.check import check
from enpitsu.grid import Edge, Slot
from enpitsu.kind import Puzzle
from enpitsu.play.events import CHECK, FILL, GIVEN, HINT, SOLVE, Move, Remark
from enpitsu.play.log import Log
from enpitsu.play.prices import LIVE, MOVE, PRICES
from enpitsu.position import Fact


@dataclass(frozen=True, slots=True)
class Score:
    """What a solve is worth: seconds of play, seconds on top for help, and how often it came."""

    seconds: float
    penalty: int = 0
    hints: int = 0
    """Stages of hints that were shown, moves that hints made, and times everything plain was filled
    in."""
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
    moves = [event for event in log if isinstance(event, Move)]
    remarks = [event for event in log if isinstance(event, Remark)]
    stages = [event.stage for event in remarks if event.note == HINT]
    # A move that a hint made costs what the stage costs that tells it, said or not.
    made = sum(move.by == HINT for move in moves)
    stages += [MOVE] * (made - stages.count(MOVE))
    checks = [LIVE if event.is_live else CHECK for event in remarks if event.note == CHECK]
    fills = [move for move in moves if move.by == FILL]
    # What was filled in, undone and filled in again is paid for once.
    filled = {mark for move in fills for mark in filled_marks(move.put)}
    penalty = sum(PRICES[name] for name in (*stages, *checks)) + PRICES[FILL] * len(filled)
    ended = max((move.t for move in moves), default=0)
    return Score(ended / 1000, penalty, len(stages) + len(fills), len(checks))


def filled_marks(facts: Iterable[Fact]) -> set[tuple[Slot, str]]:
    """The marks that a player sees of what is filled in at once: each value that holds, and one for
    all that is denied of a slot. What is denied of a cell is not seen where something holds in the
    cell or on an edge at it. The page counts the same (`js/play/price.js`)."""
    facts = list(facts)
    holding: set[Slot] = {fact.slot for fact in facts if fact.holds}
    taken = holding | {cell for slot in holding if isinstance(slot, Edge) for cell in slot}
    return {
        (fact.slot, fact.value if fact.holds else "")
        for fact in facts
        if fact.holds or fact.slot not in taken
    }


def judge(puzzle: Puzzle, log: Log) -> Verdict:
    """Whether the log, played again, ends in a solved board, and what that is worth."""
    broken = check(puzzle, log.position())
    if broken:
        return Verdict(False, reason=f"the board is not solved: {broken[0].message}")
    reason = why_no_result({event.note if isinstance(event, Remark) else event.by for event in log})
    return Verdict(True, None if reason else score_of(log), reason)


def why_no_result(marks: Set[str]) -> str:
    """Why a game counts for nothing, by the names of its remarks and of who moved; empty if it
    counts."""
    if SOLVE in marks:
        return "the answer was shown, so there is no result"
    if GIVEN in marks:
        return "the game began elsewhere, with the marks of a file, so there is no result"
    return ""
