"""A toy game that uses every feature of the flow: secret bids of both sides, a duel that calls itself
as a counterattack, dice, drawn markers, turns, an ending."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from engine.chance import Chance
from engine.definition.module import ModuleDef
from engine.errors import IllegalAction, Refusal
from engine.flow.sequence import SequenceStep
from engine.flow.step import Step, auto, decision
from engine.play.action import Action, ActionKind, Adjudicate, EndPhase, Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.rules.ruleset import GameRules
from engine.state.model import FrameVars, GameData, Piece, State
from engine.view.projection import Projection

MODULE = ModuleDef.model_validate(
    {
        "id": "toy",
        "title": "Toy",
        "sides": (
            {"id": "axis", "title": "Axis", "short": "Axis"},
            {"id": "allied", "title": "Allied", "short": "Allied"},
        ),
        "sequence": (
            {
                "id": "axis",
                "title": "Axis turn",
                "phases": ({"id": "axis.fight", "title": "F", "step": "toy.fight"},),
            },
            {"id": "bids", "title": "Bids", "step": "toy.bid", "when": "even_turn"},
        ),
        "scenarios": (
            {
                "id": "one",
                "title": "One",
                "boards": ("b",),
                "first_turn": 1,
                "first_side": "axis",
                "versions": ({"id": "campaign", "title": "All", "last_turn": 3},),
                "sides": {},
            },
        ),
    }
)

OTHER = {"axis": "allied", "allied": "axis"}


class ToyData(GameData, frozen=True):
    bids: Mapping[str, int] = {}
    wins: Mapping[str, int] = {}


class DuelVars(FrameVars, frozen=True):
    attacker: str
    depth: int = 0


class Bid(Action, frozen=True, tag="bid"):
    number: int


class Attack(Action, frozen=True, tag="attack"):
    piece: str


class Answer(Action, frozen=True, tag="answer"):
    counter: bool = False


class BidKind(ActionKind[Bid]):
    kind = "bid"
    action = Bid
    shape = Shape.NUMBER

    def check(self, state: State, side: str, action: Bid) -> Refusal | None:
        return None if 0 <= action.number <= 3 else Refusal("a bid is from 0 to 3", rule="T1")

    def choices(self, state: State, side: str, piece: str | None = None) -> Iterator[Bid]:
        return (Bid(number=n) for n in range(4))

    def apply(self, r: Resolution, side: str, action: Bid) -> None:
        data = toy(r.state)
        r.set_data(replace(data, bids={**data.bids, side: action.number}))
        r.emit("bid", f"{side} bids {action.number}", audience=(side,), public=f"{side} has bid")
        if len(data.bids) == 1:
            r.goto("show")


class AttackKind(ActionKind[Attack]):
    kind = "attack"
    action = Attack
    shape = Shape.PIECE

    def check(self, state: State, side: str, action: Attack) -> Refusal | None:
        piece = state.pieces.get(action.piece)
        if piece is None:
            return Refusal(f"no piece {action.piece}", code="UNKNOWN_ID")
        return None if piece.owner == side and piece.at else Refusal("not yours", rule="T2")

    def choices(self, state: State, side: str, piece: str | None = None) -> Iterator[Attack]:
        for name, found in state.pieces.items():
            if found.owner == side and found.at and piece in {None, name}:
                yield Attack(piece=name)

    def apply(self, r: Resolution, side: str, action: Attack) -> None:
        r.call("toy.duel", DuelVars(attacker=side))


class EndKind(ActionKind[EndPhase]):
    kind = "end-phase"
    action = EndPhase
    shape = Shape.BUTTON
    ends = True

    def check(self, state: State, side: str, action: EndPhase) -> Refusal | None:
        return None

    def choices(self, state: State, side: str, piece: str | None = None) -> Iterator[EndPhase]:
        yield EndPhase()

    def apply(self, r: Resolution, side: str, action: EndPhase) -> None:
        r.end()


class AnswerKind(ActionKind[Answer]):
    kind = "answer"
    action = Answer

    def check(self, state: State, side: str, action: Answer) -> Refusal | None:
        return None

    def choices(self, state: State, side: str, piece: str | None = None) -> Iterator[Answer]:
        yield from (Answer(counter=True), Answer(counter=False))

    def apply(self, r: Resolution, side: str, action: Answer) -> None:
        held = r.frame.vars
        assert isinstance(held, DuelVars)
        if action.counter:
            r.goto("back")
            r.call("toy.duel", DuelVars(attacker=side, depth=held.depth + 1))
        else:
            r.end()


class FightStep(Step):
    id = "toy.fight"

    @auto
    def start(self, r: Resolution) -> None:
        if r.state.turn > 3:
            r.finish("draw", "time is up", "T9")
        else:
            r.goto("choose")

    @decision
    def choose(self, state: State) -> Ask:
        return Ask(sides=("axis",), prompt="Attack or end", kinds=(AttackKind(), EndKind()), rule="T2")


class DuelStep(Step):
    id = "toy.duel"
    vars_type = DuelVars

    @auto
    def start(self, r: Resolution) -> None:
        held = r.frame.vars
        assert isinstance(held, DuelVars)
        (die,) = r.roll("duel")
        r.emit("duel", f"{held.attacker} rolls {die}", dice=(die,), side=held.attacker)
        data = toy(r.state)
        if die >= 5:
            r.set_data(replace(data, wins={**data.wins, held.attacker: data.wins.get(held.attacker, 0) + 1}))
            r.end()
        elif held.depth >= 4:
            r.end()
        else:
            r.goto("answer")

    @decision
    def answer(self, state: State) -> Ask:
        held = state.flow[-1].vars
        assert isinstance(held, DuelVars)
        return Ask(
            sides=(OTHER[held.attacker],), prompt="Counterattack?", kinds=(AnswerKind(),), part="answer"
        )

    @auto
    def back(self, r: Resolution) -> None:
        r.emit("back", "the counterattack is over")
        r.end()


class BidStep(Step):
    id = "toy.bid"

    @decision
    def start(self, state: State) -> Ask:
        left = tuple(side for side in OTHER if side not in toy(state).bids)
        return Ask(sides=left, prompt="Bid in secret", kinds=(BidKind(),))

    @auto
    def show(self, r: Resolution) -> None:
        data = toy(r.state)
        winner = r.pick("tie marker", ["axis", "allied"])
        r.emit("bids", f"bids {data.bids}; marker {winner}")
        r.set_data(replace(data, bids={}))
        r.end()


class ToyRules(GameRules):
    ruleset = "toy"
    version = "1"
    data_type = ToyData
    action_types = (Bid, Attack, Answer, EndPhase)

    def __init__(self) -> None:
        self.module = MODULE
        self.scenario = MODULE.scenario("one")
        self.options = {}
        self.predicates = {"even_turn": lambda state: state.turn % 2 == 0}
        sequence = SequenceStep(MODULE.sequence, self.predicates)
        self.steps = {step.id: step for step in (sequence, FightStep(), DuelStep(), BidStep())}
        self._first = sequence.frame_before()

    def setup(self, seed: int) -> State:
        blank = State(
            scenario="toy/one", options={}, turn=1, phase="setup", pieces={}, stacks={}, control={},
            flow=(self._first,), chance=Chance(seed=seed), data=ToyData(),
        )  # fmt: skip
        r = Resolution(blank)
        r.put_pieces(
            {
                "a1": Piece(owner="axis", at="X1"),
                "a2": Piece(owner="axis", at="X1"),
                "b1": Piece(owner="allied", at="X2"),
                "b2": Piece(owner="allied"),
            }
        )
        return r.state

    def project(self, state: State, viewer: str) -> Projection:
        raise NotImplementedError

    def adjudicate(self, r: Resolution, change: Adjudicate) -> None:
        for put in change.set:
            if put.piece not in r.state.pieces:
                raise IllegalAction(Refusal(f"no piece {put.piece}", code="UNKNOWN_ID"))
            if put.at is not msgspec.UNSET:
                r.move(put.piece, put.at)
        r.emit("adjudicated", "overruled")

    def check(self, state: State) -> tuple[str, ...]:
        return ()

    def tracks(self, state: State) -> Mapping[str, object]:
        return {}


def toy(state: State) -> ToyData:
    assert isinstance(state.data, ToyData)
    return state.data
