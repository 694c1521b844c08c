"""The README's Python is run, and what it shows of the command line is what the command prints."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from enpitsu.cli import main

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def test_python_examples_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_console_example_is_what_is_printed() -> None:
    (block,) = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    link = re.search(r"enpitsu solve '([^']*)'", block)
    assert link is not None
    printed = CliRunner().invoke(main, ["solve", link[1]]).stdout
    drawing = [line for line in printed.splitlines() if line.startswith(("┌", "│", "└"))]
    assert "\n".join(drawing) in block
