"""The solution that a puzzle is made from: where each circle comes from.

Each country gets a track that ends in it: an end, from which the circle is moved back along free
cells. Every country keeps a free cell for its own end as long as it has no track, so all of them
find one; a circle that could not be moved at all is tried again once the others have found their
places, and then a track in its way may be shortened.

With a symmetry the places of the circles are symmetric too. Tracks come in pairs of images;
countries that are their own image have their circles on the axis, or in pairs beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from random import Random
from types import MappingProxyType

from enpitsu.kinds.satogaeri.generator.borders import Borders

Track = tuple[int, ...]
"""The cells of a circle's track, its start first."""

LONGEST = 9  # circles are rarely moved further: that is seen by the eye, not by thought
TRIES = 40  # so many tracks are tried for two countries that share a pair of circles
TWIN_TRIES = 12  # so many places are tried for a circle whose image must find a track, too


class TrackLayer:
    """Tracks for all countries, while they are laid."""

    def __init__(
        self,
        borders: Borders,
        random: Random,
        check: Callable[[], None],
        given: Mapping[int, Track] = MappingProxyType({}),
    ) -> None:
        """`given`: tracks that stay, by country."""
        self._borders, self._grid, self._random = borders, borders.grid, random
        self._used: set[int] = set()
        self._free = [len(cells) for cells in borders.members]
        """For each country how many cells no track has."""
        self.tracks: dict[int, Track] = {}
        """By country."""
        self._single: set[int] = set()
        """Countries whose tracks are not laid together with their images, for want of room."""
        self._check, self._given = check, given
        for country, track in given.items():
            self._put(country, track)

    def lay(self) -> list[Track]:
        """A track for each country."""
        self._lay_own_images()
        countries = range(len(self._borders.members))
        order = [country for country in countries if country not in self._given]
        self._random.shuffle(order)
        for country in order:
            self._check()
            if country not in self.tracks:
                self._lay_pair(country)
        for country in order:
            if len(self.tracks[country]) == 1:
                self._improve(country)
        return [self.tracks[country] for country in countries]

    # --- one country, or one and its partner ----------------------------------------------------

    def _lay_pair(self, country: int) -> None:
        options = list(self._options(country))
        if not options:
            self._single.update((country, self._borders.partner[country]))
            options = list(self._options(country))
        moved = [track for track in options if len(track) > 1]
        weights = [min(3, len(track) - 1) for track in moved]
        track = self._random.choices(moved, weights)[0] if moved else options[-1]
        self._put(country, track)
        partner = self._partner(country)
        if partner != country:
            self._put(partner, tuple(self._grid.image[at] for at in track))

    def _partner(self, country: int) -> int:
        return country if country in self._single else self._borders.partner[country]

    def _options(self, country: int) -> Iterator[Track]:
        """For each end and direction one track of random length; those that stay come last."""
        ends = [at for at in sorted(self._borders.members[country]) if at not in self._used]
        self._random.shuffle(ends)
        for end in ends:
            for cells in self._grid.rays(end):
                longest = self._room(country, end, cells)
                if longest > 0:
                    yield (*reversed(cells[: self._random.randint(1, longest)]), end)
        yield from ((end,) for end in ends if self._room(country, end, range(0)) == 0)

    def _room(self, country: int, end: int, cells: range) -> int:
        """Return the distance that a circle may be moved back: over free cells that other countries
        can spare, and not into its own image; -1 if not even the end can be there."""
        image, partner = self._grid.image, self._partner(country)
        taken: dict[int, None] = {}
        for room, at in enumerate((end, *cells[:LONGEST])):
            new = {at: None} if partner == country else {at: None, image[at]: None}
            if (len(new) == 1 and partner != country) or any(each in taken for each in new):
                return room - 1
            taken.update(new)
            if not self._can_spare(taken, (country, partner)):
                return room - 1
        return min(LONGEST, len(cells))

    def _can_spare(self, cells: Iterable[int], countries: Collection[int]) -> bool:
        """Return True if cells are free, and every country but these keeps one for its end."""
        taken: dict[int, int] = {}
        for at in cells:
            if at in self._used:
                return False
            other = self._borders.labels[at]
            if other not in self.tracks and other not in countries:
                taken[other] = taken.get(other, 0) + 1
        return all(self._free[other] > count for other, count in taken.items())

    def _put(self, country: int, track: Track) -> None:
        self.tracks[country] = track
        for at in track:
            self._used.add(at)
            self._free[self._borders.labels[at]] -= 1

    def _lift(self, country: int) -> Track:
        track = self.tracks.pop(country)
        for at in track:
            self._used.discard(at)
            self._free[self._borders.labels[at]] += 1
        return track

    # --- circles that did not move ---------------------------------------------------------------

    def _improve(self, country: int) -> None:
        """Lay a track anew that has no length; if there is no room, shorten another one."""
        partner = self._partner(country)
        before = {each: self._lift(each) for each in {country: None, partner: None}}
        self._lay_pair(country)
        if len(self.tracks[country]) > 1 or self._grid.is_symmetric:
            return
        for each in before:
            self._lift(each)
        self._put(country, self._push_track(country) or before[country])

    def _push_track(self, country: int) -> Track | None:
        """Shorten another track that is not given; return one of one step from its start."""
        own = (item for item in self.tracks.items() if item[0] not in self._given)
        starts = {track[0]: each for each, track in own if len(track) > 2}
        members = sorted(self._borders.members[country] - self._used)
        steps = [(at, end) for end in members for at in self._grid.near[end] if at in starts]
        if not steps:
            return None
        at, end = self._random.choice(steps)
        other = starts[at]
        self._put(other, self._lift(other)[1:])
        return at, end

    # --- countries that are their own image ------------------------------------------------------

    def _lay_own_images(self) -> None:
        """Circles on the axis; where it has no cells, a pair for each two countries."""
        if not self._grid.is_symmetric:
            return
        partner, members = self._borders.partner, self._borders.members
        own = [country for country in range(len(members)) if partner[country] == country]
        if any(image == at for at, image in enumerate(self._grid.image)):
            for country in own:
                self._lay_on_axis(country)
        else:
            for first, second in zip(own[::2], own[1::2], strict=False):
                self._lay_beside_axis(first, second)

    def _lay_on_axis(self, country: int) -> None:
        image, options = self._grid.image, []
        for end in sorted(self._borders.members[country] - self._used):
            for cells in self._grid.rays(end):
                room = self._room(country, end, cells)
                backwards = [(*reversed(cells[:length]), end) for length in range(room + 1)]
                options += [track for track in backwards if image[track[0]] == track[0]]
        if options:
            moved = [track for track in options if len(track) > 1]
            self._put(country, self._random.choice(moved or options))

    def _lay_beside_axis(self, first: int, second: int) -> None:
        """Two circles that are each other's image: one ends in each of two countries."""
        image, countries = self._grid.image, (first, second)
        for _ in range(TRIES):
            track = self._random.choice(list(self._options(first)))
            start = image[track[0]]
            ends = [
                (start, *cells[:length])
                for cells in self._grid.rays(start)
                for length in range(1, min(LONGEST, len(cells)) + 1)
                if self._borders.labels[cells[length - 1]] == second
            ]
            self._random.shuffle(ends)
            for other in ends:
                if self._can_spare({*track, *other}, countries) and not set(track) & set(other):
                    self._put(first, track)
                    self._put(second, other)
                    return


# --- other tracks for single circles, while all others keep theirs -------------------------------


def reroute(
    borders: Borders,
    tracks: list[Track],
    circle: int,
    random: Random,
    *,
    shorter: bool = False,
    alone: bool = False,
) -> dict[int, Track] | None:
    """A new track for a circle that ends in the same country; with a symmetry also one for the
    circle in the place of its image, unless it is to move alone. None if there is no room. A
    shorter one may be wanted, down to none at all: with fewer ways to go there are fewer
    solutions."""
    image, old = borders.grid.image, tracks[circle]
    twin = None  # the circle in the place of this one's image, if that is another one
    if not alone and image[old[0]] != old[0]:
        places = (each for each, track in enumerate(tracks) if track[0] == image[old[0]])
        twin = next(places, None)
    used = {at for each, track in enumerate(tracks) if each not in (circle, twin) for at in track}
    least = 0 if shorter else 1
    options = [track for track in _backwards(borders, circle, used, least) if track != old]
    if shorter:
        options = [track for track in options if len(track) < len(old)]
    random.shuffle(options)
    if twin is None:
        is_own_image = borders.grid.is_symmetric and not alone and image[old[0]] == old[0]
        fitting = (track for track in options if not is_own_image or image[track[0]] == track[0])
        track = next(fitting, None)
        return None if track is None else {circle: track}
    for track in options[:TWIN_TRIES]:
        others = list(_forwards(borders, twin, image[track[0]], used.union(track), least))
        if others:
            return {circle: track, twin: random.choice(others)}
    return None


def _backwards(borders: Borders, country: int, used: set[int], least: int) -> Iterator[Track]:
    """Tracks that end in a country, of this length or more."""
    for end in sorted(borders.members[country] - used):
        if not least:
            yield (end,)
        for cells in borders.grid.rays(end):
            for length, at in enumerate(cells[:LONGEST], 1):
                if at in used:
                    break
                yield (*reversed(cells[:length]), end)


def _forwards(
    borders: Borders, country: int, start: int, used: set[int], least: int
) -> Iterator[Track]:
    """Tracks from a start into a country, of this length or more."""
    if start in used:
        return
    if not least and borders.labels[start] == country:
        yield (start,)
    for cells in borders.grid.rays(start):
        for length, at in enumerate(cells[:LONGEST], 1):
            if at in used:
                break
            if borders.labels[at] == country:
                yield (start, *cells[:length])
