"""Carrying out the effect blocks of a card in free play.

Each block becomes the action a player could have taken by hand, is checked like it and applied like it. A
block that is not understood or not possible now is told in the log and left to the players; it never stops
the rest of the card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from engine.definition.effects import FREE_EFFECTS, Effect, EffectFault, understood
from engine.errors import Refusal
from engine.ids import SideId
from engine.play.action import Action, ActionKind
from engine.rules import freeplay_actions as actions
from engine.rules import freeplay_marks as marks
from engine.rules import freeplay_pieces as hands
from engine.rules import freeplay_turns as turns
from engine.rules.freeplay_piles import draw, lay, refuse_draw, shuffle
from engine.rules.freeplay_table import FreeTable, data_of
from engine.view.cards import Pile

if TYPE_CHECKING:
    from engine.definition.card import CardDef, CardFaceDef
    from engine.play.resolution import Resolution

A = TypeVar("A", bound=Action)


class CardEffects:
    """Carries out the blocks of one table's cards."""

    def __init__(self, table: FreeTable) -> None:
        self.table = table
        self._ways: dict[str, Callable[[Resolution, SideId, Effect], Refusal | None]] = {
            "remind": self._remind, "draw": self._draw, "discard": self._discard, "shuffle": self._shuffle,
            "roll": self._roll, "track": self._track, "turn": self._turn, "place": self._place,
            "take-off": self._take_off, "add": self._add, "flip": self._flip, "mark": self._mark,
            "control": self._control,
        }  # fmt: skip
        self._deck = ""

    def carry_out(self, r: Resolution, side: SideId, card: CardDef, face: CardFaceDef) -> None:
        """Carries out all blocks of a use of a card, in their order."""
        self._deck = card.deck
        for line in face.effects:
            try:
                effect = understood(line, FREE_EFFECTS)
            except EffectFault:
                r.emit("card-reminder", f"{card.headline(face)}: {line}.", side=side)
                continue
            way = self._ways.get(effect.word.word)
            refusal = way(r, side, effect) if way else None
            if refusal is not None:
                r.emit("card-unable", f"Not possible ({line}): {refusal.text}.", side=side)

    def _done(self, kind: ActionKind[A], r: Resolution, side: SideId, action: A) -> Refusal | None:
        refusal = kind.check(r.state, side, action)
        if refusal is None:
            kind.apply(r, side, action)
        return refusal

    def _remind(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        r.emit("card-reminder", f"{effect.values['text'].rstrip('.')}.", side=side)
        return None

    def _draw(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        deck = effect.values.get("deck", self._deck)
        for _ in range(int(effect.values["number"])):
            refusal = refuse_draw(self.table, r.state, side, deck)
            if refusal is not None:
                return refusal
            draw(self.table, r, side, deck)
        return None

    def _discard(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        mine = effect.values["whose"] == "mine"
        losers = [name for name in self.table.sides if (name == side) == mine]
        for loser in losers:
            for _ in range(int(effect.values["number"])):
                held = data_of(r.state).hands.get(loser, ())
                if not held:
                    return Refusal("the hand is empty")
                card = r.pick("Discarded at random", held)
                lay(self.table, r, card, Pile.DISCARD)
                r.reveal()
                r.emit("card-discarded", f"{self.table.card_title(card)} is discarded at random.", side=loser)
        return None

    def _shuffle(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        deck = effect.values.get("deck", self._deck)
        if deck not in data_of(r.state).decks:
            return Refusal(f"there is no deck {deck}")
        shuffle(self.table, r, side, deck)
        return None

    def _roll(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        dice, _, faces = effect.values["dice"].partition("d")
        action = actions.Roll(dice=int(dice), faces=int(faces), reason=effect.values.get("reason", ""))
        return self._done(turns.RollKind(self.table), r, side, action)

    def _track(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        name = effect.values["track"]
        if name not in self.table.tracks:
            return Refusal(f"there is no track {name}")
        low, high = self.table.track_bounds(name)
        number = _changed(data_of(r.state).tracks.get(name, 0), effect.values["change"])
        action = actions.SetTrack(track=name, number=min(high, max(low, number)))
        return self._done(turns.SetTrackKind(self.table), r, side, action)

    def _turn(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        action = actions.SetTurn(number=_changed(r.state.turn, effect.values["change"]))
        return self._done(turns.SetTurnKind(self.table), r, side, action)

    def _place(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        action = actions.Place(pieces=(effect.values["piece"],), at=effect.values["place"])
        return self._done(hands.PlaceKind(self.table), r, side, action)

    def _take_off(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        action = actions.Remove(pieces=(effect.values["piece"],))
        return self._done(hands.RemoveKind(self.table), r, side, action)

    def _add(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        values = effect.values
        action = actions.Add(piece=values["template"], at=values["place"], count=int(values["number"]))
        return self._done(hands.AddKind(self.table), r, side, action)

    def _flip(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        return self._done(hands.FlipKind(self.table), r, side, actions.Flip(piece=effect.values["piece"]))

    def _mark(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        action = actions.Mark(piece=effect.values["piece"], mark=effect.values["mark"])
        return self._done(marks.MarkKind(self.table), r, side, action)

    def _control(self, r: Resolution, side: SideId, effect: Effect) -> Refusal | None:
        owner = effect.values["side"]
        action = actions.Control(at=effect.values["place"], owner=side if owner == "mine" else owner)
        return self._done(marks.ControlKind(self.table), r, side, action)


def _changed(value: int, change: str) -> int:
    return int(change[1:]) if change.startswith("=") else value + int(change)
