"""Refutations, agreements and proofs, against plain enumeration on random boards of every kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

from enpitsu.explain import sat_proof
from enpitsu.explain.narration import chain_of, narrate, reasons
from enpitsu.explain.refute import Refuter, refutation_level
from enpitsu.explain.step import Role, Step, places_of, supposed_facts
from enpitsu.explain.step_checker import StepChecker
from enpitsu.grid import Cell, Edge, cells, parse_slot
from enpitsu.kind import Clause, Rule
from enpitsu.limits import NO_LIMITS
from enpitsu.position import Fact, Note
from enpitsu.registry import find_kind, kinds
from enpitsu.sat.backend import Solver
from enpitsu.scene import Place
from enpitsu.solve import solve
from enpitsu.technique import Known
from enpitsu.words import say_runs
from tests.kinds.weaker import Case, answers, clue_places, follows, random_case
from tests.library import ordinary_starters

KINDS = ("yajilin", "nonogram", "satogaeri")


def _refuter(case: Case, known: list[Known]) -> Refuter:
    return Refuter(case.kind, case.puzzle, known, NO_LIMITS.start())


def _some(rng: random.Random, case: Case) -> list[Known]:
    share = rng.choice((0.0, 0.2, 0.5, 0.8))
    return [fact for fact in case.forced if rng.random() < share]


def _parts(step: Step) -> tuple[list[Place], list[Fact]]:
    clues = [each for each in step.because if not isinstance(each, Fact | Note)]
    return clues, [each for each in step.because if isinstance(each, Fact)]


def _is_right(case: Case, step: Step) -> bool:
    return follows(case.puzzle, *_parts(step), step.facts)


def _cases(
    kind: str, seed: int, count: int, large: bool = False
) -> Iterator[tuple[Case, list[Known]]]:
    rng = random.Random(f"{kind} {seed}")
    for _ in range(count):
        case = random_case(rng, kind, large)
        yield case, _some(rng, case)


@pytest.mark.parametrize("kind", KINDS)
def test_refutations_follow_from_their_own_reasons(kind: str) -> None:
    found = 0
    for case, known in _cases(kind, 1, 40):
        refuter, seen = _refuter(case, known), set(known)
        while (step := refuter.find()) is not None:
            assert set(step.facts) <= set(case.forced), step.text
            assert not set(step.facts) & seen
            assert {each for each in step.because if isinstance(each, Fact | Note)} <= seen
            assert _is_right(case, step), step
            seen.update(step.facts)
            refuter.learn(step.facts)
            found += 1
    assert found > 100


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_what_is_asked_about_is_told_shortly(kind: str) -> None:
    """No chain found from any part of the rules, in any order, is told in fewer sentences."""
    rng, lengths = random.Random(kind), []
    for document in ordinary_starters(kind)[:40:20]:
        (solution,) = solve(document.puzzle).solutions
        facts = sorted(solution.facts, key=str)
        known = rng.sample(facts, len(facts) // 2)
        for fact in rng.sample(facts, 4):
            refuter = Refuter(
                kinds()[kind],
                document.puzzle,
                [each for each in known if each != fact],
                NO_LIMITS.start(),
            )
            step = refuter.refute(fact.opposite)
            if step is not None:
                others = _other_lengths(rng, refuter, fact.opposite)
                assert len(step.chain) <= min(others, default=len(step.chain)), step.text
                lengths.append(len(step.chain))
    assert lengths


def _other_lengths(rng: random.Random, refuter: Refuter, fact: Fact) -> Iterator[int]:
    """Yield the numbers of sentences in which the rules without some of them refute a fact."""
    clauses = refuter.propagator.clauses
    literal = clauses.encoding.literal(fact)
    assert literal is not None
    everything = set(range(len(clauses.owners)))
    for _ in range(20):
        rest = everything - set(rng.sample(sorted(everything), rng.choice((1, 2, 5))))
        run = refuter.propagator.assume_within(rest, literal)
        while run.end is not None:
            behind = refuter.propagator.antecedents(run)
            yield len(narrate(clauses, chain_of(clauses, run, behind)))
            rules = [each for each in behind.owners if clauses.is_rule(each)]
            rest = set(behind.owners) - {rng.choice(sorted(rules))}
            run = refuter.propagator.assume_within(rest, literal)


@pytest.mark.parametrize("kind", KINDS)
def test_no_rule_instance_can_be_left_out(kind: str) -> None:
    sizes = []
    for case, known in _cases(kind, 2, 25, large=True):
        refuter = _refuter(case, known)
        while (half := refuter.smallest()) is not None:
            assert refuter.propagator.assume_within(half.owners, half.literal).end is not None
            for owner in half.owners:
                rest = half.owners - {owner}
                if isinstance(refuter.propagator.clauses.owners[owner], Rule):
                    assert refuter.propagator.assume_within(rest, half.literal).end is None
            sizes.append(half.size)
            step = refuter.find()
            assert step is not None
            refuter.learn(step.facts)
    assert max(sizes) > 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_reason_left_out_breaks_the_chain_or_makes_it_longer(kind: str) -> None:
    broken = 0
    for case, known in _cases(kind, 3, 25, large=True):
        refuter = _refuter(case, known)
        half, step = refuter.smallest(), refuter.find()
        if half is None or step is None:
            continue
        trail = refuter.propagator
        literals = [
            trail.clauses.encoding.literal(each) for each in step.because if isinstance(each, Fact)
        ]
        given = {each for each in literals if each is not None}
        assert trail.assume_given(given, half.owners, half.literal).end is not None
        for each in given:
            run = trail.assume_given(given - {each}, half.owners, half.literal)
            if run.end is None:
                broken += 1
            else:
                links = chain_of(trail.clauses, run, trail.antecedents(run))
                assert len(links) > len(step.messages) - 2 or sum(len(x.then) for x in links) > 1
    assert broken > 5


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_plain_propagation_refutes_is_missed(kind: str) -> None:
    for case, known in _cases(kind, 4, 20, large=True):
        refuter, seen = _refuter(case, known), list(known)
        while (step := refuter.find()) is not None:
            seen += step.facts
            refuter.learn(step.facts)
        encoding = case.kind.encode(case.kind.board(case.puzzle), NO_LIMITS.start())
        clauses = list(chain.from_iterable(encoding.batches(NO_LIMITS.start())))
        facts = [encoding.literal(each) for each in seen if isinstance(each, Fact)]
        true = {literal for literal in facts if literal is not None}
        for name in range(1, encoding.fact_count + 1):
            for literal in (name, -name):
                if literal not in true and -literal not in true:
                    assert not _fails(clauses, {*true, literal})


def _fails(clauses: list[Clause], true: set[int]) -> bool:
    """Unit propagation the slow and obvious way."""
    while True:
        before = len(true)
        for clause in clauses:
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
        if len(true) == before:
            return False


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_position_gives_the_same_step(kind: str) -> None:
    rng = random.Random(5)
    for case, known in _cases(kind, 5, 15, large=True):
        shuffled = rng.sample(known, len(known))
        one, other = _refuter(case, known), _refuter(case, shuffled)
        assert one.find() == other.find()
        assert one.agree() == other.agree()
        truth = frozenset(case.forced)
        assert one.prove(truth) == other.prove(truth)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_fact_is_refuted_or_not(kind: str) -> None:
    refuted = 0
    for case, known in _cases(kind, 7, 20):
        refuter = _refuter(case, known)
        for fact in case.forced:
            if fact not in known and (step := refuter.refute(fact.opposite)) is not None:
                assert step.facts == (fact,)
                assert _is_right(case, step)
                refuted += 1
            assert refuter.refute(fact) is None
    assert refuted > 20


def _chains(kind: str, seed: int, count: int) -> Iterator[tuple[Case, list[Known], Step]]:
    """Refutations and agreements, each with what was known before."""
    for case, known in _cases(kind, seed, count):
        refuter, seen = _refuter(case, known), list(known)
        agreement = refuter.agree()
        if agreement is not None:
            yield case, list(seen), agreement
        while (step := refuter.find()) is not None:
            yield case, list(seen), step
            seen += step.facts
            refuter.learn(step.facts)


@pytest.mark.parametrize("kind", KINDS)
def test_a_contradiction_is_told_in_sub_steps(kind: str) -> None:
    told = 0
    for _, known, step in _chains(kind, 20, 25):
        first, *middle, last = step.sub_steps
        assert tuple(each.message for each in step.sub_steps) == step.messages
        assert (first.role, last.role) == (Role.SUPPOSED, Role.CONCLUDED)
        assert last.facts == step.facts
        assert last.facts == (first.facts[0].opposite,) or step.technique == "agreement"
        for each, supposed in zip(middle, supposed_facts(step.sub_steps)[:-1], strict=False):
            assert each.role is not Role.BROKEN or each is middle[-1]
            assert {*each.because} & {*each.facts} == set()
            there = {*known, *step.because, *supposed}
            assert all(not isinstance(reason, Fact) or reason in there for reason in each.because)
            told += 1
        assert supposed_facts(step.sub_steps)[-1] == ()
    assert told > 30


@pytest.mark.parametrize("kind", KINDS)
def test_each_sub_step_follows_from_its_own_reasons(kind: str) -> None:
    """Where a rule is broken, no answer is left."""
    broken = 0
    for case, _, step in _chains(kind, 21, 12):
        for each in step.sub_steps:
            clues = [reason for reason in each.because if not isinstance(reason, Fact | Note)]
            facts = [reason for reason in each.because if isinstance(reason, Fact)]
            if each.role is Role.FOLLOWS:
                assert follows(case.puzzle, clues, facts, each.facts), each
            elif each.role is Role.BROKEN:
                assert follows(case.puzzle, clues, facts, [first.opposite for first in step.facts])
                broken += 1
    assert broken > 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_sub_step_points_at_what_it_adds_and_speaks_of(kind: str) -> None:
    for _, _, step in _chains(kind, 22, 10):
        for each in step.sub_steps:
            errors, hints, because = each.marks
            assert bool(errors) == (each.role is Role.BROKEN)
            assert {fact.slot for fact in each.facts} == hints or hints < errors
            assert not hints & because
            seen = {place for reason in each.because for place in places_of(reason)}
            assert seen <= errors | hints | because
            marked = errors | hints | because
            ends = {cell for place in marked if isinstance(place, Edge) for cell in place}
            named = {run.place for run in say_runs(each.message)} - {None}
            assert named <= marked | ends


def test_the_length_is_told() -> None:
    step = next(step for _, _, step in _chains("yajilin", 20, 25) if len(step.sub_steps) == 4)
    assert step.technique == "refutation"
    assert step.say_length() == "A contradiction in 4 steps"
    assert step.say_length("ja") == "4手順の背理法"
    assert replace(step, sub_steps=()).say_length() == ""


@pytest.mark.parametrize("kind", KINDS)
def test_agreements_follow_from_their_own_reasons(kind: str) -> None:
    """Asked for at any time, not only when nothing fails."""
    found = 0
    for case, known in _cases(kind, 8, 40, large=True):
        step = _refuter(case, known).agree()
        if step is not None:
            assert set(step.facts) <= set(case.forced) - set(known)
            assert StepChecker(case.kind, case.puzzle, NO_LIMITS.start()).follows(step), step
            assert step.level > refutation_level(0)
            found += 1
    assert found > 0


def _proofs(kind: str, seed: int, count: int) -> Iterator[tuple[Case, Step]]:
    """Proofs of single facts."""
    rng = random.Random(seed)
    for case, known in _cases(kind, seed, count, large=kind == "yajilin"):
        refuter = _refuter(case, known)
        left = [fact for fact in case.forced if fact not in known and _has_literal(case, fact)]
        for fact in rng.sample(left, min(3, len(left))):
            step = refuter.prove({fact})
            assert step is not None
            assert step.facts == (fact,)
            assert _is_right(case, step), step
            yield case, step


@pytest.mark.parametrize("kind", KINDS)
def test_proofs_follow_from_their_own_reasons_and_need_each(kind: str) -> None:
    needed = 0
    for case, step in _proofs(kind, 9, 40):
        assert step.is_minimal
        clues, facts = _parts(step)
        if kind != "satogaeri":  # whose unnamed clues cannot be taken out
            for each in facts:
                rest = [other for other in facts if other != each]
                assert not follows(case.puzzle, clues, rest, step.facts)
            for place in clues:
                some = [other for other in clues if other != place]
                assert not follows(case.puzzle, some, facts, step.facts)
        needed += len(step.because)
    assert needed > 10


@pytest.mark.parametrize("kind", KINDS)
def test_clues_are_named_as_they_are_read(kind: str) -> None:
    """From left to right and from above, rows before columns."""
    rng = random.Random(19)
    for case, known in _cases(kind, 19, 20):
        clauses = _refuter(case, known).propagator.clauses
        owners = rng.sample(range(len(clauses.owners)), len(clauses.owners))
        rules = [owner for owner in clauses.owners if isinstance(owner, Rule)]
        named = {clue for rule in rules for clue in rule.clues}
        places = clue_places(case.puzzle)
        read: list[Place] = places if kind == "nonogram" else sorted(places, key=str)
        because = reasons(clauses, owners, (), Cell(0, 0))
        assert because[: len(named)] == tuple(each for each in read if each in named)


def _has_literal(case: Case, fact: Fact) -> bool:
    encoding = case.kind.encode(case.kind.board(case.puzzle), NO_LIMITS.start())
    return encoding.literal(fact) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_a_proof_cut_short_says_so(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_proof, "SHRINK_CONFLICTS", 0)
    cut_short = 0
    for _, step in _proofs(kind, 10, 25):
        assert step.is_minimal == (not step.because)
        assert step.is_minimal == (len(step.messages) == 1)
        cut_short += not step.is_minimal
    assert cut_short > 2


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_proved_when_all_is_known(kind: str) -> None:
    for case, _ in _cases(kind, 15, 5):
        truth = frozenset(case.forced)
        assert _refuter(case, list(truth)).prove(truth) is None


@pytest.mark.parametrize("kind", KINDS)
def test_with_all_kinds_of_steps_everything_forced_is_found(kind: str) -> None:
    for case, known in _cases(kind, 11, 15):
        refuter, seen, truth = _refuter(case, known), set(known), frozenset(case.forced)
        while (step := refuter.find() or refuter.agree() or refuter.prove(truth)) is not None:
            seen.update(step.facts)
            refuter.learn(step.facts)
        left = truth - seen
        assert not any(_has_literal(case, fact) for fact in left)


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_can_be_told(kind: str) -> None:
    for case, known in _cases(kind, 12, 12, large=True):
        refuter, truth = _refuter(case, known), frozenset(case.forced)
        steps = [refuter.agree(), refuter.prove(truth)]
        while (step := refuter.find()) is not None:
            steps.append(step)
            refuter.learn(step.facts)
        for each in steps:
            if each is not None:
                assert each.title
                assert "{" not in each.text
                assert each.text.endswith(".")


def test_a_kind_without_words_of_its_own_still_tells_rules() -> None:
    case, known = next(iter(_cases("yajilin", 13, 1)))
    wordless = case._replace(kind=replace(case.kind, ladder=None))
    step = _refuter(wordless, known).find()
    assert step is not None
    forms = [message.id.split(".")[-1] for message in step.messages]
    assert (forms[0], forms[-2], forms[-1]) == ("suppose", "broken", "so")
    assert set(forms[1:-2]) <= {"then"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_contradictory_board_gives_nothing(kind: str) -> None:
    """What is known and denied at once, or denied by what follows, ends in no step."""
    broken = 0
    for case, known in _cases(kind, 16, 15):
        for fact in case.forced:
            refuter = _refuter(case, [*known, fact.opposite])
            assert refuter.refute(fact) is None
            if refuter.propagator.is_broken:
                assert refuter.find() is refuter.agree() is refuter.prove({fact}) is None
                broken += 1
    assert broken > 10


def test_what_yajilin_sees_at_a_glance_is_true() -> None:
    """The clauses hold for every loop, and what is given leaves one literal of them or none."""
    rng, seen = random.Random(17), 0
    kind = find_kind("yajilin")
    puzzle = kind.blank(4, 5)
    encoding = kind.encode(kind.board(puzzle), NO_LIMITS.start())
    models = [{encoding.literal(fact) for fact in answer} for answer in answers(puzzle, ())]
    for _ in range(500):
        model = sorted(filter(None, rng.choice(models)))
        given = [each for each in model if rng.random() < 0.7]
        for cut in encoding.loop_hints(())(given):
            seen += 1
            assert all(not other.isdisjoint(cut.clause) for other in models)
            assert sum(-literal not in given for literal in cut.clause) == 1
            assert not set(cut.clause) & set(given)
    assert seen > 10


def test_two_rings_are_seen_at_once() -> None:
    """Two squares, each of four lines: each leaves out a cell of the other."""
    kind = find_kind("yajilin")
    encoding = kind.encode(kind.board(kind.blank(2, 4)), NO_LIMITS.start())
    pairs = [("r1c1-r1c2", "r2c1-r2c2"), ("r1c1-r2c1", "r1c2-r2c2")]
    pairs += [("r1c3-r1c4", "r2c3-r2c4"), ("r1c3-r2c3", "r1c4-r2c4")]
    lines = [encoding.literal(Fact(parse_slot(name), "line")) for pair in pairs for name in pair]
    open_cells = [encoding.literal(Fact(cell, "shaded", False)) for cell in cells(2, 4)]
    given = [each for each in (*lines, *open_cells) if each is not None]
    cuts = encoding.loop_hints(())(given)
    assert len(cuts) == 2
    assert all(-literal in given for cut in cuts for literal in cut.clause)


def test_more_rule_instances_are_harder() -> None:
    levels = [refutation_level(size) for size in range(1, 200)]
    assert levels == sorted(levels)
    assert levels[0] == levels[2] == 3.5 < levels[3]
    assert levels[-1] == 8.0


def test_the_enumeration_itself() -> None:
    """Taking out clues can only add answers."""
    rng = random.Random(14)
    for kind in KINDS:
        for _ in range(5):
            case = random_case(rng, kind)
            everything = answers(case.puzzle, clue_places(case.puzzle))
            assert set(everything) <= set(answers(case.puzzle, ()))


def test_narrow_cuts_hold_for_every_loop_and_forbid_the_model() -> None:
    """Of boards with two loops, some edges known to be off: the cuts break each such model."""
    rng, kind, seen = random.Random(18), find_kind("yajilin"), 0
    puzzle = kind.blank(4, 5)
    encoding = kind.encode(kind.board(puzzle), NO_LIMITS.start())
    models = [{encoding.literal(fact) for fact in answer} for answer in answers(puzzle, ())]
    with Solver("minisat22") as solver:
        for batch in encoding.batches(NO_LIMITS.start()):
            solver.add_all(batch)
        while solver.solve(NO_LIMITS.start()):
            model = solver.model()
            solver.add([-literal for literal in model[: encoding.fact_count]])
            known = [each for each in model[: encoding.fact_count] if rng.random() < 0.3]
            cuts = encoding.narrow_cuts(model, known)
            assert bool(cuts) == bool(encoding.cuts(model))
            seen += len(cuts) > 0
            assert not cuts or any(not set(cut.clause) & set(model) for cut in cuts)
            for cut in cuts:
                assert all(not other.isdisjoint(cut.clause) for other in models)
    assert seen > 10


def test_a_loop_with_two_sides_is_no_other_loop() -> None:
    """What makes proofs short forbids no answer."""
    kind = find_kind("yajilin")
    puzzle = kind.blank(3, 5)
    encoding = kind.encode(kind.board(puzzle), NO_LIMITS.start())
    list(encoding.batches(NO_LIMITS.start()))
    with Solver("minisat22") as solver:
        for batch in encoding.redundant_clauses(encoding.variables + 1, NO_LIMITS.start()):
            solver.add_all(batch)
        for answer in answers(puzzle, ()):
            given = [encoding.literal(fact) for fact in answer]
            assert solver.solve(NO_LIMITS.start(), [each for each in given if each is not None])
        odd = encoding.literal(Fact(parse_slot("r1c1-r1c2"), "line"))
        others = ("r1c1-r2c1", "r1c2-r2c2", "r1c2-r1c3")
        none = [encoding.literal(Fact(parse_slot(name), "line", False)) for name in others]
        assert not solver.solve(NO_LIMITS.start(), [each for each in (odd, *none) if each])
