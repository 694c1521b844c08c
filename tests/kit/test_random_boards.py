"""Solving, forced facts and explanations of declared kinds against enumeration on boards by chance.
`scripts/bench kinds_fuzz` tries as many as wanted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from enpitsu.kind import Kind
from enpitsu.registry import kinds
from tests.kit.random_boards import complaint, questions

BOARDS = 12

DECLARED = [kind for kind in kinds().values() if kind.declaration is not None]


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind.id)
def test_all_agrees_with_the_rules_alone(kind: Kind[Any]) -> None:
    sorts = set()
    for question in questions(kind, Random(kind.id), BOARDS):
        assert not complaint(kind, question), question
        sorts.add(min(len(question.answers), 2))
    assert len(sorts) > 1, "boards with several solutions, with one or with none"
