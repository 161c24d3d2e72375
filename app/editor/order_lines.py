"""What the order of battle says of each counter: where it is in a scenario, and how strong.

A counter is set up, dead, out of the game, due on a turn, or nowhere. The lines are plain values, grouped
by side and formation, so that they can be filtered and tested without a window.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.editor.summaries import place_words
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, ScenarioDef
from engine.loading.consistency import is_open

NEUTRAL = "Neutral"
INDEPENDENT = "Independent"


class OrderLine(NamedTuple):
    """One counter: its group, where it is in words, its steps in words."""

    piece: PieceDef
    side: str
    group: str
    where: str
    steps: str

    def holds(self, words: list[str]) -> bool:
        """Whether all words are somewhere in the line."""
        if not words:
            return True
        piece = self.piece
        whole = f"{piece.name} {piece.id} {self.where} {piece.type} {piece.kind} {self.group}".lower()
        return all(word in whole for word in words)


def order_lines(module: ModuleDef, scenario: ScenarioDef | None) -> Iterator[OrderLine]:
    """The lines of all counters, side by side, in the order of the module."""
    where, lost = _standing(module, scenario)
    due = _coming(module, scenario)
    titles = {formation.id: formation.title for formation in module.formations}
    owned: dict[str, list[PieceDef]] = {}
    for piece in module.pieces:
        if not piece.template:
            owned.setdefault(piece.side or "", []).append(piece)
    for side in (*(side.id for side in module.sides), ""):
        for piece in owned.get(side, ()):
            left = f"{piece.steps - lost.get(piece.id, 0)} of {piece.steps}" if piece.steps > 1 else ""
            place = where.get(piece.id) or due.get(piece.id) or "nowhere"
            yield OrderLine(piece, side, titles.get(piece.formation or "", INDEPENDENT), place, left)


def _standing(module: ModuleDef, scenario: ScenarioDef | None) -> tuple[dict[str, str], dict[str, int]]:
    where: dict[str, str] = {}
    lost: dict[str, int] = {}
    for setup in scenario.sides.values() if scenario else ():
        for placement in setup.placements:
            words = _words(placement, module)
            for name in placement.pieces:
                where[name], lost[name] = words, placement.lost.get(name, 0)
        where.update(dict.fromkeys(setup.dead, "dead at the start"))
        where.update(dict.fromkeys(setup.gone, "out of this game"))
    return where, lost


def _words(placement: PlacementDef, module: ModuleDef) -> str:
    words = place_words(placement, module)
    if placement.is_free():
        words = f"free: {words}" + (", one to a hex" if placement.apart else "")
    if placement.when:
        titles = {option.id: option.title for option in module.options}
        words += ", only if " + " and ".join(titles.get(test.option, test.option) for test in placement.when)
    return words


def _coming(module: ModuleDef, scenario: ScenarioDef | None) -> dict[str, str]:
    """When each counter comes, as the schedule shows it: from the first turn on, whoever plays it."""
    due: dict[str, str] = {}
    names = {piece.id: piece.name for piece in module.pieces}
    for entry in module.schedule:
        if entry.action not in ("arrive", "to-box", "return", "upgrade"):
            continue
        if scenario is None or (is_open(entry, scenario) and entry.turn >= scenario.first_turn):
            for name in entry.pieces if entry.action != "upgrade" else ():
                due.setdefault(name, f"comes turn {entry.turn}")
            for old, new in entry.upgrades():
                due.setdefault(new, f"comes turn {entry.turn}, upgrade of {names.get(old, old)}")
    return due
