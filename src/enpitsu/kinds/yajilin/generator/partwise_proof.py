"""The proof that a puzzle has one answer, in parts.

The board is cut into small parts. That every answer has the planned lines in a part is proved one
part after another, each from the clues and from the parts proved before: so every single question
is about a small place, and the work grows with the board's area. The solver also tells what each
answer rests on. A clue that no part rests on can go at once; where one goes or turns, only the
parts that rest on it are proved anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from enpitsu.kinds.yajilin.generator.loop_plan import LoopPlan
from enpitsu.kinds.yajilin.generator.rival_solver import RivalSolver


class PartwiseProof:
    """The parts that are proved so far, in that order."""

    def __init__(self, plan: LoopPlan, rival_solver: RivalSolver, size: int) -> None:
        groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for pair in plan.edges():
            row, col = divmod(pair[0], plan.cols)
            groups.setdefault((row // size, col // size), []).append(pair)
        self._plan, self._size = plan, size
        literals = [rival_solver.part(groups[key]) for key in sorted(groups)]
        self._at = sorted(groups)
        self._drawn = [drawn for drawn, _ in literals]
        self._differs = [differs for _, differs in literals]
        self.everything = rival_solver.part(plan.edges())[1]
        """The literal "some planned line is not drawn"."""
        self._used: dict[int, frozenset[int]] = {}

    def waiting(self) -> list[int]:
        """The parts without a proof."""
        return [part for part in range(len(self._drawn)) if part not in self._used]

    def cells(self, part: int) -> int:
        """The cells of a part."""
        plan, size = self._plan, self._size
        row, col = (size * at for at in self._at[part])
        return sum(plan.row_masks[row : row + size]) & sum(plan.col_masks[col : col + size])

    def known_beside(self, part: int) -> int:
        """Return the number of proved parts around one."""
        row, col = self._at[part]
        around = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        return sum(self._at[other] in around for other in self._used)

    def question(self, part: int) -> list[int]:
        """The literals to assume for a rival in a part: what was proved before it holds."""
        before = []
        for other in self._used:
            if other == part:
                break
            before.append(self._drawn[other])
        return [self._differs[part], *before]

    def note(self, part: int, used: frozenset[int]) -> None:
        """A part is proved, resting on these assumptions."""
        self._used[part] = used

    def resting_on(self, literals: Set[int]) -> list[int]:
        """The proved parts that rest on some of these assumptions."""
        return [part for part, used in self._used.items() if not used.isdisjoint(literals)]

    def renew(self, used: Mapping[int, frozenset[int]]) -> None:
        """Parts were proved anew from no more than was proved before them."""
        self._used.update(used)

    def forget(self, literals: Iterable[int]) -> None:
        """These assumptions no longer hold: neither does what rests on them."""
        lost = set(literals)
        for part, used in list(self._used.items()):
            if not used.isdisjoint(lost):
                del self._used[part]
                lost.add(self._drawn[part])
