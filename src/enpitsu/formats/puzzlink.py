"""puzz.link / pzpr links: the part that every kind's links share.

`https://puzz.link/p?PID[_edit|_play]/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY`; any host will do, and
so will the part after the question mark alone. What BODY means is the kind's business.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import unquote

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, head, quote, whole

MAX_LINK = 4 * 2**20
HOST = "https://puzz.link/p?"

_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*://)?[\w.:/~-]*", re.ASCII)
_PID = re.compile(r"([a-z][a-z0-9-]*(?:_[a-z0-9-]+)*)/", re.ASCII | re.IGNORECASE)
_MODE = re.compile(r"_(?:edit|play)$")
_SIZED = re.compile(r"[^/\s]+/(?:v:[^/\s]*/)?(?:[^/\s]*/)?-?\d+/-?\d+(?:[/#\s]|$)", re.ASCII)
_NUMBER = re.compile(r"-?\d+", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link taken apart. `start` is where the body begins in the text it was read from."""

    pid: str
    cols: int
    rows: int
    body: str
    flags: str = ""
    variant: str = ""
    start: int = field(default=0, compare=False)

    def column(self, at: int) -> int:
        """The column, from 1, of a character of the body."""
        return self.start + at + 1


def find_pid(text: str) -> str | None:
    """The puzzle type that a link names, in small letters; None if the text is no link."""
    line = unquote(head(text).partition("\n")[0])
    address, mark, query = line.partition("?")
    if not mark:
        query = address if _SIZED.match(address) else ""
    elif not _ADDRESS.fullmatch(address):
        return None
    match = _PID.match(query)
    # A pzprv3 file may be written on one line, slashes between; it is no link.
    if match is None or match[1].startswith("pzprv3"):
        return None
    return _MODE.sub("", match[1].lower())


def split(text: str) -> list[tuple[int, str]]:
    """The lines of a text of links, one a line, with their numbers; blank lines are left out."""
    return [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]


def parse(text: str) -> Link:
    """Take a link apart; FormatError if it is none or names no size."""
    if len(text) > MAX_LINK:
        raise FormatError(f"the link is too long: {len(text)} characters")
    pid = find_pid(text)
    if pid is None:
        raise FormatError(f"not a puzzle link: {quote(text.strip())}")
    plain = unquote(text.partition("#")[0]).rstrip()
    variant, flags, cols, rows, body = _segments(plain[_query_start(plain) :])
    start = len(plain) - len(body)
    return Link(
        pid=pid,
        variant=variant,
        flags=flags,
        cols=whole(cols, "the number of columns", digits=SIZE_DIGITS),
        rows=whole(rows, "the number of rows", digits=SIZE_DIGITS),
        body=body.removesuffix("/"),
        start=start,
    )


def parse_one_of(text: str, pids: Collection[str]) -> Link:
    """Take a link apart that must name one of these puzzle types."""
    link = parse(text)
    if link.pid not in pids:
        message = f"the link names the puzzle type {quote(link.pid)}, not {next(iter(pids))}"
        raise FormatError(message)
    return link


def strange_parts(link: Link, flags: str) -> tuple[list[str], str]:
    """Warnings of the variant and of flags that a kind does not know; and both as a tail."""
    warnings = []
    if flags:
        warnings.append(f"the flags {quote(flags)} are not known and not looked at")
    if link.variant:
        warnings.append(
            f"the link is marked as a variant ({quote(link.variant)}); read with the usual rules"
        )
    return warnings, f"{link.variant}/{flags}" if warnings else ""


def _query_start(plain: str) -> int:
    return plain.find("?") + 1


def _segments(query: str) -> tuple[str, str, str, str, str]:
    """Variant, flags, columns, rows and body of what follows the question mark."""
    _, _, rest = query.partition("/")
    variant = flags = ""
    if rest.startswith("v:"):
        variant, _, rest = rest[2:].partition("/")
    first, _, after = rest.partition("/")
    if not _NUMBER.fullmatch(first):
        flags, rest = first, after
    cols, _, rest = rest.partition("/")
    rows, _, body = rest.partition("/")
    return variant, flags, cols, rows, body


def dump(link: Link) -> str:
    """The link as the original tool writes it, on puzz.link."""
    variant = f"v:{link.variant}/" if link.variant else ""
    flags = f"{link.flags}/" if link.flags else ""
    text = f"{HOST}{link.pid}/{variant}{flags}{link.cols}/{link.rows}/{link.body}"
    # Sites that shorten links drop a last character that is neither letter nor digit.
    last = text[-1]
    return text if last.isascii() and last.isalnum() else text + "/"
