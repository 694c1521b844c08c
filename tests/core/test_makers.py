"""What every maker of every kind must do: unique puzzles, by seed alone, within its options."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click import Context

import enpitsu
from enpitsu import registry
from enpitsu.cli.generate_command import generate as generate_command
from enpitsu.errors import PuzzleError
from enpitsu.generate import Outcome, generate
from enpitsu.kind import Kind
from enpitsu.limits import Limits
from enpitsu.making import TAKEN_NAMES, Maker, Option
from tests.cases import each_case
from tests.installed import register
from tests.template_kind import KIND as TEMPLATE

SIZE = (6, 6)
LIMITS = Limits(seconds=20)

MAKERS = [
    pytest.param(kind, maker, id=f"{kind.id}-{maker.name}")
    for kind in registry.kinds().values()
    for maker in kind.makers
]
DEFAULTS = [
    pytest.param(kind, kind.makers[0], id=kind.id)
    for kind in registry.kinds().values()
    if kind.makers
]
both = pytest.mark.parametrize(("kind", "maker"), MAKERS)
defaults = pytest.mark.parametrize(("kind", "maker"), DEFAULTS)


def made(kind: Kind[Any], maker: Maker[Any], size: tuple[int, int] = SIZE, **wishes: Any) -> Any:
    """The puzzle; a test fails if none is found in time."""
    found = generate(kind.id, *size, method=maker.name, jobs=1, limits=LIMITS, **wishes)
    assert found.status == Outcome.MADE, (found.reached, wishes)
    return found


@both
def test_puzzles_have_one_solution_by_every_engine(kind: Kind[Any], maker: Maker[Any]) -> None:
    for seed in range(3):
        found = made(kind, maker, seed=seed)
        assert (found.puzzle.rows, found.puzzle.cols) == SIZE
        assert not enpitsu.check(found.puzzle, found.solution)
        for engine in kind.engines:
            result = enpitsu.solve(found.puzzle, engine=engine.name, limits=LIMITS)
            if result.reached is None:
                assert result.status == "unique", engine.name
                assert result.solutions[0].position == found.solution


@both
def test_seeds_matter(kind: Kind[Any], maker: Maker[Any]) -> None:
    assert len({made(kind, maker, seed=seed).puzzle for seed in range(6)}) > 3


_ONE = """
import json, sys, enpitsu
kind, method = sys.argv[1:]
found = enpitsu.generate(kind, 6, 6, method=method, seed=11, jobs=1)
print(enpitsu.dump(found.puzzle, "json"))
"""


@both
def test_the_same_seed_gives_the_same_in_every_process(kind: Kind[Any], maker: Maker[Any]) -> None:
    """Python hashes texts differently in each process unless told otherwise."""
    texts = []
    for hash_seed in ("0", "1"):
        command = [sys.executable, "-c", _ONE, kind.id, maker.name]
        texts.append(
            subprocess.run(
                command,
                capture_output=True,
                text=True,
                check=True,
                env={"PYTHONHASHSEED": hash_seed},
            ).stdout
        )
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["kind"] == kind.id


def values_of(option: Option) -> Iterator[Any]:
    """Some values that an option allows, its ends among them."""
    least, most = option.range
    if option.form == "choice":
        yield from option.choices
    elif option.form == "flag":
        yield from (True, False)
    elif option.form == "int":
        yield from {int(value) for value in (least, most, option.default) if value is not None}
    elif option.form in ("share", "float"):
        yield from {value for value in (least, most, option.default) if value is not None}


@both
def test_options_at_their_ends_are_met_refused_or_not_found(
    kind: Kind[Any], maker: Maker[Any]
) -> None:
    """Whatever is allowed ends soon, and what is made is right (generate checks it)."""
    for option in maker.options:
        for value in values_of(option):
            try:
                found = generate(
                    kind.id,
                    5,
                    6,
                    method=maker.name,
                    tries=20,
                    jobs=1,
                    limits=Limits(seconds=2),
                    **{option.name: value},
                )
            except PuzzleError:
                continue
            assert found.status in (Outcome.MADE, Outcome.UNKNOWN)


@both
@each_case("size", [(1, 1), (1, 7), (7, 1), (2, 2), (2, 3), (3, 3), (3, 12)])
def test_small_and_narrow_boards_are_made_or_refused(
    kind: Kind[Any], maker: Maker[Any], size: tuple[int, int]
) -> None:
    try:
        found = generate(
            kind.id, *size, method=maker.name, tries=50, jobs=1, limits=Limits(seconds=2)
        )
    except PuzzleError:
        return
    assert found.status in (Outcome.MADE, Outcome.UNKNOWN)


@both
def test_cancel_is_heard(kind: Kind[Any], maker: Maker[Any]) -> None:
    cancel = threading.Event()
    cancel.set()
    found = generate(kind.id, 30, 30, method=maker.name, jobs=1, limits=Limits(cancel=cancel))
    assert (found.status, found.reached) == (Outcome.UNKNOWN, "cancelled")


@both
def test_time_is_kept_on_large_boards(kind: Kind[Any], maker: Maker[Any]) -> None:
    found = generate(kind.id, 60, 70, method=maker.name, jobs=1, limits=Limits(seconds=0.5))
    assert found.status in (Outcome.MADE, Outcome.UNKNOWN)


@defaults
def test_default_makers_make_every_usual_size(kind: Kind[Any], maker: Maker[Any]) -> None:
    for size in ((5, 5), (5, 9), (8, 8), (12, 7), (15, 15)):
        found = made(kind, maker, size)
        assert enpitsu.solve(found.puzzle).status == "unique"


@defaults
def test_symmetry_is_kept(kind: Kind[Any], maker: Maker[Any]) -> None:
    names = {option.name: option for option in maker.options}
    if "symmetry" not in names:
        pytest.skip("the default method has no symmetry")
    for name in names["symmetry"].choices:
        made(kind, maker, (6, 6), symmetry=name)


@pytest.mark.parametrize("kind", registry.kinds().values(), ids=lambda kind: kind.id)
def test_options_of_one_name_mean_the_same(kind: Kind[Any]) -> None:
    """The command line has each option once."""
    found: dict[str, Option] = {}
    for maker in kind.makers:
        for option in maker.options:
            same = found.setdefault(option.name, option)
            assert (option.form, option.range) == (same.form, same.range), option.name


@pytest.mark.parametrize("kind", registry.kinds().values(), ids=lambda kind: kind.id)
def test_no_option_has_a_name_of_the_command(kind: Kind[Any]) -> None:
    registry.check_options(kind)


COLLIDING = """
from dataclasses import replace
from enpitsu.making import Maker, Option
from tests.template_kind import KIND as STARS

SIZE = Option(name="size", words="How large it is.", form="share")
KIND = replace(STARS, makers=(Maker("own", "as the test says", (SIZE,), lambda task: None),))
"""


def test_an_installed_kind_whose_option_collides_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "colliding.py").write_text(COLLIDING)
    register(monkeypatch, tmp_path, "colliding")
    try:
        with pytest.warns(UserWarning, match="left out: an option .* cannot be called 'size'"):
            assert "stars" not in registry.kinds()
    finally:
        registry.kinds.cache_clear()


def test_all_names_of_the_command_are_taken() -> None:
    command = generate_command.get_command(Context(generate_command), "yajilin")
    assert command is not None
    own = {
        option.name for maker in registry.find_kind("yajilin").makers for option in maker.options
    }
    flags = {flag.lstrip("-").replace("-", "_") for param in command.params for flag in param.opts}
    names = {param.name for param in command.params} | set(signature(generate).parameters)
    assert (names | flags) - own <= TAKEN_NAMES | {"options"}


@each_case("name", ["size", "count", "level"])
def test_a_kind_whose_option_has_such_a_name_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    option = Option(name=name, words="Anything.", form="int")
    maker: Maker[Any] = Maker("own", "A maker.", (option,), lambda task: None)
    point = SimpleNamespace(name="stars", load=lambda: replace(TEMPLATE, makers=(maker,)))
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.kinds.cache_clear()
    with pytest.warns(UserWarning, match=f"cannot be called '{name}'"):
        assert "stars" not in registry.kinds()
    registry.kinds.cache_clear()


@both
def test_every_option_is_told_in_words(kind: Kind[Any], maker: Maker[Any]) -> None:
    assert maker.title.endswith(".")
    for option in maker.options:
        assert option.words.endswith("."), option.name
        assert option.name.isidentifier()
        if option.default is not None:
            assert option.checked(option.default) == option.default
