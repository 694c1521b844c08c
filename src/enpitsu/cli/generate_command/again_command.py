"""enpitsu generate again: a puzzle from its manifest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

import click

from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, failed, finish, run
from enpitsu.cli.shared_options import json_option, limit_options, puzzle_inputs
from enpitsu.generate import make_again
from enpitsu.limits import Limits
from enpitsu.version import version


@click.command()
@puzzle_inputs()
@limit_options
@json_option
def again(puzzles: Iterator[Found], limits: Limits, as_json: bool) -> None:
    """Make puzzles once more from their manifests, and tell whether they are the same.

    Puzzles in Enpitsu's own JSON carry a manifest: the version, method, options and seed that
    made them.
    """
    finish(run(puzzles, partial(_work, limits=limits), RunOptions(as_json=as_json)))


def _work(item: Item, limits: Limits) -> Report:
    manifest = item.document.made
    if manifest is None:
        return failed(item.name, "the puzzle carries no manifest", Exit.BAD_INPUT)
    made = make_again(manifest, limits=limits)
    is_same = made.puzzle == item.document.puzzle
    data: dict[str, Any] = {"same": is_same, "manifest": asdict(manifest)}
    options = "".join(f", {name} {value}" for name, value in manifest.options.items())
    how = f"method {manifest.method}, seed {manifest.seed}, attempt {manifest.attempt}{options}"
    verdict = "made again, the same" if is_same else "not the same"
    if not is_same and manifest.version != version():
        verdict += f" (it was made by version {manifest.version}, this is {version()})"
    return Report(
        item.name, Exit.DONE if is_same else Exit.NO, f"{item.name}  {verdict}: {how}", data
    )
