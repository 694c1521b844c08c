"""Somebody who plays through the API, for tests of pages that show what was played."""

from __future__ import annotations

import json
from typing import Any

import enpitsu

API = "/api/v1"


class Player:
    """Somebody who plays through the API, faster than by hand."""

    def __init__(self, page: Any, site: str, name: str) -> None:
        self.request, self.headers = page.request, {"origin": site}
        self.ask("get", "/me")
        self.ask("patch", "/me", {"name": name})

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """The answer of the API, which must be a good one."""
        said = getattr(self.request, method)(API + path, headers=self.headers, data=data)
        assert said.ok, said.text()
        return said.json()

    def puzzles(self, kind: str) -> list[dict[str, Any]]:
        """The starter puzzles of a kind, the smallest first, without tiny ones."""
        found = self.ask("get", f"/puzzles?kind={kind}&size=100")["puzzles"]
        usual = [row for row in found if row["rows"] * row["cols"] >= 49]
        return sorted(usual, key=lambda row: (row["rows"] * row["cols"], row["id"]))

    def solve(self, puzzle: int, hints: tuple[str, ...] = (), pause: int = 500) -> dict[str, Any]:
        """Solve a puzzle, one fact a move, with hints in the middle: the result."""
        game = self.ask("post", "/games", {"puzzle": puzzle})
        # Not asked of the server: who asks for the answer is in no ranking.
        [document] = enpitsu.read(json.dumps(game["document"]), format="json")
        facts = list(map(str, enpitsu.solve(document.puzzle).solutions[0].position))
        events: list[dict[str, Any]] = []
        for at, fact in enumerate(facts, 1):
            events.append({"t": at * pause, "put": [fact], "take": [], "by": "hand"})
            if at == 3:
                notes = [{"t": at * pause, "note": "hint", "stage": stage} for stage in hints]
                events.extend(notes)
        save = {"revision": game["revision"], "events": events, "elapsed": len(facts) * pause}
        self.ask("patch", f"/games/{game['id']}", save)
        result: dict[str, Any] = self.ask("post", f"/games/{game['id']}/finish")["result"]
        return result


def shown(page: Any, address: str) -> None:
    """Open a page and wait for it."""
    page.goto(address)
    page.wait_for_selector("h1")
