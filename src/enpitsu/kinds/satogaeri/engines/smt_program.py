"""Any program that reads SMT-LIB 2, run anew for each question.

It gets the whole script on its standard input; or in a file, where its command says {}. A program
that says nothing of use to that is run once more with the file's name behind its command, as
solvers in competitions are. It must print sat, unsat or unknown on a line, then the values.

It is run as the command stands, without a shell, in a process group of its own under the same
limits as every solver. What it may do is not limited otherwise: only whoever runs Enpitsu may
choose it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.formats.text import tidy
from enpitsu.limits import Budget
from enpitsu.sat.child import Child

STARTER = Path(__file__).with_name("smt_process.py")
MAX_ANSWER = 32_000_000  # bytes
FILE = "{}"
ANSWERS = ("sat", "unsat", "unknown", "timeout")
_SHOWN = 200  # characters of an answer in an error


class SmtProgram:
    """A command that is asked one script after another."""

    def __init__(self, command: str, budget: Budget) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise PuzzleError(f"the SMT solver {command!r} is no command: {error}") from None
        if not words:
            raise PuzzleError("no SMT solver is named: a command such as z3 -in is wanted")
        if shutil.which(words[0]) is None:
            raise PuzzleError(f"there is no program {words[0]!r} that could be run")
        self.command, self._budget = command, budget
        has_file = any(FILE in word for word in words)
        self._commands = [words] if has_file else [words, [*words, FILE]]

    def ask(self, script: Iterable[str]) -> tuple[str, str]:
        """Return its answer to a script: sat, unsat or unknown, and all that follows."""
        with (
            TemporaryDirectory(prefix="enpitsu-") as folder,
            Path(folder, "script.smt2").open("w+b") as file,
        ):
            file.writelines(f"{line}\n".encode("ascii") for line in script)
            file.flush()
            complaint = ""
            for words in self._commands:
                said, code = self._run([word.replace(FILE, file.name) for word in words], file)
                status, rest = _split(said)
                if status:
                    self._commands = [words]
                    return status, rest
                heard = tidy(said[:_SHOWN]) or "it says nothing"
                complaint = complaint or (f"{heard}; exit code {code}" if code else heard)
        raise self.error(f"gives no answer ({complaint})")

    def error(self, what: str) -> PuzzleError:
        """That it does something wrong."""
        return PuzzleError(f"the SMT solver {self.command[:80]!r} {what}")

    def _run(self, words: Sequence[str], file: IO[bytes]) -> tuple[str, int | None]:
        file.seek(0)
        path = os.environ.get("PYTHONPATH", "")
        with Child(STARTER, ["program", path, *words], self._budget, file) as child:
            said, code = child.hear_all(MAX_ANSWER)
        if len(said) > MAX_ANSWER:
            raise self.error(f"says more than {MAX_ANSWER // 10**6} million bytes")
        if code == -signal.SIGKILL:
            raise LimitReached("memory")  # No one but the system ends a process like this.
        return said.decode("utf-8", "replace"), code


def _split(said: str) -> tuple[str, str]:
    """The answer and what follows it; no answer if something was not understood before it."""
    rest = said
    while rest:
        line, _, rest = rest.partition("\n")
        if line.strip() in ANSWERS:
            return "unknown" if line.strip() == "timeout" else line.strip(), rest
        if line.lstrip().startswith("(error"):
            break
    return "", ""
