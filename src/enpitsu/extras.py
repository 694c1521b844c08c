"""Packages of the extras: imported when they are first needed, and from a clone installed then."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

from enpitsu.errors import BackendMissing

INSTALLER = "ENPITSU_INSTALLER"
"""Environment variable: the program that installs requirements, set by scripts/enpitsu. Whoever
acts for strangers calls `forbid_installing` first."""

_TITLES = {
    "cluster": "Dask",
    "cpsat": "OR-tools",
    "lab": "matplotlib",
    "postgres": "the driver of PostgreSQL",
    "smt": "the SMT solver cvc5",
    "z3": "the SMT solver Z3",
}
"""Extras that scripts/enpitsu leaves out, as people know them."""
_EXTRA = re.compile(r"(?: and )?extra == ['\"](?P<name>[\w-]+)['\"]")


def load(module: str, ability: str, extra: str) -> ModuleType:
    """Import a module that an extra brings, for this ability; BackendMissing if it is not there and
    cannot be installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        install(ability, extra)
    try:
        return importlib.import_module(module)
    except ImportError:
        raise missing(ability, extra) from None


def install(ability: str, extra: str) -> None:
    """Install the packages of an extra, if we run from a clone; BackendMissing otherwise."""
    program = os.environ.get(INSTALLER)
    wanted = requirements(extra)
    if not program or not wanted:
        raise missing(ability, extra)
    _say(f"Installing {_TITLES.get(extra, extra)} for {ability} (once) ...")
    if subprocess.run([program, *wanted], stdin=subprocess.DEVNULL, stdout=2).returncode:
        raise missing(ability, extra)
    importlib.invalidate_caches()


def forbid_installing() -> None:
    """Install nothing in this process and those that it starts."""
    os.environ.pop(INSTALLER, None)


def missing(ability: str, extra: str) -> BackendMissing:
    """The error that says how the packages of an extra are installed here."""
    bare = [each.partition(";")[0].strip() for each in requirements(extra)]
    return BackendMissing(ability, extra, _command(bare or [f"enpitsu[{extra}]"]))


def requirements(extra: str) -> list[str]:
    """The requirements of an extra, with the machines that they are for, as pip takes them; none if
    nothing is known of it."""
    from importlib import metadata

    try:
        known = metadata.requires("enpitsu") or []
    except metadata.PackageNotFoundError:
        return []
    found: list[str] = []
    for each in known:
        name, _, marker = each.partition(";")
        if not any(match["name"] == extra for match in _EXTRA.finditer(marker)):
            continue
        if inner := re.fullmatch(r"enpitsu\[([\w,-]+)\]", name.strip()):
            found += [each for part in inner[1].split(",") for each in requirements(part)]
        else:
            rest = _EXTRA.sub("", marker).strip()
            found.append(f"{name.strip()}; {rest}" if rest else name.strip())
    return list(dict.fromkeys(found))


def _command(packages: list[str]) -> str:
    """Return the command that installs packages where Enpitsu is."""
    names = shlex.join(packages)
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx inject enpitsu {names}"
    if Path(sys.prefix, "uv-receipt.toml").exists():
        return f"uv pip install --python {shlex.quote(sys.prefix)} {names}"
    return f"pip install {names}"


def _say(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
