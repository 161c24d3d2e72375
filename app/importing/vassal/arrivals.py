"""Counters on a printed turn track as reinforcements: a guess by the names of boxes, for people to confirm.

In a VASSAL module nothing says that a counter on the box "Turn 4" comes on turn 4; maps and zones named so
suggest it. Such counters are entered in the schedule, unless somebody says that they stay on the track. Where
they come onto the map is in the rules of the game, so the box itself is named as their place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import msgspec

from engine.definition.piece import PieceDef
from engine.definition.scenario import ScheduleEntry
from engine.definition.sequence import BoxDef

NOTE: Final = "from the turn track"
MOST_NAMED: Final = 6


class Arrival(msgspec.Struct, frozen=True):
    """Counters of one side on one box of the track, and whether they are in the schedule."""

    turn: int
    side: str
    place: str
    box: str
    pieces: tuple[str, ...]
    scenarios: tuple[str, ...]
    names: str = ""
    taken: bool = True


@dataclass
class TurnTrack:
    """Collects what lies on turn boxes, scenario by scenario; ``stays`` are turns that are no arrivals."""

    stays: frozenset[int] = frozenset()
    _found: dict[tuple[int, str, str, str], dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def takes(self, turn: int) -> bool:
        """Whether what lies on the box of a turn arrives then."""
        return turn not in self.stays

    def put(self, scenario: str, turn: int, side: str, box: BoxDef, pieces: tuple[str, ...]) -> None:
        """Notes counters of a side on the box of a turn in a scenario."""
        self._found.setdefault((turn, side, box.id, box.title), {})[scenario] = pieces

    def arrivals(self, all_scenarios: int, pieces: Iterable[PieceDef]) -> tuple[Arrival, ...]:
        """What was found; the same counters in several scenarios are one arrival."""
        names = {piece.id: piece.name for piece in pieces}
        found: list[Arrival] = []
        for (turn, side, place, box), by_scenario in sorted(self._found.items()):
            together: dict[tuple[str, ...], list[str]] = {}
            for scenario, group in by_scenario.items():
                together.setdefault(group, []).append(scenario)
            for group, scenarios in together.items():
                shown = ", ".join(names.get(piece, piece) for piece in group[:MOST_NAMED])
                more = f" and {len(group) - MOST_NAMED} more" if len(group) > MOST_NAMED else ""
                limited = () if len(scenarios) == all_scenarios else tuple(scenarios)
                taken = self.takes(turn)
                found.append(Arrival(turn, side, place, box, group, limited, shown + more, taken))
        return tuple(found)


def schedule_of(arrivals: Iterable[Arrival]) -> tuple[ScheduleEntry, ...]:
    """The entries of the schedule that arrivals make."""
    return tuple(
        ScheduleEntry(
            turn=arrival.turn,
            side=arrival.side,
            action="arrive",
            pieces=arrival.pieces,
            at=arrival.place,
            scenarios=arrival.scenarios,
            note=NOTE,
        )
        for arrival in arrivals
        if arrival.taken
    )
