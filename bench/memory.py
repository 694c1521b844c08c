"""The most memory that a process has held, for benchmarks that start one to find out."""

from __future__ import annotations

import re
from pathlib import Path


def peak_megabytes() -> float:
    """Return the most that this process has held. psutil does not tell it, and the peak of
    getrusage is inherited from the parent process."""
    peak = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    assert peak is not None
    return int(peak[1]) / 1024
