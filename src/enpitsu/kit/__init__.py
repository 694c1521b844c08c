"""A kind on one page: what a page declares; the rest is made of it (docs/adding-a-kind.md)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enpitsu.kit.constraints.base import Constraint
    from enpitsu.kit.constraints.clause_set import all_of, any_of, never, not_all
    from enpitsu.kit.constraints.connected import connected
    from enpitsu.kit.constraints.count import all_different, at_least, at_most, exactly
    from enpitsu.kit.constraints.group_sizes import groups_of
    from enpitsu.kit.constraints.groups import groups
    from enpitsu.kit.constraints.loop import Degree, Passed, single_loop
    from enpitsu.kit.constraints.sight import sees
    from enpitsu.kit.constraints.sums import total
    from enpitsu.kit.make_kind import page
    from enpitsu.kit.puzzle import GridPuzzle, areas, clues, mark
    from enpitsu.kit.rules import by_clue, rule, technique

_HOMES = {
    "constraints.base": ("Constraint",),
    "constraints.clause_set": ("all_of", "any_of", "never", "not_all"),
    "constraints.connected": ("connected",),
    "constraints.count": ("all_different", "at_least", "at_most", "exactly"),
    "constraints.group_sizes": ("groups_of",),
    "constraints.groups": ("groups",),
    "constraints.loop": ("Degree", "Passed", "single_loop"),
    "constraints.sight": ("sees",),
    "constraints.sums": ("total",),
    "make_kind": ("page",),
    "puzzle": ("GridPuzzle", "areas", "clues", "mark"),
    "rules": ("by_clue", "rule", "technique"),
}
"""The names for pages, each imported when it is asked for: kinds that are made by hand use parts of
the kit, too."""

__all__ = [
    "Constraint",
    "Degree",
    "GridPuzzle",
    "Passed",
    "all_different",
    "all_of",
    "any_of",
    "areas",
    "at_least",
    "at_most",
    "by_clue",
    "clues",
    "connected",
    "exactly",
    "groups",
    "groups_of",
    "mark",
    "never",
    "not_all",
    "page",
    "rule",
    "sees",
    "single_loop",
    "technique",
    "total",
]


def __getattr__(name: str) -> Any:
    """Import the module that a name is in."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
