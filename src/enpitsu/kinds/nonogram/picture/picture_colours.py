"""The colours of a puzzle that is made from a picture: few, far apart, as in the picture.

Distances are taken in OKLab, a space where they are about as large as the eye sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import hypot
from operator import mul
from typing import NamedTuple

from enpitsu.grid import cell_at
from enpitsu.kinds.nonogram.colours import Lab, oklab
from enpitsu.picture import RGB, Picture

_ROUNDS = 30
_SOFT = 0.02  # weight of a colour at the soft edge of an area beside one inside
_FULL = 0.8
_THERE = 0.15
_INSIDE = 0.1
"""Share of a colour's area that lies inside areas of it, or of an ink's that lies in cells nearly
full of it: with less it is only a soft edge."""
_NOISY = 0.4
"""Share of a picture inside areas of one colour below which it is noisy, so that what is inside
tells little: whatever is cut off at white is, for one thing."""
_ASIDE = 30**2
_ALIKE = 0.06**2  # colours nearer than this are hard to tell apart on paper and become one
_AGAIN = 6  # times that colours are chosen while soft edges take places among them
_MIXED = 0.8  # share of an ink's area that lies between others, where it is mixed of these
_TYPICAL = 0.3
"""Share of a colour's area that one value needs to stand for it, rather than the average."""


Check = Callable[[], None]
"""Raises LimitReached when a limit is reached."""


def apart(a: Lab, b: Lab) -> float:
    """Return the square of the distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


def contrast(picture: Picture) -> float:
    """Return the range of a picture's colours, without those that cover next to nothing."""
    least = len(picture.cells) / 500
    pairs = zip(picture.colours, picture.weights(), strict=True)
    labs = [oklab(rgb) for rgb, weight in pairs if weight > least]
    return hypot(*(max(axis) - min(axis) for axis in zip(*labs, strict=True)))


class Inks(NamedTuple):
    """The colours chosen, the paper last, and for each colour of the picture its ink."""

    rgbs: list[RGB]
    of_colour: list[int]
    labs: list[Lab]
    """The picture's colours."""

    def shares(self, picture: Picture) -> list[list[float]]:
        """Return for each ink the share of each cell that it covers. The soft edge between two inks
        has mixed colours that may be nearest to a third: these count as one of the two."""
        shares = [[0.0] * len(picture.cells) for _ in self.rgbs]
        pairs = zip(picture.calm, picture.weights(), strict=True)
        # The colours that hardly occur but at the edges of areas.
        edges = {place for place, (calm, weight) in enumerate(pairs) if calm < _INSIDE * weight}
        for cell, mix in enumerate(picture.cells):
            for place, share in mix:
                if place not in edges:
                    shares[self.of_colour[place]][cell] += share
            there = [ink for ink, share in enumerate(shares) if share[cell] > _THERE]
            for place, share in mix:
                if place in edges:
                    shares[self._ink_at_edge(picture.colours[place], place, there)][cell] += share
        return shares

    def _ink_at_edge(self, rgb: RGB, place: int, there: list[int]) -> int:
        """Return the ink of a colour at an edge, in a cell where some inks are."""
        nearest = self.of_colour[place]
        if nearest not in there:
            for a, b in combinations(there, 2):
                if _is_between(rgb, self.rgbs[a], self.rgbs[b]):
                    pair = [oklab(self.rgbs[a]), oklab(self.rgbs[b])]
                    return (a, b)[_nearest([self.labs[place]], pair)[0]]
        return nearest

    def is_mixed(self, picture: Picture, ink: int) -> bool:
        """Return True if an ink has no colour of its own, but many shades between other inks."""
        pairs = zip(picture.colours, picture.weights(), self.of_colour, strict=True)
        own = [(rgb, area) for rgb, area, each in pairs if each == ink]
        total = sum(area for _, area in own)
        if not own or max(area for _, area in own) >= _TYPICAL * total:
            return False
        others = [rgb for other, rgb in enumerate(self.rgbs) if other != ink]
        between = sum(
            area
            for rgb, area in own
            if any(_is_between(rgb, a, b) for a, b in combinations(others, 2))
        )
        return between >= _MIXED * total

    def without(self, ink: int) -> Inks:
        """Return the inks without one: what had it gets the nearest of the others."""
        kept = self.rgbs[:ink] + self.rgbs[ink + 1 :]
        return Inks(kept, _nearest(self.labs, [oklab(rgb) for rgb in kept]), self.labs)


def choose_inks(picture: Picture, most: int, check: Check) -> Inks:
    """Choose up to `most` colours and the paper, by k-means from common colours far apart.

    The paper is the border's colour, or what is there most; the others follow by how much they
    cover. What turns out to be a soft edge has taken the place of a colour that is less far from
    the others, as skin is from a light ground: then it is tried again without it.
    """
    labs = [oklab(rgb) for rgb in picture.colours]
    areas = picture.weights()
    weights = [calm + _SOFT * area for calm, area in zip(picture.calm, areas, strict=True)]
    if sum(picture.calm) < _NOISY * len(picture.cells):
        weights = areas
    starts, found = weights, []
    for _ in range(_AGAIN):
        inks, seeds = _cluster(picture, labs, weights, most, starts, check)
        edges: list[Lab] = []
        check()
        while (needless := _soft_edge(picture, inks)) is not None:
            check()
            edges.append(oklab(inks.rgbs[needless]))
            edges += [labs[seed] for seed in seeds if inks.of_colour[seed] == needless]
            inks = inks.without(needless)
        found.append(inks)
        if not edges:
            break
        starts = [
            0.0 if min(apart(lab, edge) for edge in edges) < _ALIKE else start
            for lab, start in zip(labs, starts, strict=True)
        ]
    return max(found, key=lambda inks: len(inks.rgbs))


def _cluster(
    picture: Picture,
    labs: list[Lab],
    weights: list[float],
    most: int,
    starts: list[float],
    check: Check,
) -> tuple[Inks, list[int]]:
    """Return inks by k-means, and the colours that they began from; `starts` is the weight of each
    as one to begin from."""
    seeds = [_paper_of(picture, labs)]
    while len(seeds) <= most:
        check()
        far = [min(apart(lab, labs[seed]) for seed in seeds) for lab in labs]
        best = _largest([start**0.5 * away for start, away in zip(starts, far, strict=True)])
        if far[best] < _ALIKE:
            break
        seeds.append(best)
    inks = _order_inks(picture, labs, weights, _k_means(labs, weights, [labs[s] for s in seeds]))
    while len(set(inks.rgbs)) < len(inks.rgbs):
        # Two were nearly black or nearly white.
        double = next(rgb for rgb in inks.rgbs if inks.rgbs.count(rgb) > 1)
        inks = inks.without(inks.rgbs.index(double))
    return inks, seeds


def _paper_of(picture: Picture, labs: list[Lab]) -> int:
    """Return the colour of the paper: the border's, unless another was told."""
    border = _largest(_border_weights(picture))
    if picture.paper is None:
        return border
    wanted = oklab(picture.paper)
    nearest = min(range(len(labs)), key=lambda place: apart(labs[place], wanted))
    return border if apart(labs[nearest], labs[border]) < _ALIKE else nearest


def _soft_edge(picture: Picture, inks: Inks) -> int | None:
    """Return an ink that is only the transition between two others; None if there is none."""
    shares = inks.shares(picture)
    for ink, rgb in enumerate(inks.rgbs[:-1]):
        others = [other for other in inks.rgbs if other != rgb]
        if any(_is_between(rgb, a, b) for a, b in combinations(others, 2)):
            full = sum(share for share in shares[ink] if share >= _FULL)
            if full < _INSIDE * sum(shares[ink]):
                return ink
    return None


def _is_between(rgb: RGB, a: RGB, b: RGB) -> bool:
    """Return True if a colour is about what one gets by mixing two others."""
    line = [end - start for start, end in zip(a, b, strict=True)]
    gone = [value - start for start, value in zip(a, rgb, strict=True)]
    share = sum(x * y for x, y in zip(line, gone, strict=True)) / (sum(x * x for x in line) or 1)
    aside = sum((y - share * x) ** 2 for x, y in zip(line, gone, strict=True))
    return 0.1 < share < 0.9 and aside < _ASIDE


def _largest(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)


def _border_weights(picture: Picture) -> list[float]:
    rows, cols = picture.rows, picture.cols
    weights = [0.0] * len(picture.colours)
    for cell, mix in enumerate(picture.cells):
        row, col = cell_at(cell, cols)
        if row in (0, rows - 1) or col in (0, cols - 1):
            for place, share in mix:
                weights[place] += share
    return weights


def _k_means(labs: list[Lab], weights: list[float], centres: list[Lab]) -> list[int]:
    """Move each centre to the middle of what is nearest to it, until nothing moves; return the
    centre of each colour, with those that came to lie close together counted as one."""
    of_colour = _nearest(labs, centres)
    for _ in range(_ROUNDS):
        for ink in range(len(centres)):
            own = [w * (each == ink) for w, each in zip(weights, of_colour, strict=True)]
            total = sum(own)
            if total:
                axes = zip(*labs, strict=True)
                a, b, c = (sum(map(mul, axis, own)) / total for axis in axes)
                centres[ink] = a, b, c
        moved = _nearest(labs, centres)
        if moved == of_colour:
            break
        of_colour = moved
    same = list(range(len(centres)))
    for a, b in combinations(range(len(centres)), 2):
        if apart(centres[a], centres[b]) < _ALIKE:
            same[b] = same[a]
    return [same[ink] for ink in of_colour]


def _nearest(labs: Iterable[Lab], centres: Sequence[Lab]) -> list[int]:
    inks = range(len(centres))
    return [min(inks, key=lambda ink: apart(lab, centres[ink])) for lab in labs]


def _order_inks(
    picture: Picture, labs: list[Lab], weights: list[float], of_colour: list[int]
) -> Inks:
    """Return the inks by how much they cover, the paper last."""
    cover: dict[int, float] = dict.fromkeys(of_colour, 0.0)
    edge = dict(cover)
    for ink, weight, border in zip(of_colour, weights, _border_weights(picture), strict=True):
        cover[ink] += weight
        edge[ink] += border
    sum_cover, sum_edge = sum(cover.values()), sum(edge.values())
    paper = max(cover, key=lambda ink: cover[ink] / sum_cover + edge[ink] / sum_edge)
    if picture.paper is not None:
        wanted = oklab(picture.paper)
        places = range(len(labs))
        paper = of_colour[min(places, key=lambda place: apart(labs[place], wanted))]
    order = sorted(cover, key=lambda ink: (ink == paper, -cover[ink], ink))
    areas = picture.weights()
    rgbs = [_colour_of(picture, areas, of_colour, ink) for ink in order]
    return Inks(rgbs, [order.index(ink) for ink in of_colour], labs)


def _colour_of(
    picture: Picture, weights: Sequence[float], of_colour: Sequence[int], ink: int
) -> RGB:
    """Return the colour of an ink: its commonest value if that is typical of it, else the
    average."""
    places = [place for place, each in enumerate(of_colour) if each == ink]
    total = sum(weights[place] for place in places)
    common = max(places, key=weights.__getitem__)
    if weights[common] >= _TYPICAL * total:
        return _snap(picture.colours[common])
    red, green, blue = (
        round(sum(picture.colours[place][at] * weights[place] for place in places) / total)
        for at in range(3)
    )
    return _snap((red, green, blue))


def _snap(rgb: RGB) -> RGB:
    """Nearly white is white and nearly black is black: scans and JPEG files hardly hit them."""
    if min(rgb) >= 240:
        return (255, 255, 255)
    return (0, 0, 0) if max(rgb) <= 24 else rgb
