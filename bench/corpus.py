"""Finds the real puzzles that benchmarks run on; they are not part of the project.

    scripts/bench corpus yajilin FOLDER
    enpitsu bench yajilin --puzzles FOLDER

writes them into a folder, a file each, for commands that read files.
"""

from __future__ import annotations

import argparse
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


def write(name: str, folder: Path) -> int:
    """Write the texts of a corpus file into a folder, named by their numbers; how many."""
    records = load(name)
    width = max(len(str(record["id"])) for record in records)
    folder.mkdir(parents=True, exist_ok=True)
    for record in records:
        target = folder / f"{name}-{str(record['id']).zfill(width)}.txt"
        target.write_text(record["text"] + "\n", encoding="utf-8")
    return len(records)


def main() -> None:
    """Write a corpus file as files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=("yajilin", "nonogram"))
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    print(f"{write(chosen.name, chosen.folder)} puzzles in {chosen.folder}")


if __name__ == "__main__":
    main()
