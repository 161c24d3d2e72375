"""Advance after combat: the attacker moves whom he likes, then says that he is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion
from engine.view.reach import Arrival, Reach
from modules.afrika.rules.advance import (
    RULE,
    AdvanceVars,
    advance_vars,
    further,
    refuse_further,
    stops_at_supply,
)
from modules.afrika.rules.capture import enter
from modules.afrika.rules.combat_actions import Advance, EndAdvance
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders_movement import carry, riders
from modules.afrika.rules.losses import alive
from modules.afrika.rules.policy_aftermath import advance_suggestions
from modules.afrika.rules.state import MOVED, SIXTHS

if TYPE_CHECKING:
    import random

ADVANCE = "afrika.advance"


class AdvanceKind(GameKind[Advance]):
    """Entering the emptied hex."""

    kind = "advance"
    action = Advance
    shape = Shape.MOVE
    label = "Advance"
    rule = RULE
    help = (
        "Units that attacked may enter the emptied hex; exploit-capable ones and a leader's stack one hex "
        "further. Artillery advances only where it could move."
    )

    def check(self, state: State, side: SideId, action: Advance) -> Refusal | None:
        held = advance_vars(state)
        units, leaders = self._split(action.pieces)
        if not units or len(set(action.pieces)) < len(action.pieces):
            return Refusal("name the units that advance, each once", RULE, code="BAD_REQUEST")
        goes_on = all(name in held.paused for name in units)
        strange = () if goes_on else tuple(name for name in units if name not in held.able)
        if strange:
            return Refusal(
                "only units that attacked here and have not advanced may advance", RULE, pieces=strange
            )
        refuse = self._refuse_going_on if goes_on else self._refuse_path
        return refuse(state, held, units, action.path) or self._refuse_leaders(state, units, leaders)

    def _refuse_going_on(
        self, state: State, held: AdvanceVars, units: tuple[PieceId, ...], path: tuple[PlaceId, ...]
    ) -> Refusal | None:
        """Units that stand in the emptied hex after a capture go on from there."""
        if not path:
            return Refusal("the path is empty", RULE, code="BAD_REQUEST")
        return refuse_further(self.game, state, held, units, tuple(self.game.number(place) for place in path))

    def _refuse_path(
        self, state: State, held: AdvanceVars, units: tuple[PieceId, ...], path: tuple[PlaceId, ...]
    ) -> Refusal | None:
        if not path or path[0] != held.target:
            text = f"an advance enters {self.game.place_name(held.target)} first"
            return Refusal(text, RULE, places=(held.target,))
        beyond = tuple(self.game.number(place) for place in path[1:])
        if beyond and stops_at_supply(state, held):
            text = f"the supply points in {self.game.place_name(held.target)} are captured before going on"
            hint = f"advance to {held.target}; after the roll go on"
            return Refusal(text, "5.3", places=(held.target,), hint=hint)
        return refuse_further(self.game, state, held, units, beyond) if beyond else None

    def _refuse_leaders(
        self, state: State, units: tuple[PieceId, ...], leaders: tuple[PieceId, ...]
    ) -> Refusal | None:
        for here in self._by_place(state, units).values():
            mine = tuple(name for name in leaders if state.pieces[name].at == state.pieces[here[0]].at)
            riding = riders(self.game, state, here, mine)
            if isinstance(riding, Refusal):
                return riding
            leaders = tuple(name for name in leaders if name not in mine)
        if leaders:
            text = f"{self.game.names[leaders[0]]} is not stacked with these units"
            return Refusal(text, "6.2b", pieces=leaders)
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Advance]:
        held = advance_vars(state)
        for units in self._parts(state, held):
            if piece in (None, *units):
                for way in self._ways(state, held, units):
                    yield Advance(pieces=units, path=way)

    def sample(self, state: State, side: SideId, random: random.Random) -> Advance | None:
        held = advance_vars(state)
        group = held.able or held.paused
        units = group if random.random() < 0.5 else (random.choice(group),)
        ways = self._ways(state, held, units)
        if not ways:
            return None
        return Advance(pieces=units, path=ways[0] if random.random() < 0.5 else random.choice(ways))

    def apply(self, r: Resolution, side: SideId, action: Advance) -> None:
        held = advance_vars(r.state)
        units, leaders = self._split(action.pieces)
        pausing = action.path == (held.target,) and stops_at_supply(r.state, held)
        paused = tuple(name for name in (*held.paused, *units) if name not in units or pausing)
        able = tuple(name for name in held.able if name not in units)
        paused = tuple(name for name in paused if name in held.far)
        r.set_vars(replace(held, able=able, paused=paused))
        march_in(self.game, r, (units, leaders), action.path)
        if r.state.over is None:
            r.goto("start")

    def describe(self, state: State, action: Advance) -> str:
        names = ", ".join(self.game.names[name] for name in action.pieces)
        return f"{names} to {self.game.place_name(action.path[-1])}"

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return advance_vars(state).ready

    def why_not(self, state: State, side: SideId, subject: str) -> Refusal | None:
        if subject in advance_vars(state).ready or subject not in self.game.units:
            return None
        text = "only units that attacked here and have not advanced may advance"
        return Refusal(text, RULE, pieces=(subject,))

    def reach(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Reach | None:
        held = advance_vars(state)
        units, _ = self._split(pieces)
        if not units or not (set(units) <= set(held.able) or set(units) <= set(held.paused)):
            return None
        arrivals = {}
        for way in self._ways(state, held, units):
            ends = way != (held.target,)
            note = "one hex beyond the emptied one: the advance ends" if ends else "the emptied hex"
            arrivals[way[-1]] = Arrival(cost=0, left=0, path=way, stop=ends, note=note)
        start = state.pieces[units[0]].at or ""
        return Reach(pieces=pieces, start=start, scale=SIXTHS, arrivals=arrivals)

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        found = self.reach(state, side, pieces)
        return tuple(found.arrivals) if found else ()

    def _split(self, pieces: tuple[PieceId, ...]) -> tuple[tuple[PieceId, ...], tuple[PieceId, ...]]:
        leaders = tuple(name for name in pieces if name in self.game.leaders)
        return tuple(name for name in pieces if name not in leaders), leaders

    def _by_place(self, state: State, units: tuple[PieceId, ...]) -> dict[PlaceId, tuple[PieceId, ...]]:
        found: dict[PlaceId, tuple[PieceId, ...]] = {}
        for name in units:
            place = state.pieces[name].at or ""
            found[place] = (*found.get(place, ()), name)
        return found

    def _parts(self, state: State, held: AdvanceVars) -> Iterator[tuple[PieceId, ...]]:
        """All together, all that can go far, each stack, those that paused, each unit."""
        parts = [held.able, tuple(name for name in held.able if name in held.far)]
        parts += [*self._by_place(state, held.able).values(), held.paused]
        parts += [(name,) for name in held.ready]
        yield from dict.fromkeys(part for part in parts if part)

    def _ways(self, state: State, held: AdvanceVars, units: tuple[PieceId, ...]) -> list[tuple[PlaceId, ...]]:
        """Paths open: the emptied hex, and those beyond it; only these for units that paused in it."""
        goes_on = units[0] in held.paused
        start: tuple[PlaceId, ...] = () if goes_on else (held.target,)
        ways = [] if goes_on else [start]
        if any(name not in held.far for name in units) or (not goes_on and stops_at_supply(state, held)):
            return ways
        beyond = further(self.game, state, units, self.game.number(held.target)).values()
        return ways + [(*start, *(self.game.place(number) for number in way)) for way in beyond]


class EndAdvanceKind(GameKind[EndAdvance]):
    """Being done."""

    kind = "end-advance"
    action = EndAdvance
    shape = Shape.BUTTON
    label = "End the advance"
    rule = RULE
    ends = True

    def check(self, state: State, side: SideId, action: EndAdvance) -> Refusal | None:
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[EndAdvance]:
        if piece is None:
            yield EndAdvance()

    def apply(self, r: Resolution, side: SideId, action: EndAdvance) -> None:
        r.end()


def march_in(
    game: AfrikaGame,
    r: Resolution,
    who: tuple[tuple[PieceId, ...], tuple[PieceId, ...]],
    path: tuple[PlaceId, ...],
) -> None:
    """Units, and leaders with those of their hex, advance along a path."""
    units, leaders = who
    side = game.units[units[0]].side
    starts = dict.fromkeys(r.state.pieces[name].at for name in units)
    riding: list[PieceId] = []
    for start in starts:
        here = tuple(name for name in units if r.state.pieces[name].at == start)
        found = riders(game, r.state, here, tuple(n for n in leaders if r.state.pieces[n].at == start))
        assert not isinstance(found, Refusal)
        riding += found
    for place in path:
        r.move_all(units, place)
        carry(r, tuple(riding), place)
        enter(game, r, units, game.number(place))
        if r.state.over is not None:
            return
    r.mark(units, MOVED)
    names = ", ".join(game.units[name].name for name in units)
    r.emit(
        "advanced",
        f"{names} advance{'s' if len(units) == 1 else ''} to {game.place_name(path[-1])}.",
        rule=RULE,
        side=side,
        pieces=(*units, *riding),
        places=path,
    )


class AdvanceStep(Step):
    """Lets attackers advance until the attacker is done."""

    id = ADVANCE
    vars_type = AdvanceVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._kinds = (AdvanceKind(game), EndAdvanceKind(game))

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """Whether to take the hex."""
        return advance_suggestions(self.game, state, side)

    @auto
    def start(self, r: Resolution) -> None:
        """Asks while anybody may still advance."""
        held = advance_vars(r.state)
        left = alive(self.game, r.state, held.ready)
        if not left:
            r.end()
        else:
            r.goto("choose")

    @decision
    def choose(self, state: State) -> Ask:
        """Who advances, and how far."""
        held = advance_vars(state)
        return Ask(
            sides=(held.side,),
            prompt=f"{'Advance into' if held.able else 'Go on from'} {self.game.place_name(held.target)}?",
            kinds=self._kinds,
            rule=RULE,
            part="advance",
            help=AdvanceKind.help,
            pieces=held.ready,
            places=(held.target,),
        )


STEPS = (AdvanceStep,)
ACTIONS = (Advance, EndAdvance)
