"""The ranking of all players with many players and results: how long it takes to keep one more
result, to read a page, to find a player, and to count everything anew, as the migration does.

    scripts/bench ranking                                10,000 players, 1,000,000 results
    scripts/bench ranking --players 100 --results 10000  quicker
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from sqlalchemy import insert, text

from enpitsu.grade import LEVELS
from enpitsu.registry import kinds
from enpitsu.store import open_store
from enpitsu.store.library import Store
from enpitsu.store.rows import now
from enpitsu.store.schema import players, results
from enpitsu.store.standings import Standings, recount, update_standings

AT_ONCE = 10_000  # rows that are written at once
TIMES = 50  # that each question is asked
LOG = "x" * 500  # characters of a puzzle and of a log


def main() -> None:
    """Fill a library, ask it, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(str(Path(folder) / "library.db")) as store,
    ):
        _fill(store, asked.players, asked.results)
        begun = time.process_time()
        with store.database.writing() as connection:
            recount(connection)
        print(f"all counted anew: {time.process_time() - begun:.1f} s")
        _ask(store, asked.players)


def _fill(store: Store, count: int, solved: int) -> None:
    # Half of the players have no name, and some have the same one.
    names = ("" if at % 2 else f"Player {at % 4999}" for at in range(count))
    people = ({"token": str(at), "name": name, "created": now()} for at, name in enumerate(names))
    random = Random(1)
    made = (_result(random, count, number) for number in range(solved))
    with store.database.writing() as connection:
        for table, rows in ((players, people), (results, made)):
            while some := list(islice(rows, AT_ONCE)):
                connection.execute(insert(table), some)


def _result(random: Random, count: int, number: int) -> dict[str, Any]:
    # A few players have solved most.
    return {
        "player_id": 1 + int(count * random.random() ** 2),
        "fingerprint": str(number),
        "kind": random.choice(sorted(kinds())),
        "rows": random.choice((7, 10, 14, 20)),
        "cols": 10,
        "level": random.choice(LEVELS),
        "title": "",
        "seconds": random.expovariate(1 / 600),
        "penalty": random.choice((0, 0, 0, 15, 130)),
        "hints": 0,
        "checks": 0,
        "is_clean": True,
        "is_first": True,
        "solved": now(),
        "content": LOG,
        "log": LOG,
        "points": 0,
    }


def _ask(store: Store, count: int) -> None:
    table, random, kind = Standings(store), Random(2), sorted(kinds())[0]
    with store.database.reading() as connection:
        busiest = connection.execute(_BUSIEST).scalar_one()

    def keep(player: int) -> None:
        with store.database.writing() as connection:
            connection.execute(insert(results), _result(random, count, -1) | {"player_id": player})
            update_standings(connection, player, kind)

    for said, ask in (
        ("one more result of any player", lambda: keep(random.randrange(1, count + 1))),
        ("one more result of the busiest", lambda: keep(busiest)),
        ("the first page, all kinds", table.page),
        ("the first page of a kind", lambda: table.page(kind)),
        ("a page in the middle", lambda: table.page(page=max(1, count // 200))),
        ("where a player is", lambda: table.of_player(random.randrange(1, count + 1))),
    ):
        times = list(_times(ask))
        print(f"{said:32} median {median(times):6.1f} ms, slowest {max(times):6.1f} ms")
    begun = time.process_time()
    total = sum(1 for _ in table.each())
    print(f"the whole ranking, {total} players: {time.process_time() - begun:.1f} s")


_BUSIEST = text("SELECT player_id FROM standings WHERE kind = '' ORDER BY solved DESC LIMIT 1")


def _times(ask: Callable[[], object]) -> Iterator[float]:
    """Milliseconds of processor time."""
    for _ in range(TIMES):
        begun = time.process_time()
        ask()
        yield 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
