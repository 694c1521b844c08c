"""The laboratory: ways of solving, measured side by side on the same puzzles.

A *way* is an engine with a backend. Each *run* (way, puzzle, repetition) is made in a process of
its own under hard limits (run, watch), handed out by workers (perform) and kept in a folder as soon
as it ends (folder), so that an interrupted measurement goes on where it stopped. What the runs say
is counted (summary), set in columns (table) and drawn (plots).
"""

from __future__ import annotations

from enpitsu.lab.folder import Conditions, Folder
from enpitsu.lab.perform import hands, perform, planned, refusals
from enpitsu.lab.plots import cactus, scatter
from enpitsu.lab.run import Job, Run, Subject, Terms, subject_of
from enpitsu.lab.summary import Disagreement, Summary, disagreements, representatives, summaries
from enpitsu.lab.ways import Way, ways_of

__all__ = [
    "Conditions",
    "Disagreement",
    "Folder",
    "Job",
    "Run",
    "Subject",
    "Summary",
    "Terms",
    "Way",
    "cactus",
    "disagreements",
    "hands",
    "perform",
    "planned",
    "refusals",
    "representatives",
    "scatter",
    "subject_of",
    "summaries",
    "ways_of",
]
