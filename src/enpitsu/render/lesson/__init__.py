"""The lesson: a page that leads through a puzzle step by step, with a picture for each step.

One file that needs nothing else. The pictures share what they have in common (film.py), so that
even a large board with hundreds of steps makes a page that can be sent by mail. Without scripts
the page still shows the puzzle, all sentences and the end.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import NamedTuple

from enpitsu.explain.step import Step, technique_name
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Budget
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.render.lesson.camera import shoot
from enpitsu.render.palette import css_block
from enpitsu.words import ENGLISH, find_sentence, how_to_play, say

_CELL_NAME = re.compile(r"\br\d+c\d+(?:-r\d+c\d+)?\b", re.ASCII)
_NATIVE = "ja"
WIDEST_BESIDE = 14  # columns of a board that has room beside another one


class Heading(NamedTuple):
    """The heading above the steps."""

    title: str
    badges: tuple[str, ...] = ()
    """Short facts, such as the grade."""
    remark: str = ""
    """A sentence, such as that the puzzle has several solutions."""


class Lesson(NamedTuple):
    """A page, and what must be said about its pictures."""

    page: str
    reached: str | None
    """The limit that was reached before all pictures were drawn."""
    remark: str


def lesson(
    puzzle: Puzzle,
    steps: Sequence[Step],
    position: Position = EMPTY,
    *,
    heading: Heading | None = None,
    language: str = ENGLISH,
    budget: Budget | None = None,
) -> Lesson:
    """Make the page of some steps from a position on, with the pictures that a budget allows."""
    shots = shoot(puzzle, steps, position, budget or NO_LIMITS.start())
    head = heading or Heading(f"{kind_of(puzzle).name} {puzzle.rows}x{puzzle.cols}")
    film = shots.film
    light, dark = (css_block(":root", theme) for theme in ("light", "dark"))
    colours = f"{light}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"
    remark = " ".join(filter(None, (head.remark, shots.remark)))
    is_wide = puzzle.cols > WIDEST_BESIDE
    kind = kind_of(puzzle)
    rules = how_to_play(kind, language, variants=kind.variants_of(puzzle))
    names = {
        "language": language,
        "title": escape(head.title),
        "badges": "".join(f"<li>{escape(badge)}</li>" for badge in head.badges),
        "remark": f'<p class="remark">{escape(remark)}</p>' if remark else "",
        "how": " ".join(map(escape, rules)),
        "start": film.svg(film.first, f"{head.title}: the puzzle"),
        "end": film.svg(film.last, f"{head.title}: after the last step"),
        "steps": "\n".join(_step(at, step, language) for at, step in enumerate(steps, 1)),
        "count": str(len(steps)),
        "pictures": "boards wide tabbed" if is_wide else "boards",
        "plain": "plain wide" if is_wide else "plain",
        "techniques": "\n".join(_techniques(puzzle, steps, language)),
        "data": json.dumps(film.data(), ensure_ascii=False, separators=(",", ":")).replace(
            "</", r"<\/"
        ),
        "looks": film.sheet(),
        "style": colours + _part("page.css"),
        "script": _part("page.js"),
    }
    page = Template(_part("page.html")).substitute(names)
    return Lesson(page, shots.reached, shots.remark)


def _part(name: str) -> str:
    return (files(__name__) / name).read_text(encoding="utf-8")


# --- the words -----------------------------------------------------------------------------------


def _step(at: int, step: Step, language: str) -> str:
    name = escape(technique_name(step.kind, step.technique, language))
    length = f'<p class="length">{escape(step.say_length(language))}</p>' if step.sub_steps else ""
    sentences = "".join(f"<p>{_spoken(say(each, language))}</p>" for each in step.messages)
    if not step.is_minimal:
        sentences += '<p class="aside">The search for a shorter reason was cut short.</p>'
    return (
        f'<li id="step-{at}"><a class="head" href="#step-{at}"><span class="no">{at}</span> '
        f'<span class="name" data-technique="{escape(step.technique)}">{name}</span></a>'
        f'{length}<div class="text">{sentences}</div></li>'
    )


def _spoken(text: str) -> str:
    """Return a sentence with its cells made findable on the board."""
    return _CELL_NAME.sub(lambda found: f"<b>{found[0]}</b>", escape(text))


def _techniques(puzzle: Puzzle, steps: Sequence[Step], language: str) -> Iterable[str]:
    """Yield the techniques that are used, the easiest first."""
    counts = Counter(step.technique for step in steps)
    levels = {step.technique: step.level for step in reversed(steps)}
    for technique in sorted(counts, key=lambda each: (levels[each], each)):
        path = f"{puzzle.kind}.techniques.{technique}"
        name = technique_name(puzzle.kind, technique, language)
        native = technique_name(puzzle.kind, technique, _NATIVE)
        rule = find_sentence(f"{path}.rule", language) or ""
        also = "" if native == name else f' <span lang="{_NATIVE}">{escape(native)}</span>'
        times = f"{counts[technique]} time{'' if counts[technique] == 1 else 's'}"
        yield (
            f'<li id="technique-{escape(technique)}"><h3>{escape(name)}{also}</h3>'
            f"<p>{_spoken(str(rule))}</p>"
            f'<p class="aside">level {levels[technique]:g}, used {times}</p></li>'
        )


__all__ = ["Heading", "Lesson", "lesson"]
