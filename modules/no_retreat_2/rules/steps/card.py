"""A card being played: it goes to the discard, the enemy may cancel it, a card may cancel that one (5.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.flow.step import Step, auto, decision
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.battle_vars import CardVars
from modules.no_retreat_2.rules.play_card import AnswerKind, PassKind

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game


def card_of(state: State) -> CardVars:
    """Locals of the running card."""
    held = state.flow[-1].vars
    assert isinstance(held, CardVars)
    return held


class CardStep(Step):
    """Plays one card half; its fate is left in ``data.resolved`` for the step below."""

    id = "no_retreat_2.card"
    vars_type = CardVars

    def __init__(self, game: NoRetreat2Game) -> None:
        self.game = game
        self._answer = AnswerKind(game)
        self._let = PassKind(game, "done", "Let it take effect")

    @auto
    def start(self, r: Resolution) -> None:
        """The card leaves the hand, face up; the enemy is asked if anybody could think he has an answer."""
        card, held = card_of(r.state), nr.data(r.state)
        hand = tuple(c for c in held.hands[card.side] if c != card.card)
        r.set_data(
            replace(
                held,
                hands={**held.hands, card.side: hand},
                discard=(*held.discard, card.card),
                played=(*held.played, f"{card.side} {card.card}"),
            )
        )
        title = self.game.cards.title(card.card, card.side)
        r.emit("card-played", f"{card.side} plays {title}", rule="5.0", side=card.side)
        r.reveal()
        half = self.game.cards.half(card.card, card.side)
        r.goto("answer" if self.game.cards.may_be_answered(r.state, half) else "done")

    @decision
    def answer(self, state: State) -> Ask:
        """The enemy may cancel the card."""
        card = card_of(state)
        title = self.game.cards.title(card.card, card.side)
        return Ask(
            sides=(nr.other(card.side),),
            prompt=f"Let {title} take effect, or cancel it with a card",
            kinds=(self._answer, self._let),
            rule="5.0",
            part="card",
        )

    @auto
    def answered(self, r: Resolution) -> None:
        """An answer was played: it holds unless it was cancelled itself."""
        answer = nr.data(r.state).resolved
        assert answer is not None
        r.goto("done", replace(card_of(r.state), cancelled=not answer.cancelled))

    @auto
    def done(self, r: Resolution) -> None:
        """Reports what became of the card."""
        card, held = card_of(r.state), nr.data(r.state)
        if card.cancelled:
            title = self.game.cards.title(card.card, card.side)
            r.emit("card-cancelled", f"{title} is cancelled", rule="5.0", side=card.side)
        fate = nr.CardInPlay(side=card.side, card=card.card, cancelled=card.cancelled)
        r.set_data(replace(held, resolved=fate))
        r.end()
