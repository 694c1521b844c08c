"""Yajilin: shade some cells, draw one loop through all the others."""

from __future__ import annotations

from pathlib import Path

from enpitsu.kind import Kind
from enpitsu.kinds.yajilin import encoding, model, rules
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.lazy import load_when_asked

_FOLDER = Path(__file__).parent

KIND: Kind[Yajilin] = Kind(
    id=Yajilin.kind,
    name="Yajilin",
    native_name="ヤジリン",
    how_to_play=rules.HOW_TO_PLAY,
    rules=encoding.RULES,
    violations=rules.VIOLATIONS,
    rulesets=rules.RULESETS,
    variants=("outside",),
    blank=model.blank,
    board=YajilinBoard,
    check=rules.check,
    encode=encoding.YajilinEncoding,
    cut_holds=rules.cut_holds,
    engines=load_when_asked(f"{__name__}.engines:ENGINES"),
    scene=load_when_asked(f"{__name__}.draw_scene:scene"),
    clue_states=load_when_asked(f"{__name__}.clue_states:clue_states"),
    fullness=load_when_asked(f"{__name__}.fullness:fullness"),
    pack=model.pack,
    unpack=model.unpack,
    signature=model.signature,
    codecs=load_when_asked(f"{__name__}.codecs:CODECS"),
    examples=_FOLDER / "examples",
    ladder=load_when_asked(f"{__name__}.techniques:LADDER"),
    makers=load_when_asked(f"{__name__}.generator:MAKERS"),
    words=_FOLDER / "words",
    starter=_FOLDER / "starter.jsonl",
    exercises=_FOLDER / "exercises.json",
    web=_FOLDER / "web",
    editor=load_when_asked(f"{__name__}.editor:EDITOR"),
)
