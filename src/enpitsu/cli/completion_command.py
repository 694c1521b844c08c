"""enpitsu completion"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(
    epilog="""\b
Examples:
  eval "$(enpitsu completion bash)"
  enpitsu completion fish > ~/.config/fish/completions/enpitsu.fish
"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script for a shell."""
    make = get_completion_class(shell)
    assert make is not None
    group = context.find_root().command
    click.echo(make(group, {}, "enpitsu", "_ENPITSU_COMPLETE").source())
