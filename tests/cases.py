"""Many small cases in one test: every one is tried, and those that fail are named together."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Test = Callable[..., None]


def each_case(
    names: str | Sequence[str],
    cases: Iterable[Any],
    ids: Callable[[Any], object] | Sequence[object] | None = None,
) -> Callable[[Test], Test]:
    """Take what `pytest.mark.parametrize` takes, and make one test of it.

    For dozens of cases of some milliseconds each. They share the fixtures: none may leave anything
    behind, and one that skips takes those after it along.
    """
    wanted = [each.strip() for each in names.split(",")] if isinstance(names, str) else [*names]
    known = [ParameterSet.extract_from(case, force_tuple=len(wanted) == 1) for case in cases]
    assert known, "a test of no case cannot fail"
    assert not any(case.marks for case in known), "marks are for tests of their own"

    def name(number: int) -> str:
        case = known[number]
        if isinstance(ids, Sequence):
            return str(ids[number])
        shown = (repr(each) if ids is None else str(ids(each)) for each in case.values)
        return str(case.id) if case.id else ", ".join(shown)

    def merge(test: Test) -> Test:
        @wraps(test)
        def every_case(*args: Any, **kwargs: Any) -> None:
            failed = []
            for number, case in enumerate(known):
                try:
                    test(*args, **kwargs, **dict(zip(wanted, case.values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"The case: {name(number)}")
                    failed.append((name(number), error))
            if failed:
                told = "; ".join(each[:80] for each, _ in failed)
                raise BaseExceptionGroup(
                    f"{len(failed)} of {len(known)} cases: {told}", [error for _, error in failed]
                )

        own = inspect.signature(test)
        fixtures = [each for each in own.parameters.values() if each.name not in wanted]
        vars(every_case)["__signature__"] = own.replace(parameters=fixtures)
        return every_case

    return merge
