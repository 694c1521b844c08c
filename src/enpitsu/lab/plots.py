"""Figures of a measurement (extra "lab"): a cactus plot of all setups, and a scatter of two.

Each setup has a colour and a marker of its own, and further ones dashed lines: nothing depends on
seeing colours. Equal runs give equal files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from io import BytesIO
from typing import Any

from enpitsu import extras
from enpitsu.lab.bench_run import BenchRun
from enpitsu.lab.setups import Setup
from enpitsu.lab.summary import Runs, seconds_text

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#b4558d",
    "#b07d00",
    "#3a9bd1",
    "#4d4d4d",
    "#8c510a",
)
MARKERS = "os^DvxP"  # one fewer than colours, so that the same pair comes late
SHORTEST = 1e-6  # seconds: a logarithmic axis has no 0
MAX_MARKERS = 25  # on a line: with more points only some have one
LATE = 1.45  # times the limit at which unsolved puzzles are drawn, so that they are seen apart
SPARE = 1.4  # room on a logarithmic axis beyond the shortest and the longest time, as a factor
MAX_DECADES = 2.5  # powers of ten on an axis up to which also twos and fives have a label
WIDTH = 9.0  # inches
HEIGHT = 5.8  # inches
DPI = 150  # of PNG files
BOTH_SOLVED = "solved in both setups"
NOT_BOTH = "not solved in one or both"
STYLE = {
    "axes.grid": True,
    "axes.axisbelow": True,
    "font.size": 10,
    "grid.color": "#d8dce2",
    "svg.fonttype": "none",
    "svg.hashsalt": "enpitsu",
}


def cactus(found: Mapping[Setup, Runs], *, seconds: float, title: str) -> Any:
    """Return a figure of how many puzzles each setup solves within which time each."""
    matplotlib = _load()
    times = {
        setup: sorted(max(run.seconds, SHORTEST) for run in runs.values() if run.is_solved(seconds))
        for setup, runs in found.items()
    }
    puzzles = max((len(runs) for runs in found.values()), default=0)
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure((WIDTH, HEIGHT), layout="constrained")
        axes = figure.add_subplot(title=title, xlabel="puzzles solved", ylabel="time for each")
        for number, (setup, own) in enumerate(times.items()):
            axes.plot(
                range(1, len(own) + 1),
                own,
                label=setup.name,
                color=COLOURS[number % len(COLOURS)],
                marker=MARKERS[number % len(MARKERS)],
                markersize=5,
                clip_on=False,
                markevery=slice(None, None, -(-len(own) // MAX_MARKERS) or 1),
                linestyle="--" if number // len(COLOURS) % 2 else "-",
            )
        axes.set_xlim(0, max(1, puzzles))
        axes.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(integer=True))
        every = [each for own in times.values() for each in own]
        _scale_by_time(matplotlib, axes, "y", [*every, seconds])
        _draw_limit(axes, seconds)
        figure.legend(loc="outside lower center", ncols=min(4, len(times) or 1), frameon=False)
    return figure


def scatter(
    first: tuple[Setup, Runs], second: tuple[Setup, Runs], *, seconds: float, title: str
) -> Any:
    """Return a figure with each puzzle by its time in one setup (across) and in another (up)."""
    matplotlib = _load()
    pairs = [
        (_time(run, seconds), _time(second[1][puzzle], seconds))
        for puzzle, run in first[1].items()
        if puzzle in second[1]
    ]
    names = (first[0].name, second[0].name)
    every = [each for pair in pairs for each in pair]
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure((7.0, 7.3), layout="constrained")
        axes = figure.add_subplot(
            title=title, xlabel=f"time with {names[0]}", ylabel=f"time with {names[1]}", aspect=1
        )
        solved = [pair for pair in pairs if max(pair) <= seconds]
        others = [pair for pair in pairs if max(pair) > seconds]
        style = {"linestyle": "none", "markersize": 6, "fillstyle": "none"}
        axes.plot(*_columns(solved), "o", color=COLOURS[0], label=BOTH_SOLVED, **style)
        axes.plot(*_columns(others), "x", color=COLOURS[1], label=NOT_BOTH, **style)
        for name in "xy":
            _scale_by_time(matplotlib, axes, name, [*every, seconds * LATE])
        axes.axline((1, 1), (2, 2), color="#8a919c", linewidth=1.2)
        for tenfold in ((1, 10), (10, 1)):
            other = tenfold[0] * 10, tenfold[1] * 10
            axes.axline(tenfold, other, color="#8a919c", linewidth=0.8, linestyle=":")
        _draw_limit(axes, seconds)
        axes.axvline(seconds, color="#555", linestyle="--", linewidth=1)
        figure.legend(loc="outside lower center", ncols=2, frameon=False)
        axes.text(
            0.5,
            -0.13,
            _in_words(pairs, names, seconds),
            transform=axes.transAxes,
            ha="center",
            va="top",
            fontsize=9,
        )
    return figure


def draw(figure: Any, format: str) -> bytes:
    """Return the figure as a file: "svg" or "png"."""
    file = BytesIO()
    metadata = {"Date": None} if format == "svg" else {"Software": None}
    with _load().rc_context(STYLE):
        figure.savefig(file, format=format, dpi=DPI, metadata=metadata)
    return file.getvalue()


def _load() -> Any:
    """Import matplotlib, which takes long and is an extra."""
    for module in ("figure", "ticker"):
        extras.load(f"matplotlib.{module}", "plotting a measurement", "lab")
    return import_module("matplotlib")


def _time(run: BenchRun, seconds: float) -> float:
    return max(run.seconds, SHORTEST) if run.is_solved(seconds) else seconds * LATE


def _columns(pairs: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [across for across, _ in pairs], [up for _, up in pairs]


def _scale_by_time(matplotlib: Any, axes: Any, name: str, times: Sequence[float]) -> None:
    """Make an axis logarithmic, with room for these times and labels with units."""
    positive = [each for each in times if each > 0]
    high = max(positive) * SPARE
    low = min(*positive, high / 10) / SPARE
    axes.set(**{f"{name}scale": "log", f"{name}lim": (low, high)})
    axis = getattr(axes, f"{name}axis")
    steps = (1, 2, 5) if high / low < 10**MAX_DECADES else (1,)
    axis.set_major_locator(matplotlib.ticker.LogLocator(subs=steps, numticks=12))
    axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: seconds_text(value)))
    axis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def _draw_limit(axes: Any, seconds: float) -> None:
    """Draw the limit as a line across, with its text beside the frame."""
    axes.axhline(seconds, color="#555", linestyle="--", linewidth=1)
    axes.annotate(
        f"limit {seconds_text(seconds)}",
        (1, seconds),
        (4, 0),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        va="center",
        fontsize=9,
    )


def _in_words(pairs: Sequence[tuple[float, float]], names: tuple[str, str], seconds: float) -> str:
    """Say how many puzzles lie where: those that neither solved lie in one place."""
    both = [(a, b) for a, b in pairs if max(a, b) <= seconds]
    sooner = [sum(a < b for a, b in both), sum(a > b for a, b in both)]
    alone = [sum(a <= seconds < b for a, b in pairs), sum(b <= seconds < a for a, b in pairs)]
    neither = len(pairs) - len(both) - sum(alone)
    return (
        f"both solved {len(both)}: {names[0]} is sooner on {sooner[0]}, {names[1]} on {sooner[1]}\n"
        f"only {names[0]} solved {alone[0]}, only {names[1]} {alone[1]}, neither {neither}"
    )
