"""Colours as files name them: hexadecimal digits, X11's words, or nothing but a letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from enpitsu.errors import FormatError
from enpitsu.kinds.nonogram.model import MAX_COLOURS, Clue

Clues = Sequence[Clue] | None
"""The clues of all rows or columns; None if a file has none."""

_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{9}|[0-9a-f]{12})", re.IGNORECASE)
_GREY = re.compile(r"gr[ae]y([0-9]{1,2}|100)")
_SHADE = re.compile(r"([a-z]+)([1-4])")
_SHADES = {"1": 1.0, "2": 0.932, "3": 0.804, "4": 0.548}

_WORDS = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc
bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a
burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50
cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b
darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000
darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f
darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff
dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0
forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520
gray bebebe green 00ff00 greenyellow adff2f grey bebebe honeydew f0fff0 hotpink ff69b4
indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5
lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
lightgoldenrod eedd82 lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90
lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa
lightslateblue 8470ff lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de
lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon b03060
mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db
mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc
mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5
navajowhite ffdead navy 000080 navyblue 000080 none ffffff oldlace fdf5e6 olive 808000
olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa
palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9
peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple a020f0 red ff0000 rosybrown bc8f8f
royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57
seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090
slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080
thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee violetred d02090 wheat f5deb3
white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
_NAMED = dict(re.findall(r"(\w+) (\w+)", _WORDS))

_SPARE = {
    "r": "#e00000",
    "b": "#0000e0",
    "g": "#00a000",
    "o": "#ff8000",
    "p": "#a000a0",
    "c": "#00a0a0",
    "n": "#806000",
    "y": "#ffd000",
    "m": "#ff80c0",
    "s": "#80c0ff",
    "e": "#808080",
    "k": "#000000",
}
"""Colours that are easily told apart, with a letter that may mean them."""


class FileColours:
    """The colours of a file, by the names or signs that it has for them."""

    def __init__(self) -> None:
        self.palette: list[str] = []
        self.places: dict[str, int] = {}
        """The place of each name's colour in the palette."""
        self.unknown: list[str] = []
        """Names whose colours were chosen freely."""

    def add(self, name: str, rgb: str, error: Callable[[str], FormatError] = FormatError) -> None:
        """Give a name a colour; `error` where there are too many."""
        if len(self.palette) == MAX_COLOURS:
            raise error(f"more than {MAX_COLOURS} colours")
        self.places[name] = len(self.palette)
        self.palette.append(rgb)

    def leave_out_unused(
        self, rows: Clues, cols: Clues, others: Iterable[int] = (), default: int = 0
    ) -> tuple[Clues, Clues]:
        """Forget the colours that neither clues nor `others` have; return the clues with the new
        places. Where nothing has a colour, `default` stays.

        Files often declare more colours than they use, and those would make a plain puzzle
        coloured.
        """
        runs = chain.from_iterable([*(rows or ()), *(cols or ())])
        used = {run.colour for run in runs}.union(others)
        kept = sorted(used) or [default][: len(self.palette)]
        moved = {old: new for new, old in enumerate(kept)}
        self.palette = [self.palette[place] for place in kept]
        self.places = {name: moved[at] for name, at in self.places.items() if at in moved}
        return _recolour(rows, moved), _recolour(cols, moved)


def _recolour(clues: Clues, moved: Mapping[int, int]) -> Clues:
    if clues is None:
        return None
    return [tuple([run._replace(colour=moved[run.colour]) for run in clue]) for clue in clues]


def rgb_of(text: str) -> str | None:
    """Return a colour as #rrggbb; None if the text names none."""
    match = _HEX.fullmatch(text)
    if match is not None:
        # The leading digits of each channel; one digit alone stands for two of it.
        digits, width = match[1].lower(), len(match[1]) // 3
        channels = [digits[at : at + width] for at in range(0, len(digits), width)]
        return "#" + "".join((channel * 2)[:2] for channel in channels)
    word = "".join(text.lower().split())
    grey, shade = _GREY.fullmatch(word), _SHADE.fullmatch(word)
    if grey is not None:
        return "#" + f"{round(int(grey[1]) * 2.55):02x}" * 3
    if word in _NAMED:
        return f"#{_NAMED[word]}"
    if shade is not None and shade[1] in _NAMED:
        part = _SHADES[shade[2]]
        scaled = [round(channel * part) for channel in bytes.fromhex(_NAMED[shade[1]])]
        return f"#{bytes(scaled).hex()}"
    return None


def spare(letter: str, taken: Sequence[str]) -> str:
    """Return a colour for a letter that no one explained; not a taken one, if others are left."""
    free = [rgb for rgb in _SPARE.values() if rgb not in taken]
    wanted = _SPARE.get(letter.lower(), "")
    if wanted in free or not free:
        return wanted or _SPARE["k"]
    return free[0]
