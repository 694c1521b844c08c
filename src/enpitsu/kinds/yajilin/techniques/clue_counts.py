"""Techniques about clues: how many cells of a line are shaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enpitsu.grid import bit_positions, bit_set
from enpitsu.kinds.yajilin.techniques.clue_lines import Facing, SiteList, Tally
from enpitsu.kinds.yajilin.techniques.packing import (
    KnownCells,
    LineClue,
    LineFilling,
    LineRoom,
    fill_line,
    fill_room,
)
from enpitsu.kinds.yajilin.techniques.reasons import (
    Argument,
    Evidence,
    facts_of,
    fewest_reasons,
    needed,
)
from enpitsu.kinds.yajilin.techniques.sites import (
    IS_SHADED,
    NOT_LINE,
    NOT_SHADED,
    Sort,
    lines_touched,
)
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Argument as Spoken
from enpitsu.technique import Deduction, Reason, Technique


def zero_clue(state: YajilinState, site: int) -> Deduction | None:
    """The clue counts no shaded cell among those it sees."""
    tally = state.tallies[site]
    if tally.number:
        return None
    return _by_clue(
        state, tally, LineFilling(open=state.unknown(tally.cells)), Evidence(tally.clues)
    )


def saturation(state: YajilinState, site: int) -> Deduction | None:
    """One more shaded cell and the clue would see too many."""
    tally = state.tallies[site]
    shaded = tally.cells & state.board.shaded
    if not tally.number or shaded.bit_count() != tally.number:
        return None
    filling = LineFilling(open=state.unknown(tally.cells))
    args = {"shaded": state.board.cells(shaded)}
    return _by_clue(state, tally, filling, Evidence(tally.clues, shaded=shaded), args)


def exhaustion(state: YajilinState, site: int) -> Deduction | None:
    """One more cell that is not shaded and the clue would see too few that are."""
    tally = state.tallies[site]
    left = tally.cells & ~state.board.open
    if left.bit_count() != tally.number or not state.unknown(left):
        return None
    shaded, new = left & state.board.shaded, state.unknown(left)
    wanted = LineFilling(shaded=new)
    args: dict[str, Spoken] = {
        "cells": state.board.cells(new),
        "shaded": state.board.cells(shaded),
        "count": new.bit_count(),
        "number": tally.number,
    }
    evidence = Evidence(tally.clues, open=tally.cells & state.board.open)
    evidence = needed(_counting(tally), evidence, wanted)
    return _by_clue(state, tally, wanted, evidence, args, "besides" if shaded else "step")


def full_packing(state: YajilinState, site: int) -> Deduction | None:
    """Of a stretch of cells at most every second one is shaded, which for an odd number of cells
    is possible in one way only; were one stretch not full, the clue would see too few."""
    tally = state.tallies[site]
    if not _may_be_full(state, tally, share=2):
        return None
    argue = _counting(tally)
    evidence = _find_reasons(state, argue, tally.clues, tally.cells)
    if evidence is None:
        return None
    filling = argue(evidence)
    args, form = _say_packed(state, tally, evidence, filling)
    return _by_clue(state, tally, filling, evidence, args, form)


def packed_pair(state: YajilinState, site: int) -> Deduction | None:
    """If as many cells are shaded as fit, an even stretch has one shaded cell in each two of its
    cells, one after the other; no line runs to a shaded cell."""
    tally = state.counts[site]
    if not _may_be_full(state, tally, share=2):
        return None
    argue, step = _counting(tally), tally.line.step
    evidence = Evidence(tally.clues, **_cells_known(state, tally.cells))
    possible = bit_positions(argue(evidence).pairs)
    pairs = bit_set([at for at in possible if not state.is_crossed(at, at + step)])
    if not pairs:
        return None
    evidence = fewest_reasons(argue, evidence, LineFilling(pairs=pairs))
    pairs &= argue(evidence).pairs
    facts = tuple(state.line_fact(at, at + step, False) for at in bit_positions(pairs))
    first = bit_positions(pairs)[0]
    clues = [state.cell(clue.at) for clue in evidence.clues]
    args: dict[str, Spoken] = {
        "clue": clues[0],
        "near": clues[0],
        "far": clues[-1],
        "count": tally.number,
        "a": state.cell(first),
        "b": state.cell(first + step),
        "pairs": tuple(fact.slot for fact in facts),
        "facts": facts,
    }
    forms = ("step", "several") if len(clues) == 1 else ("between", "between-several")
    form = forms[len(facts) > 1]
    return Deduction(facts, (*clues, *facts_of(state, evidence, step)), args, form=form)


def wall(state: YajilinState, site: int) -> Deduction | None:
    """A cell between two shaded ones is on the loop and needs two ways out of the line; where it
    has one at most, the two are not both shaded, so less fits into the line."""
    tally = state.tallies[site]
    if not _may_be_full(state, tally, share=3):
        return None
    walls = _walls(state, tally.cells, tally.line.step)
    if not any(walls.values()):
        return None
    argue = _counting(tally)
    evidence = _find_reasons(state, argue, tally.clues, tally.cells, **walls)
    if evidence is None:
        return None
    walled = evidence.crossed | evidence.walled
    args = {"walls": state.board.cells(walled)}
    return _by_clue(state, tally, argue(evidence), evidence, args) if walled else None


def same_direction(state: YajilinState, site: int) -> Deduction | None:
    """The clue that sees more counts the same cells as the other one and those between them."""
    tally = state.differences[site]
    if not state.unknown(tally.cells):
        return None
    argue = _counting(tally)
    evidence = _find_reasons(state, argue, tally.clues, tally.cells)
    if evidence is None:
        return None
    near, far = (state.cell(clue.at) for clue in tally.clues)
    args: dict[str, Spoken] = {
        "near": near,
        "far": far,
        "shaded": state.board.cells(evidence.shaded),
        "count": tally.number,
    }
    is_low = evidence.shaded.bit_count() == tally.number
    form = ("step" if tally.number else "none") if is_low else "packed"
    return _deduce(state, argue(evidence), evidence, tally.line.step, args, form)


def facing_clues(state: YajilinState, site: int) -> Deduction | None:
    """Both clues count the cells between them, so those cells fall out of the difference."""
    pair = state.facing[site]
    if not state.unknown(pair.cells):
        return None
    more = pair.first.number - pair.second.number

    def argue(evidence: Evidence) -> LineFilling:
        if len(evidence.clues) < 2:
            return LineFilling()
        behind_first, behind_second = _rooms(pair, evidence.known)
        if behind_second.high - behind_first.low == more:
            return behind_second.when_high() | behind_first.when_low()
        if behind_second.low - behind_first.high == more:
            return behind_second.when_low() | behind_first.when_high()
        return LineFilling()

    evidence = _find_reasons(state, argue, (pair.first, pair.second), pair.cells)
    if evidence is None:
        return None
    args, form = _compare(state, pair, evidence.known)
    return _deduce(state, argue(evidence), evidence, pair.line.step, args, form)


def whole_line(state: YajilinState, site: int) -> Deduction | None:
    """The line is filled in one of the ways that suit its clues; in all of them this is so."""
    line = state.lines_with_clues[site]
    if len(line.clues) < 2 or not state.unknown(line.cells):
        return None

    def argue(evidence: Evidence) -> LineFilling:
        return fill_line(line.cells, line.step, evidence.clues, evidence.known)

    walls = _walls(state, line.cells, line.step)
    evidence = _find_reasons(state, argue, line.clues, line.cells, **walls)
    if evidence is None:
        return None
    clues = tuple(state.cell(clue.at) for clue in evidence.clues)
    args: dict[str, Spoken] = {"line": line.line, "clues": clues, "count": len(clues)}
    return _deduce(state, argue(evidence), evidence, line.step, args)


# --- arguments ---------------------------------------------------------------------------------


def _counting(tally: Tally) -> Argument:
    """The argument that a tally's cells hold its number of shaded ones."""

    def argue(evidence: Evidence) -> LineFilling:
        if len(evidence.clues) < len(tally.clues):
            return LineFilling()
        room = LineRoom(tally.cells, tally.line.step, evidence.known)
        return fill_room(room, tally.number, tally.number)

    return argue


def _rooms(pair: Facing, known: KnownCells) -> tuple[LineRoom, LineRoom]:
    step = pair.line.step
    return LineRoom(pair.behind_first, step, known), LineRoom(pair.behind_second, step, known)


def _compare(state: YajilinState, pair: Facing, known: KnownCells) -> tuple[dict[str, Spoken], str]:
    """The arguments and form of the sentence about two clues that face each other, the side with
    more shaded cells last."""
    more = pair.first.number - pair.second.number
    near, far = pair.first, pair.second
    least_room, most_room = _rooms(pair, known)
    if more < 0:
        near, far, least_room, most_room = far, near, most_room, least_room
    is_crowded = most_room.high - least_room.low == abs(more)
    args: dict[str, Spoken] = {
        "near": state.cell(near.at),
        "far": state.cell(far.at),
        "count": abs(more),
        "most": most_room.high if is_crowded else most_room.low,
        "least": least_room.low if is_crowded else least_room.high,
    }
    if more:
        return args, "step" if args["least"] else "bare"
    return args, "equal" if args["most"] else "none"


# --- what is known -----------------------------------------------------------------------------


def _may_be_full(state: YajilinState, tally: Tally, share: int) -> bool:
    """Return True if the clue needs a cell in every `share` of those that are unknown."""
    unknown = state.unknown(tally.cells).bit_count()
    missing = tally.number - (tally.cells & state.board.shaded).bit_count()
    return missing > 0 and 0 < unknown <= share * missing


def _cells_known(state: YajilinState, cells: int) -> dict[str, int]:
    return {"shaded": cells & state.board.shaded, "open": cells & state.board.open}


def _walls(state: YajilinState, cells: int, step: int) -> dict[str, int]:
    """The cells beside a wall. Where a cross makes the wall, only those count that may come to
    stand between two shaded cells."""
    may_be_shaded = cells & ~state.board.open
    walls = state.walls(cells, step)
    walled = bit_set([at for at in bit_positions(walls) if len(state.across(at, step)) < 2])
    crossed = walls & ~walled & (may_be_shaded << step) & (may_be_shaded >> step)
    return {"crossed": crossed, "walled": walled}


def _new(state: YajilinState, filling: LineFilling) -> LineFilling:
    return LineFilling(state.unknown(filling.shaded), state.unknown(filling.open))


# --- deductions --------------------------------------------------------------------------------


def _find_reasons(
    state: YajilinState, argue: Argument, clues: tuple[LineClue, ...], cells: int, **walls: int
) -> Evidence | None:
    """The fewest reasons for something new by an argument about cells; None if it gives nothing."""
    known = Evidence(clues, **_cells_known(state, cells), **walls)
    wanted = _new(state, argue(known))
    return fewest_reasons(argue, known, wanted) if wanted else None


def _say_packed(
    state: YajilinState, tally: Tally, evidence: Evidence, filling: LineFilling
) -> tuple[dict[str, Spoken], str]:
    """The arguments and form of the sentence about a packed line: the stretches that it consists
    of, those which something new is found about last."""
    room = LineRoom(tally.cells, tally.line.step, evidence.known)
    new = _new(state, filling)
    here = others = most = rest = 0
    for stretch in room.stretches():
        fits = (stretch.bit_count() + 1) // 2
        if stretch & (new.shaded | new.open):
            here, rest = here | stretch, rest + fits
        else:
            others, most = others | stretch, most + fits
    args: dict[str, Spoken] = {
        "count": tally.number - room.low,
        "shaded": state.board.cells(evidence.shaded),
        "others": state.board.cells(others),
        "most": most,
        "cells": state.board.cells(here),
        "rest": rest,
    }
    if others:
        form = "cell" if here.bit_count() == 1 else "parts"
    else:
        form = "left" if evidence.open or evidence.shaded else "step"
    return args, f"{form}_besides" if evidence.shaded else form


def _by_clue(
    state: YajilinState,
    tally: Tally,
    filling: LineFilling,
    evidence: Evidence,
    args: Mapping[str, Spoken] | None = None,
    form: str = "step",
) -> Deduction | None:
    clue = state.cell(tally.clues[0].at)
    spoken = {"clue": clue, "count": tally.number, **(args or {})}
    return _deduce(state, filling, evidence, tally.line.step, spoken, form)


def _deduce(
    state: YajilinState,
    filling: LineFilling,
    evidence: Evidence,
    step: int,
    args: Mapping[str, Spoken],
    form: str = "step",
) -> Deduction | None:
    new = _new(state, filling)
    if not new:
        return None
    facts: list[Fact] = [state.shaded_fact(at) for at in bit_positions(new.shaded)]
    facts += [state.shaded_fact(at, False) for at in bit_positions(new.open)]
    clues = [state.cell(clue.at) for clue in evidence.clues]
    because: tuple[Reason, ...] = (*clues, *facts_of(state, evidence, step))
    return Deduction(tuple(facts), because, {**args, "facts": tuple(facts)}, form=form)


def _technique(
    name: str,
    code: str,
    level: float,
    find: Callable[[YajilinState, int], Deduction | None],
    pick: Callable[[YajilinState], SiteList[Any]],
    *sorts: Sort,
) -> Technique[YajilinState]:
    """A technique whose sites are a list of the state, touched by facts of these sorts."""

    def sites(state: YajilinState) -> range:
        return range(len(pick(state)))

    return Technique(name, code, level, find, sites, lines_touched(pick, *sorts))


_CELLS = (IS_SHADED, NOT_SHADED)

TECHNIQUES = (
    _technique("zero-clue", "Y1", 1.0, zero_clue, lambda state: state.tallies),
    _technique("saturation", "Y2", 1.2, saturation, lambda state: state.tallies, IS_SHADED),
    _technique("exhaustion", "Y3", 1.3, exhaustion, lambda state: state.tallies, NOT_SHADED),
    _technique("full-packing", "Y9", 1.8, full_packing, lambda state: state.tallies, *_CELLS),
    _technique("packed-pair", "Y9b", 2.2, packed_pair, lambda state: state.counts, *_CELLS),
    _technique(
        "same-direction", "Y12", 2.4, same_direction, lambda state: state.differences, *_CELLS
    ),
    _technique("wall", "Y11", 2.8, wall, lambda state: state.tallies, *_CELLS, NOT_LINE),
    _technique("facing-clues", "Y12b", 3.0, facing_clues, lambda state: state.facing, *_CELLS),
    _technique(
        "whole-line",
        "Y13",
        3.2,
        whole_line,
        lambda state: state.lines_with_clues,
        *_CELLS,
        NOT_LINE,
    ),
)
