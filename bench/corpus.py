"""Finds the real puzzles that benchmarks run on; they are not part of the project."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def corpus_folder() -> Path:
    """$ENPITSU_CORPUS, or ../shared/corpus beside the project."""
    named = os.environ.get("ENPITSU_CORPUS")
    return Path(named) if named else ROOT.parent / "shared" / "corpus"


def load(name: str) -> list[dict[str, Any]]:
    """The records of one corpus file; leaves with a word if it is not there."""
    path = corpus_folder() / f"{name}.jsonl"
    if not path.exists():
        raise SystemExit(f"no corpus at {path}: set ENPITSU_CORPUS to a folder with {path.name}")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
