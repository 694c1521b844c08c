"""The front door: the time and the size of the first use from a clone, of the start of a command,
and of the first page.

    scripts/bench front_door                  a table, about two minutes
    scripts/bench front_door --against REF    beside another commit, measured in turns in one run
    scripts/bench front_door --tests          also the whole test suite and the quick run

Each commit is cloned into a folder of its own, with an empty HOME, and set up there as a newcomer
would. Only what is committed is measured.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from page_load import browser, visit, warm_up

ROOT = Path(__file__).resolve().parents[1]
LINK = "https://puzz.link/p?yajilin/5/5/m32j10"
MEGABYTE = 1_000_000
LATENCY = 150  # ms
STARTS = {
    "enpitsu --version": ["enpitsu", "--version"],
    "enpitsu --help": ["enpitsu", "--help"],
    "enpitsu solve LINK": ["enpitsu", "solve", LINK],
    "import enpitsu": ["python", "-c", "import enpitsu"],
    "(python alone)": ["python", "-c", "pass"],
}


class Clone(NamedTuple):
    """A commit in a folder of its own, and the environment to run it in."""

    folder: Path
    environment: dict[str, str]

    def run(self, *command: str) -> float:
        """Run a command quietly; return the seconds that it took."""
        started = time.perf_counter()
        subprocess.run(
            [str(self.folder / command[0]), *command[1:]],
            cwd=self.folder,
            env=self.environment,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return time.perf_counter() - started


@contextmanager
def _cloned(reference: str) -> Iterator[Clone]:
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name, "clone"), Path(name, "home")
        home.mkdir()
        for command in (
            ["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(folder)],
            ["git", "-C", str(folder), "checkout", "--quiet", reference],
        ):
            subprocess.run(command, check=True)
        kept = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        yield Clone(folder, {**kept, "HOME": str(home)})


def _size(folder: Path) -> float:
    """Return the bytes of a folder's files, in megabytes."""
    files = [each for each in folder.rglob("*") if each.is_file() and not each.is_symlink()]
    return sum(each.stat().st_size for each in files) / MEGABYTE


def _first_use(clones: list[Clone]) -> Iterator[tuple[str, list[str]]]:
    seconds = [clone.run("scripts/enpitsu", "--version") for clone in clones]
    yield "first use from a clone", [f"{each:.0f} s" for each in seconds]
    yield "size of .venv", [f"{_size(clone.folder / '.venv'):.0f} MB" for clone in clones]


def _starts(clones: list[Clone], rounds: int) -> Iterator[tuple[str, list[str]]]:
    for title, (program, *arguments) in STARTS.items():
        command = (f".venv/bin/{program}", *arguments)
        for clone in clones:
            clone.run(*command)  # compiles what is imported
        taken = [[clone.run(*command) for clone in clones] for _ in range(rounds)]
        yield title, [f"{median(each):.3f} s" for each in zip(*taken, strict=True)]


def _suites(clones: list[Clone]) -> Iterator[tuple[str, list[str]]]:
    for title, arguments in (("the whole test suite", []), ("a quick run", ["--quick"])):
        yield title, [_minutes(clone, "scripts/test", *arguments) for clone in clones]


def _minutes(clone: Clone, *command: str) -> str:
    try:
        return f"{clone.run(*command) / 60:.1f} min"
    except subprocess.CalledProcessError as error:
        return f"failed ({error.returncode})"


@contextmanager
def _served(clone: Clone) -> Iterator[str]:
    """Serve the page as somebody does who has just cloned it; yield its address."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    command = [str(clone.folder / "scripts/enpitsu"), "serve", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(
        command,
        env=clone.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while server.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--against", metavar="REF", help="another commit, measured beside HEAD")
    parser.add_argument("--rounds", type=int, default=10, help="starts of each command")
    parser.add_argument("--tests", action="store_true", help="run the test suites too (long)")
    options = parser.parse_args()
    names = [*([options.against] if options.against else []), "HEAD"]
    with ExitStack() as stack:
        clones = [stack.enter_context(_cloned(name)) for name in names]
        print(f"{'':30}", *(f"{name[:12]:>12}" for name in names))
        rows = [_first_use(clones), _starts(clones, options.rounds)]
        if options.tests:
            rows.append(_suites(clones))
        for part in rows:
            for title, figures in part:
                print(f"{title:30}", *(f"{each:>12}" for each in figures), flush=True)
        sys.path.insert(0, str(ROOT))
        with browser() as chromium:
            for name, clone in zip(names, clones, strict=True):
                with _served(clone) as address:
                    print(f"the page of {name[:12]}, on a slow line")
                    warm_up(chromium, address)
                    visit(chromium, address, LATENCY, lists=False)


if __name__ == "__main__":
    main()
