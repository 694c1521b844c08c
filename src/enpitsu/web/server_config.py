"""The configuration of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass

from enpitsu.errors import PuzzleError
from enpitsu.web.addresses import Proxies

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine: a browser sends them only for addresses that its user asked for."""
EVERY_HOST = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """The limits of one piece of work; goes to the process that does it."""

    cells: int = 40_000
    """Cells of a board that is read, drawn or checked."""
    analysed_cells: int = 10_000
    """Cells of a board that is solved or explained."""
    seconds: float = 10.0
    memory: float = 1500.0
    """Megabytes that the process may hold."""
    documents: int = 100
    """Puzzles of one text that are given back."""
    jobs: int = 1
    """Processes that one piece of work may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """All that can be set about a server."""

    store: str | None = None
    """The database's url; None for the one in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 8642
    plain: bool = False
    """Serve the page's modules as they are written, also where there is a bundle of them."""
    makes_days_ahead: bool = False
    """Make the puzzles of the day before anybody asks for them, as `enpitsu serve` does."""
    jobs: int = max(1, (os.cpu_count() or 2) - 1)
    """Processes for each sort of work; they are started when they are needed."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names under which the server may be asked for; "*" allows every one."""
    body_bytes: int = 4 * 2**20
    file_bytes: int = 24 * 2**20
    """Bytes of a request that carries a file: 16 MiB, written in base64."""
    body_seconds: float = 15.0
    """Seconds for which nothing of a request may come; in all it must come at the least rate."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies, which are believed when they say who asks."""
    connections: int = 1000
    """Connections of all together; less where the system allows less."""
    connections_each: int = 500
    """Connections of one address, and requests of one address that are under way."""
    watchers_each: int = 64
    """Connections of one address that watch jobs."""
    watchers_of_job: int = 8
    """Connections that watch one job."""
    sending_bytes: int = 128 * 2**20
    """Bytes of answers that wait to be sent, of all connections together."""
    request_seconds: float = 10.0
    job_seconds: float = 300.0
    grace_seconds: float = 5.0
    """Seconds that work may go on after its time before its process is ended."""
    most_waiting: int = 256
    """Requests that wait for processes of one sort, or for the library; more are refused, or push
    out those of whoever has the most waiting."""
    most_waiting_each: int = 16
    """Most of these for one player."""
    most_jobs: int = 64
    """Jobs that are kept, under way or done."""
    most_jobs_each: int = 8
    """Jobs that are under way for one player, or for all of an address whom nobody knows."""
    most_players_each: int = 60
    """Players that one address may make in a minute."""
    most_keys_each: int = 20
    """Keys that one address may try in a minute."""
    most_writes_each: int = 600
    """Changes that one player may make in a minute."""
    most_bytes_each: int = 32 * 2**20
    """Bytes that the changes of one player may bring in a minute."""
    most_bytes_address: int = 128 * 2**20
    """Bytes that the changes of all players of an address may bring in a minute."""
    most_exports_each: int = 4
    """Files of everything that one player may have in a minute."""
    player_bytes: int = 20 * 10**6
    """Bytes that are kept for one player: drafts, puzzles, games, results."""
    spare_bytes: int = 200 * 10**6
    """Bytes of the disk that players leave free."""
    held_bytes: int = 96 * 2**20
    """Bytes of all requests together that are held at a time."""
    lock_seconds: float = 5.0
    """Seconds that a change waits for others who write to the library."""
    library_bytes: int = 16 * 2**30
    """Bytes that the library may grow to by what players do."""
    unwatched_seconds: float = 60.0
    """Seconds that a job goes on that nobody watches or asks for."""
    idle_seconds: float = 300.0
    """Seconds that a process may have nothing to do before it is ended."""
    kept_seconds: float = 900.0
    """Seconds that the result of a job is kept."""
    quota: Quota = Quota()

    def __post_init__(self) -> None:
        if not 0 <= self.port < 2**16:
            raise PuzzleError(f"a port is a number of 0 to 65535, not {self.port}")
        if self.jobs < 1:
            raise PuzzleError("at least one process must do the work")
        if min(self.connections, self.connections_each) < 1:
            raise PuzzleError("at least one connection must be allowed")
        Proxies(self.proxies)
        if self.player_bytes < 10**6:
            raise PuzzleError("at least 1 MB must be kept for each player")

    @property
    def is_open(self) -> bool:
        """True if other machines can reach it."""
        return not (self.host == "localhost" or self.host == "::1" or self.host.startswith("127."))

    @property
    def hosts(self) -> frozenset[str]:
        """Every name under which the server may be asked for."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return frozenset(name.lower() for name in (*LOCAL_HOSTS, own, *self.allowed_hosts))
