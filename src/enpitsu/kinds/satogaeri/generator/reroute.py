"""Other tracks for single circles, while all others keep theirs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from enpitsu.kinds.satogaeri.generator.grid_index import Borders
from enpitsu.kinds.satogaeri.generator.known_tracks import LONGEST, Track

TRIES = 12  # so many places are tried for a circle whose image must find a way, too


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
    for track in options[:TRIES]:
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
