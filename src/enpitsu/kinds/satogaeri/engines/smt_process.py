"""An SMT solver as a process: reads SMT-LIB, writes what the solver answers.

    python smt_process.py cvc5
    python smt_process.py program PYTHONPATH COMMAND...     # becomes that command

Commands are read up to a line with END and carried out; then the answers are written, and END. It
is started as a file of its own by smt.py and imports nothing of Enpitsu, so that it is quickly
there.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable

END = ";;\n"

Solver = Callable[[str], str]
"""Carries out commands, one after another over all calls, and gives the answers."""


def open_cvc5() -> Solver:
    """The solver of cvc5's wheel."""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("incremental", "true")
    parser = cvc5.InputParser(solver)
    symbols = parser.getSymbolManager()

    def run(text: str) -> str:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "input")
        answers = []
        while not (command := parser.nextCommand()).isNull():
            answers.append(command.invoke(solver, symbols))
        return "".join(filter(None, answers))

    return run


def open_z3() -> Solver:
    """The solver of z3's wheel."""
    import z3

    context = z3.Context()
    return lambda text: str(z3.Z3_eval_smtlib2_string(context.ref(), text))


SOLVERS: dict[str, Callable[[], Solver]] = {"cvc5": open_cvc5, "z3": open_z3}
"""By the name of the package that brings it, the preferred one first."""


def serve(solver: Solver) -> None:
    """Answer until there is nothing more to read."""
    commands: list[str] = []
    for line in sys.stdin:
        if line != END:
            commands.append(line)
            continue
        try:
            answer = solver("".join(commands))
        except Exception as error:
            answer = f'(error "{error}")'
        commands.clear()
        sys.stdout.write(f"{answer.rstrip()}\n{END}")
        sys.stdout.flush()


def become(path: str, command: list[str]) -> None:
    """Go on as another program, which ends with the parent as well."""
    os.environ["PYTHONPATH"] = path
    if not path:
        del os.environ["PYTHONPATH"]
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"it cannot be run: {error.strerror}")


if __name__ == "__main__":
    # A solver at work hears nothing: whoever started it ends it, or ends and takes it along.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG, known to Linux only
    if sys.argv[1] == "program":
        become(sys.argv[2], sys.argv[3:])
    serve(SOLVERS[sys.argv[1]]())
