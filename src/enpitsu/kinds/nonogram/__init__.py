"""Nonogram: shade the runs of cells that the numbers beside each row and column tell."""

from __future__ import annotations

from pathlib import Path

from enpitsu.kind import Kind
from enpitsu.kinds.nonogram import encoding, model, rules
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.lazy import load_when_asked

_FOLDER = Path(__file__).parent

KIND: Kind[Nonogram] = Kind(
    id=Nonogram.kind,
    name="Nonogram",
    native_name="お絵かきロジック",
    how_to_play=rules.HOW_TO_PLAY,
    rules=encoding.RULES,
    violations=rules.VIOLATIONS,
    rulesets=rules.RULESETS,
    blank=model.blank,
    board=NonogramBoard,
    check=rules.check,
    encode=encoding.NonogramEncoding,
    engines=load_when_asked(f"{__name__}.engines:ENGINES"),
    scene=load_when_asked(f"{__name__}.draw_scene:scene"),
    clue_states=load_when_asked(f"{__name__}.clue_states:clue_states"),
    fullness=load_when_asked(f"{__name__}.fullness:fullness"),
    pack=model.pack,
    unpack=model.unpack,
    signature=model.signature,
    codecs=load_when_asked(f"{__name__}.codecs:CODECS"),
    examples=_FOLDER / "examples",
    from_picture=load_when_asked(f"{__name__}.picture:MAKER"),
    ladder=load_when_asked(f"{__name__}.techniques:LADDER"),
    methods=load_when_asked(f"{__name__}.techniques.yu_method:METHODS"),
    makers=load_when_asked(f"{__name__}.generator:MAKERS"),
    words=_FOLDER / "words",
    starter=_FOLDER / "starter.jsonl",
    exercises=_FOLDER / "exercises.json",
    web=_FOLDER / "web",
    editor=load_when_asked(f"{__name__}.editor:EDITOR"),
)
