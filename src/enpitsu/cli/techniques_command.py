"""enpitsu techniques"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from enpitsu.cli.runner import Exit
from enpitsu.cli.shared_options import json_option, kind_names
from enpitsu.cli.step_text import language_option
from enpitsu.cli.terminal_text import wrapped
from enpitsu.explain.step import technique_name
from enpitsu.kind import AnyKind
from enpitsu.registry import kinds
from enpitsu.words import find_sentence

_NATIVE = "ja"


@click.command(
    epilog="""\b
Examples:
  enpitsu techniques
  enpitsu techniques KIND
  enpitsu techniques --json
"""
)
@click.argument("kind", required=False, type=kind_names)
@language_option
@json_option
def techniques(kind: str | None, language: str, as_json: bool) -> None:
    """List the techniques that explanations use, the easiest first."""
    chosen = [each for each in kinds().values() if each.id == (kind or each.id)]
    with_ladder = [each for each in chosen if each.ladder is not None]
    if not with_ladder:
        click.echo(f"error: {chosen[0].name} cannot be explained yet", err=True)
        raise SystemExit(int(Exit.BAD_INPUT))
    for each in with_ladder:
        rows = list(_rows(each, language))
        if as_json:
            for row in rows:
                click.echo(json.dumps({"kind": each.id, **row}, ensure_ascii=False))
        else:
            click.echo("\n".join(_table(each, rows)))


def _rows(kind: AnyKind, language: str) -> Iterator[dict[str, Any]]:
    """Yield every technique; those that all kinds share, and that have no level of their own,
    last."""
    assert kind.ladder is not None
    found: list[tuple[str, str, float | None, bool]] = [
        (each.id, each.code, each.level, each.is_implicit) for each in kind.ladder.techniques
    ]
    found += [(technique, code, None, False) for technique, code in kind.ladder.codes.items()]
    for technique, code, level, is_implicit in found:
        native = technique_name(kind.id, technique, _NATIVE)
        rule = find_sentence(f"{kind.id}.techniques.{technique}.rule", language)
        yield {
            "technique": technique,
            "code": code,
            "name": technique_name(kind.id, technique, language),
            "native_name": None if native == technique_name(kind.id, technique) else native,
            "rule": str(rule or ""),
            "level": level,
            "is_implicit": is_implicit,
        }


def _table(kind: AnyKind, rows: list[dict[str, Any]]) -> Iterator[str]:
    yield click.style(kind.name, bold=True)
    for row in rows:
        native = row["native_name"]
        also = f"  {native}" if native and native != row["name"] else ""
        level = "level by length" if row["level"] is None else f"level {row['level']:g}"
        yield f"  {row['code']:5} {click.style(row['name'], bold=True)}{also}  ({level})"
        yield wrapped(row["rule"], 8)
        if row["is_implicit"]:
            yield wrapped("Drawn without a word: it is no step of its own.", 8)
    yield ""
