"""The refusals of the library, so that callers can tell these from bad input; and
questions made fit to be asked."""

from __future__ import annotations

from enpitsu.errors import PuzzleError


class NotThere(PuzzleError):
    """A puzzle, draft, game, player or result that is not in the library, or is someone else's."""


class Conflict(PuzzleError):
    """A game or draft that was saved elsewhere meanwhile; `revision` is the one it has now."""

    def __init__(self, revision: int, what: str = "game") -> None:
        self.revision, self.what = revision, what
        super().__init__(revision, what)

    def __str__(self) -> str:
        return f"the {self.what} was saved in another place meanwhile: load it again first"


class GameOver(PuzzleError):
    """A game that has ended, so that nothing can be added to it."""


class NotSolved(PuzzleError):
    """A game that is said to be solved, and is not."""


class Full(PuzzleError):
    """More of something than is kept for one player, or for all."""


class OverQuota(Full):
    """More bytes than are kept for one player; `used` of `room` are taken, and the rest, if any,
    is for games alone."""

    def __init__(self, used: int, room: int, has_rest: bool) -> None:
        self.used, self.room, self.has_rest = used, room, has_rest
        super().__init__(used, room, has_rest)

    def __str__(self) -> str:
        used, room = f"{self.used / 10**6:.1f}", f"{self.room / 10**6:g}"
        rest = ", and the rest is for games alone" if self.has_rest else ""
        return (
            f"{used} of the {room} MB that are kept for each player are used{rest}: delete drafts, "
            "puzzles or games to make room; the settings list the largest"
        )


class Unavailable(PuzzleError):
    """A database that cannot be read or written just now."""


class ReadOnly(PuzzleError):
    """A change to a database that can only be read."""


class Locked(Unavailable):
    """A database that others write to for too long."""


class Gone(Unavailable):
    """A database whose file was removed or replaced while it was open."""


def checked_key(key: int, what: str) -> int:
    """The number of something; NotThere if nothing can have it."""
    if not 0 < key < 2**31:
        raise NotThere(f"there is no such {what}")
    return key


def bounded(number: int) -> int:
    """A number that every database can be asked for: beyond its bounds there is nothing."""
    return min(max(number, -1), 2**31 - 1)


def plain(text: str) -> str:
    """A text that every database can be asked for: what no row can hold is found in none."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
