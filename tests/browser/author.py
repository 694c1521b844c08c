"""Somebody on the editor's page, with a new sheet of any kind."""

from __future__ import annotations

import json
from typing import Any

import enpitsu

SETTLED = """!editor.live.state.isOld && editor.live.state.report
  && !(editor.live.state.report.status === "unknown" && editor.live.state.isChecking)"""
"""The verdict is about the sheet as it is; on a busy machine the first check finds none."""


def stop_time(page: Any, at: int = 0) -> None:
    """Let all that follows happen at one moment of the page's clock, however slow the machine is:
    clicks that follow quickly count."""
    page.evaluate("(at) => { performance.now = () => at; }", at)


def let_time_go_on(page: Any) -> None:
    """End `stop_time`."""
    page.evaluate("() => { delete performance.now; }")


class Editor:
    """The page of a draft that was just begun; places in cells."""

    def __init__(self, page: Any, site: str, sheet: dict[str, Any]) -> None:
        self.page = page
        headers = {"origin": site}
        page.request.get("/api/v1/me", headers=headers)
        content: dict[str, Any] = {"sheet": sheet, "document": None, "meta": {}, "past": []}
        said = page.request.post("/api/v1/drafts", headers=headers, data={"content": content})
        page.goto(f"/edit/{said.json()['id']}")
        page.wait_for_selector(".edit-board svg")
        page.evaluate("() => { window.editor = document.querySelector('.edit').editor; }")

    def at(self, row: float, col: float) -> Any:
        """Where on the page a spot of the board lies."""
        return self.page.evaluate(
            """([row, col]) => { const { view } = editor.board.surface;
            const box = editor.host.getBoundingClientRect();
            return [box.left + view.width / 2 + (col - view.col) * view.scale,
                    box.top + view.height / 2 + (row - view.row) * view.scale]; }""",
            [row, col],
        )

    def drag(self, *spots: tuple[float, float]) -> None:
        """Press at the first spot, go through the others, release."""
        mouse = self.page.mouse
        mouse.move(*self.at(*spots[0]))
        mouse.down()
        for spot in spots[1:]:
            mouse.move(*self.at(*spot), steps=3)
        mouse.up()

    @property
    def facts(self) -> list[str]:
        """What the sheet holds."""
        found: list[str] = self.page.evaluate("() => editor.sheet.facts")
        return sorted(found)

    def proved(self) -> Any:
        """The puzzle, once the page says that it has one solution; which is so."""
        self.page.wait_for_function(
            "() => !editor.live.state.isOld && editor.live.state.report?.status === 'unique'"
        )
        puzzle = enpitsu.parse(json.dumps(self.page.evaluate("() => editor.document()")))
        assert enpitsu.solve(puzzle).status == "unique"
        return puzzle
