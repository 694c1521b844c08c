"""The starter collection to be played without the server: a pack of puzzles of each kind, which the
page's service worker keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.store.shelf import MOST_ON_A_PAGE, NEW, PuzzleRow, Wanted
from enpitsu.web import contract
from enpitsu.web.answers import FOR_GOOD, PUBLIC, raw_answer
from enpitsu.web.api.puzzle_routes import PuzzleRowAnswer, picture_version, row_answer
from enpitsu.web.api.route import server_of, while_connected
from enpitsu.web.api.saved import Asked, LibraryRoutes, look_up
from enpitsu.web.contract import JSON, AnswerBody, Count, Number, write_json
from enpitsu.web.fair_queue import SERVER, asked_by
from enpitsu.web.repositories import STARTER
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.tasks.pack_starter import PackedPuzzle, pack_puzzles
from enpitsu.web.worker_pools import Priority

ROUTES = LibraryRoutes("library")

MOST_PACKED = 100  # puzzles of a kind


class PackAnswer(AnswerBody):
    """A pack of starter puzzles, in short."""

    kind: str
    version: Annotated[str, Meta(description="Another one if anything in it is another.")]
    puzzles: Count


class StarterAnswer(AnswerBody):
    """The packs, and what the player has done with their puzzles."""

    packs: list[PackAnswer]
    states: Annotated[
        dict[str, str], Meta(description="The states of those that are not new, by number.")
    ]


class SealedAnswerBody(AnswerBody):
    """An answer that only its own facts open: `enpitsu.play.sealed_answer` tells how."""

    marks: Number
    values: list[str]
    seal: str
    inside: str


class StarterPuzzle(AnswerBody):
    """A puzzle with all that it takes to play it and to know when it is solved."""

    row: PuzzleRowAnswer
    document: contract.Document
    fingerprint: Annotated[str, Meta(description="Also the salt of the seal.")]
    answer: SealedAnswerBody


class StarterPackAnswer(AnswerBody):
    """The starter puzzles of a kind; those with several solutions are left out."""

    kind: str
    version: str
    puzzles: list[StarterPuzzle]


class VersionQuery(contract.RequestBody):
    """The version of a pack."""

    v: (
        Annotated[
            str,
            Meta(max_length=100, description="While it is the same, so is the pack."),
        ]
        | None
    ) = None


@ROUTES.register_library("GET", "/starter")
def list_starter_packs(asked: Asked) -> StarterAnswer:
    """The packs of starter puzzles by kind, for playing without the server."""
    rows = _find(asked, "")
    kinds = groupby(sorted(rows, key=lambda row: row.kind), key=lambda row: row.kind)
    packs = []
    for kind, own in kinds:
        packed = list(own)[:MOST_PACKED]
        packs.append(PackAnswer(kind=kind, version=_version(packed), puzzles=len(packed)))
    states = {str(row.id): row.state for row in rows if row.state != NEW}
    return StarterAnswer(packs=packs, states=states)


@ROUTES.register("GET", "/starter/{kind}", answers=StarterPackAnswer, errors=(400, 404, 422, 501))
async def show_starter_pack(request: Request, query: VersionQuery) -> Response:
    """The starter puzzles of a kind, with their answers sealed."""
    kind, server = request.path_params["kind"], server_of(request)

    def find(asked: Asked) -> tuple[list[PuzzleRow], list[str]]:
        # The same for everybody: what a player has done with them is told elsewhere.
        rows = _find(asked._replace(player=None), kind)[:MOST_PACKED]
        return rows, [asked.repositories.shelf.content(row.id) for row in rows]

    rows, contents = await look_up(request, find)
    if not rows:
        raise NotFound("there are no starter puzzles of this kind")
    version = _version(rows)

    async def pack() -> bytes:
        seconds = server.config.request_seconds
        quota = replace(server.config.quota, seconds=seconds)
        packed = await server.worker_pools.ask(
            Priority.PAPER, seconds, pack_puzzles, contents, quota
        )
        puzzles = [_puzzle(row, each) for row, each in zip(rows, packed, strict=True) if each]
        return write_json(StarterPackAnswer(kind=kind, version=version, puzzles=puzzles))

    # What is everybody's is made once, and no one's share pays for it.
    with asked_by(SERVER):
        having = server.public_answers.have(f"starter {kind} {version}", pack)
        content = await while_connected(request, having)
    return raw_answer(JSON, content, cache_control=FOR_GOOD if query.v == version else PUBLIC)


def _find(asked: Asked, kind: str) -> list[PuzzleRow]:
    """Return the starter puzzles of one kind or ("") of all, the easiest first."""
    wanted = Wanted(kind=kind, collection=STARTER, player=asked.someone)
    shelf, rows, page = asked.repositories.shelf, list[PuzzleRow](), 1
    while True:
        found = shelf.find_puzzles(wanted, sort="level", page=page, size=MOST_ON_A_PAGE)
        # Puzzles of a player's own may be in a collection of any name.
        rows += [row for row in found.rows if row.owner is None]
        if page >= found.pages or len(rows) >= MOST_PACKED * MOST_ON_A_PAGE:
            return rows
        page += 1


def _version(rows: Iterable[PuzzleRow]) -> str:
    told = ((row.level, row.length, row.title, row.author, picture_version(row)) for row in rows)
    return sha256(repr(list(told)).encode()).hexdigest()[:12]


def _puzzle(row: PuzzleRow, packed: PackedPuzzle) -> StarterPuzzle:
    answer = packed.answer
    return StarterPuzzle(
        row=row_answer(row, None),
        document=packed.document,
        fingerprint=packed.fingerprint,
        answer=SealedAnswerBody(**answer._asdict() | {"values": list(answer.values)}),
    )
