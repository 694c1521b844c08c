"""enpitsu serve"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from enpitsu import extras
from enpitsu.cli.runner import Fatal
from enpitsu.errors import PuzzleError
from enpitsu.web import ServerConfig, create_app

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from uvicorn import Server


HOST = "127.0.0.1"
PORT = 8642
TRIES = 20  # ports that are tried when the usual one is taken
OPEN_SECONDS = 20
READ_ONLY = "the library can only be read here: nobody can play, and nothing is kept"


@click.command(
    epilog="""\b
Examples:
  enpitsu serve
  enpitsu serve --port 9000 --no-browser
  enpitsu serve --library puzzles.db
"""
)
@click.option("--host", default=HOST, show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=None,
    help=f"The port; 0 for any free one.  [default: {PORT}, or the next free one]",
)
@click.option("--library", metavar="PLACE", help="Another library: a file, or postgresql://...")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=None, help="Processes for each sort of work."
)
@click.option(
    "--player-megabytes",
    "megabytes",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    envvar="ENPITSU_PLAYER_MEGABYTES",
    help="Megabytes that are kept for each player: drafts, puzzles, games.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--allow-host",
    "allowed",
    metavar="NAME",
    multiple=True,
    help="A further name under which the server may be asked for, such as that of a proxy.",
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="A proxy in front, or a network of such, that is believed when it says who asks.",
)
@click.option(
    "--connections",
    type=click.IntRange(min=1),
    default=ServerConfig().connections_each,
    show_default=True,
    help="Connections that one address may have.",
)
def serve(
    host: str,
    port: int | None,
    library: str | None,
    jobs: int | None,
    megabytes: int,
    no_browser: bool,
    allowed: tuple[str, ...],
    proxies: tuple[str, ...],
    connections: int,
) -> None:
    """Open the web app: play, make and keep puzzles in the browser.

    Only this machine can reach it, unless --host says otherwise. Ctrl+C ends it; everything is
    kept as it is.
    """
    told = {} if jobs is None else {"jobs": jobs}
    listener = _listen(host, port)
    try:
        with _ending_politely():
            app = _app(
                host=host,
                port=listener.getsockname()[1],
                store=library,
                allowed_hosts=allowed,
                proxies=proxies,
                connections_each=connections,
                player_bytes=megabytes * 10**6,
                **told,
            )
            # What to type into a browser on this machine.
            is_local = host in (HOST, "0.0.0.0", "::", "")
            name = "localhost" if is_local else f"[{host}]" if ":" in host else host
            address = f"http://{name}:{listener.getsockname()[1]}/"
            _run(app, listener, address, opens=not no_browser)
    finally:
        listener.close()


@contextmanager
def _ending_politely() -> Iterator[None]:
    """SIGTERM ends it as Ctrl+C does, which is how it is meant to end: also before it runs."""

    def end(sig: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, end) if is_main else None
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        if is_main:
            signal.signal(signal.SIGTERM, before)


def _app(**told: Any) -> Starlette:
    """Return the server; Fatal if it cannot be, or its library cannot be opened."""
    try:
        config = ServerConfig(**told, makes_days_ahead=True)
        if config.is_open:
            name = socket.gethostname()
            names = (*config.allowed_hosts, name, f"{name.partition('.')[0]}.local")
            config = replace(config, allowed_hosts=names)
        app = create_app(config)
        from enpitsu.web.repositories import open_repositories

        # Once before anybody asks: what is wrong with it is said here, and all is loaded.
        with open_repositories(config.store).store as store:
            if store.database.is_read_only:
                click.echo(f"warning: {READ_ONLY}", err=True)
    except PuzzleError as error:
        raise Fatal(str(error)) from None
    # From here on it acts for strangers.
    extras.forbid_installing()
    return app


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens: on the port that was asked for, else on the first that is
    free."""
    ports = range(PORT, PORT + TRIES) if port is None else [port]
    for each in ports:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, each, type=socket.SOCK_STREAM
            )[0]
            with ExitStack() as stack:
                found = stack.enter_context(socket.socket(family, kind, protocol))
                if os.name == "posix":
                    # A server that has just ended must not keep the next one from its port.
                    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                found.bind(address)
                found.listen(128)
                stack.pop_all()
        except OSError as error:
            reason = error.strerror or str(error)
            continue
        if port is None and each != PORT:
            click.echo(f"port {PORT} is taken, so it is {each} this time", err=True)
        return found
    raise Fatal(f"cannot listen on {host}, port {ports[0]}: {reason}")


def _run(app: Starlette, listener: socket.socket, address: str, *, opens: bool) -> None:
    server = _server(app)
    click.echo(f"Enpitsu is at {address}  (Ctrl+C ends it)")
    if app.state.server.config.is_open:
        click.echo(
            f"warning: it listens on {listener.getsockname()[0]}, so everybody in this network can "
            "play here, and nothing is encrypted",
            err=True,
        )
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    if opens and _has_display():
        threading.Thread(target=_open, args=(server, address), daemon=True).start()
    server.run(sockets=[listener])
    end = "everything is kept"
    if not app.state.server.library.is_there():
        end = (
            "but the library's file was removed or replaced meanwhile, so what was played since "
            "then is not kept"
        )
    click.echo(f"\nended; {end}", err=True)


def _server(app: Starlette) -> Server:
    """Return a server that ends at once: who watches a job is told so, and nothing is told of
    requests that are broken off."""
    import uvicorn

    from enpitsu.web.connections import impatient

    class QuietServer(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            app.state.server.jobs.notify_shutdown()
            # Not left to uvicorn, which would be ended by the signal in the end.
            self.force_exit = self.should_exit and sig == signal.SIGINT
            self.should_exit = True

    logging.getLogger("enpitsu.web").setLevel(logging.ERROR)
    return QuietServer(
        uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            lifespan="on",
            server_header=False,
            # Who watches a job would otherwise be waited for when all is to end.
            timeout_graceful_shutdown=1,
            # What a proxy says counts where it was named (see enpitsu.web.addresses).
            proxy_headers=False,
            http=impatient(app.state.server.config),
        )
    )


def _has_display() -> bool:
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(server: Server, address: str) -> None:
    """Show the page as soon as it is there."""
    import webbrowser

    end = time.monotonic() + OPEN_SECONDS
    while not server.started and time.monotonic() < end:
        time.sleep(0.05)
    if server.started:
        with suppress(webbrowser.Error):
            webbrowser.open(address)
