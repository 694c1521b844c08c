"""Crews: whatever happens to one piece of work, the others are done."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Executor, wait
from pathlib import Path

import pytest

from enpitsu.errors import BackendMissing, ClusterError, FormatError, TookTooLong, WorkerDied
from enpitsu.workers import LocalPool, open_workers, report_progress


def refuse(text: str) -> None:
    """Raise an error with more to it than its text."""
    raise FormatError(text, line=3)


def shout(text: str) -> str:
    """Print where answers are awaited."""
    sys.stdout.write("not an answer\n" * 100)
    sys.stdout.flush()
    return text.upper()


class Stubborn(Exception):
    """An error that cannot be pickled."""

    def __init__(self) -> None:
        super().__init__("stubborn")
        self.lock = threading.Lock()


def be_stubborn() -> None:
    """Raise it."""
    raise Stubborn


def is_running(process: int) -> bool:
    """Whether a process is there and not only a leftover."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def ended(process: int, seconds: float = 20) -> bool:
    """Whether a process ends within so many seconds."""
    until = time.monotonic() + seconds
    while is_running(process) and time.monotonic() < until:
        time.sleep(0.05)
    return not is_running(process)


def test_a_crew_is_an_executor() -> None:
    with open_workers(2) as hands:
        assert isinstance(hands, Executor)
        assert hands.width == 2
        assert list(hands.map(math.factorial, range(50))) == [math.factorial(n) for n in range(50)]


def test_work_is_done_in_other_processes_and_not_in_more_than_asked_for() -> None:
    with open_workers(2) as hands:
        found = set(hands.map(own_process, range(40)))
    assert os.getpid() not in found
    assert 1 <= len(found) <= 2


def own_process(number: int) -> int:
    """The process that does this."""
    return os.getpid()


def test_one_that_dies_or_hangs_harms_no_other() -> None:
    with open_workers(2, patience=3) as hands:
        hanging, dying = hands.submit(time.sleep, 60), hands.submit(os._exit, 3)
        others = [hands.submit(math.factorial, n) for n in range(20)]
        assert [each.result() for each in others] == [math.factorial(n) for n in range(20)]
        with pytest.raises(TookTooLong):
            hanging.result()
        with pytest.raises(WorkerDied, match="died"):
            dying.result()


def test_errors_come_back_whole() -> None:
    with open_workers(1) as hands:
        with pytest.raises(FormatError) as refused:
            hands.submit(refuse, "no").result()
        assert refused.value.line == 3
        with pytest.raises(ValueError, match="invalid literal") as wrong:
            hands.submit(int, "x").result()
        assert "Traceback" in wrong.value.__notes__[0], "where it happened is told"
        with pytest.raises(RuntimeError, match="Stubborn"):
            hands.submit(be_stubborn).result()
        assert hands.submit(shout, "well").result() == "WELL"


def test_what_cannot_be_found_there_is_told() -> None:
    def inner() -> None: ...

    with open_workers(1) as hands:
        with pytest.raises(Exception, match="inner"):
            hands.submit(inner)
        assert hands.submit(math.factorial, 3).result() == 6


def test_nothing_outlives_the_crew() -> None:
    with open_workers(2) as hands:
        processes = {hands.submit(os.getpid).result() for _ in range(4)}
        under_way = hands.submit(time.sleep, 60)
        waiting = [hands.submit(time.sleep, 60) for _ in range(4)]
        wait([under_way], timeout=0.2)
    assert all(map(ended, processes))
    with pytest.raises((WorkerDied, CancelledError)):
        under_way.result(timeout=10)
    for each in waiting:
        with pytest.raises((WorkerDied, CancelledError)):
            each.result(timeout=10)
    with pytest.raises(RuntimeError):
        hands.submit(time.sleep, 1)


def test_shutdown_waits_for_what_was_handed_out() -> None:
    with open_workers(2) as hands:
        futures = [hands.submit(math.factorial, n) for n in range(30)]
        hands.shutdown()
        assert all(each.done() for each in futures)


OWNER = """
import os, sys, time
from enpitsu.workers import open_workers
with open_workers(1) as hands:
    print(hands.submit(os.getpid).result(), flush=True)
    hands.submit(time.sleep, 600).result()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_workers_end_when_their_owner_is_killed() -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    worker = int(owner.stdout.readline())
    assert is_running(worker)
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    assert ended(worker)


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("enpitsu.workers.cluster.CONNECT_SECONDS", 1)
    for name, text in (("empty", ""), ("other", "{}"), ("odd", '{"address": 7}'), ("list", "[1]")):
        (tmp_path / f"{name}.json").write_text(text)
    files = [str(tmp_path / f"{name}.json") for name in ("none", "empty", "other", "odd", "list")]
    addresses = ("tcp://127.0.0.1:9", "tls://127.0.0.1:1", "nonsense://x", ":", "foo", "", *files)
    for address in addresses:
        with pytest.raises(ClusterError), open_workers(1, address):
            pass
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BackendMissing, match="cluster"), open_workers(1, "tcp://127.0.0.1:9"):
        pass


def count_to(number: int) -> int:
    for each in range(number):
        report_progress(each)
    return number


def test_work_reports_how_far_it_is() -> None:
    heard = list[object]()
    pool = LocalPool(1)
    try:
        assert pool.submit_reporting(heard.append, count_to, 3).result() == 3
        assert heard == [0, 1, 2]
        assert pool.submit(count_to, 2).result() == 2  # nobody listens
    finally:
        pool.kill_all()
    assert count_to(1) == 1  # there is no pipe here
