"""Playing event cards: in battles, before Counterblows, between battles, in answer to a card (5.0, 13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.cards import Pile
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import MarkTarget, Pass, PlayCard
from modules.no_retreat_2.rules.battle_vars import CardVars, DeclareVars
from modules.no_retreat_2.rules.declare import MarkTargetKind
from modules.no_retreat_2.rules.kind import GameKind, battle_of

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game

STEP = "no_retreat_2.card"


class CardKind(GameKind[PlayCard]):
    """Base: refuses cards not in the hand or not of this moment; ``after`` is the node to go on at."""

    kind = "play-card"
    action = PlayCard
    shape = Shape.CARD
    carries = ((Pile.HAND, Pile.TABLE),)
    label = "Play a card"
    rule = "5.0"
    after = ""

    def times(self, state: State, side: SideId) -> tuple[str, ...]:
        """Letters of the moments at which a card is asked for here."""
        raise NotImplementedError

    def check(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        refusal = self.game.cards.refuse(state, side, action.card, self.times(state, side))
        return refusal or self.refuse_effect(state, side, action)

    def refuse_effect(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        """What the effect itself needs; fields it does not use must be empty."""
        if action.piece or action.source or action.at:
            return Refusal("this card names no piece and no hex", code="BAD_REQUEST")
        return None

    def candidates(self, state: State, side: SideId, card: str) -> Iterator[PlayCard]:
        """Ways to play a card, legal or not."""
        yield PlayCard(card=card)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[PlayCard]:
        for card in nr.data(state).hands[side]:
            for action in self.candidates(state, side, card):
                if piece in {None, action.piece} and self.check(state, side, action) is None:
                    yield action

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        if subject not in nr.data(state).hands[side]:
            return self.unavailable(state, side)
        refusals = [self.check(state, side, action) for action in self.candidates(state, side, subject)]
        return None if None in refusals or not refusals else refusals[0]

    def apply(self, r: Resolution, side: SideId, action: PlayCard) -> None:
        r.goto(self.after)
        r.call(STEP, CardVars(side=side, card=action.card))

    def describe(self, state: State, action: PlayCard) -> str:
        side = next(s for s in nr.SIDES if action.card in nr.data(state).hands[s])
        return f"Play {self.game.cards.title(action.card, side)}"


class BattleCardKind(CardKind):
    """Commitment Step: one event each, the attacker first (13.3)."""

    rule = "13.3"

    def times(self, state: State, side: SideId) -> tuple[str, ...]:
        return ("B", "Ba") if side == battle_of(state).attacker else ("B", "Bd")

    def refuse_effect(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        battle = battle_of(state)
        mine = battle.attackers if side == battle.attacker else battle.defenders
        refusal = super().refuse_effect(state, side, action)
        return refusal or self.game.cards.refuse_involved(state, side, action.card, mine)


class AttackerCardKind(BattleCardKind):
    """The attacker's card."""

    after = "attacker_card_played"


class DefenderCardKind(BattleCardKind):
    """The defender's card."""

    after = "defender_card_played"


class AnswerKind(CardKind):
    """Cancelling the card just played."""

    after = "answered"

    def times(self, state: State, side: SideId) -> tuple[str, ...]:
        return ("!",)

    def refuse_effect(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        held = state.flow[-1].vars
        assert isinstance(held, CardVars)
        played = self.game.cards.half(held.card, held.side)
        if not self.game.cards.cancels(self.game.cards.half(action.card, side), played):
            return Refusal(f"it cannot cancel {played.title}", "5.0")
        return super().refuse_effect(state, side, action)


class PhaseCardKind(CardKind):
    """Cards of a Combat Phase outside battles: K before own Counterblows, T after all declarations."""

    after = "phase_card_played"

    def times(self, state: State, side: SideId) -> tuple[str, ...]:
        return ("T",) if side == nr.data(state).phasing else ("K",)

    def refuse_effect(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        half = self.game.cards.half(action.card, side)
        if half.argument("leader") is not None:
            return self._refuse_leader(state, side, action)
        if half.argument("retarget") is not None:
            return self._refuse_retarget(state, side, action)
        return super().refuse_effect(state, side, action)

    def _refuse_leader(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        names = (self.game.cards.half(action.card, side).argument("leader") or "").split(",")
        if action.piece not in names or self.hex_of(state, action.piece) < 0:
            return Refusal("that leader is not on the map", "5.3", pieces=(action.piece,))
        there = self.game.positions.squares_at(state, action.at)
        if not any(
            state.pieces[p].owner == side and self.game.positions.in_full_supply(state, p) for p in there
        ):
            return Refusal("the leader goes to a supplied unit of his side", "12.2.3", places=(action.at,))
        return None

    def _refuse_retarget(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        held = nr.data(state)
        if held.marked.get(action.source) != nr.TARGET:
            return Refusal("name the Target marker to move", "5.3", places=(action.source,))
        moved = {p: m for p, m in held.marked.items() if p != action.source}
        bare = replace(state, data=replace(held, marked=moved, targets=0))
        return MarkTargetKind(self.game).check(bare, side, MarkTarget(at=action.at))

    def candidates(self, state: State, side: SideId, card: str) -> Iterator[PlayCard]:
        half = self.game.cards.half(card, side)
        leaders = half.argument("leader")
        if leaders is not None:
            for leader in leaders.split(","):
                yield from (PlayCard(card=card, piece=leader, at=place) for place in state.stacks)
        elif half.argument("retarget") is not None:
            for source, mark in nr.data(state).marked.items():
                if mark == nr.TARGET:
                    yield from (PlayCard(card=card, source=source, at=place) for place in state.stacks)
        else:
            yield PlayCard(card=card)

    def apply(self, r: Resolution, side: SideId, action: PlayCard) -> None:
        held = DeclareVars(
            card=action.card,
            side=side,
            piece=action.piece,
            source=action.source,
            at=action.at,
            back=r.frame.node,
        )
        r.goto(self.after, held)
        r.call(STEP, CardVars(side=side, card=action.card))


class PassKind(GameKind[Pass]):
    """Declining; ``after`` is the node to go on at."""

    kind = "pass"
    action = Pass
    label = "Pass"
    ends = True

    def __init__(self, game: NoRetreat2Game, after: str, label: str = "Pass") -> None:
        super().__init__(game)
        self._after = after
        self._label = label

    def check(self, state: State, side: SideId, action: Pass) -> Refusal | None:
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Pass]:
        yield Pass()

    def apply(self, r: Resolution, side: SideId, action: Pass) -> None:
        r.goto(self._after)

    def describe(self, state: State, action: Pass) -> str:
        return self._label
