"""Further codings of numbers in puzz.link / pzpr links, each read and written.

`SMALL_NUMBERS`, 0 to 4, with the empty slots behind them:

    0..4      a number, and something in the next slot
    5..9      0..4 and one empty slot
    a..e      0..4 and two empty slots
    .         a number that is not told
    g..z      1..20 empty slots

`DECIMALS`, 0 to 9: a digit, "." for a number that is not told, a..z for 1..26 empty slots.
`BASE_36`, a sign for each slot: 0..z, -ZZ from 36 on, "@" or "%" not told, "." empty.
Signs of two sorts, as pearls, stand three to a base-27 digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats.links import (
    NUMBERS,
    Body,
    ItemReader,
    LinkItem,
    dump_numbers,
    number_code,
)

_TRITS = 3
_BASE_27 = "0123456789abcdefghijklmnopq"
_DIGITS_36 = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST_SMALL = 4
_SMALL = 5  # small numbers
_LEAST_LONG = 36
_END_36 = 36**2

Numbers = Mapping[int, int | None]
"""Numbers by slot, None if one is not told."""


class NumberCoding(NamedTuple):
    """A way to write the numbers of slots."""

    reader: ItemReader[int | None]
    dump: Callable[[Numbers, int, Callable[[int], str]], str]
    """Returns the code of numbers in so many slots. FormatError, that names the cell of a slot by
    the function given, for one that is too large."""


def _pattern(gap: str, number: str) -> re.Pattern[str]:
    text = rf"(?P<gap>{gap})|(?P<number>{number})|(?P<untold>[.@%])"
    return re.compile(text, re.ASCII | re.IGNORECASE)


def _dump_hex(numbers: Numbers, slots: int, cell: Callable[[int], str]) -> str:
    codes = ((slot, number_code(number, cell(slot))) for slot, number in numbers.items())
    return dump_numbers(codes, slots)


def _small_item(match: re.Match[str]) -> LinkItem[int | None] | int:
    if match["gap"]:
        return int(match["gap"], 36) - 15
    if match["number"] is None:
        return LinkItem(None)
    empty, number = divmod(int(match["number"], 16), _SMALL)
    return LinkItem(number, empty)


def _dump_small(numbers: Numbers, slots: int, cell: Callable[[int], str]) -> str:
    passed = 0  # the first slot that no code tells of
    parts = []
    for slot, number in numbers.items():
        parts.append(dump_numbers((), slot - passed))
        _refuse_over(_MOST_SMALL, number, cell(slot))
        passed = slot + 1
        if number is None:
            parts.append(".")
            continue
        empty = next((step for step in (0, 1) if slot + 1 + step in numbers), 2)
        parts.append(f"{number + _SMALL * empty:x}")
        passed = min(slots, passed + empty)
    return "".join([*parts, dump_numbers((), slots - passed)])


def _decimal_item(match: re.Match[str]) -> LinkItem[int | None] | int:
    if match["gap"]:
        return int(match["gap"], 36) - 9
    return LinkItem(None if match["number"] is None else int(match["number"]))


def _dump_decimals(numbers: Numbers, slots: int, cell: Callable[[int], str]) -> str:
    for slot, number in numbers.items():
        _refuse_over(9, number, cell(slot))
    codes = ((slot, "." if each is None else str(each)) for slot, each in numbers.items())
    return dump_numbers(codes, slots, first_gap="a")


def _item_36(match: re.Match[str]) -> LinkItem[int | None] | int:
    if match["gap"]:
        return 1
    return LinkItem(None if match["number"] is None else int(match["number"].lstrip("-"), 36))


def _dump_36(numbers: Numbers, slots: int, cell: Callable[[int], str]) -> str:
    parts = ["."] * slots
    for slot, number in numbers.items():
        _refuse_over(_END_36 - 1, number, cell(slot))
        if number is None:
            parts[slot] = "@"
        elif number < _LEAST_LONG:
            parts[slot] = _DIGITS_36[number]
        else:
            first, last = divmod(number, 36)
            parts[slot] = f"-{_DIGITS_36[first]}{_DIGITS_36[last]}"
    return "".join(parts)


def _refuse_over(most: int, number: int | None, cell: str) -> None:
    if number is not None and number > most:
        raise FormatError(f"a link cannot hold a number over {most} here", cell=cell)


HEX = NumberCoding(NUMBERS, _dump_hex)
SMALL_NUMBERS = NumberCoding(ItemReader(_pattern("[g-z]", "[0-9a-e]"), _small_item), _dump_small)
DECIMALS = NumberCoding(ItemReader(_pattern("[a-z]", "[0-9]"), _decimal_item), _dump_decimals)
BASE_36 = NumberCoding(ItemReader(_pattern(r"\.", "[0-9a-z]|-[0-9a-z]{2}"), _item_36), _dump_36)


def read_signs(body: Body, slots: int) -> dict[int, int]:
    """The signs, 1 or 2, of the slots that have one."""
    found: dict[int, int] = {}
    digits = body.take(-(-slots // _TRITS)).lower()
    for place, digit in enumerate(digits):
        value = _BASE_27.find(digit)
        if value < 0:
            raise body.strange(place - len(digits))
        for step, power in enumerate((9, 3, 1)):
            sign, slot = value // power % 3, _TRITS * place + step
            body.is_too_long |= bool(sign) and slot >= slots
            if sign and slot < slots:
                found[slot] = sign
    body.tell(_TRITS * len(digits), slots)
    return found


def dump_signs(signs: Mapping[int, int], slots: int) -> str:
    """Signs in so many slots, as `read_signs` reads them."""
    triples = ([signs.get(at + step, 0) for step in range(3)] for at in range(0, slots, _TRITS))
    return "".join(_BASE_27[9 * first + 3 * second + third] for first, second, third in triples)
