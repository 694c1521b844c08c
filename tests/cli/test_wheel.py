"""The wheel holds all that is needed and works in an empty environment."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINK = "https://puzz.link/p?yajilin/5/5/m32j10"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_wheel_contains_what_is_needed_and_no_more(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "enpitsu").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= names
    assert "enpitsu/py.typed" in names
    assert any(name.endswith("solved_ten.pzprv3") for name in names)
    others = {
        name for name in names if not name.startswith("enpitsu/") and ".dist-info/" not in name
    }
    assert not others


def test_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    install = [
        str(python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(python.parent / "enpitsu"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    solved = run("solve", LINK)
    assert solved.returncode == 0, solved.stderr
    assert "unique" in solved.stdout
    picture = run("render", LINK, "-o", "board.svg")
    assert picture.returncode == 0
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
    missing = run("render", LINK, "-o", "board.png")
    assert missing.returncode == 2
    assert "enpitsu[image]" in missing.stderr
