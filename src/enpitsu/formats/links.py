"""puzz.link / pzpr links: the part that every kind's links share.

`https://puzz.link/p?PID[_edit|_play]/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY`; any host will do, and
so will the part after the question mark alone. What BODY means is the kind's business; two codings
that many kinds use are here. Bits (borders, mostly) stand five to a base-32 digit. Numbers go
through slots (cells, mostly):

    X         0..15 in hex
    -HH       16..255
    +HHH      256..4095
    =HHH      4096 + what follows; @HHH or %HHH 8192 +, *HHHH 12240 +, $HHHHH 77776 +
    .         a number that is not told
    g..z      1..20 empty slots

Other codings of numbers are in `link_codings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import unquote

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, head, quote, whole
from enpitsu.grid import Edge, edges_down, edges_right, positions_of_ones
from enpitsu.kind import Codec, Document, Puzzle

FORMAT = "puzzlink"
MAX_LINK = 4 * 2**20  # characters
MAX_NUMBER = 77776 + 0xFFFFF
HOST = "https://puzz.link/p?"
TOO_LONG = "the link says more than the board can hold; the rest is left out"
"""The warning of a body that goes on behind the last slot."""
ENDS_EARLY = "the link ends early; the rest of the board is read as empty"

_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*://)?[\w.:/~-]*", re.ASCII)
_PID = re.compile(r"([a-z][a-z0-9-]*(?:_[a-z0-9-]+)*)/", re.ASCII | re.IGNORECASE)
_MODE = re.compile(r"_(?:edit|play)$")
_SIZED = re.compile(r"[^/\s]+/(?:v:[^/\s]*/)?(?:[^/\s]*/)?-?\d+/-?\d+(?:[/#\s]|$)", re.ASCII)
_NUMBER = re.compile(r"-?\d+", re.ASCII)

_BITS = 5
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_DIGIT_RUN = re.compile(r"[0-9a-v]*", re.ASCII | re.IGNORECASE)

_CODES = (
    (16, "", 0, 1),
    (256, "-", 0, 2),
    (4096, "+", 0, 3),
    (8192, "=", 4096, 3),
    (12240, "@", 8192, 3),
    (77776, "*", 12240, 4),
    (MAX_NUMBER + 1, "$", 77776, 5),
)
"""Numbers below a bound: the sign, what it adds, how many hex digits follow."""

_OFFSETS = {sign: offset for _, sign, offset, _ in _CODES} | {"%": 8192}
_ITEM = re.compile(
    r"(?P<gap>[g-z])|(?P<untold>\.)|(?P<number>[0-9a-f]|-[0-9a-f]{2}|[+=@%][0-9a-f]{3}"
    r"|\*[0-9a-f]{4}|\$[0-9a-f]{5})",
    re.ASCII | re.IGNORECASE,
)

V = TypeVar("V")


class LinkItem(NamedTuple, Generic[V]):
    """The value that a body has for a slot, as a number, and how many empty slots follow."""

    value: V
    empty: int = 0


class ItemReader(NamedTuple, Generic[V]):
    """A way to read slots: the pattern of an item, and what it says, which may also be so many
    empty slots."""

    pattern: re.Pattern[str]
    item_of: Callable[[re.Match[str]], LinkItem[V] | int]


def _item_of(match: re.Match[str]) -> LinkItem[int | None] | int:
    if match["gap"]:
        return int(match["gap"], 36) - 15
    code = match["number"]
    if code is None:
        return LinkItem(None)
    return LinkItem(int(code.lstrip("-+=@%*$"), 16) + _OFFSETS.get(code[0], 0))


NUMBERS = ItemReader(_ITEM, _item_of)
"""Numbers, None for one that is not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleLink:
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


def parse(text: str) -> PuzzleLink:
    """Take a link apart; FormatError if it is none or names no size."""
    if len(text) > MAX_LINK:
        raise FormatError(f"the link is too long: {len(text)} characters")
    pid = find_pid(text)
    if pid is None:
        raise FormatError(f"not a puzzle link: {quote(text.strip())}")
    plain = unquote(text.partition("#")[0]).rstrip()
    _, _, rest = plain[(plain.find("?") + 1) :].partition("/")
    variant = flags = ""
    if rest.startswith("v:"):
        variant, _, rest = rest[2:].partition("/")
    first, _, after = rest.partition("/")
    if not _NUMBER.fullmatch(first):
        flags, rest = first, after
    cols, _, rest = rest.partition("/")
    rows, _, body = rest.partition("/")
    return PuzzleLink(
        pid=pid,
        variant=variant,
        flags=flags,
        cols=whole(cols, "the number of columns", digits=SIZE_DIGITS),
        rows=whole(rows, "the number of rows", digits=SIZE_DIGITS),
        body=body.removesuffix("/"),
        start=len(plain) - len(body),
    )


def link_codec(
    type_names: tuple[str, ...],
    read: Callable[[PuzzleLink], tuple[Puzzle, Sequence[str]]],
    write: Callable[[Document], tuple[str, str]],
    *,
    known_flags: str = "",
) -> Codec:
    """Return the codec of one kind's links.

    `read` makes a puzzle of a link, with warnings; `write` gives the flags and the body. A variant
    and flags that are not known go into the document's tail.
    """

    def parse_text(text: str) -> list[Document]:
        link = parse(text)
        if link.pid not in type_names:
            wrong = quote(link.pid)
            raise FormatError(f"the link names the puzzle type {wrong}, not {type_names[0]}")
        puzzle, warnings = read(link)
        flags = "".join(flag for flag in link.flags if flag not in known_flags)
        tail = f"{link.variant}/{flags}" if link.variant or flags else ""
        strange = _doubts(link.variant, flags)
        return [Document(puzzle=puzzle, warnings=(*warnings, *strange), tail=tail)]

    def dump_document(document: Document) -> str:
        flags, body = write(document)
        variant, _, others = document.tail.rpartition("/")
        rows, cols = document.puzzle.rows, document.puzzle.cols
        flags += others
        link = PuzzleLink(
            pid=type_names[0], variant=variant, flags=flags, cols=cols, rows=rows, body=body
        )
        return dump(link)

    return Codec(
        format=FORMAT,
        title="puzz.link / pzpr link",
        suffixes=(".url", ".link"),
        sniff=lambda text: find_pid(text) in type_names,
        parse=parse_text,
        dump=dump_document,
        carries_position=False,
        holds_many=True,
        type_names=type_names,
    )


def _doubts(variant: str, flags: str) -> Iterator[str]:
    """Yield warnings of a variant and of unknown flags."""
    if flags:
        yield f"the flags {quote(flags)} are not known and not looked at"
    if variant:
        yield f"the link is marked as a variant ({quote(variant)}); read with the usual rules"


def dump(link: PuzzleLink) -> str:
    """The link as the original tool writes it, on puzz.link."""
    variant = f"v:{link.variant}/" if link.variant else ""
    flags = f"{link.flags}/" if link.flags else ""
    text = f"{HOST}{link.pid}/{variant}{flags}{link.cols}/{link.rows}/{link.body}"
    # Sites that shorten links drop a last character that is neither letter nor digit.
    last = text[-1]
    return text if last.isascii() and last.isalnum() else text + "/"


class Body:
    """The body of a link, read from its start on."""

    def __init__(self, link: PuzzleLink, name: str) -> None:
        self._link, self._name = link, name
        self._at = 0
        self._slots = 0
        self.told = 0
        """The number of slots that something was told of."""
        self.is_too_long = False
        """True if it says more than there was asked for."""

    @property
    def is_begun(self) -> bool:
        """True if it says anything."""
        return bool(self._link.body)

    def bits(self, count: int) -> list[int]:
        """Return the set ones among the next so many bits; those that are missing are not set."""
        end = self._at - (-count // _BITS)
        digits = self._link.body[self._at : end]
        good = _DIGIT_RUN.match(digits)
        if good is not None and good.end() < len(digits):
            raise self._strange(self._at + good.end())
        self._at += len(digits)
        # Python reads and writes numbers of a base such as 32 in linear time.
        found = positions_of_ones(f"{int(digits or '0', 32):0{_BITS * len(digits)}b}")
        self.is_too_long |= bool(found) and found[-1] >= count
        return [at for at in found if at < count]

    def borders(self, rows: int, cols: int) -> list[Edge]:
        """Return the borders among the next bits: those right of cells, then those below."""
        found = []
        for edges in (list(edges_right(rows, cols)), list(edges_down(rows, cols))):
            found += [edges[at] for at in self.bits(len(edges))]
        return found

    def take(self, count: int) -> str:
        """Return the next so many characters, or as many as there are."""
        found = self._link.body[self._at : self._at + count]
        self._at += len(found)
        return found

    def items(self, slots: int, reader: ItemReader[V]) -> list[tuple[int, V]]:
        """All that is left, which tells of so many slots: those that are not empty, with what they
        have."""
        body, slot = self._link.body, 0
        found: list[tuple[int, V]] = []
        known: dict[str, LinkItem[V] | int] = {}
        while self._at < len(body) and slot < slots:
            match = reader.pattern.match(body, self._at)
            if match is None:
                raise self._strange(self._at)
            item = known.get(match[0])
            if item is None:
                item = known[match[0]] = reader.item_of(match)
            if isinstance(item, int):
                slot += item
            else:
                found.append((slot, item.value))
                slot = min(slot + 1 + item.empty, slots)
            self._at = match.end()
        self.tell(slot, slots)
        self.is_too_long |= self._at < len(body) or slot > slots
        return found

    @property
    def doubts(self) -> list[str]:
        """The warnings of a body that says more or less than there was asked for."""
        # A link without any body is a blank board on purpose.
        ends_early = self.is_begun and self.told < self._slots
        return [TOO_LONG] * self.is_too_long + [ENDS_EARLY] * ends_early

    def tell(self, slot: int, slots: int) -> None:
        """Keep how far a part of the body went that tells of so many slots."""
        self._slots, self.told = slots, min(slot, slots)

    def strange(self, behind: int) -> FormatError:
        """Return the error of a character so far behind the place that was read up to."""
        return self._strange(self._at + behind)

    def _strange(self, at: int) -> FormatError:
        message = f"no {self._name} link has {quote(self._link.body[at : at + 6])} here"
        return FormatError(message, column=self._link.column(at))


def dump_bits(found: Collection[int], count: int) -> str:
    """So many bits, of which these are set, as base-32 digits."""
    bits = bytearray(b"0") * (_BITS * -(-count // _BITS))
    for at in found:
        bits[at] = ord("1")
    return "".join(_DIGITS[int(bits[at : at + _BITS], 2)] for at in range(0, len(bits), _BITS))


def dump_borders(rows: int, cols: int, borders: Collection[Edge]) -> str:
    """The borders right of cells and those below, as `Body.borders` reads them."""
    parts = []
    for edges in (edges_right(rows, cols), edges_down(rows, cols)):
        drawn = [edge in borders for edge in edges]
        parts.append(dump_bits([at for at, is_drawn in enumerate(drawn) if is_drawn], len(drawn)))
    return "".join(parts)


def dump_numbers(found: Iterable[tuple[int, str]], slots: int, *, first_gap: str = "g") -> str:
    """The codes of numbers in their slots, and between them letters that skip slots: `first_gap`
    skips one, z the most."""
    first = ord(first_gap)
    parts, done = [], 0
    for slot, code in (*found, (slots, "")):
        full, rest = divmod(slot - done, ord("z") - first + 1)
        parts += ["z" * full, chr(first + rest - 1) if rest else "", code]
        done = slot + 1
    return "".join(parts)


def number_code(number: int | None, cell: str | None = None) -> str:
    """The code of a number; FormatError, that names the cell, if it is too large for a link."""
    if number is None:
        return "."
    for bound, sign, offset, digits in _CODES:
        if number < bound:
            return f"{sign}{number - offset:0{digits}x}"
    example = "" if cell else f", such as {number}"
    raise FormatError(f"a link cannot hold a number over {MAX_NUMBER}{example}", cell=cell)
