"""Satogaeri: move circles home, one to each country."""

from __future__ import annotations

from pathlib import Path

from enpitsu.kind import Kind
from enpitsu.kinds.satogaeri import encoding, model, rules
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.lazy import load_when_asked

_FOLDER = Path(__file__).parent

KIND: Kind[Satogaeri] = Kind(
    id=Satogaeri.kind,
    name="Satogaeri",
    native_name="さとがえり",
    how_to_play=rules.HOW_TO_PLAY,
    rules=encoding.RULES,
    violations=rules.VIOLATIONS,
    rulesets=rules.RULESETS,
    blank=model.blank,
    board=SatogaeriBoard,
    check=rules.check,
    encode=encoding.SatogaeriEncoding,
    engines=load_when_asked(f"{__name__}.engines:ENGINES"),
    scene=load_when_asked(f"{__name__}.draw_scene:scene"),
    clue_states=load_when_asked(f"{__name__}.clue_states:clue_states"),
    fullness=load_when_asked(f"{__name__}.fullness:fullness"),
    pack=model.pack,
    unpack=model.unpack,
    signature=model.signature,
    codecs=load_when_asked(f"{__name__}.codecs:CODECS"),
    examples=_FOLDER / "examples",
    smtlib=load_when_asked(f"{__name__}.smtlib:script"),
    ladder=load_when_asked(f"{__name__}.techniques:LADDER"),
    makers=load_when_asked(f"{__name__}.generator:MAKERS"),
    words=_FOLDER / "words",
    starter=_FOLDER / "starter.jsonl",
    exercises=_FOLDER / "exercises.json",
    web=_FOLDER / "web",
    editor=load_when_asked(f"{__name__}.editor:EDITOR"),
)
