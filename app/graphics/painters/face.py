"""What a counter shows, without a word of any game.

A `CounterFace` is the frozen description of one side of one counter: colours,
symbol, figures, state. It is all the painter needs, it hashes, and so it is
the key of the picture cache too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class FaceKind(StrEnum):
    """Which of the five layouts is drawn."""

    UNIT = "unit"
    LEADER = "leader"
    MARKER = "marker"
    HIDDEN = "hidden"
    BACK = "back"


class SideForm(StrEnum):
    """The strip that tells the sides apart without colour."""

    DARK = "dark"
    LIGHT = "light"
    PLAIN = "plain"


class Badge(StrEnum):
    """A state shown on the counter's corner; each has a form of its own."""

    MOVED = "moved"
    FOUGHT = "fought"
    UNSUPPLIED = "unsupplied"
    LOW_SUPPLY = "low-supply"
    FINISHED = "finished"
    DISRUPTED = "disrupted"
    RESERVE = "reserve"


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterFace:
    """Everything needed to draw one counter; colours are `#rrggbb`.

    `symbol` is a branch, `marker` a pictogram key; unknown keys draw a plain
    box, so a module may name a symbol that this version does not know.
    """

    kind: FaceKind = FaceKind.UNIT
    body: str = "#d8d2c2"
    ink: str = "#1c150b"
    form: SideForm = SideForm.PLAIN
    nation: str = ""
    size_mark: str = ""
    symbol: str = ""
    formation_color: str = "#f4ecd8"
    formation: str = ""
    designation: str = ""
    values: str = ""
    is_exploit: bool = False
    steps: int = 1
    steps_left: int = 1
    is_reduced: bool = False
    badges: tuple[Badge, ...] = ()
    marker: str = ""
    word: str = ""
    disc: str = ""
    count: int = 0
    picture: str = ""
    """Key of a picture of the module's own (see `counter_art`), in place of what is drawn."""

    def with_badges(self, *badges: Badge) -> CounterFace:
        """The same face bearing other badges."""
        return replace(self, badges=badges)


def hidden_face(like: CounterFace) -> CounterFace:
    """What the enemy sees of an unknown piece: the side's strip and nothing else."""
    return CounterFace(kind=FaceKind.HIDDEN, body=like.body, ink=like.ink, form=like.form)
