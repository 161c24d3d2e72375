"""The card of a place within reach: what the way costs, line by line, what is left, what happens there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from app.player.figures import amount_of, counted, fractions, points
from app.player.tools.outcome import Card, CardLine
from engine.ids import PlaceId
from engine.view.reach import Arrival, CostLine

MOST_LINES = 5
"""Lines of cost on the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """A way to a place: the arrival, units of its figures, cost up to the last way point, words."""

    place: PlaceId
    arrival: Arrival
    scale: int
    before: int
    steps: int
    told: tuple[CostLine, ...]
    foot: tuple[str, ...] = ()


def trip_card(trip: Trip) -> Card:
    """The card with cost lines and sums; ways that cost nothing have no sums."""
    arrival = trip.arrival
    cost = arrival.cost + trip.before
    used, left = points(cost, trip.scale), points(arrival.left, trip.scale)
    lines = _cost_lines(trip, {used, left})
    if arrival.note:
        lines.append(CardLine(text=arrival.note))
    chip = "enemy ZOC" if arrival.enemy_zoc else "ends the move" if arrival.stop else ""
    totals = (
        CardLine(text="MP used", amount=used, strong=True),
        CardLine(text="MP left", amount=left),
    )
    return Card(
        place=trip.place,
        title=trip.place,
        chip=arrival.overrun or chip,
        chip_tone="bad" if arrival.overrun or arrival.enemy_zoc else "care",
        lines=tuple(lines),
        totals=totals if cost + arrival.left else (),
        foot=() if arrival.overrun else trip.foot,
    )


def _cost_lines(trip: Trip, sums: set[str]) -> list[CardLine]:
    lines = [CardLine(text=line.text, amount=fractions(line.amount), rule=line.rule) for line in trip.told]
    while len(lines) > 1 and lines[-1].amount in sums and not lines[-1].rule:
        lines.pop()  # sums that the card shows itself
    if not lines:
        words = f"Way, {counted(trip.steps, 'hex', 'hexes')}"
        is_free = not trip.arrival.cost + trip.arrival.left + trip.before
        lines = [CardLine(text=words, amount="" if is_free else points(trip.arrival.cost, trip.scale))]
    return shortened(lines)


def shortened(lines: list[CardLine]) -> list[CardLine]:
    """A long list of costs with its beginning summed up; unchanged where the amounts are no numbers."""
    if len(lines) <= MOST_LINES:
        return lines
    first, last = lines[: -(MOST_LINES - 1)], lines[-(MOST_LINES - 1) :]
    amounts = [amount_of(line.amount) for line in first]
    known = [amount for amount in amounts if amount is not None]
    if len(known) < len(amounts):
        return lines
    total = sum(known, Fraction())
    words = points(total.numerator, total.denominator)
    return [CardLine(text=f"Way so far, {counted(len(first), 'step')}", amount=words), *last]
