"""The interface of every pool of workers."""

from __future__ import annotations

from abc import abstractmethod
from concurrent.futures import Executor


class WorkerPool(Executor):
    """An executor that knows how many work at once, and can be sent home at once."""

    @property
    @abstractmethod
    def width(self) -> int:
        """The number of pieces of work done at the same time; may change with the time."""

    @abstractmethod
    def kill_all(self) -> None:
        """Stop all work, also what is being done."""
