"""What the browser is told of a declared kind."""

from __future__ import annotations

import json

from enpitsu.kinds.heyawake import KIND as HEYAWAKE
from enpitsu.kit.puzzle import GridPuzzle, clues, mark
from enpitsu.kit.web import declaration


class Digits(GridPuzzle):
    """Clues that are words, and numbers as far as the board is long."""

    kind = "digits"
    pearls = clues(values=("white", "black"), look="pearl")
    digit = mark("cells", values=lambda rows, cols: range(1, max(rows, cols) + 1))
    state = mark("cells", values=lambda rows, cols: (0, 1))


def test_a_page_is_told_as_data() -> None:
    told = HEYAWAKE.declaration
    assert told is not None
    assert told["areas"] == "rooms"
    assert told["clues"] == [
        {
            "name": "numbers",
            "on": "areas",
            "least": 0,
            "most": 999,
            "unknown": False,
            "look": "small",
            "blocks": False,
        }
    ]
    [shaded] = told["marks"]
    assert (shaded["name"], shaded["values"], shaded["hands"]) == ("shaded", [], "paint")
    assert json.loads(json.dumps(told)) == told


def test_values_are_words_or_numbers() -> None:
    told = declaration(Digits)
    assert told["clues"][0]["values"] == ["white", "black"]
    assert "least" not in told["clues"][0]
    assert [each["values"] for each in told["marks"]] == ["size", ["0", "1"]]
