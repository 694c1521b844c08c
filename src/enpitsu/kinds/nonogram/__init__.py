"""Nonogram: shade the runs of cells that the numbers beside each row and column tell."""

from __future__ import annotations

from importlib.resources import files

from enpitsu.kind import Kind
from enpitsu.kinds.nonogram import draw_scene, encoding, model, picture, rules
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.clue_states import clue_states
from enpitsu.kinds.nonogram.codecs import CODECS
from enpitsu.kinds.nonogram.editor import EDITOR
from enpitsu.kinds.nonogram.engines import ENGINES
from enpitsu.kinds.nonogram.generator import MAKERS
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.techniques import LADDER, yu_method

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
    engines=ENGINES,
    scene=draw_scene.scene,
    clue_states=clue_states,
    pack=model.pack,
    unpack=model.unpack,
    signature=model.signature,
    codecs=CODECS,
    examples=files(__name__) / "examples",
    from_picture=picture.MAKER,
    ladder=LADDER,
    methods=(yu_method.METHOD,),
    makers=MAKERS,
    words=files(__name__) / "words",
    starter=files(__name__) / "starter.jsonl",
    web=files(__name__) / "web",
    editor=EDITOR,
)
