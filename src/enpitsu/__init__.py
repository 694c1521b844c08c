"""Enpitsu (鉛筆, pencil): the workshop for Japanese pencil puzzles.

This module is the public face; everything else may move.
"""

from enpitsu.batch import generate_many
from enpitsu.check import check
from enpitsu.errors import (
    BackendMissing,
    BadClue,
    ClusterError,
    FormatError,
    LimitReached,
    PuzzleError,
    TookTooLong,
    UnknownFormat,
    UnknownKind,
    WorkerDied,
    WrongSolution,
)
from enpitsu.explain import Explanation, explain
from enpitsu.explain.justify import FactStatus
from enpitsu.explain.step import Step
from enpitsu.fill_in import Ending, FilledIn, fill_in
from enpitsu.fingerprint import canonical, fingerprint
from enpitsu.formats import dump, formats, parse, parse_with_position, read
from enpitsu.generate import Generated, PicturePuzzle, from_picture, generate
from enpitsu.grade import Grade, Length, Level, grade
from enpitsu.hint import Finding, Hint, hint
from enpitsu.improve import Filled, Fix, Fixes, Improvement, fill, improve
from enpitsu.improve.suggest import suggest
from enpitsu.kind import Document, Kind, Meta, Solution, Stats, Violation
from enpitsu.limits import Limits
from enpitsu.position import Fact, Note, Position
from enpitsu.proof import check_proof, write_proof
from enpitsu.registry import find_kind
from enpitsu.render import render
from enpitsu.solve import Forced, Result, Status, Survey, forced, solve, survey
from enpitsu.starter import starter
from enpitsu.technique import Technique
from enpitsu.why import Why, why

__all__ = [
    "BackendMissing",
    "BadClue",
    "ClusterError",
    "Document",
    "Ending",
    "Explanation",
    "Fact",
    "FactStatus",
    "Filled",
    "FilledIn",
    "Finding",
    "Fix",
    "Fixes",
    "Forced",
    "FormatError",
    "Generated",
    "Grade",
    "Hint",
    "Improvement",
    "Kind",
    "Length",
    "Level",
    "LimitReached",
    "Limits",
    "Meta",
    "Note",
    "PicturePuzzle",
    "Position",
    "PuzzleError",
    "Result",
    "Solution",
    "Stats",
    "Status",
    "Step",
    "Survey",
    "Technique",
    "TookTooLong",
    "UnknownFormat",
    "UnknownKind",
    "Violation",
    "Why",
    "WorkerDied",
    "WrongSolution",
    "canonical",
    "check",
    "check_proof",
    "dump",
    "explain",
    "fill",
    "fill_in",
    "find_kind",
    "fingerprint",
    "forced",
    "formats",
    "from_picture",
    "generate",
    "generate_many",
    "grade",
    "hint",
    "improve",
    "parse",
    "parse_with_position",
    "read",
    "render",
    "solve",
    "starter",
    "suggest",
    "survey",
    "why",
    "write_proof",
]
