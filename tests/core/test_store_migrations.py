"""Libraries of every version before, with something in every table, brought up to date."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, func, inspect, select, text

from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.fingerprint import fingerprint
from enpitsu.store import open_store
from enpitsu.store.database import _MIGRATIONS
from enpitsu.store.draft_solvers import DraftSolvers
from enpitsu.store.drafts import DraftContent, Drafts
from enpitsu.store.games import Games
from enpitsu.store.help_given import ToldHelp
from enpitsu.store.lessons import Lessons
from enpitsu.store.library import Store
from enpitsu.store.place import find_url
from enpitsu.store.players import Players
from enpitsu.store.results import Results
from enpitsu.store.rows import puzzle_row
from enpitsu.store.schema import REVISION, VERSION_TABLE, metadata
from enpitsu.store.shelf import Shelf, Wanted
from enpitsu.store.standings import Standings
from tests.library import SMALL, only_postgresql
from tests.postgres import OWNER, Cluster, find_programs

REVISIONS = sorted(each.revision for each in ScriptDirectory(str(_MIGRATIONS)).walk_revisions())
KIND = SMALL[0].puzzle.kind


def solve(store: Store, player: int, puzzle: int, at: int) -> None:
    """Play a puzzle to its end at once."""
    table = Games(store)
    game = table.begin(player, puzzle)
    events = [{"t": 9000, "put": [*map(str, SMALL[at].position)], "take": [], "by": "hand"}]
    table.save(game.id, player, revision=0, events=events, elapsed=9000)
    assert table.finish(game.id, player) is not None


def fill(store: Store) -> int:
    """Put something into every table: a player's number."""
    adder = store.adder("batch", Header(kind=KIND, rows=5, cols=5, seed=1, version="1", method="m"))
    adder.add(SMALL[0], ManifestEntry(1))
    adder.fail(ManifestEntry(2, failed="no"))
    adder.close()
    store.add("small", SMALL)
    puzzles = [row.id for row in Shelf(store).find_puzzles(Wanted(collection="small")).rows]
    aki, emi = (Players(store).create(name)[0].id for name in ("Aki", "鉛筆"))
    Players(store).remove(Players(store).create("gone")[0].id)
    own = Shelf(store).keep("mine", SMALL[3], aki)
    for player, puzzle, at in ((aki, puzzles[1], 1), (emi, puzzles[1], 1), (aki, own, 3)):
        solve(store, player, puzzle, at)
    begun = Games(store).begin(aki, puzzles[2])
    ToldHelp(store).keep(aki, fingerprint(SMALL[2].puzzle), True)
    Lessons(store).note_exercise(aki, KIND, "some", 1, is_helped=False)
    note = {"t": 5, "note": "check"}
    Games(store).save(begun.id, aki, revision=0, events=[note], elapsed=5)
    draft = Drafts(store).create(aki, DraftContent(KIND, 5, 5, "Mine", "Aki", "{}", "")).id
    solve(store, aki, Drafts(store).test(draft, aki, puzzle_row(0, SMALL[4])), 4)
    link = DraftSolvers(store).share(draft, aki, puzzle_row(0, SMALL[4]))
    test = Games(store).begin(emi, DraftSolvers(store).puzzle(link), is_invited=True)
    DraftSolvers(store).comment(test.id, emi, "Nice")
    Drafts(store).publish(draft, aki, puzzle_row(0, SMALL[5]))
    with store.database.reading() as connection:
        for table in metadata.sorted_tables:
            count = connection.execute(select(func.count()).select_from(table)).scalar_one()
            assert count > 0, f"nothing is in {table.name}"
    return aki


def kept(store: Store, player: int, revision: str) -> dict[str, Any]:
    """What a library of this version keeps, as the present one tells it."""
    found: dict[str, Any] = {
        "puzzles": list(store.puzzles()),
        "batch": (list(store.entries("batch")), store.header("batch")),
    }
    if revision >= "0002":
        table, games = Results(store), Games(store)
        found["name"] = Players(store).load(player).name
        found["begun"] = [
            (each, games.load(each.game, player).events()) for each in games.begun(player)
        ]
        results = table.of_player(player)
        found["replays"] = [(each.seconds, table.replay(each.id, player).log) for each in results]
    if revision >= "0005":
        found["standings"] = list(Standings(store).each())
        found["published"] = [each.published for each in _drafts(store, player)]
    if revision >= "0006":
        found["results"] = table.of_player(player)
    if revision >= "0011":
        found["lessons"] = Lessons(store).of_player(player)
    if revision >= "0012":
        found["solvers"] = [
            DraftSolvers(store).of_draft(each.id, player)
            for each in Drafts(store).of_player(player)
        ]
    return found


def _drafts(store: Store, player: int) -> list[Any]:
    drafts = Drafts(store)
    return [drafts.load(each.id, player) for each in drafts.of_player(player)]


def migrate(store: Store, revision: str) -> None:
    with store.database.writing() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        command.downgrade(config, revision)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_library_of_every_version(place: str, revision: str) -> None:
    """Taken back to it, all that it can hold is there again afterwards."""
    with open_store(place) as store:
        player = fill(store)
        before = kept(store, player, revision)
        migrate(store, revision)
        with store.database.reading() as connection:
            wanted = text(f"SELECT version_num FROM {VERSION_TABLE}")
            assert connection.execute(wanted).scalar() == revision
    with open_store(place) as store:
        after = kept(store, player, revision)
        assert after == before
        with store.database.reading() as connection:
            opts = {"version_table": VERSION_TABLE, "compare_type": True}
            context = MigrationContext.configure(connection, opts=opts)
            assert context.get_current_revision() == REVISION
            assert compare_metadata(context, metadata) == []


def test_nothing_is_left_before_the_first(place: str) -> None:
    with open_store(place) as store:
        fill(store)
        migrate(store, "base")
        with store.database.reading() as connection:
            assert inspect(connection).get_table_names() == [VERSION_TABLE]


@only_postgresql
def test_the_tables_alone_are_the_same_as_the_migrated(database: Cluster, place: str) -> None:
    """With the names of all constraints and indexes, which others overlook."""
    with database.new_library() as plain:
        engine = create_engine(find_url(plain))
        metadata.create_all(engine)
        engine.dispose()
        shapes = [shape(database, each) for each in (plain, place)]
    assert shapes[0] == shapes[1]


def shape(cluster: Cluster, place: str) -> set[str]:
    """The lines that would make the tables of a database, in no order."""
    programs = find_programs()
    assert programs is not None
    name = str(find_url(place).database)
    how: list[str | Path] = ["-s", "-T", VERSION_TABLE, "-h", cluster.folder, "-U", OWNER, name]
    run = subprocess.run([programs / "pg_dump", *how], capture_output=True, text=True, check=True)
    return {line.strip().rstrip(",") for line in run.stdout.splitlines() if line[:1] != "\\"}
