"""Tables 6.3 to 6.10 of A. Gufler and F. Hagenauer, "Yajilin" (Innsbruck 2011), as printed.

Its machine: four cores of 3.2 GHz, 8 GB, Windows 7; its program: Java with SAT4J. Each row says
what was made, how, how often, and the mean milliseconds a puzzle. Tables 6.8 and 6.10 name only
the size; the standard parameters of Table 6.6 are taken there. `scripts/bench generate` prints
them all beside Enpitsu's times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table: what was made, and the published mean in milliseconds, if there is."""

    rows: int
    cols: int
    method: str
    published: float | None
    runs: int
    options: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
    jobs: int = 1

    @property
    def size(self) -> str:
        """Rows and columns."""
        return f"{self.rows}x{self.cols}"

    @property
    def density(self) -> float | None:
        """The share of clues that it allows; None if it does not say."""
        return self.options.get("max_arrows")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table, with its title in our words."""

    number: str
    title: str
    rows: tuple[Row, ...]


def _line(
    size: int, base: float, runs: int, published: float, note: str = "", **more: float
) -> Row:
    return Row(
        rows=size,
        cols=size,
        method="line",
        published=published,
        runs=runs,
        options={"line_base": base, **more},
        note=note,
    )


def _arrows(
    size: tuple[int, int],
    runs: int,
    published: float,
    most: float = 0.18,
    steps: float = 1.5,
    least: float = 0.0,
    note: str = "",
    jobs: int = 1,
) -> Row:
    return Row(
        rows=size[0],
        cols=size[1],
        method="arrows",
        published=published,
        runs=runs,
        options={"min_arrows": least, "max_arrows": most, "steps": steps},
        note=note,
        jobs=jobs,
    )


TABLES = (
    Table(
        number="6.3",
        title="line generator, by the length of the line before A*",
        rows=(
            _line(6, 0.60, 500, 34),
            _line(6, 0.65, 500, 92),
            _line(6, 0.70, 500, 343),
            _line(8, 0.60, 500, 902),
            _line(8, 0.65, 500, 3584),
            _line(8, 0.70, 50, 60517),
            _line(10, 0.60, 50, 24455),
        ),
    ),
    Table(
        number="6.4",
        title="line generator, with back-tracking and without",
        rows=(
            _line(6, 0.65, 500, 67, "without"),
            _line(6, 0.65, 500, 97, "with", backtracking=True),
            _line(8, 0.65, 500, 2335, "without"),
            _line(8, 0.65, 500, 2931, "with", backtracking=True),
        ),
    ),
    Table(
        number="6.5",
        title="line generator, A* run again (at most 3 times) or once",
        rows=(
            _line(6, 0.65, 500, 28, "again", reruns=3),
            _line(6, 0.65, 500, 33, "once"),
            _line(8, 0.65, 500, 800, "again", reruns=3),
            _line(8, 0.65, 500, 2179, "once"),
        ),
    ),
    Table(
        number="6.6",
        title="arrow generator, by size",
        rows=(
            _arrows((6, 6), 500, 35),
            _arrows((8, 8), 500, 198),
            _arrows((9, 9), 500, 473),
            _arrows((10, 10), 500, 843),
            _arrows((10, 12), 100, 1781),
            _arrows((12, 12), 100, 5120),
            _arrows((14, 14), 100, 29725),
        ),
    ),
    Table(
        number="6.7",
        title="arrow generator, by its parameters",
        rows=(
            _arrows((10, 10), 500, 879, least=0.1),
            _arrows((10, 10), 500, 5950, most=0.12),
            _arrows((10, 10), 500, 1764, most=0.15),
            _arrows((10, 10), 500, 843),
            _arrows((10, 10), 500, 690, most=0.20),
            _arrows((10, 10), 500, 550, most=0.25),
            _arrows((10, 10), 500, 932, steps=3.5),
            _arrows((10, 10), 500, 792, steps=2.5),
            _arrows((10, 10), 500, 938, steps=1.0),
            _arrows((10, 10), 500, 1620, steps=0.6),
        ),
    ),
    Table(
        number="6.8",
        title="arrow generator, by memory (given there, peak here)",
        rows=(
            _arrows((12, 12), 250, 5150, note="1024 MB, 3.2 GHz"),
            _arrows((12, 12), 250, 4502, note="512 MB, 3.2 GHz"),
            _arrows((12, 12), 250, 8963, note="512 MB, 1.6 GHz"),
        ),
    ),
    Table(
        number="6.9",
        title="both generators",
        rows=(
            _line(6, 0.65, 100, 99),
            _arrows((6, 6), 100, 60, most=0.15, steps=2.0),
            _line(8, 0.65, 100, 3538),
            _arrows((8, 8), 100, 505, most=0.15, steps=2.0),
            _line(10, 0.65, 10, 519750),
            _arrows((10, 10), 10, 1963, most=0.15, steps=2.0),
        ),
    ),
    Table(
        number="6.10",
        title="arrow generator, by threads (there) and processes (here)",
        rows=(
            _arrows((12, 12), 500, 4683, note="1", jobs=1),
            _arrows((12, 12), 500, 2713, note="2", jobs=2),
            _arrows((12, 12), 500, 2113, note="3", jobs=3),
            _arrows((12, 12), 500, 1959, note="4", jobs=4),
            _arrows((12, 12), 500, 2253, note="8", jobs=8),
        ),
    ),
)
"""The tables of sections 6.2.1 to 6.2.4. Table 6.10 was measured on four cores."""
