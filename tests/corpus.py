"""Real puzzles for tests: read where they lie, never part of the project."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def corpus_folder() -> Path:
    """Where the corpus is, if there is one."""
    return Path(os.environ.get("ENPITSU_CORPUS") or ROOT.parent / "shared" / "corpus")


def load_corpus(name: str) -> list[dict[str, Any]]:
    """The records of a corpus file; skips the test where there is no corpus."""
    path = corpus_folder() / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"no corpus of real puzzles at {path}; set ENPITSU_CORPUS")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
