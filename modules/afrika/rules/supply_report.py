"""The supply of a side's units as it would be found now, with the traced path (A7, protocol ``supply``)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ids import PieceId, SideId
from engine.rules.ruleset import SupplyReport
from engine.state.memo import Memo
from engine.state.model import State
from engine.view.overlay import Trace
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.grouping import Grouping, Ledger, feeding, propose
from modules.afrika.rules.queries import living
from modules.afrika.rules.state import CONNECTING, TRIPOLI, data
from modules.afrika.rules.supply import Source, in_range, is_always_supplied, needs_supply, supply_net
from modules.afrika.rules.supply_actions import SupplyVars


def report(game: AfrikaGame, state: State, side: SideId) -> tuple[SupplyReport, ...]:
    """One line for each unit on the map and in the Tripoli boxes."""
    ledger = current_ledger(game, state, side)
    grouping = proposal(game, state, side)
    drawn = {name: place for place, pieces in ledger.drawn.items() for name in pieces}
    fed = {**feeding(grouping), **drawn}
    sources = {source.place: source for source in supply_net(game).sources(state, side, ledger.opened)}
    return tuple(_line(game, state, name, fed.get(name, ""), sources) for name in living(game, state, side))


def current_ledger(game: AfrikaGame, state: State, side: SideId) -> Ledger:
    """What was supplied so far, if this is the side's supply phase."""
    top = next((frame.vars for frame in reversed(state.flow) if isinstance(frame.vars, SupplyVars)), None)
    if top is None or game.moving_side(state) != side:
        return Ledger()
    return Ledger(drawn=top.drawn, paid=top.paid)


_proposals: Memo[Grouping] = Memo(8)


def proposal(game: AfrikaGame, state: State, side: SideId) -> Grouping:
    """The best grouping of what is not supplied yet, remembered for the last few positions."""
    key = (game, state.pieces, data(state).dumps, state.turn, side, state.flow)
    return _proposals.get(key, lambda: propose(game, state, side, current_ledger(game, state, side)))


def _line(
    game: AfrikaGame, state: State, name: PieceId, place: str, sources: dict[str, Source]
) -> SupplyReport:
    at = state.pieces[name].at or ""
    if is_always_supplied(game, state, name):
        rule, why = _why_always(game, state, name)
        return SupplyReport(piece=name, state="in", trace=Trace(piece=name, path=(at,)), text=why, rule=rule)
    if place:
        trace = Trace(piece=name, path=_path(game, state, name, sources[place]))
        return SupplyReport(
            piece=name, state="in", trace=trace, text=f"draws from {game.place_name(place)}", rule="5.1a"
        )
    text, rule = _why_out(game, state, name, sources)
    return SupplyReport(piece=name, state="out", trace=None, text=text, rule=rule)


def _why_always(game: AfrikaGame, state: State, name: PieceId) -> tuple[str, str]:
    if state.pieces[name].at == TRIPOLI:
        return "1.7", "in Tripoli, always in supply"
    if game.units[name].garrison:
        return "2.7", "garrison, never out of supply"
    return "7.3", "the LRDG needs no supply"


def _why_out(game: AfrikaGame, state: State, name: PieceId, sources: dict[str, Source]) -> tuple[str, str]:
    near = [place for place, source in sources.items() if in_range(game, state, source, name)]
    if near:
        return f"in range of {game.place_name(near[0])}, whose supply points do not suffice for all", "5.1a"
    if state.pieces[name].at == CONNECTING:
        return "no supply points in the connecting box", "clar. 24"
    return "no dump within range by a way free of EZOCs", "5.1a"


def _path(game: AfrikaGame, state: State, name: PieceId, source: Source) -> tuple[str, ...]:
    """From the unit back to its source."""
    number = game.number(state.pieces[name].at)
    if number == source.number or source.reach is None:
        return (source.place,)
    path = (source.number, *source.reach.path(number))
    return tuple(game.place(i) for i in reversed(path))


def short_of_supply(game: AfrikaGame, state: State, side: SideId) -> Iterator[PieceId]:
    """Units that would be out of supply if the phase were now and the best grouping taken."""
    grouping = proposal(game, state, side)
    yield from (name for name in needs_supply(game, state, side) if name in grouping.without)
