"""From a page to a kind: everything that a declaration does not say is made of it here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enpitsu.kind import Engine, Kind
from enpitsu.kit.board import KitBoard
from enpitsu.kit.checker import check, clue_states
from enpitsu.kit.encoding import GIVEN, KitEncoding, cut_holds
from enpitsu.kit.formats import Format
from enpitsu.kit.rules import Pattern, Rules, RuleSpec
from enpitsu.lazy import load_when_called, make_when_asked
from enpitsu.sat.search import sat_search

if TYPE_CHECKING:
    from enpitsu.making import Editor, Maker

STRICT = "strict"


def page(
    puzzle_type: type[Any],
    *,
    name: str,
    native_name: str,
    rules: Sequence[RuleSpec],
    folder: Path,
    techniques: Sequence[Pattern] = (),
    formats: Sequence[Format] = (),
    makers: tuple[Maker[Any], ...] | None = None,
    editor: Editor[Any, Any] | None = None,
) -> Kind[Any]:
    """Make a kind of a page.

    `folder` is the page's own, with words/ and examples/ in it. `techniques` are made by
    `technique`, `formats` by the functions of `enpitsu.kit.formats`. `makers` and `editor` stand
    in for those of the kit, and may be given by `load_when_asked`.
    """
    _check_page(puzzle_type, rules, techniques)
    known = Rules(puzzle_type, rules, folder / "words")
    starter, exercises = folder / "starter.jsonl", folder / "exercises.json"
    draw = load_when_called("enpitsu.kit.draw_scene:scene")
    judge = load_when_called("enpitsu.kit.fullness:fullness")
    return Kind(
        id=puzzle_type.kind,
        name=name,
        native_name=native_name,
        how_to_play=tuple(spec.says for spec in rules),
        rules={
            **{spec.code: spec.says for spec in known.specs},
            GIVEN: "What is on the board stays.",
        },
        violations=make_when_asked(lambda: known.sentences),
        rulesets=(STRICT,),
        blank=puzzle_type,
        board=KitBoard,
        check=lambda board, partial, ruleset: check(known, board, partial=partial),
        encode=lambda board, budget: KitEncoding(known, board, budget),
        cut_holds=lambda puzzle, inside, facts: cut_holds(known, puzzle, inside, facts),
        engines=(Engine("sat", "the constraints of the rules as clauses", sat_search),),
        scene=lambda board, marks: draw(known, name, board, marks),
        clue_states=lambda board: clue_states(known, board),
        fullness=lambda board: judge(known, board),
        pack=puzzle_type.pack,
        unpack=puzzle_type.unpack,
        codecs=tuple(make(puzzle_type) for make in formats),
        examples=folder / "examples",
        ladder=make_when_asked(lambda: _ladder(known, tuple(techniques))),
        words=make_when_asked(
            lambda: _words(known, folder / "words", has_makers=makers is not None)
        ),
        makers=make_when_asked(lambda: _makers(known)) if makers is None else makers,
        editor=make_when_asked(lambda: _editor(known)) if editor is None else editor,
        starter=starter if starter.is_file() else None,
        exercises=exercises if exercises.is_file() else None,
        declaration=make_when_asked(lambda: _declaration(puzzle_type)),
    )


def _check_page(puzzle_type: type[Any], rules: Sequence[Any], techniques: Sequence[Any]) -> None:
    """TypeError, with what is missing, for the slips that are easily made."""
    page_name = puzzle_type.__name__
    if not puzzle_type.kind:
        raise TypeError(f'{page_name} has no id: write kind = "..." in it')
    for name, found, wanted in (("rule", rules, RuleSpec), ("technique", techniques, Pattern)):
        for each in found:
            if not isinstance(each, wanted):
                called = getattr(each, "__name__", each)
                raise TypeError(f"{page_name}: {called} is no {name}: write @{name}(...) above it")


def _declaration(puzzle_type: type[Any]) -> Any:
    from enpitsu.kit.web import declaration

    return declaration(puzzle_type)


def _ladder(rules: Rules, techniques: tuple[Pattern, ...]) -> Any:
    from enpitsu.kit.techniques import make_ladder

    return make_ladder(rules, techniques)


def _words(rules: Rules, folder: Path, *, has_makers: bool) -> Any:
    from enpitsu.kit.words import KitWords

    return KitWords(rules, folder, has_makers=has_makers)


def _makers(rules: Rules) -> Any:
    from enpitsu.kit.clue_maker import make_makers

    return make_makers(rules)


def _editor(rules: Rules) -> Any:
    from enpitsu.kit.editor import make_editor
    from enpitsu.kit.filler import make_filler

    return make_editor(rules, make_filler(rules))
