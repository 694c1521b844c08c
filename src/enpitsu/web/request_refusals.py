"""The refusals of the server, beyond those of the library. Raised in working processes as well."""

from __future__ import annotations

from enpitsu.errors import PuzzleError, shorten


class BadRequest(PuzzleError):
    """A request of the wrong form; `field` says where, as "position.3"."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message, field)
        self.message, self.field = message, field

    def __str__(self) -> str:
        return shorten(f"{self.field}: {self.message}" if self.field else self.message)


class TooLarge(PuzzleError):
    """More than the server takes on."""


class NotProved(PuzzleError):
    """A puzzle that is to be published, and has not one solution as far as is known."""


class TooSlow(PuzzleError):
    """A request that does not arrive in time."""


class WrongType(PuzzleError):
    """A body that is not JSON, or packed in a way that is not read."""


class Forbidden(PuzzleError):
    """A request that comes from another site."""


class NotFound(PuzzleError):
    """Something that is not there, or no more."""


class ShowsAnswer(PuzzleError):
    """A refusal to show the answer of a puzzle that the player has not solved."""


class TryLater(PuzzleError):
    """Something that is to be tried again after some seconds, if they are known."""

    def __init__(self, message: str, seconds: int | None = None) -> None:
        super().__init__(message, seconds)
        self.message, self.seconds = message, seconds

    def __str__(self) -> str:
        return self.message


class Busy(TryLater):
    """Too much waits already."""


class TooMany(TryLater):
    """More from one client than is given to one."""


class NoPlayer(PuzzleError):
    """A request about a player's own things without the cookie that says who he is."""
