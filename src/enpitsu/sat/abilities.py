"""The SAT solvers that can be chosen as back ends, and what each of them can do.

Only those that keep to short slices work in this process: MiniSat counts propagations, the Maple
family conflicts. (Glucose looks at its budgets only at restarts, which can be seconds apart;
CaDiCaL was seen to spend a minute simplifying between two conflicts; Kissat answers one question
and then no other.) Every other one gets a process of its own, which can be ended at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MOST_CONFLICTS = (1 << 31) - 1
"""The largest limit that solvers are told; nobody waits for so many conflicts."""


class Ability(StrEnum):
    """An ability that one solver has and another has not; each is a plain name for it."""

    ADDITIONS = "clauses added between questions"
    """Without it each question starts anew: nothing learnt is kept."""
    ASSUMPTIONS = "assumptions"
    CORES = "cores"
    """Which assumptions a "no" rests on."""
    PROPAGATION = "unit propagation alone"
    PHASES = "literals to try first"
    PROOFS = "proof traces"
    CONFLICTS = "a count of conflicts"
    CONFLICT_LIMIT = "a limit on conflicts"
    """Without it the count is looked at after each question."""


@dataclass(frozen=True, slots=True)
class Slices:
    """The slices in which a solver of this process works: it stops after so many propagations or
    conflicts."""

    counts_propagations: bool
    size: int


@dataclass(frozen=True, slots=True)
class Backend:
    """A SAT solver: its name here, its own name, its class in python-sat."""

    name: str
    title: str
    solver: str
    abilities: frozenset[Ability]
    slices: Slices | None = None
    """None: it works in a process of its own."""

    @property
    def in_process(self) -> bool:
        """True if it works in this process."""
        return self.slices is not None


_ALL = frozenset(Ability)
_NO_PROOFS = _ALL - {Ability.PROOFS}
# Each slice begins with a restart, so short ones make searches longer; these take some tenths of a
# second.
_BY_PROPAGATIONS = Slices(True, 4_000_000)
_BY_CONFLICTS = Slices(False, 200)

KNOWN = (
    Backend("minisat22", "MiniSat 2.2", "Minisat22", _NO_PROOFS, _BY_PROPAGATIONS),
    Backend("minisat-gh", "MiniSat of GitHub", "MinisatGH", _NO_PROOFS, _BY_PROPAGATIONS),
    # These two are left their own preferences: so they were measured beside MiniSat.
    Backend(
        "maplechrono", "MapleLCMDistChronoBT", "MapleChrono", _ALL - {Ability.PHASES}, _BY_CONFLICTS
    ),
    Backend("mergesat3", "MergeSat 3", "Mergesat3", _NO_PROOFS - {Ability.PHASES}, _BY_CONFLICTS),
    Backend(
        "cadical103",
        "CaDiCaL 1.0.3",
        "Cadical103",
        _ALL - {Ability.PROPAGATION, Ability.PHASES},
    ),
    Backend("cadical153", "CaDiCaL 1.5.3", "Cadical153", _ALL),
    # It hears the first preferences only.
    Backend("cadical195", "CaDiCaL 1.9.5", "Cadical195", _ALL - {Ability.PHASES}),
    Backend("cadical300", "CaDiCaL 3.0.0", "Cadical300", _ALL),
    # Where no assumption is to blame, it tells an old core.
    Backend("ergo", "Ergo", "Ergo", _ALL - {Ability.CORES}),
    Backend("gluecard3", "Gluecard 3", "Gluecard3", _ALL),
    Backend("gluecard4", "Gluecard 4.1", "Gluecard4", _ALL),
    Backend("glucose3", "Glucose 3", "Glucose3", _ALL),
    Backend("glucose4", "Glucose 4.1", "Glucose4", _ALL),
    Backend("glucose42", "Glucose 4.2.1", "Glucose42", _ALL),
    Backend(
        "kissat",
        "Kissat 4.0.4",
        "Kissat404",
        # Assumptions are clauses of that question alone.
        frozenset({Ability.ASSUMPTIONS, Ability.CONFLICT_LIMIT}),
    ),
    Backend(
        "lingeling",
        "Lingeling",
        "Lingeling",
        _ALL - {Ability.PROPAGATION, Ability.CONFLICT_LIMIT},
    ),
    Backend("maplecm", "MapleCM", "MapleCM", _ALL),
    Backend("maplesat", "MapleSAT", "Maplesat", _ALL),
    Backend("minicard", "MiniCard 1.2", "Minicard", _NO_PROOFS),
    Backend("minisat-ep", "MiniSat with a propagator", "MinisatEP", _NO_PROOFS),
)
"""All that Enpitsu knows; which are there depends on the installed python-sat."""
