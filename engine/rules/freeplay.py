"""Free play: any module without rules of its own is playable as on a table.

Pieces go anywhere, are flipped, marked and stacked; cards are drawn, dice rolled, tracks and turn moved, all
by logged actions that can be undone. Any side may act at any time; the sequence of the module is a reminder.
It is also the ruleset of every module that names none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from engine.chance import Chance
from engine.definition.chart import ChartDef
from engine.definition.sequence import PhaseDef
from engine.definition.telling import told
from engine.errors import EngineError
from engine.flow.sequence import SequenceStep
from engine.flow.step import Step, decision
from engine.geometry.board import CompiledBoard
from engine.geometry.compiling import compile_boards
from engine.ids import PlaceId, SideId
from engine.issues import near_miss
from engine.kit.landscape_charts import ChartRow, effects_of
from engine.play.action import Action, Adjudicate, AnyKind, CardPlacement, EndPhase
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.rules import freeplay_actions as actions
from engine.rules import freeplay_adjudication, freeplay_view
from engine.rules import freeplay_marks as marks
from engine.rules import freeplay_pieces as hands
from engine.rules import freeplay_turns as turns
from engine.rules.freeplay_cards import CARD_KINDS
from engine.rules.freeplay_deal import DealStep
from engine.rules.freeplay_ground import FreeGround
from engine.rules.freeplay_piles import copies_of
from engine.rules.freeplay_setup import VERSION, FreeSetup, chosen_options
from engine.rules.freeplay_table import FreePlayData, FreeTable, data_of
from engine.rules.freeplay_upgrades import UpgradeKind
from engine.rules.ruleset import GameRules
from engine.state.model import Frame, GameData, OptionValue, State
from engine.victory.referee import Referee
from engine.view.projection import Projection
from engine.view.reach import CostLine

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.scenario import ScenarioDef, VersionDef

STEP = "free.play"
WHOLE_TURN = PhaseDef(id="play", title="Play", help="Do as you please; the next turn begins when you say so.")


class FreeStep(Step):
    """One phase: everything is possible until somebody goes on."""

    id = STEP

    def __init__(self, table: FreeTable, sequence: SequenceStep) -> None:
        self.table = table
        self.sequence = sequence
        self.kinds = _kinds(table, sequence)

    @decision
    def start(self, state: State) -> Ask:
        """Whatever hands can do."""
        phase = self.sequence.definitions.get(state.phase, WHOLE_TURN)
        first = [side for side in self.table.sides if side == phase.side]
        sides = tuple(dict.fromkeys((*first, *self.table.sides)))
        return Ask(
            sides=sides,
            prompt=f"{phase.title}. Move, flip and mark pieces as your rules say.",
            kinds=self.kinds,
            rule=phase.rule,
            help=told(self.table.module, phase.help),
        )


def _kinds(table: FreeTable, sequence: SequenceStep) -> tuple[AnyKind, ...]:
    made: list[AnyKind] = []
    plain: tuple[Callable[[FreeTable], AnyKind], ...] = (
        *(hands.PlaceKind, hands.FlipKind, hands.StepsKind, marks.MarkKind, marks.RestackKind),
        *(hands.RemoveKind, marks.ControlKind, turns.RollKind, marks.ClearMarksKind),
    )
    made.extend(kind(table) for kind in plain)
    if any(piece.template for piece in table.pieces.values()):
        made.extend((hands.AddKind(table), hands.CountKind(table)))
    if any(entry.action == "upgrade" for entry in table.module.schedule):
        made.append(UpgradeKind(table))
    if table.cards:
        made.extend(kind(table) for kind in CARD_KINDS)
    if table.tracks:
        made.append(turns.SetTrackKind(table))
    if len(sequence.leaves) > 1:
        made.append(turns.SetPhaseKind(table, sequence))
    made.extend((turns.SetTurnKind(table), turns.DeclareOverKind(table), turns.NextPhaseKind()))
    return tuple(made)


def free_phases(phases: tuple[PhaseDef, ...]) -> Iterator[PhaseDef]:
    """The module's phases for free play: those its own steps would run, or else the innermost, run freely."""
    for phase in phases:
        if phase.step or not phase.phases:
            yield phase.model_copy(update={"step": STEP, "when": None, "phases": _plain(phase.phases)})
        else:
            yield phase.model_copy(update={"when": None, "phases": tuple(free_phases(phase.phases))})


def _plain(phases: tuple[PhaseDef, ...]) -> tuple[PhaseDef, ...]:
    return tuple(
        phase.model_copy(update={"step": None, "when": None, "phases": _plain(phase.phases)})
        for phase in phases
    )


class FreePlayRules(GameRules):
    """One scenario laid out for free play."""

    ruleset: ClassVar[str] = "free-play"
    version: ClassVar[str] = "1"
    data_type: ClassVar[type[GameData]] = FreePlayData
    dice_faces: ClassVar[tuple[int, ...]] = tuple(range(2, 101))
    referee: Referee
    action_types: ClassVar[tuple[type[Action], ...]] = (
        *(actions.Place, actions.Remove, actions.Add, actions.Flip, actions.SetSteps, actions.SetCount),
        *(actions.Mark, actions.ClearMarks, actions.Restack, actions.Control, actions.Roll, actions.Upgrade),
        *(actions.DrawCard, actions.PlayCard, actions.DiscardCard, actions.ReturnCard, actions.TakeCard),
        *(actions.RemoveCard, actions.Shuffle, actions.SetTrack),
        *(actions.SetTurn, actions.SetPhase, actions.DeclareOver, EndPhase),
    )

    def __init__(self, module: ModuleDef, scenario: ScenarioDef, options: Mapping[str, OptionValue]) -> None:
        self.module = module
        self.scenario = scenario
        self.options = options
        boards = [module.board(name) for name in scenario.boards]
        self.board = compile_boards(boards)
        self.table = _lay_table(module, scenario, self.board)
        self.referee = Referee(FreeGround(self.table, options), self._version())
        phases = tuple(free_phases(module.sequence)) or _only_phase()
        sequence = SequenceStep(phases, {}, self.referee)
        self.deal = DealStep(self.table)
        self.steps = {
            SequenceStep.id: sequence, STEP: FreeStep(self.table, sequence), DealStep.id: self.deal,
        }  # fmt: skip
        self.sequence = sequence
        self.predicates = {}

    def _version(self) -> VersionDef:
        wanted = self.options.get(VERSION)
        versions = self.scenario.versions
        return next((version for version in versions if version.id == wanted), versions[0])

    def after_action(self, r: Resolution) -> None:
        """Sudden victory at any time."""
        self.referee.judge_action(r)

    def setup(self, seed: int) -> State:
        laid = FreeSetup(self.table, self.options)
        laid.lay_out()
        first = (Frame(step=DealStep.id, node="start"),) if self.deal.is_needed else ()
        return State(
            scenario=self.scenario.id,
            options=self.options,
            turn=self.scenario.first_turn,
            phase=self.sequence.leaves[0].id,
            pieces=laid.pieces,
            stacks=laid.stacks,
            control=dict(self.scenario.control),
            flow=(self.sequence.frame_before(), *first),
            chance=Chance(seed=seed),
            data=laid.data(),
        )

    def hex_notes(self, state: State, viewer: SideId, place: PlaceId) -> tuple[CostLine, ...]:
        """What the module's charts say of the terrain of a hex; players go by it, nothing enforces it."""
        index = self.board.index.get(place)
        if index is None:
            return ()
        found = effects_of(self.module, "terrain", self.board.terrain[index])
        return tuple(CostLine(chart.title, words, chart.rule) for chart, words in map(_effect_words, found))

    def project(self, state: State, viewer: SideId) -> Projection:
        return replace(
            freeplay_view.project(self.table, state, viewer),
            victory=tuple(self.referee.lines(state)),
            standing=self.referee.standing(state),
        )

    def redact(self, state: State, viewer: SideId) -> State:
        return freeplay_view.redact(self.table, state, viewer)

    def sealed(self, state: State) -> bool:
        return any(self.table.is_secret(card) for hand in data_of(state).hands.values() for card in hand)

    def put_card(self, r: Resolution, placement: CardPlacement) -> None:
        freeplay_adjudication.put_card(self.table, r, placement)

    def adjudicate(self, r: Resolution, change: Adjudicate) -> None:
        freeplay_adjudication.adjudicate(self.table, self.sequence, r, change)

    def check(self, state: State) -> tuple[str, ...]:
        faults = [
            f"{name} has {piece.steps} steps of {self.table.max_steps(name)}"
            for name, piece in state.pieces.items()
            if not 1 <= piece.steps <= self.table.max_steps(name)
        ]
        faults += [f"{p} is no place" for p in state.stacks if not self.table.has_place(p)]
        data = data_of(state)
        piles = (data.decks, data.discards, data.hands, data.removed)
        groups = [pile for held in piles for pile in held.values()]
        cards = sorted(card for group in groups for card in group)
        if cards != sorted(self.table.cards):
            faults.append("a card is missing or there twice")
        return tuple(faults)

    def tracks(self, state: State) -> Mapping[str, object]:
        data = data_of(state)
        return {
            **data.tracks,
            "turn": state.turn,
            "decks": {deck: len(cards) for deck, cards in data.decks.items()},
            "hands": {side: len(cards) for side, cards in data.hands.items()},
            "discards": {deck: len(cards) for deck, cards in data.discards.items()},
            "removed": {deck: len(cards) for deck, cards in data.removed.items()},
        }

    def describe(self, action: Action) -> str:
        return type(action).__name__


def _lay_table(module: ModuleDef, scenario: ScenarioDef, board: CompiledBoard) -> FreeTable:
    boxes = {box.id: box for box in module.boxes}
    return FreeTable(
        module=module,
        scenario=scenario,
        board=board,
        pieces=module.pieces_by_id(),
        boxes=boxes,
        tracks={track.id: track for track in module.tracks},
        cards=dict(copies_of(module.cards)),
        decks={deck.id: deck for deck in module.decks},
        sides=tuple(side.id for side in module.sides),
        places=(*board.ids, *boxes),
    )


def _only_phase() -> tuple[PhaseDef, ...]:
    return (WHOLE_TURN.model_copy(update={"step": STEP}),)


def _effect_words(found: ChartRow) -> tuple[ChartDef, str]:
    """A row of a chart in one line: what each column says, empty cells left out."""
    chart, _, cells = found
    pairs = zip(chart.columns.labels, cells, strict=True)
    return chart, ", ".join(f"{label} {cell}" for label, cell in pairs if cell not in (None, ""))


class FreePlay:
    """The ruleset that is always there."""

    id = "free-play"
    version = FreePlayRules.version
    action_types = FreePlayRules.action_types

    def compile(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> FreePlayRules:
        """Lays a scenario out; raises ``EngineError`` for an unknown scenario or option."""
        known = {found.id: found for found in module.scenarios}
        if scenario not in known:
            hint = near_miss(scenario, known)
            raise EngineError(f"there is no scenario {scenario!r}" + (f"; {hint}" if hint else ""))
        return FreePlayRules(module, known[scenario], chosen_options(module, known[scenario], options))


RULESET = FreePlay()
