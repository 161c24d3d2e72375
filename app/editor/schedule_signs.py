"""The words below the counters of the schedule that are no plain arrivals.

Neighbors with the same word share it (a mark alone stays with its counter): it stands once below all of
them, and takes the free room to the right as far as the next word or the end of the turn, so that words
are neither cut nor run together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QRect

from app.editor.schedule_layout import GAP, LINE, ScheduleLayout, Spot
from app.theme.current import scaled
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry

SIGNS: Mapping[str, str] = {
    "release": "released", "withdraw": "leaves", "return": "returns", "to-box": "to box",
    "replacements": "repl.", "event": "event", "upgrade": "upgrade",
}  # fmt: skip
SHORT: Mapping[str, str] = {
    "released": "free",
    "leaves": "out",
    "returns": "back",
    "to box": "box",
    "upgrade": "up",
}
HANGS = "◆"


@dataclass(frozen=True, slots=True)
class Sign:
    """One word and the counters it is for."""

    word: str
    hangs: bool
    """Whether the entry depends on something or is not for all scenarios."""
    leaves: bool
    over: QRect
    """What the counters cover together."""
    room: int = 0
    """How wide the words may be, from the left edge of the counters on."""

    @property
    def text(self) -> str:
        """The word with its mark."""
        return f"{HANGS} {self.word}".strip() if self.hangs else self.word

    def fitting(self, width_of: Callable[[str], int]) -> str:
        """The words that fit: the whole, the short word, or the mark alone."""
        short = SHORT.get(self.word, self.word)
        tries = (self.text, replace(self, word=short).text, short, HANGS if self.hangs else "")
        return next((words for words in tries if width_of(words) <= self.room), "")

    @property
    def below(self) -> QRect:
        """Where the words go."""
        return QRect(self.over.left(), self.over.bottom() + scaled(3), self.room, scaled(LINE + 2))


def signs(module: ModuleDef, layout: ScheduleLayout) -> Iterator[Sign]:
    """The words of all counters on show, those of a row of a cell from left to right."""
    rows: dict[tuple[int, int], list[Spot]] = {}
    for spot in layout.spots:
        turn = layout.turn_at(spot.rect.left())
        if turn is not None:
            rows.setdefault((turn, spot.rect.top()), []).append(spot)
    for (turn, _), spots in rows.items():
        x, width = layout.columns[turn]
        yield from _of_row(module, spots, x + width)


def _of_row(module: ModuleDef, spots: list[Spot], end: int) -> Iterator[Sign]:
    found: list[Sign] = []
    is_run = False
    for spot in spots:
        sign = _sign(module.schedule[spot.entry], spot.rect)
        if sign is not None and sign.word and is_run and replace(sign, over=found[-1].over) == found[-1]:
            found[-1] = replace(sign, over=found[-1].over.united(spot.rect))
        elif sign is not None:
            found.append(sign)
        is_run = sign is not None
    for sign, stop in zip(found, [*(later.over.left() for later in found[1:]), end], strict=False):
        yield replace(sign, room=max(sign.over.width() + scaled(GAP), stop - scaled(GAP) - sign.over.left()))


def _sign(entry: ScheduleEntry, over: QRect) -> Sign | None:
    hangs = bool(entry.when or entry.scenarios or entry.choice)
    word = SIGNS.get(entry.action, "")
    return Sign(word, hangs, entry.action == "withdraw", over) if word or hangs else None
