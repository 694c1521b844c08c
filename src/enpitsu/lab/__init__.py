"""The laboratory: setups, measured side by side on the same puzzles.

A *setup* is an engine with a backend. Each *run* (setup, puzzle, repetition) is made in a process
of its own under hard limits (bench_run, watch), handed out by workers (perform) and kept in a
folder as soon as it ends (bench_folder), so that an interrupted measurement goes on where it
stopped. Runs are summed up (summary), set in columns (table) and drawn (plots).
"""

from __future__ import annotations

from enpitsu.lab.bench_folder import BenchFolder, Conditions
from enpitsu.lab.bench_run import BenchRun, Job, Subject, Terms, subject_of
from enpitsu.lab.perform import hands, perform, planned, refusals
from enpitsu.lab.plots import cactus, draw, scatter
from enpitsu.lab.setups import Setup, setups_of
from enpitsu.lab.summary import (
    Disagreement,
    SetupSummary,
    disagreements,
    representatives,
    summaries,
)

__all__ = [
    "BenchFolder",
    "BenchRun",
    "Conditions",
    "Disagreement",
    "Job",
    "Setup",
    "SetupSummary",
    "Subject",
    "Terms",
    "cactus",
    "disagreements",
    "draw",
    "hands",
    "perform",
    "planned",
    "refusals",
    "representatives",
    "scatter",
    "setups_of",
    "subject_of",
    "summaries",
]
