"""Steps: what a deduction looks like from outside."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from enpitsu.grid import Cell, Direction, Edge, Groups, Line
from enpitsu.kind import Puzzle
from enpitsu.position import Fact, Note
from enpitsu.registry import kind_of
from enpitsu.scene import Marks, Place
from enpitsu.technique import Argument, Message, Reason
from enpitsu.words import ENGLISH, find_sentence, say, tell


class HasText(ABC):
    """Something that is said by its `messages`."""

    __slots__ = ()

    @property
    @abstractmethod
    def messages(self) -> tuple[Message, ...]:
        """All that is to be said."""

    @property
    def text(self) -> str:
        """All of it in English."""
        return self.say()

    def say(self, language: str = ENGLISH) -> str:
        """All of it in words."""
        return tell(self.messages, language)


class Role(StrEnum):
    """The part of a sentence in a contradiction."""

    SUPPOSED = "supposed"
    """Its facts are supposed; what was supposed before is so no more."""
    FOLLOWS = "follows"
    """Its facts follow from what is supposed."""
    BROKEN = "broken"
    """Its reasons break a rule."""
    CONCLUDED = "concluded"
    """Its facts are true; nothing is supposed any more."""


@dataclass(frozen=True)
class SubStep:
    """One sentence of a contradiction, with the facts that it adds and what it rests on."""

    message: Message
    role: Role
    facts: tuple[Fact, ...] = ()
    because: tuple[Reason, ...] = ()

    @property
    def marks(self) -> Marks:
        """The places to point at: what is new, and what it rests on or speaks of; where a rule is
        broken, that."""
        new = frozenset(fact.slot for fact in self.facts)
        behind = {place for reason in self.because for place in places_of(reason)}
        seen = frozenset(behind.union(_places_named(self.message)))
        if self.role is Role.BROKEN:
            return Marks(errors=seen | new)
        return Marks(hints=new, because=seen - new)


@dataclass(frozen=True)
class Step:
    """One step of a solution's way, with its reasons.

    `because` holds what it rests on and nothing else. `also` is what follows from it at once and
    what players need not be told. Where a search for fewer reasons was cut short, `is_minimal` is
    false.
    """

    kind: str
    technique: str
    level: float
    facts: tuple[Fact, ...]
    because: tuple[Reason, ...]
    messages: tuple[Message, ...]
    """The reason: one sentence, or the chain of a refutation."""
    at: Place
    """The place to look at first."""
    notes: tuple[Note, ...] = ()
    also: tuple[Fact, ...] = ()
    also_notes: tuple[Note, ...] = ()
    is_minimal: bool = True
    move: Message | None = None
    """What follows, as people say it; None for its facts as they are."""
    sub_steps: tuple[SubStep, ...] = ()
    """The sentences of a contradiction one by one, to be played; empty for other steps."""

    @cached_property
    def text(self) -> str:
        """The reason in English."""
        return self.say()

    @property
    def title(self) -> str:
        """The technique's name in English."""
        return technique_name(self.kind, self.technique)

    def say(self, language: str = ENGLISH) -> str:
        """The reason in words."""
        return tell(self.messages, language)

    def say_length(self, language: str = ENGLISH) -> str:
        """The number of its sub-steps in words, as "A contradiction in 6 steps"; else empty."""
        if not self.sub_steps:
            return ""
        name = f"{self.kind}.lengths.{self.technique}"
        return say(Message(name, {"count": len(self.sub_steps)}), language)

    @property
    def chain(self) -> tuple[Message, ...]:
        """The reason; of a refutation without what is supposed first and concluded last."""
        return self.messages[1:-1] or self.messages

    @property
    def brings(self) -> tuple[Fact | Note, ...]:
        """All that is known after the step and was not before."""
        return (*self.facts, *self.notes, *self.also, *self.also_notes)

    @property
    def size(self) -> int:
        """The number of things to look at: a path, or cells side by side of which the same is
        known, are one thing."""
        return count_things(self.because)

    @property
    def marks(self) -> Marks:
        """The places to point at: the conclusion and what it rests on."""
        shown: tuple[Fact | Note, ...] = (*self.facts, *self.notes)
        hints = frozenset(place for known in shown for place in places_of(known))
        return Marks(hints=hints, because=self.reasons - hints)

    @property
    def reasons(self) -> frozenset[Place]:
        """The places that it rests on; something may be concluded of them as well."""
        return frozenset(place for reason in self.because for place in places_of(reason))


def as_said(puzzle: Puzzle, message: Message) -> Message:
    """Return a sentence with its facts as people of a kind say them."""
    ladder = kind_of(puzzle).ladder
    return message if ladder is None or ladder.tell is None else ladder.tell(puzzle, message)


def say_move(puzzle: Puzzle, facts: tuple[Fact, ...]) -> Message:
    """Return what a step brings as a sentence."""
    return as_said(puzzle, Message(f"{puzzle.kind}.hint.move", {"facts": facts}))


def messages_of(steps: Iterable[Step]) -> tuple[Message, ...]:
    """Return the reasons of steps, one after the other."""
    return tuple(message for step in steps for message in step.messages)


def needed(steps: Sequence[Step], wanted: Iterable[Fact | Note]) -> list[Step]:
    """Return the steps without which something that is wanted would not be found."""
    missing = set(wanted)
    kept = []
    for step in reversed(steps):
        if not missing.isdisjoint(step.brings):
            kept.append(step)
            missing.update(reason for reason in step.because if isinstance(reason, Fact | Note))
    return kept[::-1]


def supposed_facts(sub_steps: Iterable[SubStep]) -> list[tuple[Fact, ...]]:
    """Return what is supposed, with all that follows, as each sub-step is told."""
    supposed: tuple[Fact, ...] = ()
    boards = []
    for each in sub_steps:
        if each.role is Role.CONCLUDED:
            supposed = ()
        elif each.role is Role.SUPPOSED:
            supposed = each.facts
        else:
            supposed += each.facts
        boards.append(supposed)
    return boards


def places_of(reason: Reason) -> tuple[Place, ...]:
    """Return the places where a reason is to be seen."""
    if isinstance(reason, Fact):
        return (reason.slot,)
    if isinstance(reason, Note):
        return reason.slots
    return (reason,)


def _places_named(argument: Argument) -> Iterable[Place]:
    """Yield the places that a sentence, or something in it, speaks of."""
    if isinstance(argument, Message):
        for each in argument.args.values():
            yield from _places_named(each)
    elif isinstance(argument, Fact | Note | Cell | Edge | Line):
        yield from places_of(argument)
    elif isinstance(argument, tuple):
        for each in argument:
            yield from _places_named(each)


def count_things(because: Iterable[Reason]) -> int:
    """Count the things that reasons speak of (see `Step.size`)."""
    reasons = list(dict.fromkeys(because))
    facts = [(at, reason) for at, reason in enumerate(reasons) if isinstance(reason, Fact)]
    groups = Groups(len(reasons))
    seen: dict[tuple[str, bool, Cell], int] = {}
    for at, fact in facts:
        for cell in tuple(fact.slot) if isinstance(fact.slot, Edge) else (fact.slot,):
            seen[fact.value, fact.holds, cell] = at
    for at, fact in facts:
        slot = fact.slot
        # An edge touches others at its ends, a cell its neighbours.
        near = slot if isinstance(slot, Edge) else [each.step(slot) for each in Direction]
        for cell in near:
            groups.join(at, seen.get((fact.value, fact.holds, cell), at))
    return groups.count


def technique_name(kind: str, technique: str, language: str = ENGLISH) -> str:
    """Return a technique's name in a language."""
    return str(find_sentence(f"{kind}.techniques.{technique}.name", language) or technique)
