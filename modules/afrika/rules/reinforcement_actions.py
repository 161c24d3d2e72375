"""Action kinds of the reinforcement phase."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, Shape
from engine.play.resolution import Resolution
from engine.state.model import FrameVars, State
from modules.afrika.rules import arrivals, withdrawals
from modules.afrika.rules.capture import enter
from modules.afrika.rules.casualties import lose_step, withdraw
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.replacements import rebuild, rebuildable, refuse_rebuild
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import ALLIED, add_supply, use_port


class ReinforcementVars(FrameVars, frozen=True):
    """What is still to be done: supply points to place, replacements to use, withdrawals to choose.

    ``wanted`` lists a type for each unit to withdraw. ``after`` is the node to go on with when the
    replacements are used. ``new_leader`` is set when a leader arrived or returned this turn: he is not rolled
    for.
    """

    supply: int = 0
    replacements: int = 0
    wanted: tuple[str, ...] = ()
    after: str = ""
    new_leader: bool = False


def held_vars(state: State) -> ReinforcementVars:
    """The locals of the running reinforcement phase."""
    held = state.flow[-1].vars
    assert isinstance(held, ReinforcementVars)
    return held


def replacements_text(count: int) -> str:
    """So many replacements in words."""
    return f"{count} replacement{'' if count == 1 else 's'}"


# --- new supply points ------------------------------------------------------------------------------


class DeliverSupply(Action, frozen=True, tag="deliver-supply"):
    """Lands new supply points at a port."""

    at: PlaceId
    count: int


def deliver(game: AfrikaGame, r: Resolution, place: PlaceId, count: int) -> None:
    """Lands supply points: they use the port's capacity, no shipping (erratum 5)."""
    add_supply(r, place, ALLIED, count)
    use_port(r, place, count)
    r.set_vars(replace(held_vars(r.state), supply=held_vars(r.state).supply - count))
    text = f"{count} new SP arrive{'s' if count == 1 else ''} at {game.place_name(place)}."
    r.emit("supply-arrived", text, rule="5.1", side=ALLIED, places=(place,))


class DeliverSupplyKind(GameKind[DeliverSupply]):
    """Choosing ports for new supply points."""

    kind = "deliver-supply"
    action = DeliverSupply
    shape = Shape.OPTION
    label = "Land supply points"
    rule = "5.1"
    help = "New supply points arrive at Commonwealth ports up to their capacity this turn."

    def check(self, state: State, side: SideId, action: DeliverSupply) -> Refusal | None:
        room = dict(arrivals.supply_ports(self.game, state)).get(action.at)
        if room is None:
            return Refusal(
                "new supply points arrive at Commonwealth ports with room left",
                "erratum 5",
                places=(action.at,),
            )
        if action.count > room:
            return Refusal(
                f"{self.game.place_name(action.at)} can take only {room} SP more", "1.9", places=(action.at,)
            )
        if not 1 <= action.count <= held_vars(state).supply:
            return Refusal(f"between 1 and {held_vars(state).supply} SP can be landed", self.rule)
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[DeliverSupply]:
        supply = held_vars(state).supply
        for place, room in arrivals.supply_ports(self.game, state):
            for count in range(min(room, supply), 0, -1):
                yield DeliverSupply(at=place, count=count)

    def apply(self, r: Resolution, side: SideId, action: DeliverSupply) -> None:
        deliver(self.game, r, action.at, action.count)
        r.goto("supplies")

    def describe(self, state: State, action: DeliverSupply) -> str:
        return f"{action.count} SP to {self.game.place_name(action.at)}"


# --- arrivals and releases ------------------------------------------------------------------------------


class Arrive(Action, frozen=True, tag="arrive"):
    """Places a reinforcement where there is a choice."""

    piece: PieceId
    at: PlaceId


def place_arrival(game: AfrikaGame, r: Resolution, piece: PieceId, place: PlaceId) -> None:
    """Puts a reinforcement on the map or in its box; in the enemy's rear it takes what it finds there."""
    r.move(piece, place)
    name, where = game.names[piece], game.place_name(place)
    if piece in game.leaders:
        r.set_vars(replace(held_vars(r.state), new_leader=True))
    r.emit(
        "arrived",
        f"{name} arrives: {where}.",
        rule="4.1",
        side=r.state.pieces[piece].owner,
        pieces=(piece,),
        places=(place,),
    )
    number = game.number(place)
    if piece in game.units and game.is_hex(number):
        enter(game, r, (piece,), number)


class ArriveKind(GameKind[Arrive]):
    """Choosing where a reinforcement arrives."""

    kind = "arrive"
    action = Arrive
    shape = Shape.PIECE_PLACE
    label = "Place a reinforcement"
    rule = "4.1"

    def check(self, state: State, side: SideId, action: Arrive) -> Refusal | None:
        if action.piece not in arrivals.due(self.game, state, side):
            return Refusal("this piece is not due to arrive now", self.rule, pieces=(action.piece,))
        if action.at not in arrivals.arrival_places(self.game, state, action.piece):
            text = f"{self.game.names[action.piece]} may not arrive at {self.game.place_name(action.at)}"
            return Refusal(text, self.rule, places=(action.at,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Arrive]:
        for name in arrivals.due(self.game, state, side):
            if piece in (None, name):
                for place in arrivals.arrival_places(self.game, state, name):
                    yield Arrive(piece=name, at=place)

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return arrivals.arrival_places(self.game, state, pieces[0]) if pieces else ()

    def apply(self, r: Resolution, side: SideId, action: Arrive) -> None:
        place_arrival(self.game, r, action.piece, action.at)
        r.goto("arrivals")

    def describe(self, state: State, action: Arrive) -> str:
        return f"{self.game.names[action.piece]} at {self.game.place_name(action.at)}"


class Release(Action, frozen=True, tag="release"):
    """Takes units out of the Restriction Box."""

    pieces: tuple[PieceId, ...]
    at: PlaceId


def release(game: AfrikaGame, r: Resolution, pieces: tuple[PieceId, ...], place: PlaceId) -> None:
    """Puts released units on the map; no port capacity is used (clar. 3)."""
    r.move_all(pieces, place)
    names = ", ".join(game.names[name] for name in pieces)
    r.emit(
        "released",
        f"Released from the Restriction Box to {game.place_name(place)}: {names}.",
        rule="7.2",
        side=ALLIED,
        pieces=pieces,
        places=(place,),
    )


class ReleaseKind(GameKind[Release]):
    """Releases by schedule: every unit named must leave the box."""

    kind = "release"
    action = Release
    shape = Shape.PIECE_PLACE
    label = "Release units"
    rule = "7.2"
    help = "Released units go to Mersa Matruh, Alexandria or a hex of Cairo the Commonwealth controls."
    node = "releases"

    def candidates(self, state: State) -> tuple[PieceId, ...]:
        """Units this kind may release."""
        return arrivals.released_by_schedule(self.game, state)

    def check(self, state: State, side: SideId, action: Release) -> Refusal | None:
        if not action.pieces or len(set(action.pieces)) != len(action.pieces):
            return Refusal("name the units to release, each once", self.rule, pieces=action.pieces)
        wrong = tuple(name for name in action.pieces if name not in self.candidates(state))
        if wrong:
            return Refusal("these units cannot be released now", self.rule, pieces=wrong)
        if action.at not in arrivals.release_places(self.game, state):
            return Refusal(
                "units are released to Mersa Matruh, Alexandria or Cairo, where the Commonwealth holds them",
                self.rule,
                places=(action.at,),
            )
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Release]:
        places = arrivals.release_places(self.game, state)
        for name in self.candidates(state):
            if piece in (None, name):
                for place in places:
                    yield Release(pieces=(name,), at=place)

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return arrivals.release_places(self.game, state) if set(pieces) <= set(self.candidates(state)) else ()

    def apply(self, r: Resolution, side: SideId, action: Release) -> None:
        release(self.game, r, action.pieces, action.at)
        r.goto(self.node)

    def describe(self, state: State, action: Release) -> str:
        names = ", ".join(self.game.names[name] for name in action.pieces)
        return f"{names} to {self.game.place_name(action.at)}"


class EarlyReleaseKind(ReleaseKind):
    """Releases at the player's wish: each unit loses its first step (7.2), before the variable roll (clar.
    13)."""

    label = "Release early"
    help = "Units released early lose their first step on arrival; a one-step unit dies."
    node = "early"

    def candidates(self, state: State) -> tuple[PieceId, ...]:
        """All units in the box."""
        return arrivals.restricted(self.game, state)

    def apply(self, r: Resolution, side: SideId, action: Release) -> None:
        release(self.game, r, action.pieces, action.at)
        for name in action.pieces:
            lose_step(self.game, r, name, "released early", "7.2")
        r.goto(self.node)


# --- withdrawals and replacements ---------------------------------------------------------------------------


class WithdrawUnit(Action, frozen=True, tag="withdraw"):
    """Gives a unit up to another theater."""

    piece: PieceId


class WithdrawKind(GameKind[WithdrawUnit]):
    """Choosing a unit of the type asked for."""

    kind = "withdraw"
    action = WithdrawUnit
    shape = Shape.PIECE
    label = "Withdraw a unit"
    rule = "4.3"
    help = "Any unit of the type may go, wherever it stands; a dead one only if none lives."

    def _candidates(self, state: State, side: SideId) -> tuple[PieceId, ...]:
        wanted = held_vars(state).wanted
        return withdrawals.candidates(self.game, state, side, wanted[0]) if wanted else ()

    def check(self, state: State, side: SideId, action: WithdrawUnit) -> Refusal | None:
        if action.piece not in self._candidates(state, side):
            wanted = withdrawals.TITLES[held_vars(state).wanted[0]]
            return Refusal(
                f"a unit of the type {wanted} must be withdrawn, a living one first",
                self.rule,
                pieces=(action.piece,),
            )
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[WithdrawUnit]:
        for name in self._candidates(state, side):
            if piece in (None, name):
                yield WithdrawUnit(piece=name)

    def apply(self, r: Resolution, side: SideId, action: WithdrawUnit) -> None:
        held = held_vars(r.state)
        why = f"{withdrawals.TITLES[held.wanted[0]]} is asked for elsewhere"
        withdraw(self.game, r, action.piece, why, self.rule)
        r.goto("withdrawing", replace(held, wanted=held.wanted[1:]))
        settle(self.game, r)

    def describe(self, state: State, action: WithdrawUnit) -> str:
        return f"Withdraw {self.game.names[action.piece]}"


class Rebuild(Action, frozen=True, tag="rebuild"):
    """Uses a replacement on a unit."""

    piece: PieceId


class RebuildKind(GameKind[Rebuild]):
    """Choosing what to rebuild."""

    kind = "rebuild"
    action = Rebuild
    shape = Shape.PIECE
    label = "Rebuild a unit"
    rule = "4.2"
    help = "A replacement fills up a reduced unit with or beside a supply point, or brings back a dead one."

    def check(self, state: State, side: SideId, action: Rebuild) -> Refusal | None:
        return refuse_rebuild(self.game, state, side, action.piece)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Rebuild]:
        for name in rebuildable(self.game, state, side):
            if piece in (None, name):
                yield Rebuild(piece=name)

    def apply(self, r: Resolution, side: SideId, action: Rebuild) -> None:
        rebuild(self.game, r, side, action.piece)
        held = held_vars(r.state)
        r.goto("replacing", replace(held, replacements=held.replacements - 1))

    def describe(self, state: State, action: Rebuild) -> str:
        return f"Rebuild {self.game.names[action.piece]}"

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        return refuse_rebuild(self.game, state, side, subject) if subject in self.game.units else None


class Done(Action, frozen=True, tag="done"):
    """Leaves the rest of a part of the phase: no more early releases, replacements left unused."""


class DoneKind(GameKind[Done]):
    """Going on with the phase."""

    kind = "done"
    action = Done
    shape = Shape.BUTTON
    label = "Go on"
    rule = "1.1"
    ends = True

    def __init__(self, game: AfrikaGame, label: str, node: str) -> None:
        super().__init__(game)
        self._label, self._node = label, node

    def check(self, state: State, side: SideId, action: Done) -> Refusal | None:
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Done]:
        yield Done()

    def sample(self, state: State, side: SideId, random: Random) -> Done:
        return Done()

    def apply(self, r: Resolution, side: SideId, action: Done) -> None:
        held = held_vars(r.state)
        if self._node == "replaced" and held.replacements:
            lost = replacements_text(held.replacements)
            verb = "is" if held.replacements == 1 else "are"
            r.emit("replacements-lost", f"{lost} {verb} not used and lost.", rule="4.2", side=side)
        r.goto(self._node)

    def describe(self, state: State, action: Done) -> str:
        return self._label


ACTIONS: tuple[type[Action], ...] = (DeliverSupply, Arrive, Release, WithdrawUnit, Rebuild, Done)
