"""Yajilin: shade some cells, draw one loop through all the others."""

from __future__ import annotations

from importlib.resources import files

from enpitsu.kind import Kind
from enpitsu.kinds.yajilin import codecs, draw_scene, encoding, model, rules
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.clue_states import clue_states
from enpitsu.kinds.yajilin.editor import EDITOR
from enpitsu.kinds.yajilin.engines import ENGINES
from enpitsu.kinds.yajilin.generator import MAKERS
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kinds.yajilin.techniques import LADDER

KIND: Kind[Yajilin] = Kind(
    id=Yajilin.kind,
    name="Yajilin",
    native_name="ヤジリン",
    how_to_play=rules.HOW_TO_PLAY,
    rules=encoding.RULES,
    violations=rules.VIOLATIONS,
    rulesets=rules.RULESETS,
    blank=model.blank,
    board=YajilinBoard,
    check=rules.check,
    encode=encoding.YajilinEncoding,
    cut_holds=rules.cut_holds,
    engines=ENGINES,
    scene=draw_scene.scene,
    clue_states=clue_states,
    pack=model.pack,
    unpack=model.unpack,
    signature=model.signature,
    codecs=codecs.CODECS,
    examples=files(__name__) / "examples",
    ladder=LADDER,
    makers=MAKERS,
    words=files(__name__) / "words",
    starter=files(__name__) / "starter.jsonl",
    web=files(__name__) / "web",
    editor=EDITOR,
)
