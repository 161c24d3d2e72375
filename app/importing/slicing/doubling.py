"""Whether what was taken for counters are halves of larger ones, or several of them together.

A line printed across every counter looks like a cut line, and sheets of counters that are all alike look like
sheets of larger ones. So the grids of one outline are compared. Halves are told by two things: the left half
of each counter differs from the right one in what is printed on it, and the lines across counters differ from
the lines between them. If only one of both is so, or hardly, it is for the user to say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

import numpy as np

from app.importing.slicing.edges import Bools
from app.importing.slicing.found import SHOWS, Found
from app.importing.slicing.lattice import LEAST_CELL, LEAST_GAP, Lattice
from app.importing.slicing.ruled import Ruled, sides_of
from app.importing.slicing.sheet import Floats

Answer = Literal["yes", "no", "perhaps"]
Turns = tuple[int, int]
GRAIN: Final = 6
DIFFERENT: Final = (0.25, 0.75)
"""Classes of which so much of the print differs may not be alike, and are not; in noise it seems less."""
CHANCE: Final = (5.0, 9.0)
"""How many times more than chance would explain classes must differ, perhaps and for certain."""
ALIKE: Final = (3.0, 0.4)
"""Classes that differ less, in times of chance and as a share of the print, are alike, whatever lines are."""
APART: Final = (14.0, 0.9)
"""Classes that differ more along both axes are parts of larger counters whatever lines look like: fronts and
backs in turn differ along one."""
LEAST: Final = 4
"""Fewer counters of a class tell nothing for certain."""
TURNS: Final = ((2, 2), (3, 3), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3))
SQUARE: Final = 0.74
"""Counters at hand are at least so much of a square; others are not thought of here."""
AS_CLEAR: Final = 0.85
"""Grids whose sides show so much as those of another are thought of in its place."""
SAME_INK: Final = 15.0
VARIED: Final = 4.0
STRAYED: Final = 3.5
FEW_LINES: Final = 3
AROUND: Final = np.arange(-2, 3, dtype=np.float32)
BESIDE: Final = 4.0
ROUNDS: Final = 3
BLOCKS_APART: Final = 0.18
"""Blocks are at least so much of a counter apart, or nobody can tell them from counters with gutters."""
TORN: Final = 0.6
"""What a block counts that seems to be several."""


def settled(ruled: Ruled, found: Found) -> tuple[Found, bool]:
    """Of the grids in the outline of a block the one of whole counters; and whether that is beyond doubt."""
    torn = _is_torn(ruled, found)
    if torn == "yes":
        return replace(found, whole=TORN), False
    sure = torn == "no"
    for _ in range(ROUNDS):
        finer, certain = _split(ruled, found)
        if finer is None:
            sure = sure and certain
            break
        found = finer
    for turns in TURNS:
        whole = _merged(ruled, found, turns)
        if whole is None:
            continue
        answer = are_parts(ruled, found, turns)
        if answer == "yes":
            return whole, sure
        sure = sure and answer == "no"
    return found, sure


def _split(ruled: Ruled, found: Found) -> tuple[Found | None, bool]:
    """The block with its counters taken apart, where all the lines for it show and the parts are alike; and
    whether it is certain that they are, or are not."""
    sure = True
    for turns in TURNS:
        columns, rows = parted(found.columns, turns[0]), parted(found.rows, turns[1])
        if min(columns.length, rows.length) < LEAST_CELL or not _is_square(columns, rows):
            continue
        finer = ruled.found(columns, rows)
        if finer.quality < AS_CLEAR * found.quality or finer.gutters < AS_CLEAR * found.gutters:
            sure = sure and not _seem_alike(ruled, finer, turns)
            continue
        answer = are_parts(ruled, finer, turns)
        if answer == "no":
            return finer, True
        sure = sure and answer == "yes"
    return None, sure


def _seem_alike(ruled: Ruled, finer: Found, turns: Turns) -> bool:
    """Whether parts of counters are alike though not all lines between them show: on a sheet without cut
    lines counters of two colors meet in an edge, those of one color do not. Where lines show along one axis
    less print is enough.
    """
    contrast = _contrast(prints_of(ruled, finer.columns, finer.rows), finer.present, turns)
    if contrast.count < LEAST or contrast.answer != "no":
        return False
    across = np.arange(finer.columns.count) % turns[0] > 0
    down = np.arange(finer.rows.count) % turns[1] > 0
    inner = [finer.sides.left[:, across], finer.sides.top[down]]
    is_shown = any(part.size and float(part.mean()) >= SHOWS for part in inner)
    return contrast.share < (ALIKE[1] if is_shown else DIFFERENT[0])


@dataclass(frozen=True)
class Pieces(Lattice):
    """Counters of a lattice with gutters, each taken apart into so many that touch."""

    turns: int = 1

    @cached_property
    def starts(self) -> Floats:
        """Where the pieces start."""
        wholes = self.first + self.pitch * np.arange(self.count // self.turns)
        found: Floats = (wholes[:, None] + self.length * np.arange(self.turns)).ravel().astype(np.float32)
        return found


def _is_torn(ruled: Ruled, found: Found) -> Answer:
    """Whether what was taken for counters with gutters are whole blocks of counters that touch."""
    if max(found.columns.gap, found.rows.gap) < LEAST_GAP:
        return "no"
    answer: Answer = "no"
    for turns in TURNS:
        columns, rows = _pieces(found.columns, turns[0]), _pieces(found.rows, turns[1])
        if min(columns.length, rows.length) < LEAST_CELL or not _is_square(columns, rows):
            continue
        pieces = replace(found, columns=columns, rows=rows, sides=sides_of(ruled.maps, columns, rows))
        pieces = replace(pieces, present=~ruled.bare(columns, rows))
        if pieces.quality < AS_CLEAR * found.quality:
            continue
        prints = _contrast(prints_of(ruled, columns, rows), pieces.present, turns).answer
        apart = max(found.columns.gap / columns.length, found.rows.gap / rows.length)
        if prints == "no" and apart > BLOCKS_APART:
            return "yes"
        answer = answer if prints == "yes" else "perhaps"
    return answer


def _pieces(lattice: Lattice, turns: int) -> Pieces:
    length = lattice.length / turns
    return Pieces(lattice.first, lattice.pitch, length, lattice.count * turns, lattice.evidence, turns)


def _merged(ruled: Ruled, found: Found, turns: Turns) -> Found | None:
    if found.columns.count % turns[0] or found.rows.count % turns[1]:
        return None
    columns, rows = joined(found.columns, turns[0]), joined(found.rows, turns[1])
    if columns.count * rows.count < LEAST or not _is_square(columns, rows):
        return None
    return ruled.found(columns, rows)


def are_parts(ruled: Ruled, found: Found, turns: Turns) -> Answer:
    """Whether the counters of a block are parts of others, so many in a row and in a column of each."""
    contrast = _contrast(prints_of(ruled, found.columns, found.rows), found.present, turns)
    if contrast.is_plain:
        return contrast.answer
    prints, lines = contrast.answer, _lines_differ(ruled, found, turns)
    if prints == "yes" and contrast.least_chance < CHANCE[0]:
        prints = "perhaps"
    if lines == "perhaps":
        return prints
    if lines == "yes":
        return "perhaps" if prints == "no" else "yes"
    return "no" if prints == "no" else "perhaps"


@dataclass(frozen=True)
class Contrast:
    """How much classes of cells differ in print: how many times more than chance would explain, and by what
    share of all print; the former along the axis where it is less; and how many cells the least class has."""

    chance: float
    share: float
    least_chance: float
    count: int

    @property
    def answer(self) -> Answer:
        """Whether they differ."""
        if self.chance < CHANCE[0] or self.share < DIFFERENT[0]:
            return "no"
        is_sure = self.count >= LEAST and self.chance > CHANCE[1] and self.share > DIFFERENT[1]
        return "yes" if is_sure else "perhaps"

    @property
    def is_plain(self) -> bool:
        """Whether print alone is enough to say so."""
        if self.count < LEAST:
            return False
        if self.chance < ALIKE[0] and self.share < ALIKE[1]:
            return True
        return self.chance > APART[0] and self.share > APART[1] and self.least_chance > CHANCE[0]


def _contrast(prints: Floats, present: Bools, turns: Turns) -> Contrast:
    across, down = turns
    whole = _differing(prints, present, [(i, j, across, down) for i in range(across) for j in range(down)])
    sides = []
    if across > 1 and down > 1:
        sides.append(_differing(prints, present, [(i, 0, across, 1) for i in range(across)])[0])
        sides.append(_differing(prints, present, [(0, j, 1, down) for j in range(down)])[0])
    return Contrast(whole[0], whole[1], min(sides, default=whole[0]), whole[2])


def _differing(
    prints: Floats, present: Bools, classes: list[tuple[int, int, int, int]]
) -> tuple[float, float, int]:
    """How much classes differ, measured by chance and by all print, and how many cells the least has. Each
    starts at a column and a row and has one of so many."""
    groups = [prints[j::down, i::across][present[j::down, i::across]] for i, j, across, down in classes]
    least = min(len(group) for group in groups)
    if least < 2:
        return 0.0, 0.0, least
    means = np.stack([group.mean(axis=0) for group in groups])
    spread = np.stack([group.var(axis=0, ddof=1) / len(group) for group in groups]).mean(axis=0)
    between = float(means.var(axis=0, ddof=1).mean())
    usual = float((means.mean(axis=0) ** 2).mean())
    return between / max(1e-6, float(spread.mean())), (between / max(1e-6, usual)) ** 0.5, least


def prints_of(ruled: Ruled, columns: Lattice, rows: Lattice) -> Floats:
    """How busy each counter is in a few fields of its inside: rows × columns × fields."""
    xs, ys = _fields(columns), _fields(rows)
    left, right = xs[None, None, :, :-1], xs[None, None, :, 1:]
    top, bottom = ys[:, :-1][:, :, None, None], ys[:, 1:][:, :, None, None]
    means = ruled.ground.busy(left, top, right, bottom).transpose(0, 2, 1, 3)
    fields = means.reshape(*means.shape[:2], -1)
    bare: Floats = np.maximum(fields - np.quantile(fields, 0.1), 0.0).astype(np.float32)
    return bare


def _fields(lattice: Lattice) -> Floats:
    shares = np.linspace(0.12, 0.88, GRAIN + 1)
    found: Floats = (lattice.starts[:, None] + shares[None] * lattice.length).astype(np.float32)
    return found


def _lines_differ(ruled: Ruled, found: Found, turns: Turns) -> Answer:
    """Whether lines between parts differ from those between whole counters; "perhaps" if too few tell. They
    are held against those of their direction, if these are enough: a scan may show the others otherwise."""
    if min(found.columns.gap, found.rows.gap) >= LEAST_GAP:
        return "no"
    axes = [
        (
            [line for k, line in enumerate(colors, 1) if not k % turn],
            [line for k, line in enumerate(colors, 1) if k % turn],
        )
        for colors, turn in zip(_inks(ruled, found), turns, strict=True)
        if turn > 1
    ]
    answers = [_inks_differ(whole, across) for whole, across in axes]
    if "yes" in answers:
        return "yes"
    if "no" in answers:
        return "no"
    return _inks_differ(*([line for axis in axes for line in axis[kind]] for kind in (0, 1)))


def _inks_differ(whole: list[Floats], across: list[Floats]) -> Answer:
    """The same of some lines; one of them may have been missed, so the usual line counts."""
    if min(len(whole), len(across)) < FEW_LINES:
        return "perhaps"
    means = [np.stack([line.mean(axis=0) for line in lines]) for lines in (whole, across)]
    usual = [np.median(part, axis=0) for part in means]
    spread = [float(np.median(np.abs(a - b), axis=0).max()) for a, b in zip(means, usual, strict=True)]
    if float(np.abs(usual[0] - usual[1]).max()) > SAME_INK + STRAYED * sum(spread):
        return "yes"
    within = [float(np.median([line.std(axis=0).max() for line in lines])) for lines in (whole, across)]
    return "yes" if within[1] > SAME_INK + VARIED * within[0] else "no"


def _inks(ruled: Ruled, found: Found) -> tuple[list[Floats], list[Floats]]:
    """The colors of the inner lines of both axes, each at every counter beside it."""
    columns, rows = found.columns, found.rows
    dx, dy = 0.15 * columns.length, 0.15 * rows.length
    x = (columns.starts[1:] - columns.gap / 2)[:, None, None] + AROUND
    y = (rows.starts[1:] - rows.gap / 2)[:, None, None] + AROUND
    top, bottom = (rows.starts + dy)[None, :, None], (rows.ends - dy)[None, :, None]
    left, right = (columns.starts + dx)[None, :, None], (columns.ends - dx)[None, :, None]
    ground = ruled.ground
    upright = ground.colors(x, top, x + 1, bottom)
    level = ground.colors(left, y, right, y + 1)
    beside = (
        ground.colors(x[..., :1] - BESIDE, top, x[..., -1:] + BESIDE + 1, bottom),
        ground.colors(left, y[..., :1] - BESIDE, right, y[..., -1:] + BESIDE + 1),
    )
    return _clearest(upright, beside[0]), _clearest(level, beside[1])


def _clearest(colors: Floats, beside: Floats) -> list[Floats]:
    away = np.abs(colors - beside).max(axis=-1)
    best = away.argmax(axis=-1)[..., None, None]
    return list(np.take_along_axis(colors, best, axis=2)[:, :, 0])


def _is_square(columns: Lattice, rows: Lattice) -> bool:
    return SQUARE < columns.length / rows.length < 1 / SQUARE


def joined(lattice: Lattice, turns: int) -> Lattice:
    """The lattice with so many counters in a row taken for one."""
    pitch = lattice.pitch * turns
    return replace(lattice, pitch=pitch, length=pitch - lattice.gap, count=lattice.count // turns)


def parted(lattice: Lattice, turns: int) -> Lattice:
    """The lattice with every counter taken for so many."""
    pitch = lattice.pitch / turns
    return replace(lattice, pitch=pitch, length=pitch - lattice.gap, count=lattice.count * turns)
