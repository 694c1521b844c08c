"""Tables 2 to 5 of B. Kaak, "Efficiency of two SAT encodings of Yajilin puzzles" (bachelor thesis,
Leiden 2025), as printed.

Its program: C with Kissat 4.0.0; it names no machine. It finds one solution from a starting cell
or starting edges that were chosen by hand, with the solution at hand. Puzzles are named by their
numbers on janko.at. `scripts/bench tables/kaak_2025_methods` prints them beside Enpitsu's figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

CLASSIC, NOVEL = "counting", "two-trees"
"""The engines that follow the thesis' classic and its novel method."""


class Row(NamedTuple):
    """One puzzle: seconds and variables by each method; no seconds where it came to no end."""

    puzzle: int
    classic_seconds: float | None
    classic_variables: int
    novel_seconds: float | None
    novel_variables: int

    def seconds(self, engine: str) -> float | None:
        """The published seconds of the method that an engine follows."""
        return self.classic_seconds if engine == CLASSIC else self.novel_seconds

    def variables(self, engine: str) -> int:
        """The published number of variables of the method that an engine follows."""
        return self.classic_variables if engine == CLASSIC else self.novel_variables


class Group(NamedTuple):
    """Puzzles with a common average: a whole table, or a level of Table 5."""

    table: int
    title: str
    rows: tuple[Row, ...]
    average: Row


DIFFERENT: Mapping[tuple[int, str], int] = {(572, NOVEL): -1}
"""By how much the number of variables that follows from the thesis' own formulas differs from the
printed one, where it does. For puzzle 572 the sum of section 3.5.2 is one less than the table says
(it agrees with the sum of 3.5.1 in the same row, which counts the same Z, C and T)."""

SIZES = (
    Group(
        table=2,
        title="small puzzles",
        rows=(
            Row(1, 0.08, 2402, 0.03, 462),
            Row(41, 0.08, 2353, 0.02, 515),
            Row(332, 0.07, 2540, 0.04, 490),
            Row(35, 0.42, 9312, 0.03, 1090),
            Row(54, 0.17, 9287, 0.03, 1064),
            Row(226, 0.17, 10115, 0.05, 1063),
            Row(537, 0.19, 8275, 0.03, 988),
            Row(564, 0.08, 12936, 0.04, 1440),
            Row(143, 0.13, 14205, 0.2, 1339),
            Row(144, 0.14, 19873, 0.17, 1685),
            Row(555, 0.18, 19548, 0.05, 1514),
            Row(543, 0.15, 25705, 0.04, 2209),
            Row(147, 0.41, 27179, 0.06, 2131),
            Row(479, 0.17, 32290, 0.04, 2344),
            Row(281, 0.47, 35147, 0.06, 2204),
            Row(98, 0.17, 7932, 0.04, 964),
            Row(231, 0.22, 32006, 0.07, 2067),
            Row(314, 0.47, 25889, 0.44, 1758),
            Row(523, 1.25, 37060, 1.89, 2434),
            Row(201, 0.22, 30152, 0.07, 1863),
        ),
        average=Row(0, 0.262, 18210, 0.17, 1481),
    ),
    Group(
        table=3,
        title="medium-sized puzzles",
        rows=(
            Row(415, 0.23, 42628, 0.06, 4008),
            Row(519, 0.24, 41331, 0.06, 3856),
            Row(521, 0.47, 41661, 0.07, 3041),
            Row(549, 0.36, 54941, 0.09, 3821),
            Row(169, 0.91, 76792, 0.22, 3375),
            Row(561, 0.29, 62013, 0.07, 5593),
            Row(37, 0.18, 28614, 0.04, 1978),
            Row(119, 0.55, 30739, 0.2, 2256),
            Row(233, 0.53, 39196, 0.8, 2234),
            Row(284, 0.66, 40982, 0.67, 2277),
            Row(384, 1.57, 76453, 32.89, 3577),
            Row(264, 0.84, 60052, 0.2, 2802),
            Row(524, 0.93, 75681, 1.44, 3551),
            Row(7, 2.09, 103625, 0.94, 3820),
            Row(250, 1.33, 105850, 1.33, 4011),
            Row(492, 1.13, 83639, 6.29, 4004),
            Row(268, 2.96, 128045, 0.57, 4254),
            Row(545, 2.57, 102400, 0.29, 3964),
            Row(290, 47.25, 184531, 4.86, 5906),
            Row(579, 1.59, 150005, 0.11, 7645),
        ),
        average=Row(0, 3.334, 76459, 2.56, 3799),
    ),
    Group(
        table=4,
        title="large puzzles",
        rows=(
            Row(140, 10.35, 309220, 1.01, 10214),
            Row(527, 26.05, 673462, 4.68, 16884),
            Row(20, 12.86, 464069, 3.81, 12759),
            Row(39, 19.49, 463189, 16.58, 8988),
            Row(10, 103.19, 467163, 117.85, 9338),
            Row(30, 126.31, 1706514, None, 20381),
            Row(40, 218.17, 1718292, 20.68, 20968),
            Row(385, 10.25, 250224, 5.58, 6872),
            Row(460, 9.15, 275956, 2.61, 9609),
            Row(510, 8.92, 238013, 642.46, 6696),
            Row(557, 9.04, 363483, 8.3, 11603),
            Row(587, 16.35, 410746, 1.28, 9023),
            Row(420, 25.87, 490058, 1964.42, 11014),
            Row(560, 16.28, 471751, 90.03, 11764),
            Row(562, 16.87, 629282, 1.72, 15321),
            Row(430, 19.27, 582682, 1.89, 12064),
            Row(589, 16.93, 677907, 0.81, 26993),
            Row(578, 40.76, 898795, 196, 15986),
            Row(528, 583.84, 4121767, None, 41485),
            Row(572, 52.48, 1441017, 1.13, 41835),
        ),
        average=Row(0, 67.122, 832680, 171.158, 15990),
    ),
)
"""Tables 2 to 4."""

_MORE = (
    Row(403, 0.24, 9491, 0.05, 1063),
    Row(413, 0.34, 9515, 0.04, 1087),
    Row(94, 0.41, 9635, 0.04, 1099),
    Row(470, 1.43, 78700, 2.3, 3528),
    Row(428, 2.47, 82190, 0.67, 4182),
    Row(247, 5.37, 105129, 3.16, 4305),
    Row(18, 2.78, 99362, 0.85, 5330),
)
ROWS: Mapping[int, Row] = {
    row.puzzle: row for rows in (*(group.rows for group in SIZES), _MORE) for row in rows
}
"""All puzzles of the thesis by number. Table 5 repeats the rows of the others; these are new."""


def _level(title: str, puzzles: tuple[int, ...], *average: float) -> Group:
    seconds, variables, novel_seconds, novel_variables = average
    mean = Row(0, seconds, int(variables), novel_seconds, int(novel_variables))
    return Group(5, f"difficulty {title}", tuple(ROWS[number] for number in puzzles), mean)


LEVELS = (
    _level("1", (1, 41, 537, 555, 98, 403), 0.157, 8334, 0.037, 918),
    _level("2", (35, 54, 479, 201, 413, 94), 0.288, 16699, 0.042, 1425),
    _level("3", (332, 314, 561, 37, 233, 264), 0.397, 36384, 0.265, 2476),
    _level("4", (564, 543, 523, 521, 384, 250), 0.808, 49944, 6.043, 2785),
    _level("5", (143, 147, 119, 7, 492, 545), 1.147, 60298, 1.33, 2919),
    _level("6", (549, 524, 290, 579, 39, 587), 14.328, 223182, 4.06, 6489),
    _level("7", (385, 510, 470, 428, 247, 18), 5.203, 142270, 109.17, 5152),
    _level("8", (527, 20, 10, 460, 562, 589), 30.842, 531307, 21.913, 15151),
    _level("schwer", (140, 30, 557, 420, 560, 528), 128.615, 1243799, 343.96, 17744),
)
"""Table 5 by janko's levels. The novel method's mean of the last level counts two puzzles that it
never solved as 0 s: the four that it solved took 515.94 s."""

GROUPS = (*SIZES, *LEVELS)
