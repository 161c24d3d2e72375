"""Good choices in the supply phase: the best grouping, useful boxes, consolidation; and who goes hungry."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ids import SideId
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from modules.afrika.rules import boxes, consolidation, mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import AXIS, data, other
from modules.afrika.rules.supply import counted
from modules.afrika.rules.supply_actions import BuildBox, Consolidate, SupplyUnits, held_vars
from modules.afrika.rules.supply_report import proposal
from modules.afrika.rules.worth import unit_worth

SPARE_FOR_BOX = 2
"""Supply points that must be over after supply before a box is suggested."""
THREAT_RANGE = 4


def suggestions(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """The proposed groups, and before them what must be done first."""
    grouping = proposal(game, state, side)
    if not held_vars(state).has_paid:
        yield from _consolidations(game, state, side, hungry=bool(grouping.without))
        yield from _boxes(game, state, side, grouping.cost)
    for group in grouping.groups:
        names = ", ".join(game.names[name] for name in group.pieces)
        action = SupplyUnits(source=group.source.place, pieces=group.pieces)
        score = 10 + sum(unit_worth(game, state, name) for name in group.pieces)
        count = counted(game, group.pieces)
        figures = (f"{len(group.pieces)} units", f"count {count}", f"{group.cost} SP")
        text = f"{game.place_name(group.source.place)} supplies {names} for {group.cost} SP"
        yield Suggestion(text, (action,), score, figures, "5.1a", (group.source.place,))


def _consolidations(game: AfrikaGame, state: State, side: SideId, *, hungry: bool) -> Iterator[Suggestion]:
    """Joining two reduced units saves supply; worth it where supply is short or the stack too large."""
    seen: set[frozenset[str]] = set()
    for pair in consolidation.possible(game, state, side):
        if frozenset(pair) in seen:
            continue
        seen.add(frozenset(pair))
        keeper, absorbed = (state.pieces[name] for name in pair)
        lossless = keeper.steps + absorbed.steps <= game.units[pair[0]].steps
        loses = side == AXIS and mussolini.may_stay(game, state, pair[1:])
        score = 500.0 if hungry and lossless and not loses else -1.0
        names = " absorbs ".join(game.names[name] for name in pair)
        yield Suggestion(names, (Consolidate(pieces=pair),), score, rule=consolidation.RULE)


def _boxes(game: AfrikaGame, state: State, side: SideId, cost: int) -> Iterator[Suggestion]:
    """A box where the enemy is near, for a point the dump does not need."""
    spare = sum(dump.count for dump in data(state).dumps.values() if dump.side == side) - cost
    if spare < SPARE_FOR_BOX or not boxes.unbuilt(game, state, side):
        return
    enemies = [i for i in game.situation(state).units[other(side)] if game.is_hex(i)]
    for place, piece in boxes.builders(game, state, side):
        number = game.number(place)
        near = sum(game.board.distance(number, i) <= THREAT_RANGE for i in enemies)
        strength = sum(game.defense(state, name) for name in game.situation(state).at(side, number))
        for source in boxes.paying_sources(game, state, side, piece):
            if source.points > SPARE_FOR_BOX:
                score = 400.0 + near + strength if near else -1.0
                text = f"Box at {game.place_name(place)} for 1 SP from {game.place_name(source.place)}"
                action = BuildBox(piece=piece, source=source.place)
                yield Suggestion(text, (action,), score, (f"{near} enemy stacks near",), boxes.RULE, (place,))


def unfinished(game: AfrikaGame, state: State, side: SideId) -> Iterator[Unfinished]:
    """Units that could still be supplied, and those that cannot."""
    grouping = proposal(game, state, side)
    waiting = tuple(name for group in grouping.groups for name in group.pieces)
    if waiting:
        places = tuple(dict.fromkeys(at for name in waiting if (at := state.pieces[name].at)))
        yield Unfinished(
            f"{len(waiting)} units could be supplied for {grouping.cost} SP", "5.1a", waiting, places
        )
    if grouping.without:
        places = tuple(dict.fromkeys(at for name in grouping.without if (at := state.pieces[name].at)))
        text = f"{len(grouping.without)} units go out of supply and lose a step"
        yield Unfinished(text, "5.2", grouping.without, places)
