"""Puts the bundle of the page into wheels and source archives, if node and esbuild are there.

Without them the page's modules are carried as they are written, which works as well, with more and
larger files. See docs/web.md.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleHook(BuildHookInterface[Any]):
    """Runs scripts/bundle.js before a build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the bundle; it is taken along as an artifact (pyproject.toml)."""
        if version == "editable":
            return  # scripts/enpitsu makes it when somebody serves
        root = Path(self.root)
        script, node = root / "scripts" / "bundle.js", shutil.which("node")
        made = root / "src/enpitsu/web/bundle/bundle.json"
        if node is not None:
            run = subprocess.run([node, str(script)], capture_output=True, text=True, check=False)
            if run.returncode == 0:
                return
            self.app.display_warning(run.stderr.strip())
        if made.is_file():
            # From a source archive; the server compares it with its modules before it is used.
            self.app.display_info("the page's bundle is taken as it is")
        else:
            self.app.display_warning(
                "no node with esbuild: the page's modules are not bundled (they work as they are)"
            )
