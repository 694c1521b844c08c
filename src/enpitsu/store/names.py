"""Names of players: which ones can be had, and how those that look the same are told apart.

Names need not be different. Where they stand in a ranking, players whose names look the same have a
number behind it: the same letters in another case or width, with other accents, or letters of other
alphabets in their place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sqlalchemy import Connection, exists, func, not_, select

from enpitsu.errors import PuzzleError
from enpitsu.formats.text import tidy
from enpitsu.store.schema import MAX_LIKENESS, players, results

MAX_PLAYER_NAME = 40
MAX_ACCENTS = 2  # on one letter: more of them cover the lines above
_UNSEEN = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Signs that nobody sees although Unicode has them among letters and marks."""
_ACCENTS = range(0x0300, 0x0370)
# After case and width are gone: signs, and under each the letter that it is taken for.
_CYRILLIC = "авекмнорстухіјѕԁһԛԝүӏьб", "abekmhopctyxijsdhqwylb6"
_GREEK = "αβεηικνορτυχωγ", "abenikvoptuxwy"
_LATIN = "ıɑɡłøđħ01|!5", "iaglodhollls"
_LOOKS = str.maketrans(*map("".join, zip(_CYRILLIC, _GREEK, _LATIN, strict=True)))
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")
"""Greek capitals, and the letters that they are taken for: their small ones may look otherwise."""
_PAIRS = (("rn", "m"), ("vv", "w"))


def checked_name(name: str) -> str:
    """A name as it is kept, in one clean line; PuzzleError if no player can have it."""
    # Cleaned only when short: a name of a million letters is not worth the work.
    clean = tidy(name) if len(name) <= 10 * MAX_PLAYER_NAME else name
    if len(clean) > MAX_PLAYER_NAME or not clean.isprintable():
        raise PuzzleError(f"a name has at most {MAX_PLAYER_NAME} printable characters")
    if any(sign in _UNSEEN for sign in clean) or _has_flood(clean):
        raise PuzzleError("a name has no invisible signs, and no letter with a pile of accents")
    return clean


def likeness(name: str) -> str:
    """Return the form that names that look the same share; "" for no name."""
    plain = unicodedata.normalize("NFKC", name)
    greek = (ord(sign) for sign in plain if "GREEK" in unicodedata.name(sign, ""))
    if all(sign in _CAPITALS for sign in greek):  # With others it is read as Greek.
        plain = plain.translate(_CAPITALS)
    letters = unicodedata.normalize("NFD", plain.casefold())
    bare = "".join(sign for sign in letters if ord(sign) not in _ACCENTS)
    looks = "".join(bare.split()).translate(_LOOKS).replace("i", "l")
    for pair, one in _PAIRS:
        looks = looks.replace(pair, one)
    return unicodedata.normalize("NFC", looks)[:MAX_LIKENESS]


def find_names(connection: Connection, wanted: Iterable[int]) -> dict[int, tuple[str, int]]:
    """The names of players, each with the number that tells those apart that look the same: from 1
    on in the order in which they came, 0 where nobody else who has solved something looks so."""
    ids = list(wanted)
    alike = select(players.c.likeness).where(players.c.id.in_(ids))
    has_solved = exists().where(results.c.player_id == players.c.id, not_(results.c.is_test))
    numbered = (
        select(
            players.c.id,
            players.c.name,
            func.row_number()
            .over(partition_by=players.c.likeness, order_by=players.c.id)
            .label("number"),
            func.count().over(partition_by=players.c.likeness).label("alike"),
        )
        .where(players.c.likeness.in_(alike), has_solved)
        .subquery()
    )
    rows = connection.execute(select(numbered).where(numbered.c.id.in_(ids)))
    return {row.id: (row.name, row.number if row.alike > 1 else 0) for row in rows}


def _has_flood(name: str) -> bool:
    count = 0
    for sign in unicodedata.normalize("NFD", name):
        count = count + 1 if unicodedata.combining(sign) else 0
        if count > MAX_ACCENTS:
            return True
    return False
