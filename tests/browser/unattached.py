"""Windows whose service worker no debugger holds.

A browser whose service workers are debugged, as those of playwright's windows always are, may keep
a worker that has been replaced at work for minutes. These windows lie in a context that playwright
does not know, and only the pages themselves are spoken to.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SECONDS = 60  # until something that is waited for counts as missing
PAUSE = 0.1  # seconds between two looks


class Context:
    """Windows of one player."""

    def __init__(self, browser: Any, address: str) -> None:
        self.address = address
        self._session = browser.new_browser_cdp_session()
        self._session.on("Target.receivedMessageFromTarget", self._take)
        self._id = self.send("Target.createBrowserContext")["browserContextId"]
        self._answers: dict[int, Any] = {}
        self._asked = 0

    def send(self, method: str, **what: Any) -> Any:
        """Ask the browser."""
        return self._session.send(method, what)

    def _take(self, told: Any) -> None:
        answer = json.loads(told["message"])
        self._answers[answer.get("id", 0)] = answer

    def ask(self, session: str, method: str, **what: Any) -> Any:
        """Ask a page."""
        self._asked += 1
        message = json.dumps({"id": self._asked, "method": method, "params": what})
        self.send("Target.sendMessageToTarget", sessionId=session, message=message)
        end = time.monotonic() + SECONDS
        while self._asked not in self._answers:
            assert time.monotonic() < end, f"no answer to {message}"
            self.send("Browser.getVersion")  # what has come meanwhile is taken
        return self._answers.pop(self._asked)

    def open(self, path: str) -> Tab:
        """Open a window."""
        where = {"url": self.address + path, "browserContextId": self._id}
        target = self.send("Target.createTarget", **where)["targetId"]
        return Tab(self, self.send("Target.attachToTarget", targetId=target)["sessionId"])

    def close(self) -> None:
        """Close all windows."""
        self.send("Target.disposeBrowserContext", browserContextId=self._id)
        self._session.detach()


class Tab:
    """A window."""

    def __init__(self, context: Context, session: str) -> None:
        self.context = context
        self._session = session

    def goto(self, path: str) -> None:
        """Load another page."""
        self.context.ask(self._session, "Page.navigate", url=self.context.address + path)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Return what a function gives in the page."""
        call = f"({function})({json.dumps(argument)})"
        told = self._told(call)
        assert "exceptionDetails" not in told.get("result", {"exceptionDetails": told}), told
        return told["result"]["result"].get("value")

    def _told(self, expression: str) -> Any:
        how = {"awaitPromise": True, "returnByValue": True}
        return self.context.ask(
            self._session, "Runtime.evaluate", expression=f"Promise.resolve({expression})", **how
        )

    def wait(self, function: str, argument: Any = None) -> None:
        """Wait until a function gives true, whatever pages are loaded meanwhile."""
        end = time.monotonic() + SECONDS
        call = f"({function})({json.dumps(argument)})"
        while (told := self._told(call)).get("result", {}).get("result", {}).get(
            "value"
        ) is not True:
            assert time.monotonic() < end, f"{function} is still {told}"
            time.sleep(PAUSE)

    def wait_for(self, selector: str) -> None:
        """Wait until there is such an element."""
        self.wait("(wanted) => !!document.querySelector(wanted)", selector)

    def click(self, selector: str) -> None:
        """Click on an element."""
        self.wait_for(selector)
        self.evaluate("(wanted) => document.querySelector(wanted).click()", selector)


@contextmanager
def unattached(browser: Any, address: str) -> Iterator[Context]:
    """Windows of a new player."""
    context = Context(browser, address)
    try:
        yield context
    finally:
        context.close()
