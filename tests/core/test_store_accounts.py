"""Players in the library: what is kept of them counted and bounded, their keys, their leaving, and
whose eyes their puzzles are for."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import func, insert, select, update

import enpitsu
from enpitsu.kind import Document, Meta
from enpitsu.store import open_store, quota
from enpitsu.store.database import _MIGRATIONS
from enpitsu.store.drafts import PUBLISHED, DraftContent, Drafts
from enpitsu.store.games import Games, _new_row
from enpitsu.store.leaving import export_player
from enpitsu.store.library import Store
from enpitsu.store.lock import CollectionLock
from enpitsu.store.players import TOKEN_LIFE, Players, new_token
from enpitsu.store.refusals import Full, NotThere, OverQuota
from enpitsu.store.results import Results
from enpitsu.store.rows import now, puzzle_row
from enpitsu.store.schema import (
    drafts,
    games,
    metadata,
    players,
    puzzles,
    results,
    standings,
    told,
    withdrawn_tokens,
)
from enpitsu.store.shelf import Shelf, Wanted
from enpitsu.store.standings import Standings
from tests.library import SMALL

MB = 10**6


@pytest.fixture
def other(store: Store) -> int:
    return Players(store).create("Emi")[0].id


def named(at: int, **words: Any) -> Document:
    return Document(puzzle=SMALL[at].puzzle, meta=Meta(**words), format="json")


def sketch(size: int = 100, at: int = 0, text: str = "x") -> DraftContent:
    """A draft whose content has so many characters."""
    puzzle = SMALL[at].puzzle
    document = enpitsu.dump(named(at, title="T"), "json").strip()
    content = json.dumps({"past": text * size}, ensure_ascii=False)
    return DraftContent(puzzle.kind, puzzle.rows, puzzle.cols, "T", "Aki", content, document)


def solve(store: Store, player: int, puzzle: int, at: int, moves: int = 1) -> Any:
    """Play a puzzle to its end, with so many needless moves before."""
    table = Games(store)
    game = table.begin(player, puzzle)
    facts = list(map(str, SMALL[at].position))
    events = [{"t": 1, "put": facts[:1], "take": [], "by": "hand"}]
    events += [{"t": 1, "put": [], "take": facts[:1], "by": "hand"}]
    events = [*(events * moves), {"t": 9_000, "put": facts, "take": [], "by": "hand"}]
    table.save(game.id, player, revision=game.revision, events=events, elapsed=10_000)
    return table.finish(game.id, player)


def fill(store: Store, player: int, size: int) -> None:
    """Keep drafts until no more are taken."""
    for _ in range(200):
        Drafts(store).create(player, sketch(size))


def counted(store: Store, player: int) -> int:
    with store.database.reading() as connection:
        wanted = select(players.c.bytes).where(players.c.id == player)
        return int(connection.execute(wanted).scalar_one())


def recounted(store: Store, player: int) -> int:
    with store.database.writing() as connection:
        quota.recount(connection, [player])
    return counted(store, player)


# --- quotas ---------------------------------------------------------------------------------------


def test_what_is_kept_is_counted_whatever_happens(store: Store, player: int, other: int) -> None:
    """After any changes the sum is the one that counting anew gives."""
    random, store.database.player_bytes = Random("quota"), MB
    drafts, shelf, table = Drafts(store), Shelf(store), Games(store)

    def any_draft() -> Any:
        return random.choice(drafts.of_player(player))

    def begin() -> Any:
        return table.begin(player, random.randint(1, 3))

    def save() -> None:
        game, fact = begin(), str(next(iter(SMALL[0].position)))
        event = {"t": game.elapsed + 1, "put": [fact], "take": [], "by": "hand"}
        ui = random.choice([None, {}, {"zoom": "é" * random.randint(0, 50)}])
        how = {"revision": game.revision, "events": [event][: random.randint(0, 1)], "ui": ui}
        table.save(game.id, player, elapsed=game.elapsed + 1, **how)

    def save_draft() -> None:
        row = any_draft()
        new = sketch(random.randint(0, 60_000), random.randint(0, 5), random.choice("x鉛😀"))
        drafts.save(row.id, player, new, revision=row.revision)

    def test_draft() -> None:
        at = random.randint(0, 5)
        table.begin(player, drafts.test(any_draft().id, player, puzzle_row(0, named(at))))

    def publish() -> None:
        words = {"note": "鉛" * random.randint(0, 9)}
        row = puzzle_row(0, named(random.randint(0, 2), **words))
        puzzle = drafts.publish(any_draft().id, player, row)
        if random.random() < 0.3:
            table.begin(other, puzzle)

    def own() -> list[int]:
        rows = shelf.find_puzzles(Wanted(player=player)).rows
        return [row.id for row in rows if row.owner == player]

    actions: list[Callable[[], Any]] = [
        lambda: drafts.create(player, sketch(random.randint(0, 2000))),
        save_draft,
        save_draft,
        lambda: drafts.remove(any_draft().id, player),
        test_draft,
        publish,
        lambda: shelf.keep(
            "mine", named(random.randint(0, 5), title=f"鉛{random.random()}"), player
        ),
        lambda: shelf.remove(random.choice(own()), player),
        save,
        save,
        lambda: table.give_up(begin().id, player),
        lambda: solve(store, player, 4, 3, moves=random.randint(0, 300)),
        lambda: Players(store).forget_moves(player),
    ]
    for at in range(250):
        act = random.choice(actions)
        with suppress(Full, NotThere, IndexError):
            act()
        for who in (player, other):
            assert counted(store, who) == recounted(store, who), at
    store.remove("small")
    assert counted(store, player) == recounted(store, player)


def test_one_player_fills_no_more_than_their_own(store: Store, player: int, other: int) -> None:
    store.database.player_bytes = MB
    drafts = Drafts(store)
    with pytest.raises(OverQuota) as refused:
        fill(store, player, 100_000)
    assert "of the 1 MB" in str(refused.value)
    assert "settings" in str(refused.value)
    assert 0 < counted(store, player) <= MB * quota.WORKS
    with pytest.raises(OverQuota):
        fill(store, player, 1000)
    with pytest.raises(OverQuota):
        Shelf(store).keep("mine", named(1, note="x" * 1900), player)
    # It concerns nobody else.
    drafts.create(other, sketch(100_000))
    # What shrinks is always kept, what grows is not.
    row = drafts.of_player(player)[-1]
    with pytest.raises(OverQuota):
        drafts.save(row.id, player, sketch(900_000), revision=0)
    drafts.save(row.id, player, sketch(10), revision=0)
    drafts.create(player, sketch(50_000))


def test_bytes_are_counted_not_letters(store: Store, player: int) -> None:
    store.database.player_bytes = MB
    with pytest.raises(OverQuota):
        Drafts(store).create(player, sketch(300_000, text="😀"))


def test_drafts_never_keep_a_game_from_being_saved(store: Store, player: int) -> None:
    store.database.player_bytes = MB
    with pytest.raises(OverQuota):
        fill(store, player, 50_000)
    result = solve(store, player, 1, 0, moves=500)
    assert result is not None
    assert len(Results(store).replay(result.id, player).log) > 10_000


def test_moves_of_the_oldest_games_make_room(store: Store, player: int) -> None:
    """Games without end, and each is saved; results stay."""
    store.database.player_bytes = MB
    drafts = Drafts(store)
    kept = [drafts.create(player, sketch(100_000)).id for _ in range(5)]
    results = [solve(store, player, 1 + at % 3, at % 3, moves=700) for at in range(12)]
    assert all(results)
    assert counted(store, player) <= MB * 1.1
    assert counted(store, player) == recounted(store, player)
    assert Results(store).count(player) == 12
    first, last = results[0], results[-1]
    with pytest.raises(NotThere, match="kept no longer"):
        Results(store).replay(first.id, player)
    assert Results(store).replay(last.id, player).log
    assert [each.id for each in drafts.of_player(player)] != []
    assert {each.id for each in drafts.of_player(player)} == set(kept)


def test_a_running_game_is_bounded_too(store: Store, player: int) -> None:
    store.database.player_bytes = MB
    table = Games(store)
    game = table.begin(player, 1)
    fact = str(next(iter(SMALL[0].position)))
    events = [{"t": 1, "put": [fact], "take": [], "by": "hand"}] * 2000

    def save_without_end() -> None:
        for revision in range(100):
            table.save(game.id, player, revision=revision, events=events, elapsed=1)

    with pytest.raises(OverQuota):
        save_without_end()
    assert counted(store, player) == recounted(store, player) <= MB


def test_usage_tells_the_largest(store: Store, player: int) -> None:
    drafts, shelf = Drafts(store), Shelf(store)
    large = drafts.create(player, sketch(5000)).id
    small = drafts.create(player, sketch(10)).id
    puzzle = shelf.keep("mine", named(2, title="Own"), player)
    solve(store, player, 1, 0)
    found = Players(store).usage(player)
    assert found.used == counted(store, player) == sum(part.bytes for part in found.parts.values())
    assert {name: part.count for name, part in found.parts.items()} == {
        "drafts": 2,
        "puzzles": 1,
        "games": 1,
        "results": 1,
    }
    told = [(piece.what, piece.id) for piece in found.largest]
    assert told[0] == ("draft", large)
    assert set(told) == {("draft", large), ("draft", small), ("puzzle", str(puzzle))}
    before = found.used
    assert Players(store).forget_moves(player) == found.moves > 0
    assert Players(store).usage(player).used == before - found.moves
    empty = Players(store).usage(0)
    assert (empty.used, empty.moves, empty.largest) == (0, 0, [])


def test_a_library_of_before_is_counted(place: str) -> None:
    with open_store(place) as store:
        store.add("small", SMALL)
        aki, token = Players(store).create("Aki")
        busy, of_busy = Players(store).create()
        idle = Players(store).create()[1]
        Drafts(store).create(aki.id, sketch(1000))
        solve(store, busy.id, 1, 0)
        before = [counted(store, each.id) for each in (aki, busy)]
        with store.database.writing() as connection:
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
            command.downgrade(config, "0007")
    with open_store(place) as store:
        assert [counted(store, each.id) for each in (aki, busy)] == before
        found = [Players(store).find(each) for each in (token, of_busy, idle)]
        assert [each and each.name for each in found] == ["Aki", "", None]
        with store.database.reading() as connection:
            assert len(connection.execute(select(players)).all()) == 2, "idle ones are gone"


# --- keys -----------------------------------------------------------------------------------------


def test_a_new_token_costs_nothing_until_something_is_kept(store: Store) -> None:
    table, token = Players(store), new_token()
    assert table.known(token) == (None, True)
    with store.database.reading() as connection:
        assert connection.execute(select(players)).all() == []
    player = table.keep(token)
    assert table.keep(token) == player == table.find(token)
    for wrong in ("", "n-", "n-" + "x" * 42, "n-" + "x" * 44, "n-" + "ü" * 43, token[2:], "\ud800"):
        assert table.known(wrong) == (None, False)
        with pytest.raises(NotThere):
            table.keep(wrong)


def test_two_tabs_at_once_are_one_player(store: Store) -> None:
    token, found = new_token(), []
    threads = [
        threading.Thread(target=lambda: found.append(Players(store).keep(token))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len({each.id for each in found}) == 1


def test_a_changed_key_is_good_no_more(store: Store) -> None:
    table = Players(store)
    player, old = table.create("Aki")

    def find(token: str) -> int | None:
        found = table.find(token)
        return None if found is None else found.id

    new = table.change_token(player.id, old)
    assert find(new) == player.id
    # Nor does it make another player, whom its finder would share.
    assert table.known(old) == (None, False)
    with pytest.raises(NotThere):
        table.keep(old)
    newest = table.change_token(player.id, new)
    assert [find(each) for each in (old, new, newest)] == [None, None, player.id]
    with pytest.raises(NotThere):
        table.change_token(999, newest)
    with pytest.raises(NotThere, match="changed already"):
        table.change_token(player.id, old)
    assert find(newest) == player.id


def test_withdrawn_keys_are_forgotten_after_a_year(store: Store) -> None:
    table = Players(store)
    player, token = table.create("Aki")
    table.change_token(player.id, token)
    with store.database.writing() as connection:
        long_ago = now() - TOKEN_LIFE - timedelta(days=1)
        connection.execute(update(withdrawn_tokens).values(withdrawn=long_ago))
    other, _ = table.create("Emi")
    table.remove(other.id)
    with store.database.reading() as connection:
        left = connection.execute(select(withdrawn_tokens)).one()
    assert left.player == other.id


def test_nobody_gets_the_number_of_one_who_is_gone(store: Store) -> None:
    table = Players(store)
    gone = table.create("Aki")[0].id
    table.remove(gone)
    assert table.create("Emi")[0].id > gone


def test_a_key_that_nobody_uses_expires(store: Store) -> None:
    table = Players(store)
    player, token = table.create("Aki")

    def set_seen(**ago: float) -> None:
        with store.database.writing() as connection:
            connection.execute(update(players).values(seen=now() - timedelta(**ago)))

    set_seen(days=364)
    found = table.find(token)
    assert found is not None
    table.note_visit(found)
    assert table.load(player.id).seen > now() - timedelta(minutes=1), "renewed by use"
    set_seen(hours=2)
    before = table.load(player.id)
    table.note_visit(before)
    assert table.load(player.id) == before, "at most once a day"
    set_seen(days=366)
    assert table.known(token) == (None, False)
    with pytest.raises(NotThere):
        table.keep(token)


# --- leaving --------------------------------------------------------------------------------------


def published(store: Store, player: int, at: int) -> int:
    drafts = Drafts(store)
    made = drafts.create(player, sketch(at=at)).id
    return drafts.publish(made, player, puzzle_row(0, named(at, author="Aki", title="Out")))


@pytest.mark.parametrize("with_published", [False, True])
def test_who_leaves_takes_all_along(
    store: Store, player: int, other: int, place: str, with_published: bool
) -> None:
    shelf = Shelf(store)
    played, unplayed = (published(store, player, at) for at in (3, 4))
    theirs = solve(store, other, played, 3)
    game = Games(store).begin(other, played)
    shelf.keep("mine", named(5, author="Aki"), player)
    Drafts(store).test(
        Drafts(store).create(player, sketch(at=5)).id, player, puzzle_row(0, named(5))
    )
    result = solve(store, player, 1, 0)
    solve(store, other, 1, 0)
    assert {each.player for each in Standings(store).page().rows} == {player, other}
    of_others = Standings(store).of_player(other)

    Players(store).remove(player, with_published=with_published)

    with store.database.reading() as connection:
        for table in (players, games, results, drafts, standings, told):
            owner = table.c.id if table is players else table.c.player_id
            count = select(func.count()).select_from(table)
            assert not connection.execute(count.where(owner == player)).scalar(), table.name
        is_owned = puzzles.c.owner_id.is_not(None) | puzzles.c.draft_id.is_not(None)
        assert connection.execute(select(puzzles.c.id).where(is_owned)).first() is None
        everything = [connection.execute(select(t)).all() for t in metadata.sorted_tables]
        assert "Aki" not in str(everything)
    assert "mine" not in store.names()
    there = {row.id for row in shelf.find_puzzles(Wanted(collection=PUBLISHED)).rows}
    assert there == (set() if with_published else {played, unplayed})
    # Whoever plays goes on, and their solves stay.
    assert Games(store).load(game.id, other).puzzle == played
    assert shelf.document(played, other).meta.author == ""
    assert Results(store).replay(theirs.id, other).result == theirs
    with pytest.raises(NotThere):
        Results(store).replay(result.id, other)
    own = Standings(store).of_player(other)
    assert own is not None
    assert of_others is not None
    assert (own.standing.points, own.standing.place) == (of_others.standing.points, 1)
    if with_published:
        with pytest.raises(NotThere):
            shelf.load(played)
    with pytest.raises(NotThere):
        Players(store).remove(player)


def test_all_that_is_ones_own_in_one_piece(store: Store, player: int, other: int) -> None:
    made = Drafts(store).create(player, sketch(20)).id
    Drafts(store).create(other, sketch(30))
    solve(store, player, 1, 0)
    data = json.loads(export_player(store, player))
    assert data["player"]["name"] == "Aki"
    assert [each["id"] for each in data["drafts"]] == [made]
    assert data["drafts"][0]["content"] == {"past": "x" * 20}
    assert (len(data["games"]), len(data["results"])) == (1, 1)
    assert data["results"][0]["log"][0]["by"] == "hand"
    assert "token" not in json.dumps(data)
    with pytest.raises(NotThere):
        export_player(store, 999)


# --- whose eyes -----------------------------------------------------------------------------------


def test_own_puzzles_are_for_their_owner_alone(store: Store, player: int, other: int) -> None:
    shelf, table = Shelf(store), Games(store)
    own = shelf.keep("mine", named(1, title="Secret"), player)
    result = solve(store, player, own, 1)
    assert shelf.load(own, player).title == "Secret"
    for who in (None, 0, other, 999):
        for look in (shelf.load, shelf.content, shelf.document):
            with pytest.raises(NotThere):
                look(own, who)
        with pytest.raises(NotThere):
            Results(store).replay(result.id, who)
    with pytest.raises(NotThere):
        table.begin(other, own)
    assert Results(store).replay(result.id, player).result == result


def test_games_of_others_from_before_go_on(store: Store, player: int, other: int) -> None:
    """Once whoever knew the number of a puzzle could begin it."""
    own = Shelf(store).keep("mine", named(1), player)
    with store.database.writing() as connection:
        connection.execute(update(puzzles).where(puzzles.c.id == own).values(owner_id=None))
        connection.execute(insert(games), _new_row(connection, other, own))
        connection.execute(update(puzzles).where(puzzles.c.id == own).values(owner_id=player))
    result = solve(store, other, own, 1)
    assert Shelf(store).load(own, other).id == own
    # The owner may see how it went, and nobody else.
    assert Results(store).replay(result.id, player).result == result
    with pytest.raises(NotThere):
        Results(store).replay(result.id, None)


def test_solves_of_published_puzzles_are_watched_by_all(
    store: Store, player: int, other: int
) -> None:
    puzzle = published(store, player, 2)
    for result in (solve(store, other, puzzle, 2), solve(store, other, puzzle, 2)):
        assert Results(store).replay(result.id, None).result == result


# --- files ----------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_the_library_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = tmp_path / "new"
        with open_store(str(folder / "library.db")) as store:
            store.add("small", SMALL[:1])
            assert CollectionLock(store.database, 1).take()
            files = sorted(folder.iterdir())
            assert len(files) == 4, "the database, what it is about to write, and locks"
            assert {mode(file) for file in files} == {0o600}
            assert mode(folder) == 0o700
        # One that was open to others is closed, with all that belongs to it.
        for file in folder.iterdir():
            file.chmod(0o666)
        (folder / "another").touch(0o666)
        folder.chmod(0o777)
        open_store(str(folder / "library.db")).close()
        modes = {file.name: mode(file) for file in folder.iterdir()}
        assert modes.pop("another") == 0o666
        assert set(modes.values()) == {0o600}
        assert mode(folder) == 0o777, "a folder that was there is not ours"
    finally:
        os.umask(before)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_our_own_folder_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ENPITSU_LIBRARY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "enpitsu"
    folder.mkdir(mode=0o755)
    open_store().close()
    assert (folder / "library.db").exists()
    assert mode(folder) == 0o700
