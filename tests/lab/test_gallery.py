"""The gallery of techniques shows what the code does now."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

SCRIPT = Path(__file__).parents[2] / "bench" / "gallery.py"


def _gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_gallery_is_up_to_date() -> None:
    gallery = _gallery()
    files: dict[Path, str] = gallery.files()
    advice = "run scripts/bench gallery"
    for path, content in files.items():
        assert path.exists(), f"{path.name} is missing: {advice}"
        assert path.read_text(encoding="utf-8") == content, f"{path.name} is old: {advice}"
    pictures = set((gallery.DOCS / gallery.PICTURES).glob("*.svg"))
    assert pictures == files.keys() - {gallery.PAGE}, advice
    for path in pictures:
        ElementTree.fromstring(files[path])


def test_what_is_written_by_hand_stays() -> None:
    gallery = _gallery()
    page: str = gallery.files()[gallery.PAGE]
    old = gallery.PAGE.read_text(encoding="utf-8")
    assert page.partition(gallery.BEGIN)[0] == old.partition(gallery.BEGIN)[0]
    assert page.partition(gallery.END)[2] == old.partition(gallery.END)[2]
    assert gallery.BEGIN in old
    assert gallery.END in old
