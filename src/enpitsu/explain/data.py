"""Steps and counts of techniques as plain data, for everything that hands them out as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enpitsu.explain.step import Step, SubStep, technique_name
from enpitsu.position import Note
from enpitsu.registry import find_kind
from enpitsu.technique import Reason
from enpitsu.words import say


def code_of(kind: str, technique: str) -> str:
    """Return the short name of a technique, as "Y2"; nothing if it has none."""
    found = find_kind(kind)
    if found.ladder is None:
        return ""
    codes = {each.id: each.code for each in found.ladder.techniques}
    codes |= {rule.id: rule.code for method in found.methods for rule in method.rules}
    return codes.get(technique) or found.ladder.codes.get(technique, "")


def step_data(step: Step, language: str) -> dict[str, Any]:
    """Return a step with everything known in its text form."""
    return {
        "technique": step.technique,
        "code": code_of(step.kind, step.technique),
        "name": technique_name(step.kind, step.technique, language),
        "level": round(step.level, 2),
        "at": str(step.at),
        "facts": list(map(str, step.facts)),
        "notes": list(map(_reason_text, step.notes)),
        "because": list(map(_reason_text, step.because)),
        "also": list(map(str, step.also)),
        "text": step.say(language),
        "is_minimal": step.is_minimal,
        "length": step.say_length(language),
        "sub_steps": [_sub_step_data(each, language) for each in step.sub_steps],
    }


def _sub_step_data(sub_step: SubStep, language: str) -> dict[str, Any]:
    return {
        "role": str(sub_step.role),
        "facts": list(map(str, sub_step.facts)),
        "because": list(map(_reason_text, sub_step.because)),
        "text": say(sub_step.message, language),
    }


def _reason_text(reason: Reason) -> str:
    if isinstance(reason, Note):
        return " ".join(map(str, (reason.name, *reason.slots, *reason.args)))
    return str(reason)


def counts_data(kind: str, counts: Mapping[str, int], language: str) -> list[dict[str, Any]]:
    """Count the uses of techniques, the easiest first; those that all kinds share come last."""
    ladder = find_kind(kind).ladder
    known = [] if ladder is None else [*(each.id for each in ladder.techniques), *ladder.codes]
    order = {technique: at for at, technique in enumerate(known)}
    return [
        {
            "technique": technique,
            "code": code_of(kind, technique),
            "name": technique_name(kind, technique, language),
            "count": count,
        }
        for technique, count in sorted(
            counts.items(), key=lambda each: (order.get(each[0], len(order)), each[0])
        )
    ]
