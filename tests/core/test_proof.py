"""Proofs of uniqueness: written, verified, and rejected when forged."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import FormatError, LimitReached
from enpitsu.formula import to_dimacs
from enpitsu.limits import Limits
from enpitsu.registry import find_kind
from enpitsu.sat import dimacs
from tests.kinds.yajilin_brute import brute_solutions, random_puzzle

UNIQUE = "yajilin/6/6/l40j11h11c"
TWO = "yajilin/4/4/p"
NONE = "yajilin/3/3/e29c"


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    """The proof of a unique puzzle."""
    enpitsu.write_proof(enpitsu.parse(UNIQUE), tmp_path)
    return tmp_path


def _change_claim(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "claim.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


@pytest.mark.parametrize(("link", "claim"), [(UNIQUE, "unique"), (NONE, "none"), (TWO, "multiple")])
def test_a_proof_of_each_claim(link: str, claim: str, tmp_path: Path) -> None:
    written = enpitsu.write_proof(enpitsu.parse(link), tmp_path)
    assert written.status == claim
    verdict = enpitsu.check_proof(tmp_path)
    assert (verdict.ok, verdict.claim) == (True, claim), verdict.message


def test_a_proof_leaves_nothing_of_an_earlier_one(proof: Path) -> None:
    enpitsu.write_proof(enpitsu.parse(TWO), proof)
    assert sorted(path.name for path in proof.iterdir()) == ["claim.json", "puzzle.json"]
    assert enpitsu.check_proof(proof).ok


def test_a_proof_with_loop_cuts(tmp_path: Path) -> None:
    """A board wide enough that the solver meets several loops on the way."""
    example = find_kind("yajilin").examples / "solved_ten.pzprv3"
    claim = enpitsu.write_proof(enpitsu.parse(example.read_text()), tmp_path)
    assert claim.cuts
    assert enpitsu.check_proof(tmp_path).ok


@pytest.mark.parametrize("seed", range(3))
def test_claims_agree_with_enumeration(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for number in range(12):
        puzzle = random_puzzle(rng, 4, 4)
        folder = tmp_path / str(number)
        claim = enpitsu.write_proof(puzzle, folder)
        count = min(len(brute_solutions(puzzle)), 2)
        assert claim.status == ("none", "unique", "multiple")[count]
        verdict = enpitsu.check_proof(folder)
        assert verdict.ok, verdict.message


def test_a_forged_solution_fails(proof: Path) -> None:
    def forge(data: dict[str, Any]) -> None:
        facts = data["solutions"][0]
        data["solutions"] = [[fact for fact in facts if "shaded" not in fact]]

    _change_claim(proof, forge)
    verdict = enpitsu.check_proof(proof)
    assert not verdict.ok
    assert "solution is wrong" in verdict.message


def test_the_same_solution_twice_is_not_two(proof: Path) -> None:
    """Marks that a solution may or may not carry do not make it another one."""

    def forge(data: dict[str, Any]) -> None:
        data["claim"] = "multiple"
        data["solutions"].append([*data["solutions"][0], "r1c1 not shaded"])

    _change_claim(proof, forge)
    assert not enpitsu.check_proof(proof).ok


def test_a_forged_cut_fails(proof: Path) -> None:
    """A cut that would exclude real solutions does not follow from the rules."""

    def forge(data: dict[str, Any]) -> None:
        data["cuts"].append({"cells": ["r1c1"], "clause": ["r1c1 shaded", "r2c2 shaded"]})

    _change_claim(proof, forge)
    verdict = enpitsu.check_proof(proof)
    assert not verdict.ok
    assert "does not follow from the rules" in verdict.message


@pytest.mark.parametrize(
    "cut",
    [
        {"cells": ["r1c1"], "clause": ["r1c1-r1c2 line", "r1c1-r2c1 line"]},
        {"cells": ["r1c1"], "clause": ["r1c1 shaded", "r1c1-r1c2 line", "r1c1-r2c1 line"]},
        {"cells": ["r1c1"], "clause": ["r1c1 shaded", "r4c4 shaded", "r1c1-r1c2 line"]},
        {"cells": ["r1c1"], "clause": ["r1c1 not shaded", "r4c4 shaded"]},
        {"cells": ["r3c1", "r2c1"], "clause": ["r2c1 shaded", "r6c6 shaded", "r1c1-r2c1 line"]},
        {"cells": [], "clause": ["r1c1-r1c2 line"]},
        {"cells": [], "clause": []},
        {"cells": ["r1c1"], "clause": ["r1c1 shaded", "r9c9 shaded", "r1c1-r1c2 line"]},
        {
            "cells": ["r1c1"],
            "clause": [
                "r1c1 shaded",
                "r4c4 shaded",
                "r1c1-r1c2 line",
                "r1c1-r2c1 line",
                "r9000c1-r9000c2 line",
            ],
        },
    ],
)
def test_cuts_that_say_too_much_fail(proof: Path, cut: dict[str, Any]) -> None:
    _change_claim(proof, lambda data: data.update(cuts=[cut]))
    verdict = enpitsu.check_proof(proof)
    assert (verdict.ok, verdict.message) == (False, "cut 1 does not follow from the rules")


def test_a_right_cut_is_accepted_by_the_rules(proof: Path) -> None:
    """The same shape as above, complete: only the formula no longer matches."""
    cut = {
        "cells": ["r1c1"],
        "clause": ["r1c1 shaded", "r4c4 shaded", "r1c1-r1c2 line", "r1c1-r2c1 line"],
    }
    _change_claim(proof, lambda data: data["cuts"].append(cut))
    verdict = enpitsu.check_proof(proof)
    assert "formula.cnf" in verdict.message


def test_claiming_unique_for_an_open_puzzle_fails(tmp_path: Path) -> None:
    """Everything forged consistently but the trace, which cannot be."""
    enpitsu.write_proof(enpitsu.parse(TWO), tmp_path)

    def forge(data: dict[str, Any]) -> None:
        data["claim"] = "unique"
        data["solutions"] = data["solutions"][:1]

    _change_claim(tmp_path, forge)
    puzzle = enpitsu.parse(TWO)
    claim = json.loads((tmp_path / "claim.json").read_text())
    (tmp_path / "formula.cnf").write_text(
        _formula_with(puzzle, claim["cuts"], claim["solutions"][0])
    )
    for trace in ("0\n", "", "1 0\n-1 0\n0\n"):
        (tmp_path / "trace.drup").write_text(trace)
        verdict = enpitsu.check_proof(tmp_path)
        assert not verdict.ok
        assert "trace fails" in verdict.message


def _formula_with(puzzle: Any, cuts: list[dict[str, Any]], solution: list[str]) -> str:
    base = dimacs.read(to_dimacs(puzzle))
    found = [re.fullmatch(r"([0-9]+) = (r[0-9].*)", comment) for comment in base.comments]
    names = {each[2]: each[1] for each in found if each is not None}
    clauses = [list(clause) for clause in base.clauses]
    clauses += [[int(names[fact]) for fact in cut["clause"]] for cut in cuts]
    clauses.append([-int(name) if fact in solution else int(name) for fact, name in names.items()])
    return dimacs.write(clauses, base.variables, [])


def test_another_puzzles_formula_fails(proof: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    enpitsu.write_proof(enpitsu.parse("yajilin/5/5/m32j10"), other)
    (proof / "formula.cnf").write_text((other / "formula.cnf").read_text())
    (proof / "trace.drup").write_text((other / "trace.drup").read_text())
    assert "formula.cnf is not the formula" in enpitsu.check_proof(proof).message


def test_a_truncated_trace_fails(proof: Path) -> None:
    example = find_kind("yajilin").examples / "solved_ten.pzprv3"
    enpitsu.write_proof(enpitsu.parse(example.read_text()), proof)
    assert enpitsu.check_proof(proof).ok
    (proof / "trace.drup").write_text("")
    verdict = enpitsu.check_proof(proof)
    assert not verdict.ok
    assert "without the empty clause" in verdict.message


@pytest.mark.parametrize("name", ["puzzle.json", "claim.json", "formula.cnf", "trace.drup"])
def test_missing_and_malformed_files_are_errors(proof: Path, name: str) -> None:
    path = proof / name
    for content in (b"\xff\xfe\x00junk", b"{" * 100_000, b"p cnf -1 -1"):
        path.write_bytes(content)
        with suppress(FormatError):
            assert not enpitsu.check_proof(proof).ok
    path.unlink()
    with pytest.raises(FormatError, match=name.replace(".", r"\.")):
        enpitsu.check_proof(proof)


def test_limits_hold_for_proofs(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    with pytest.raises(LimitReached):
        enpitsu.write_proof(enpitsu.parse(UNIQUE), folder, Limits(seconds=0))
    assert not folder.exists(), "no half a proof"
    enpitsu.write_proof(enpitsu.parse(UNIQUE), folder)
    with pytest.raises(LimitReached):
        enpitsu.check_proof(folder, Limits(seconds=0))


def test_dimacs_has_a_variable_map() -> None:
    text = to_dimacs(enpitsu.parse("yajilin/2/2/d"))
    assert "c 1 = r1c1 shaded" in text.splitlines()
    assert "c 5 = r1c1-r1c2 line" in text.splitlines()
    formula = dimacs.read(text)
    assert formula.variables == 8
    assert (-1, -5) in formula.clauses
