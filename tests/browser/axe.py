"""Axe, which finds what keeps people out of a page."""

from __future__ import annotations

from typing import Any

import pytest

RUN = """async (rules) => {
  const only = rules.length ? { runOnly: rules } : {};
  // All else that axe could tell, of every element that is in order, takes most of its time.
  const { violations } = await axe.run({ resultTypes: ["violations"], ...only });
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 150))]);
}"""


def serious(page: Any, *rules: str) -> list[Any]:
    """Return the serious findings of axe, by all rules or by some: the rule, and some elements."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT)
    found: list[Any] = page.evaluate(RUN, rules)
    return found
