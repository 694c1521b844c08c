"""The score of a solve: the time without pauses, and what help cost. Clean solves come first.

Nothing that the player's side says of itself is believed: the moves are played again, the rules
judge the board, and prices are taken from the table here. What the player's side may leave out (the
time that passed, help that it asked for) the server knows by itself: see `weigh`.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from enpitsu.check import check
from enpitsu.grid import Edge, Slot
from enpitsu.kind import Puzzle
from enpitsu.play.events import CHECK, FILL, GIVEN, HINT, SOLVE, Move, Remark
from enpitsu.play.hands import is_by_hand
from enpitsu.play.log import Log
from enpitsu.play.prices import LIVE, PRICES, REASON, WHOLE_HINT
from enpitsu.position import Fact

# Marks of results that are in no ranking:
BY_MACHINE = "hands"  # the strokes are faster than hands
AHEAD = "clock"  # it tells of more time than had passed
ANSWERED = "answer"  # the player had asked for the answer
OFFLINE = "offline"  # it was begun without the server, so nobody knows when
MARKS = ("", BY_MACHINE, AHEAD, ANSWERED, OFFLINE)  # "" for all that are ranked
MISTAKE = "~"  # first character in the name of help that calls a single fact wrong


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a solve: seconds of play, seconds on top for help, and how often it came."""

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
        """True if it was done without help."""
        return not (self.hints or self.checks)

    @property
    def order(self) -> tuple[bool, float]:
        """Sorts results: clean solves first, then by the time that counts."""
        return not self.is_clean, self.total


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """The end of a game: is it solved, with which score, or in words why there is none."""

    is_solved: bool
    score: Score | None = None
    reason: str = ""
    is_by_hand: bool = True
    """True if hands can have made its strokes."""
    helps: int = 0
    """Pieces of help that the log tells of: stages, checks, and each mark that was filled in."""


def score_of(log: Log) -> Score:
    """Return the score of a game, which ends with its last move, whenever that was seen."""
    moves = [event for event in log if isinstance(event, Move) and not event.is_free]
    remarks = [event for event in log if isinstance(event, Remark)]
    stages = [event.stage for event in remarks if event.note == HINT]
    # A move that a hint made costs what the stage costs that tells it, said or not.
    made = sum(move.by == HINT for move in moves)
    stages += [REASON] * (made - stages.count(REASON))
    checks = [LIVE if event.is_live else CHECK for event in remarks if event.note == CHECK]
    fills = [move for move in moves if move.by == FILL]
    penalty = sum(PRICES[name] for name in (*stages, *checks)) + PRICES[FILL] * _count_filled(log)
    ended = max((move.t for move in moves), default=0)
    return Score(ended / 1000, penalty, len(stages) + len(fills), len(checks))


def filled_marks(facts: Iterable[Fact]) -> set[tuple[Slot, str]]:
    """Return the marks that a player sees of what is filled in at once: each value that holds, and
    one for all that is denied of a slot. What is denied of a cell is not seen where something holds
    in the cell or on an edge at it. The page counts the same (`js/play/price.js`)."""
    facts = list(facts)
    holding: set[Slot] = {fact.slot for fact in facts if fact.holds}
    taken = holding | {cell for slot in holding if isinstance(slot, Edge) for cell in slot}
    return {
        (fact.slot, fact.value if fact.holds else "")
        for fact in facts
        if fact.holds or fact.slot not in taken
    }


def judge(puzzle: Puzzle, log: Log) -> GameVerdict:
    """Play the log again; judge whether its board is solved, and what that is worth."""
    broken = check(puzzle, log.position())
    if broken:
        return GameVerdict(False, reason=f"the board is not solved: {broken[0].message}")
    reason = why_no_result({event.note if isinstance(event, Remark) else event.by for event in log})
    if reason:
        return GameVerdict(True, reason=reason)
    score = score_of(log)
    return GameVerdict(
        True, score, "", is_by_hand(log), score.checks + score.hints + _count_filled(log)
    )


def weigh(
    verdict: GameVerdict,
    *,
    least_ms: int,
    is_ahead: bool,
    is_offline: bool,
    has_answer: bool,
    helps: int,
) -> tuple[Score | None, str]:
    """Add to a verdict what the server knows by itself: the score, and one of MARKS.

    `least_ms`, `is_ahead` and `is_offline` are from the game's `ServerClock`; `has_answer` tells
    whether the player had asked for the answer, `helps` how many pieces of help they had asked for.
    What of these the log does not tell costs as much as a whole hint, each.
    """
    score = verdict.score
    if score is None:
        return None, ""
    untold = max(0, helps - verdict.helps)
    score = replace(
        score,
        seconds=max(score.seconds, least_ms / 1000),
        penalty=score.penalty + untold * WHOLE_HINT,
        hints=score.hints + untold,
    )
    if has_answer:
        return score, ANSWERED
    if is_ahead:
        return score, AHEAD
    if not verdict.is_by_hand:
        return score, BY_MACHINE
    return score, OFFLINE if is_offline else ""


def _count_filled(log: Log) -> int:
    """Count the marks that were filled in; what was undone and filled in again is one."""
    fills = (event for event in log if isinstance(event, Move) and event.by == FILL)
    return len({mark for move in fills for mark in filled_marks(move.put)})


def why_no_result(marks: Set[str]) -> str:
    """Say why a game counts for nothing, by the names of its remarks and of who moved; empty if
    it counts."""
    if SOLVE in marks:
        return "the answer was shown, so there is no result"
    if GIVEN in marks:
        return "the game began elsewhere, with the marks of a file, so there is no result"
    return ""
