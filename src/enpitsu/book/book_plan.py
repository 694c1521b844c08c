"""The plan of a book, made by the caller or read from a book file (TOML).

    title = "Thirty quiet evenings"
    paper = "A4"
    per_page = 2

    [[chapter]]
    title = "First steps"
    puzzles = ["gentle/", "more.jsonl", "library:mine"]

Everything is checked: an unknown key or a wrong value is an error that says where it stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from pathlib import Path
from typing import Any, NamedTuple

from enpitsu.errors import FormatError
from enpitsu.words import ENGLISH, LANGUAGES

PAPERS = ("A4", "Letter")
PER_PAGE = (1, 2, 4, 6)
SOLUTIONS = ("plain", "explained", "none")
SORTS = ("level", "length", "given")

MAX_PLAN_BYTES = 2**20
MAX_CHAPTERS = 500
MAX_SOURCES = 10_000
_LINE = 200  # letters of a title
_TEXT = 4000  # letters of a chapter's text
_PATH = 4096  # letters of a file's name
_SHOWN = 40  # letters of a wrong value that its error shows


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterPlan:
    """A chapter; what is None is as in the whole book."""

    title: str
    text: str = ""
    puzzles: tuple[str, ...] = ()
    per_page: int | None = None
    sort: str | None = None

    def __post_init__(self) -> None:
        _check(self, _CHAPTER_FIELDS, "the chapter")


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPlan:
    """A whole book; without chapters levels, or the lengths it is sorted by, are the headings."""

    title: str = ""
    """Without one the kinds of puzzles are the title."""
    subtitle: str = ""
    author: str = ""
    language: str = ENGLISH
    paper: str = PAPERS[0]
    per_page: int = 4
    solutions: str = SOLUTIONS[0]
    sort: str = SORTS[0]
    cover: bool = True
    rules: bool = True
    links: bool = True
    qr: bool = True
    any: bool = False
    """True if puzzles without exactly one solution are let in."""
    fonts: tuple[str, ...] = ()
    """Font files, asked before those of the system."""
    chapters: tuple[ChapterPlan, ...] = ()

    def __post_init__(self) -> None:
        _check(self, _BOOK_FIELDS, "the plan")


class _Field(NamedTuple):
    """The check of a value: its type, one of some choices, at most so many letters."""

    form: type
    choices: tuple[Any, ...] = ()
    most: int = _LINE
    many: int = 0
    """For lists: how many things they hold at most."""

    @property
    def wanted(self) -> str:
        """The demand in words."""
        if self.choices:
            *others, last = map(str, self.choices)
            return f"{', '.join(others)} or {last}"
        if self.form is bool:
            return "true or false"
        return "a list of texts" if self.many else "a text"


_CHAPTER_FIELDS = {
    "title": _Field(str),
    "text": _Field(str, most=_TEXT),
    "puzzles": _Field(str, most=_PATH, many=MAX_SOURCES),
    "per_page": _Field(int, PER_PAGE),
    "sort": _Field(str, SORTS),
}
_BOOK_FIELDS = {
    "title": _Field(str),
    "subtitle": _Field(str),
    "author": _Field(str),
    "language": _Field(str, LANGUAGES),
    "paper": _Field(str, PAPERS),
    "per_page": _Field(int, PER_PAGE),
    "solutions": _Field(str, SOLUTIONS),
    "sort": _Field(str, SORTS),
    "cover": _Field(bool),
    "rules": _Field(bool),
    "links": _Field(bool),
    "qr": _Field(bool),
    "any": _Field(bool),
    "fonts": _Field(str, most=_PATH, many=20),
}


def _check(plan: BookPlan | ChapterPlan, fields: Mapping[str, _Field], where: str) -> None:
    for name, field in fields.items():
        value = getattr(plan, name)
        if value is not None:
            _check_value(name, value, field, where)


def load_plan(path: Path) -> BookPlan:
    """Read the plan of a book file; FormatError if there is anything wrong in it."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_PLAN_BYTES + 1)
    except OSError as error:
        raise FormatError(f"cannot read the book file: {error.strerror}") from None
    if len(data) > MAX_PLAN_BYTES:
        raise FormatError(f"a book file has at most {MAX_PLAN_BYTES // 1024} KiB")
    try:
        return parse_plan(data.decode())
    except UnicodeDecodeError:
        raise FormatError("not a text in UTF-8") from None


def parse_plan(text: str) -> BookPlan:
    """Return the plan that a text in TOML describes."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits is a ValueError, too.
        raise FormatError(f"not TOML: {error}") from None
    chapters = table.pop("chapter", [])
    if not isinstance(chapters, list) or not all(isinstance(each, dict) for each in chapters):
        raise FormatError("chapters are written as [[chapter]]")
    if len(chapters) > MAX_CHAPTERS:
        raise FormatError(f"a book has at most {MAX_CHAPTERS} chapters")
    book = _read(table, _BOOK_FIELDS, "the book")
    plans = []
    for number, each in enumerate(chapters, 1):
        chapter = _read(each, _CHAPTER_FIELDS, f"chapter {number}")
        for name in ("title", "puzzles"):
            if not chapter.get(name):
                raise FormatError(f"chapter {number}: {name} is missing")
        plans.append(ChapterPlan(**chapter))
    return BookPlan(**book, chapters=tuple(plans))


def _read(table: Mapping[str, Any], fields: Mapping[str, _Field], where: str) -> dict[str, Any]:
    for key in table:
        if key not in fields:
            known = ", ".join(fields)
            raise FormatError(f"{where}: unknown key {_show(key)}; known: {known}")
    return {key: _check_value(key, value, fields[key], where) for key, value in table.items()}


def _check_value(name: str, value: Any, field: _Field, where: str) -> Any:
    """Return a value as a plan holds it; FormatError if it is not what the field wants."""
    if field.many:
        is_right = isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
    else:
        # True is an int for Python, but not a number of puzzles.
        is_right = isinstance(value, field.form) and isinstance(value, bool) == (field.form is bool)
    if not is_right or (field.choices and value not in field.choices):
        raise FormatError(f"{where}: {name} must be {field.wanted}, not {_show(value)}")
    if field.many and len(value) > field.many:
        raise FormatError(f"{where}: {name} holds at most {field.many} things")
    for text in value if field.many else (value,):
        if not isinstance(text, str):
            continue
        if len(text) > field.most:
            raise FormatError(f"{where}: {name} has more than {field.most} letters")
        # Tabs are printed as spaces.
        allowed = "\n\t" if field.most == _TEXT else ""
        strange = [letter for letter in text if not letter.isprintable() and letter not in allowed]
        if strange:
            code = f"U+{ord(strange[0]):04X}"
            raise FormatError(f"{where}: {name} has a letter that cannot be printed: {code}")
    return tuple(value) if field.many else value


def _show(value: Any) -> str:
    """Return a value of a book file as its writer knows it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            text = "".join(letter if letter.isprintable() else " " for letter in value)
            return f"'{text}'" if len(text) <= _SHOWN else f"'{text[:_SHOWN]}…'"
        case int() | float():
            return "a number as large as that" if abs(value) >= 10**_SHOWN else str(value)
        case date() | time():
            return value.isoformat()
        case list() | tuple():
            return "a list" if value else "an empty list"
        case _:
            return "a table"
