"""The work before something is kept: a game judged, a puzzle read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from enpitsu.errors import PuzzleError
from enpitsu.formats import dump, read
from enpitsu.formats.text import tidy
from enpitsu.limits import Limits
from enpitsu.play.events import Move
from enpitsu.play.log import Log
from enpitsu.play.score import GameVerdict, judge
from enpitsu.position import Fact
from enpitsu.solve import Status, solve
from enpitsu.web import contract
from enpitsu.web.contract import RequestBody, check_request, parse_body, refuse_unreadable
from enpitsu.web.request_refusals import TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks.task import read_document

MAX_TITLE = 200  # characters
MAX_CONTENT = 1_000_000  # characters of JSON


class AddPuzzle(RequestBody):
    """A puzzle of a player's own."""

    document: contract.Document
    collection: Annotated[str, Meta(max_length=60)] = "mine"
    title: Annotated[str, Meta(max_length=MAX_TITLE)] | None = None


def judge_game(log: str, content: str) -> GameVerdict:
    """Play a game's moves again, and let the rules judge the board."""
    [document] = read(content, format="json")
    return judge(document.puzzle, Log.read(log, document.puzzle))


def find_mistakes(content: str, logs: Sequence[str], quota: Quota) -> list[tuple[str, int]]:
    """Return where players went wrong: slots, and in how many games something was written there by
    hand that the solution has not, the most first; nothing without the only solution."""
    [document] = read(content, format="json")
    puzzle = document.puzzle
    found = solve(puzzle, solutions=2, limits=Limits(seconds=quota.seconds, memory=quota.memory))
    if found.status is not Status.UNIQUE:
        return []
    truth = found.solutions[0].position.facts
    values = {fact.value for fact in truth}
    counts = Counter[str]()
    for log in logs:
        written = (
            fact
            for event in Log.read(log, puzzle)
            if isinstance(event, Move) and event.by == "hand"
            for fact in event.put
            if fact.value in values
        )
        wrong = (fact for fact in written if fact.holds != (Fact(fact.slot, fact.value) in truth))
        counts.update({str(fact.slot) for fact in wrong})
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def read_own(body: bytes, quota: Quota, reserved: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """Return the collection and the row of a puzzle that a player adds; refused if it is too large,
    or the collection is reserved."""
    # It brings the database packages, which other work does without.
    from enpitsu.store.rows import puzzle_row

    asked = check_request(parse_body(body), AddPuzzle)
    name = tidy(asked.collection)
    if name.casefold() in reserved:
        raise PuzzleError(f"the collection {name} is Enpitsu's own: take another name")
    with refuse_unreadable():
        document = read_document(asked.document, quota.analysed_cells)
        meta = document.meta
        title = tidy(meta.title if asked.title is None else asked.title)[:MAX_TITLE]
        meta = replace(meta, title=title, author=meta.author[:MAX_TITLE])
        bare = replace(document.bare, meta=meta)
        if len(dump(bare, "json")) > MAX_CONTENT:
            raise TooLarge(f"a puzzle that is kept has at most {MAX_CONTENT // 1000} kB of JSON")
        return name, puzzle_row(0, bare)
