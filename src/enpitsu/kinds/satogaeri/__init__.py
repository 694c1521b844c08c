"""Satogaeri: move circles home, one to each country."""

from __future__ import annotations

from importlib.resources import files

from enpitsu.kind import Kind
from enpitsu.kinds.satogaeri import codecs, draw_scene, encoding, engines, model, rules, smtlib
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.clue_states import clue_states
from enpitsu.kinds.satogaeri.editor import EDITOR
from enpitsu.kinds.satogaeri.generator import MAKERS
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.techniques import LADDER

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
    engines=engines.ENGINES,
    scene=draw_scene.scene,
    clue_states=clue_states,
    pack=model.pack,
    unpack=model.unpack,
    signature=model.signature,
    codecs=codecs.CODECS,
    examples=files(__name__) / "examples",
    smtlib=smtlib.script,
    ladder=LADDER,
    makers=MAKERS,
    words=files(__name__) / "words",
    starter=files(__name__) / "starter.jsonl",
    web=files(__name__) / "web",
    editor=EDITOR,
)
