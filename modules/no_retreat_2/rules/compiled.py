"""One scenario of No Retreat 2 made ready: counters, terrain, cards, tables, steps."""

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
from engine.play.action import Action, Adjudicate, CardPlacement, EndPhase
from engine.play.resolution import Resolution
from engine.rules.ruleset import GameRules
from engine.state.model import OptionValue, Piece, State
from engine.victory.referee import Referee
from engine.view.projection import PieceView, Projection, StackView
from modules.no_retreat_2.rules import actions, adjudication
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.battle_vars import BattleVars
from modules.no_retreat_2.rules.cards import CardBook
from modules.no_retreat_2.rules.odds import OddsBook
from modules.no_retreat_2.rules.position import Positions
from modules.no_retreat_2.rules.steps import all_steps
from modules.no_retreat_2.rules.terrain import terrain_of
from modules.no_retreat_2.rules.units import strength, units_of
from modules.no_retreat_2.rules.victory import Nr2Ground

OPTIONS: Mapping[str, OptionValue] = {"mech-infantry": False}


class NoRetreat2Game(GameRules):
    """Rules of one scenario (draft: the combat phases)."""

    ruleset = "no_retreat_2"
    version = "0.1"
    data_type = nr.Nr2Data
    action_types: ClassVar[tuple[type[Action], ...]] = (*actions.ALL, EndPhase)

    referee: Referee

    def __init__(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> None:
        unknown = set(options) - set(OPTIONS)
        if unknown:
            raise EngineError(f"unknown option {min(unknown)!r}; known: {', '.join(OPTIONS)}")
        self.module = module
        self.scenario = module.scenario(scenario)
        self.options = {**OPTIONS, **options}
        self.board = compile_boards(module.boards)
        self.units = units_of(module)
        self.terrain = terrain_of(module, self.board)
        self.positions = Positions(self.units, self.terrain)
        self.cards = CardBook(module, self.positions)
        self.odds = OddsBook(
            module, self.positions, self.cards, mech_infantry=bool(self.options["mech-infantry"])
        )
        self.boxes = frozenset(box.id for box in module.boxes)
        self.predicates = {}
        self.referee = Referee(Nr2Ground(self), self.scenario.versions[0])
        self._sequence = SequenceStep(module.sequence, self.predicates, self.referee)
        self.steps: Mapping[str, Step] = {step.id: step for step in (self._sequence, *all_steps(self))}

    # --- what happens to units ----------------------------------------------------------------

    def lose_step(self, r: Resolution, piece: PieceId) -> None:
        """Takes a step: flips, exchanges the counter of a big division, or destroys (13.6.2, 13.6.3)."""
        unit, held = self.units[piece], r.state.pieces[piece]
        if held.steps > 1:
            r.update(piece, steps=held.steps - 1)
            r.emit("step-lost", f"{unit.name} loses a step", rule="13.6.2", side=held.owner, pieces=(piece,))
        elif unit.below:
            self._exchange(r, piece, unit.below)
        else:
            self.destroy(r, piece, "loses its last step")

    def _exchange(self, r: Resolution, piece: PieceId, below: PieceId) -> None:
        held = r.state.pieces[piece]
        r.put_pieces(
            {
                below: replace(
                    r.state.pieces[below], at=held.at, steps=self.units[below].steps, marks=held.marks
                ),
                piece: replace(held, at=None, marks=()),
            }
        )
        self._rename_in_battle(r, piece, (below,))
        r.emit("step-lost", f"{self.units[piece].name} loses a step", rule="13.6.2", pieces=(piece, below))

    def destroy(self, r: Resolution, piece: PieceId, why: str) -> None:
        """Destroyed, Surrendered with a supply marker, removed if dotted with one step (13.6.3)."""
        unit, held = self.units[piece], r.state.pieces[piece]
        if unit.type == "entrenchment":
            place = None
        elif unit.face(held).dot and unit.steps == 1:
            place = "removed"
        elif held.marks:
            place = f"surrendered-{held.owner}"
        else:
            place = f"destroyed-{held.owner}"
        r.unmark((piece,), nr.LOW, nr.UNSUPPLIED)
        r.move(piece, place)
        if unit.type == "entrenchment":
            r.update(piece, steps=unit.steps)
        self._rename_in_battle(r, piece, ())
        r.emit("destroyed", f"{unit.name} {why}", rule="13.6.3", side=held.owner, pieces=(piece,))

    def _rename_in_battle(self, r: Resolution, piece: PieceId, instead: tuple[PieceId, ...]) -> None:
        battle = r.frame.vars
        if not isinstance(battle, BattleVars):
            return

        def renamed(pieces: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
            return tuple(q for p in pieces for q in (instead if p == piece else (p,)))

        r.set_vars(
            replace(
                battle,
                attackers=renamed(battle.attackers),
                defenders=renamed(battle.defenders),
                retreating=renamed(battle.retreating),
                advancing=renamed(battle.advancing),
            )
        )

    def send_to_box(self, r: Resolution, piece: PieceId, box: str) -> None:
        """To the Strategic Reserve or the Shattered box; dotted units in the latter surrender (8.2)."""
        unit, held = self.units[piece], r.state.pieces[piece]
        dotted = box == "shattered" and unit.square and unit.face(held).dot
        place = f"{'surrendered' if dotted else box}-{held.owner}"
        r.unmark((piece,), nr.LOW, nr.UNSUPPLIED)
        r.move(piece, place)
        r.emit("boxed", f"{unit.name} goes to {place}", rule="13.6", side=held.owner, pieces=(piece,))

    def overstacked(self, state: State, side: SideId) -> tuple[PlaceId, ...]:
        """Hexes of a side above the stacking limit (12.2.4)."""
        return tuple(
            place
            for place, stack in state.stacks.items()
            if place in self.board.index
            and state.pieces[stack[0]].owner == side
            and self.positions.is_overstacked(state, place)
        )

    def capture(self, r: Resolution, side: SideId, place: PlaceId) -> None:
        """A place entered by a square unit changes hands; a Port gives its value once a turn (11.2)."""
        tags = self.board.tags(self.board.index[place])
        if not tags & {"town", "city"} or r.state.control.get(place) == side:
            return
        r.take_control(place, side)
        r.emit("captured", f"{place} is captured", rule="5.2", side=side, places=(place,))
        value = next((int(tag.removeprefix("port-")) for tag in tags if tag.startswith("port-")), 0)
        held, key = nr.data(r.state), f"{side} {place}"
        gain = min(value, held.used.get(side, 0))
        if gain and key not in held.ports_taken:
            r.set_data(
                replace(
                    held,
                    supply={**held.supply, side: held.supply.get(side, 0) + gain},
                    used={**held.used, side: held.used[side] - gain},
                    ports_taken=(*held.ports_taken, key),
                )
            )
            r.emit("port-captured", f"{gain} supply points in the port of {place}", rule="11.2", side=side)

    # --- geography ----------------------------------------------------------------------------------

    def is_own_edge(self, side: SideId, i: int) -> bool:
        """Whether a hex is in the side's own edge column: west for the Axis, east for the Allies."""
        columns = self.board.sheets[self.board.board[i]].grid.columns
        return self.board.column[i] == (0 if side == nr.AXIS else columns - 1)

    def home_distance(self, state: State, side: SideId, i: int) -> int:
        """Hexes to the nearest own edge hex or own Port of the map (ruling 55)."""
        homes = (
            j
            for j in range(len(self.board))
            if self.board.board[j] == self.board.board[i] and self._is_home(state, side, j)
        )
        return min((self.board.distance(i, j) for j in homes), default=0)

    def _is_home(self, state: State, side: SideId, j: int) -> bool:
        if self.terrain.row(j).cost < 0:
            return False
        port = any(tag.startswith("port-") for tag in self.board.tags(j))
        return self.is_own_edge(side, j) or (port and state.control.get(self.board.ids[j]) == side)

    # --- the contract ---------------------------------------------------------------------------

    def setup(self, seed: int) -> State:
        """Everything out of play, hands empty: positions of the draft are set up by adjudication."""
        pieces: dict[PieceId, Piece] = {
            unit.id: Piece(owner=unit.side, steps=unit.steps) for unit in self.units.values()
        }
        first = self.scenario.first_side
        held = nr.Nr2Data(
            initiative=first,
            phasing=first,
            hands=dict.fromkeys(nr.SIDES, ()),
            deck=tuple(card.id for card in self.module.cards),
            supply={side: int(self.scenario.tracks.get(f"supply-{side}", 0)) for side in nr.SIDES},
            support={side: int(self.scenario.tracks.get(f"support-{side}", 0)) for side in nr.SIDES},
            malta=str(self.scenario.tracks.get("malta", "absent")),
        )
        return State(
            scenario=self.scenario.id,
            options=self.options,
            turn=self.scenario.first_turn,
            phase="setup",
            pieces=pieces,
            stacks={},
            control={},
            flow=(self._sequence.frame_before(f"{first}.combat"),),
            chance=Chance(seed=seed),
            data=held,
        )

    def project(self, state: State, viewer: SideId) -> Projection:
        """All pieces are open; the enemy's hand shows as a number."""
        pieces = {
            p: PieceView(
                id=p,
                name=self.units[p].name,
                side=held.owner,
                type=self.units[p].type,
                at=held.at,
                steps=held.steps,
                max_steps=self.units[p].steps,
                markers=held.marks,
                definition=p,
                values={
                    "combat": strength(self.units[p], held),
                    "movement": self.units[p].face(held).movement,
                },
            )
            for p, held in state.pieces.items()
        }
        stacks = {place: StackView(place=place, pieces=stack) for place, stack in state.stacks.items()}
        hands = tuple(self.cards.hand_view(state, side, viewer) for side in nr.SIDES)
        return Projection(
            viewer=viewer,
            turn=state.turn,
            date=self.module.turn_title(state.turn),
            phase=state.phase,
            pieces=pieces,
            stacks=stacks,
            control=state.control,
            tracks=(),
            boxes=(),
            schedule=(),
            victory=tuple(self.referee.lines(state)),
            standing=self.referee.standing(state),
            over=state.over,
            hidden=sum(hand.hidden for hand in hands),
            decks=self.cards.deck_views(state),
            hands=hands,
        )

    def redact(self, state: State, viewer: SideId) -> State:
        """Hides the enemy's hand and the deck: cards become blanks, so that only their number shows."""
        if viewer == "all":
            return state
        held = nr.data(state)
        hands = {s: hand if s == viewer else ("hidden",) * len(hand) for s, hand in held.hands.items()}
        deck = ("hidden",) * len(held.deck)
        blank = replace(state.chance, seed=0)
        return replace(state, data=replace(held, hands=hands, deck=deck), chance=blank)

    def sealed(self, state: State) -> bool:
        """Hands are secret, so the screen is handed over."""
        return True

    def adjudicate(self, r: Resolution, change: Adjudicate) -> None:
        adjudication.adjudicate(self, r, change)

    def put_card(self, r: Resolution, placement: CardPlacement) -> None:
        adjudication.put_card(self, r, placement)

    def check(self, state: State) -> tuple[str, ...]:
        return tuple(adjudication.faults(self, state))

    def oddities(self, state: State) -> tuple[str, ...]:
        return tuple(adjudication.oddities(self, state))

    def tracks(self, state: State) -> Mapping[str, object]:
        """The game's own data."""
        built: Mapping[str, object] = msgspec.to_builtins(nr.data(state))
        return built
