"""Enpitsu (鉛筆, pencil): the workshop for Japanese pencil puzzles.

This module is the public face; everything else may move.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enpitsu.batch.generate_many import generate_many
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
    from enpitsu.improve import Fix, Fixes, Improvement, improve
    from enpitsu.improve.fill import Filled, fill
    from enpitsu.improve.suggest import suggest
    from enpitsu.kind import Document, Kind, Meta, Solution, Stats, Violation
    from enpitsu.limits import Limits
    from enpitsu.position import Fact, Note, Position
    from enpitsu.proof import check_proof, write_proof
    from enpitsu.registry import find_kind
    from enpitsu.render import render
    from enpitsu.school.course import Course, course
    from enpitsu.school.judge_answer import AnswerFinding, AnswerVerdict, judge_answer
    from enpitsu.school.practise import Exercise, practise
    from enpitsu.solve import Forced, Result, Status, Survey, forced, solve, survey
    from enpitsu.starter import starter
    from enpitsu.technique import Technique
    from enpitsu.why import Why, why

__all__ = [
    "AnswerFinding",
    "AnswerVerdict",
    "BackendMissing",
    "BadClue",
    "ClusterError",
    "Course",
    "Document",
    "Ending",
    "Exercise",
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
    "course",
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
    "judge_answer",
    "parse",
    "parse_with_position",
    "practise",
    "read",
    "render",
    "solve",
    "starter",
    "suggest",
    "survey",
    "why",
    "write_proof",
]

_NAMES = {
    "batch.generate_many": "generate_many",
    "check": "check",
    "errors": "BackendMissing BadClue ClusterError FormatError LimitReached PuzzleError "
    "TookTooLong UnknownFormat UnknownKind WorkerDied WrongSolution",
    "explain": "Explanation explain",
    "explain.justify": "FactStatus",
    "explain.step": "Step",
    "fill_in": "Ending FilledIn fill_in",
    "fingerprint": "canonical fingerprint",
    "formats": "dump formats parse parse_with_position read",
    "generate": "Generated PicturePuzzle from_picture generate",
    "grade": "Grade Length Level grade",
    "hint": "Finding Hint hint",
    "improve": "Fix Fixes Improvement improve",
    "improve.fill": "Filled fill",
    "improve.suggest": "suggest",
    "kind": "Document Kind Meta Solution Stats Violation",
    "limits": "Limits",
    "position": "Fact Note Position",
    "proof": "check_proof write_proof",
    "registry": "find_kind",
    "render": "render",
    "school.course": "Course course",
    "school.judge_answer": "AnswerFinding AnswerVerdict judge_answer",
    "school.practise": "Exercise practise",
    "solve": "Forced Result Status Survey forced solve survey",
    "starter": "starter",
    "technique": "Technique",
    "why": "Why why",
}
_MODULES = {
    name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names.split()
}
"""The module of each public name: it is imported when the name is first asked for."""


class _Face(ModuleType):
    """The package as others see it: every public name is there, and none is hidden by the module of
    the same name, which Python sets as an attribute of its package when it is imported."""

    def __getattr__(self, name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_MODULES[name]), name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _MODULES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Face
