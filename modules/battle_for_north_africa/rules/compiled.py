"""One scenario of The Battle for North Africa made ready: counters, markers, commanders, lines, steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from engine.chance import Chance
from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.flow.sequence import SequenceStep
from engine.flow.step import Step
from engine.geometry.compiling import compile_boards
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, Adjudicate
from engine.play.resolution import Resolution
from engine.rules.ruleset import GameRules
from engine.state.model import OptionValue, Piece, State
from engine.victory.referee import Referee
from engine.view.projection import PieceView, Projection, StackView, TrackView
from modules.battle_for_north_africa.rules import actions, adjudication
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.lines import Lines, step_costs
from modules.battle_for_north_africa.rules.steps import all_steps
from modules.battle_for_north_africa.rules.units import COMMANDER, commanders_of, markers_of, units_of
from modules.battle_for_north_africa.rules.victory import NorthAfricaGround

HIDDEN = "hidden"


class NorthAfricaGame(GameRules):
    """Rules of one scenario (draft: phases A to D without movement and combat)."""

    ruleset = "battle_for_north_africa"
    version = "0.1"
    data_type = bna.BnaData
    dice_faces: ClassVar[tuple[int, ...]] = (10,)
    lowest_face: ClassVar[int] = 0
    action_types: ClassVar[tuple[type[Action], ...]] = actions.ALL

    referee: Referee

    def __init__(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> None:
        if options:
            raise EngineError(f"unknown option {min(options)!r}; this draft has none")
        self.module = module
        self.scenario = module.scenario(scenario)
        self.options = options
        self.board = compile_boards(module.boards)
        self.definitions = module.pieces_by_id()
        self.names = {name: definition.name for name, definition in self.definitions.items()}
        self.units = units_of(module)
        self.markers = markers_of(module)
        self.commanders = commanders_of(module)
        self.headquarters = {u.command: u.id for u in self.units.values() if u.commands and u.command}
        enterable = {kind.id for kind in module.terrain if kind.open}
        self.open = tuple(kind in enterable for kind in self.board.terrain)
        self.lines = Lines(self.board, self.units, step_costs(module, self.board))
        self.predicates = {}
        self.referee = Referee(NorthAfricaGround(self), self.scenario.versions[0])
        self._sequence = SequenceStep(module.sequence, self.predicates, self.referee)
        self.steps: Mapping[str, Step] = {step.id: step for step in (self._sequence, *all_steps(self))}

    # --- who is where --------------------------------------------------------------------------

    def holder(self, state: State, place: PlaceId) -> SideId | None:
        """The side that has units in a place."""
        return next((self.units[p].side for p in state.at(place) if p in self.units), None)

    def within(self, state: State, piece: PieceId, at: PlaceId, reach: int) -> bool:
        """Whether a piece stands within a distance of a hex; boxes are out of every hex's range (R4)."""
        place = state.pieces[piece].at
        if place not in self.board.index or at not in self.board.index:
            return False
        assert place is not None
        return self.board.distance(self.board.index[place], self.board.index[at]) <= reach

    def in_command_range(self, state: State, hq: PieceId, piece: PieceId) -> bool:
        """Whether a piece is in range of an HQ: by distance, or in the same box (R4)."""
        at = state.pieces[hq].at
        if at is None or state.pieces[piece].at is None:
            return False
        return state.pieces[piece].at == at or self.within(state, piece, at, self.units[hq].range)

    def command_of(self, state: State, hq: PieceId) -> tuple[PieceId, ...]:
        """An HQ and the units of its command within range now (4.3.4)."""
        command = self.units[hq].command
        return (
            hq,
            *(
                u.id
                for u in self.units.values()
                if u.command == command and u.id != hq and self.in_command_range(state, hq, u.id)
            ),
        )

    def may_act(self, state: State, piece: PieceId) -> bool:
        """In play, and not activated three times this turn (4.3.7)."""
        at = state.pieces[piece].at
        playing = at is not None and (at in self.board.index or at in {"tripoli", "transit", "cairo"})
        return playing and bna.data(state).activations.get(piece, 0) < bna.MOST_ACTIVATIONS

    def commander_at(self, state: State, side: SideId) -> PlaceId:
        """The hex of a side's commander; empty if he is not on the map."""
        sitting = bna.data(state).sitting.get(side)
        return (state.pieces[sitting].at if sitting else None) or ""

    def commander_range(self, state: State, side: SideId) -> int:
        """The range of the sitting commander."""
        sitting = bna.data(state).sitting.get(side)
        return self.commanders[sitting].range if sitting else 0

    def commander_marker(self, side: SideId) -> PieceId:
        """A side's Commander marker."""
        return next(m.id for m in self.markers.values() if m.side == side and m.names == COMMANDER)

    def commander_is_automatic(self, state: State, side: SideId) -> bool:
        """On a scenario's first turn the first side's commander is in play without a roll (6.4)."""
        return state.turn == self.scenario.first_turn and side == self.scenario.first_side

    def marker_name(self, marker: PieceId) -> str:
        """What a marker is called in the log."""
        names = self.markers[marker].names
        return (
            f"the {self.units[names].name} marker" if names in self.units else f"the {names.title()} marker"
        )

    def spend(self, r: Resolution, side: SideId, points: int) -> None:
        """Spends allocated points."""
        held = bna.data(r.state)
        r.set_data(replace(held, spent={**held.spent, side: held.spent.get(side, 0) + points}))
        r.emit("points-spent", f"{points} resource points", rule="4.3.3", side=side)

    # --- the contract ----------------------------------------------------------------------------

    def setup(self, seed: int) -> State:
        """Units of the scenario on their places, commanders and markers aside."""
        where: dict[PieceId, tuple[PlaceId, int]] = {}
        for side in self.scenario.sides.values():
            for placement in side.placements:
                for p in placement.pieces:
                    assert placement.at
                    where[p] = (placement.at, placement.lost.get(p, 0))
        pieces = {
            d.id: Piece(
                owner=d.side or "",
                at=where[d.id][0] if d.id in where else None,
                steps=max(d.steps - (where[d.id][1] if d.id in where else 0), 1),
            )
            for d in self.module.pieces
        }
        turn = self.scenario.first_turn
        sitting = {
            side: next(
                c.id for c in reversed(self.commanders.values()) if c.side == side and c.latest <= turn
            )
            for side in bna.SIDES
        }
        bank = {side: int(self.scenario.tracks[f"rp-{side}"]) for side in bna.SIDES}
        blank = State(
            scenario=self.scenario.id,
            options=dict(self.options),
            turn=turn,
            phase="setup",
            pieces={},
            stacks={},
            control=self._first_control(),
            flow=(self._sequence.frame_before(),),
            chance=Chance(seed=seed),
            data=bna.BnaData(bank=bank, sitting=sitting),
        )
        r = Resolution(blank)
        r.put_pieces(pieces)
        return r.state

    def _first_control(self) -> dict[PlaceId, SideId]:
        """1941: the Axis holds L1900 and L1704, the Allies every other place."""
        places = (self.board.ids[i] for i in self.board.places)
        return {p: bna.AXIS if p in {"L1900", "L1704"} else bna.ALLIED for p in places}

    def project(self, state: State, viewer: SideId) -> Projection:
        """Counters are open; plans, allocations and the names of markers are not."""
        seen = bna.data(self.redact(state, viewer))
        pieces = {
            p: PieceView(
                id=p,
                name=d.name,
                side=state.pieces[p].owner,
                type=d.type,
                at=state.pieces[p].at,
                formation=d.formation or "",
                steps=state.pieces[p].steps,
                max_steps=d.steps,
                values=dict(d.values),
                markers=state.pieces[p].marks,
                definition=p,
                moved=seen.activations.get(p, 0) > 0,
            )
            for p, d in self.definitions.items()
            if d.type != "activation"
        }
        stacks = {place: StackView(place=place, pieces=stack) for place, stack in state.stacks.items()}
        tracks = tuple(
            TrackView(
                id=f"rp-{side}",
                title="Resource points",
                side=side,
                value=seen.left(side),
                maximum=seen.allocated.get(side, 0),
                text=f"bank {seen.bank[side]}",
                rule="9.1",
            )
            for side in bna.SIDES
        )
        return Projection(
            viewer=viewer,
            turn=state.turn,
            date=self.module.turn_title(state.turn),
            phase=state.phase,
            pieces=pieces,
            stacks=stacks,
            control=state.control,
            tracks=tracks,
            boxes=(),
            schedule=(),
            victory=tuple(self.referee.lines(state)),
            standing=self.referee.standing(state),
            over=state.over,
            hidden=self._hidden(state, viewer),
        )

    def _hidden(self, state: State, viewer: SideId) -> int:
        if viewer == "all":
            return 0
        held = bna.data(state)
        enemy = bna.other(viewer)
        return sum(1 for m in held.pool if self.markers[m].side == enemy) + (enemy in held.offers)

    def redact(self, state: State, viewer: SideId) -> State:
        """Hides the enemy's figure, plan and the names of his markers; their number shows."""
        if viewer == "all":
            return state
        held, enemy = bna.data(state), bna.other(viewer)
        blank = f"{HIDDEN}-{enemy}"
        pool = tuple(sorted(blank if self.markers[m].side == enemy else m for m in held.pool))
        plans = dict(held.plans)
        if enemy in plans:
            aside = len(plans[enemy].reserve) + len(plans[enemy].bluffs)
            shown = plans[enemy].at if self.commander_at(state, enemy) else ""
            plans[enemy] = bna.Plan(use=HIDDEN, at=shown, reserve=(blank,) * aside)
        offers = {side: -1 if side == enemy else n for side, n in held.offers.items()}
        bank = held.bank
        lead = blank if held.lead and self.markers[held.lead].side == enemy else held.lead
        shown_data = replace(held, pool=pool, plans=plans, offers=offers, bank=bank, lead=lead)
        return replace(state, data=shown_data, chance=replace(state.chance, seed=0))

    def sealed(self, state: State) -> bool:
        """Plans are secret, so the screen is handed over."""
        return True

    def adjudicate(self, r: Resolution, change: Adjudicate) -> None:
        adjudication.adjudicate(self, r, change)

    def check(self, state: State) -> tuple[str, ...]:
        return tuple(adjudication.faults(self, state))

    def tracks(self, state: State) -> Mapping[str, object]:
        """The game's own data."""
        built: Mapping[str, object] = msgspec.to_builtins(bna.data(state))
        return built
