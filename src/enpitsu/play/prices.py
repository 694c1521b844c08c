"""The prices of help in seconds on top of the time: told before it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

STEP_STAGES = ("where", "technique", "reason", "move")
"""The stages of a hint, as `enpitsu.hint` names them: stage 1 is the first of them."""

CHECK = "check"
LIVE = "live"
REASON = "reason"
MOVE = "move"
FILL = "fill"

PRICES: Mapping[str, int] = MappingProxyType(
    {
        "where": 10,
        "technique": 20,
        REASON: 40,
        # The reason has told it already.
        MOVE: 0,
        # What a hint says of a mistake instead: that there is one (as dear as the first stage, so
        # that the price is known before), and how far to go back.
        "board": 10,
        "undo": 10,
        CHECK: 15,
        # Mistakes are shown as they are made, from then on.
        LIVE: 60,
        # Each mark that is filled in. A step writes about three, so that filling in is nearly as
        # dear as that many hints.
        FILL: 20,
    }
)
"""Seconds for each stage of a hint (each is paid when it is shown), a check, live checking, and
each mark that is filled in."""

HINT_STAGES = frozenset(PRICES) - {CHECK, LIVE, FILL}

WHOLE_HINT = sum(PRICES[stage] for stage in STEP_STAGES)
"""Seconds for all stages of a hint together."""
