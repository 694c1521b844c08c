"""Memory, processor time and children of processes, by psutil."""

from __future__ import annotations

KILOBYTES = 1024 / 1e6  # megabytes


def resident_megabytes(process: int | None = None) -> float:
    """Return the memory that a process holds now, by default this one; 0 if it has ended."""
    import psutil  # loaded when a limit on memory asks for it

    try:
        return float(psutil.Process(process).memory_info().rss / 1e6)
    except psutil.Error:
        return 0.0


def descendants(process: int) -> list[int]:
    """Return the processes that a process started, and those that these did."""
    import psutil

    try:
        return [each.pid for each in psutil.Process(process).children(recursive=True)]
    except psutil.Error:
        return []


def processor_seconds(process: int, *, with_ended: bool = False) -> float | None:
    """Return the seconds that processors worked for a process, and with `with_ended` for its
    children that have ended; None if it has ended itself."""
    import psutil

    try:
        times = psutil.Process(process).cpu_times()
    except psutil.Error:
        return None
    ended = times.children_user + times.children_system if with_ended else 0.0
    return float(times.user + times.system + ended)
