"""Action kinds of the supply phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import Action, EndPhase, Shape
from engine.play.resolution import Resolution
from engine.state.model import FrameVars, State
from modules.afrika.rules import boxes, consolidation, mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.grouping import Ledger, propose
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import CONNECTING, SIXTHS, add_supply
from modules.afrika.rules.supply import Source, in_range, is_always_supplied, needs_supply, supply_net


class SupplyVars(FrameVars, frozen=True):
    """What draws from where in this phase, and what was paid for it. ``drawn`` and ``paid`` are by source."""

    drawn: Mapping[PlaceId, tuple[PieceId, ...]] = {}
    paid: Mapping[PlaceId, int] = {}

    @property
    def has_paid(self) -> bool:
        """Whether a supply point was spent on units: boxes and consolidation are over then (ruling 28)."""
        return any(self.paid.values())


def held_vars(state: State) -> SupplyVars:
    """The locals of the running supply phase."""
    held = state.flow[-1].vars
    assert isinstance(held, SupplyVars)
    return held


def ledger(state: State) -> Ledger:
    """What was supplied and paid so far."""
    held = held_vars(state)
    return Ledger(drawn=held.drawn, paid=held.paid)


def supplied(state: State) -> frozenset[PieceId]:
    """Units that draw supply in this phase so far."""
    return frozenset(name for pieces in held_vars(state).drawn.values() for name in pieces)


class SupplyUnits(Action, frozen=True, tag="supply"):
    """Supplies a group of units from one dump or oasis."""

    source: PlaceId
    pieces: tuple[PieceId, ...]


class BuildBox(Action, frozen=True, tag="build-box"):
    """Builds a box where a unit stands, for a supply point of a dump in its range."""

    piece: PieceId
    source: PlaceId


class Consolidate(Action, frozen=True, tag="consolidate"):
    """Joins like units: the first stays, the others die."""

    pieces: tuple[PieceId, ...]


class ExpendSupply(Action, frozen=True, tag="expend-supply"):
    """Spends supply points for nothing, so that the enemy does not get them."""

    source: PlaceId
    count: int


class SupplyKind(GameKind[SupplyUnits]):
    """Supplying units."""

    kind = "supply"
    action = SupplyUnits
    shape = Shape.SUPPLY
    label = "Supply units"
    rule = "5.1a"

    def __init__(self, game: AfrikaGame) -> None:
        super().__init__(game)
        units = game.charts.supply_divisor
        self.help = (
            f"Each dump feeds the units in its range: a supply point for {units} counted units, rounded."
        )

    def _source(self, state: State, side: SideId, place: PlaceId) -> Source | None:
        return supply_net(self.game).source(state, side, place, ledger(state).opened)

    def check(self, state: State, side: SideId, action: SupplyUnits) -> Refusal | None:
        if not action.pieces or len(set(action.pieces)) != len(action.pieces):
            return Refusal("name the units to supply, each once", self.rule, pieces=action.pieces)
        source = self._source(state, side, action.source)
        if source is None:
            return Refusal(
                f"nothing to draw from at {self.game.place_name(action.source)}",
                self.rule,
                places=(action.source,),
            )
        for name in action.pieces:
            refusal = self._refuse_unit(state, side, source, name)
            if refusal is not None:
                return refusal
        return self._refuse_price(state, source, action.pieces)

    def _refuse_unit(self, state: State, side: SideId, source: Source, piece: PieceId) -> Refusal | None:
        game = self.game
        unit = game.units.get(piece)
        if unit is None or unit.side != side or game.number(state.pieces[piece].at) < 0:
            return Refusal("only your own units on the map draw supply", self.rule, pieces=(piece,))
        if is_always_supplied(game, state, piece):
            return Refusal(f"{unit.name} needs no supply", self.rule, pieces=(piece,))
        if piece in supplied(state):
            return Refusal(f"{unit.name} is supplied already", self.rule, pieces=(piece,))
        if in_range(game, state, source, piece):
            return None
        if CONNECTING in (source.place, state.pieces[piece].at):
            return Refusal(
                "the connecting box and the map do not supply each other", "clar. 24", pieces=(piece,)
            )
        if not source.points and source.place not in ledger(state).opened:
            return Refusal("an oasis supplies units in its own hex only", "clar. 7", pieces=(piece,))
        reach = game.supply_range(side, state.turn) // SIXTHS
        text = (
            f"{unit.name} is not within {reach} MP of {game.place_name(source.place)} by a way free of EZOCs"
        )
        return Refusal(text, self.rule, pieces=(piece,), places=(source.place,))

    def _refuse_price(self, state: State, source: Source, pieces: tuple[PieceId, ...]) -> Refusal | None:
        price = ledger(state).price(self.game, state, source, pieces)
        if price <= source.points:
            return None
        if source.oasis and not source.points:
            return Refusal(
                f"an oasis supplies {self.game.charts.oasis_units} units without supply points",
                "5.1c",
                places=(source.place,),
            )
        text = f"this group costs {price} SP more, {self.game.place_name(source.place)} has {source.points}"
        return Refusal(text, self.rule, places=(source.place,))

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[SupplyUnits]:
        """For each source: the proposed group, everybody in range, each unit alone."""
        done = supplied(state)
        waiting = tuple(name for name in needs_supply(self.game, state, side) if name not in done)
        found = propose(self.game, state, side, ledger(state)).groups
        proposal = {group.source.place: group.pieces for group in found}
        for source in supply_net(self.game).sources(state, side, ledger(state).opened):
            near = tuple(name for name in waiting if in_range(self.game, state, source, name))
            groups = [proposal.get(source.place, ()), near, *((name,) for name in near)]
            for pieces in dict.fromkeys(groups):
                if pieces and piece in (None, *pieces) and self._refuse_price(state, source, pieces) is None:
                    yield SupplyUnits(source=source.place, pieces=pieces)

    def sample(self, state: State, side: SideId, random: Random) -> SupplyUnits | None:
        """Mostly a group of the proposal, sometimes a single unit."""
        groups = propose(self.game, state, side, ledger(state)).groups
        if not groups:
            return None
        group = random.choice(groups)
        pieces = group.pieces if random.randrange(8) else group.pieces[:1]
        found = SupplyUnits(source=group.source.place, pieces=pieces)
        return found if self.check(state, side, found) is None else None

    def apply(self, r: Resolution, side: SideId, action: SupplyUnits) -> None:
        source = self._source(r.state, side, action.source)
        assert source is not None
        price = ledger(r.state).price(self.game, r.state, source, action.pieces)
        held = held_vars(r.state)
        drawn = {**held.drawn, action.source: (*held.drawn.get(action.source, ()), *action.pieces)}
        paid = {**held.paid, action.source: held.paid.get(action.source, 0) + price}
        r.set_vars(SupplyVars(drawn=drawn, paid=paid))
        if price:
            add_supply(r, action.source, side, -price)
        count = len(action.pieces)
        text = (
            f"{self.game.place_name(action.source)} supplies {count} unit{'s' if count > 1 else ''} "
            f"for {price} SP."
        )
        r.emit(
            "supplied",
            text,
            rule=self.rule,
            side=side,
            pieces=action.pieces,
            places=(action.source,),
            data={"cost": price},
        )

    def describe(self, state: State, action: SupplyUnits) -> str:
        names = ", ".join(self.game.names[name] for name in action.pieces)
        return f"{self.game.place_name(action.source)} supplies {names}"


class BuildBoxKind(GameKind[BuildBox]):
    """Building boxes."""

    kind = "build-box"
    action = BuildBox
    shape = Shape.OPTION
    label = "Build a box"
    rule = boxes.RULE
    help = "For one supply point in range, where a unit in supply has not moved this turn and no EZOC lies."

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        if held_vars(state).has_paid:
            return Refusal("boxes are built before the first supply point is spent on units", self.rule)
        if not boxes.unbuilt(self.game, state, side):
            return Refusal(f"all {self.game.charts.box_limit} boxes are in use", self.rule)
        return None

    def check(self, state: State, side: SideId, action: BuildBox) -> Refusal | None:
        refusal = boxes.refuse_builder(self.game, state, side, action.piece)
        if refusal is not None:
            return refusal
        sources = boxes.paying_sources(self.game, state, side, action.piece)
        if action.source not in [source.place for source in sources]:
            return Refusal(
                "the supply point must come from a dump in the unit's draw range",
                self.rule,
                places=(action.source,),
            )
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[BuildBox]:
        if self.unavailable(state, side) is not None:
            return
        for _, name in boxes.builders(self.game, state, side):
            if piece in (None, name):
                for source in boxes.paying_sources(self.game, state, side, name):
                    yield BuildBox(piece=name, source=source.place)

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        general = self.unavailable(state, side)
        if general is not None or subject not in self.game.units:
            return general
        return boxes.refuse_builder(self.game, state, side, subject)

    def apply(self, r: Resolution, side: SideId, action: BuildBox) -> None:
        boxes.build(self.game, r, side, action.piece, action.source)

    def describe(self, state: State, action: BuildBox) -> str:
        where = self.game.place_name(state.pieces[action.piece].at or "")
        return f"Box at {where} for 1 SP from {self.game.place_name(action.source)}"


class ConsolidateKind(GameKind[Consolidate]):
    """Joining units."""

    kind = "consolidate"
    action = Consolidate
    shape = Shape.OPTION
    label = "Consolidate units"
    rule = consolidation.RULE
    help = "Units of the same type and values in a stack join; the first stays, the others die."

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        if held_vars(state).has_paid:
            return Refusal("units consolidate before the first supply point is spent on units", self.rule)
        return None

    def check(self, state: State, side: SideId, action: Consolidate) -> Refusal | None:
        return consolidation.refuse(self.game, state, side, action.pieces)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Consolidate]:
        if self.unavailable(state, side) is None:
            for pieces in consolidation.possible(self.game, state, side):
                if piece in (None, *pieces):
                    yield Consolidate(pieces=pieces)

    def apply(self, r: Resolution, side: SideId, action: Consolidate) -> None:
        consolidation.consolidate(self.game, r, side, action.pieces)
        held, gone = held_vars(r.state), action.pieces[1:]
        drawn = {place: tuple(n for n in pieces if n not in gone) for place, pieces in held.drawn.items()}
        r.set_vars(SupplyVars(drawn=drawn, paid=held.paid))
        settle(self.game, r)

    def describe(self, state: State, action: Consolidate) -> str:
        keeper, *others = (self.game.names[name] for name in action.pieces)
        fails = mussolini.may_stay(self.game, state, action.pieces[1:])
        warning = " (the Mussolini requirement will not be met)" if fails else ""
        return f"{keeper} absorbs {', '.join(others)}{warning}"


class ExpendSupplyKind(GameKind[ExpendSupply]):
    """Spending the excess."""

    kind = "expend-supply"
    action = ExpendSupply
    shape = Shape.OPTION
    label = "Spend excess supply points"
    rule = "5.1a"
    help = "Supply points may be spent without need, wherever they are (clar. 18)."

    def check(self, state: State, side: SideId, action: ExpendSupply) -> Refusal | None:
        source = supply_net(self.game).source(state, side, action.source)
        points = source.points if source else 0
        if not 1 <= action.count <= points:
            return Refusal(
                f"{self.game.place_name(action.source)} has {points} SP of yours",
                "clar. 18",
                places=(action.source,),
            )
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[ExpendSupply]:
        for source in supply_net(self.game).sources(state, side):
            for count in range(1, source.points + 1):
                yield ExpendSupply(source=source.place, count=count)

    def sample(self, state: State, side: SideId, random: Random) -> ExpendSupply | None:
        """Seldom, and a point at a time: a random player should not starve at once."""
        held = [source for source in supply_net(self.game).sources(state, side) if source.points]
        if not held or random.randrange(10):
            return None
        return ExpendSupply(source=random.choice(held).place, count=1)

    def apply(self, r: Resolution, side: SideId, action: ExpendSupply) -> None:
        add_supply(r, action.source, side, -action.count)
        verb = "is" if action.count == 1 else "are"
        text = f"{action.count} SP at {self.game.place_name(action.source)} {verb} spent without need."
        r.emit("supply-expended", text, rule="clar. 18", side=side, places=(action.source,))

    def describe(self, state: State, action: ExpendSupply) -> str:
        return f"Spend {action.count} SP at {self.game.place_name(action.source)}"


class EndSupplyKind(EndPhaseKind):
    """Closing the accounts: who drew nothing is out of supply."""

    label = "End supply phase"
    rule = "5.2"

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.goto("attrition")


ACTIONS: tuple[type[Action], ...] = (SupplyUnits, BuildBox, Consolidate, ExpendSupply, EndPhase)
