"""What the order of battle says of each counter: where it is in a scenario, and how strong.

A counter is set up, dead, out of the game, due on a turn, or nowhere. The lines are plain values, grouped
by side and formation, so that they can be filtered and tested without a window. While a module is edited,
only the lines that say something else are made anew, for there may be thousands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from app.editor.summaries import place_words
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, ScenarioDef
from engine.editing.memory import shared
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


def order_lines(module: ModuleDef, scenario: ScenarioDef | None) -> tuple[OrderLine, ...]:
    """The lines of all counters, side by side, in the order of the module."""
    return KeptLines().of(module, scenario)


@dataclass(frozen=True, slots=True)
class _Ground:
    """All that the lines of a scenario are made from."""

    module: ModuleDef
    where: Mapping[str, str]
    lost: Mapping[str, int]
    due: Mapping[str, str]
    titles: Mapping[str, str]

    @classmethod
    def of(cls, module: ModuleDef, scenario: ScenarioDef | None) -> _Ground:
        where, lost = shared.whole(_standing, module, lambda m: _standing(m, scenario), scenario)
        due = shared.whole(_coming, module, lambda m: _coming(m, scenario), scenario)
        return cls(module, where, lost, due, {one.id: one.title for one in module.formations})

    def line(self, piece: PieceDef) -> OrderLine:
        """The line of a counter."""
        left = f"{piece.steps - self.lost.get(piece.id, 0)} of {piece.steps}" if piece.steps > 1 else ""
        place = self.where.get(piece.id) or self.due.get(piece.id) or "nowhere"
        group = self.titles.get(piece.formation or "", INDEPENDENT)
        return OrderLine(piece, piece.side or "", group, place, left)

    def others(self, before: _Ground) -> list[PieceDef] | None:
        """The counters whose lines are others than before; None when lines come, go, or change places."""
        old, new = before.module.pieces, self.module.pieces
        if len(old) != len(new) or self.titles != before.titles or self.module.sides != before.module.sides:
            return None
        found = {}
        for a, b in zip(old, new, strict=True):
            if a is not b:
                if (a.id, a.side, a.template, a.formation) != (b.id, b.side, b.template, b.formation):
                    return None
                found[b.id] = b
        known = self.module.pieces_by_id()
        for now, then in ((self.where, before.where), (self.lost, before.lost), (self.due, before.due)):
            if now is not then:
                found |= {name: known[name] for name, _ in now.items() ^ then.items() if name in known}
        return list(found.values())


class KeptLines:
    """The lines of one scenario after another, or of one after each edit."""

    def __init__(self) -> None:
        self._ground: _Ground | None = None
        self._lines: tuple[OrderLine, ...] = ()
        self._rows: dict[str, int] = {}

    def of(self, module: ModuleDef, scenario: ScenarioDef | None) -> tuple[OrderLine, ...]:
        """The lines now; those that say what they said before are the same objects."""
        before, ground = self._ground, _Ground.of(module, scenario)
        others = ground.others(before) if before is not None else None
        if others is None:
            self._lines = tuple(_all_lines(ground))
            self._rows = {line.piece.id: n for n, line in enumerate(self._lines)}
        elif others:
            lines = list(self._lines)
            for piece in others:
                if not piece.template:
                    lines[self._rows[piece.id]] = ground.line(piece)
            self._lines = tuple(lines)
        self._ground = ground
        return self._lines


def _all_lines(ground: _Ground) -> Iterator[OrderLine]:
    owned: dict[str, list[PieceDef]] = {}
    for piece in ground.module.pieces:
        if not piece.template:
            owned.setdefault(piece.side or "", []).append(piece)
    for side in (*(side.id for side in ground.module.sides), ""):
        yield from map(ground.line, owned.get(side, ()))


def _standing(module: ModuleDef, scenario: ScenarioDef | None) -> tuple[dict[str, str], dict[str, int]]:
    where: dict[str, str] = {}
    lost: dict[str, int] = {}
    for setup in scenario.sides.values() if scenario else ():
        for placement in setup.placements:
            words = _words(placement, module)
            where.update(dict.fromkeys(placement.pieces, words))
            lost.update(placement.lost)
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
    for entry in module.schedule:
        if entry.action not in ("arrive", "to-box", "return", "upgrade"):
            continue
        if scenario is None or (is_open(entry, scenario) and entry.turn >= scenario.first_turn):
            for name in entry.pieces if entry.action != "upgrade" else ():
                due.setdefault(name, f"comes turn {entry.turn}")
            for old, new in entry.upgrades():
                known = module.pieces_by_id()
                name = known[old].name if old in known else old
                due.setdefault(new, f"comes turn {entry.turn}, upgrade of {name}")
    return due
