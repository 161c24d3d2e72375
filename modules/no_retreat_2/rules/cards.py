"""Event cards: what each half does, when it may be played, what can answer it (5.0, 5.3, 13.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.definition.module import ModuleDef
from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.state.model import State
from engine.view.cards import CardView, DeckView, HandView
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.battle_vars import BattleVars
from modules.no_retreat_2.rules.position import Positions
from modules.no_retreat_2.rules.units import INFANTRY, Unit

SYMBOLS = {"german-cross": "X", "roundel": "R", "malta": "M", "red-border": "r", "naval": "N"}
"""Symbols of halves, by the letters this file speaks of them."""
CROSS_TURNS = range(1, 10)
ROUNDEL_TURNS = range(10, 19)


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a card: times it may be played (letters), marks (X R M N), effects as (name, argument)."""

    card: str
    side: SideId
    title: str
    times: tuple[str, ...]
    marks: frozenset[str]
    effects: tuple[tuple[str, str], ...]

    def argument(self, name: str) -> str | None:
        """The argument of an effect; None if the half has no such effect."""
        return next((argument for effect, argument in self.effects if effect == name), None)


class CardBook:
    """All cards of one compiled game."""

    def __init__(self, module: ModuleDef, positions: Positions) -> None:
        self._positions = positions
        self._module = module
        self.halves: dict[tuple[str, SideId], Half] = {}
        for card in module.cards:
            for face in card.faces:
                assert face.side
                effects = tuple(
                    (name, argument) for name, _, argument in (e.partition(" ") for e in face.effects)
                )
                marks = frozenset(SYMBOLS[symbol] for symbol in face.symbols if symbol in SYMBOLS)
                self.halves[card.id, face.side] = Half(
                    card.id, face.side, face.title, face.moments, marks, effects
                )

    def half(self, card: str, side: SideId) -> Half:
        """A side's half of a card."""
        return self.halves[card, side]

    def title(self, card: str, side: SideId) -> str:
        """Number and title of a side's half."""
        return f"#{card.removeprefix('card-')} {self.half(card, side).title}"

    # --- what is shown ---------------------------------------------------------------------

    def hand_view(self, state: State, side: SideId, viewer: SideId) -> HandView:
        """A hand: whole for its owner, a number for the enemy (5.0)."""
        cards = nr.data(state).hands[side]
        if viewer not in {side, "all"}:
            return HandView(side=side, hidden=len(cards))
        return HandView(side=side, cards=tuple(self._seen(card) for card in cards))

    def deck_views(self, state: State) -> tuple[DeckView, ...]:
        """The draw pile by its number; of the discards only the top, as nobody looks through them (5.0)."""
        held, decks = nr.data(state), self._module.decks
        discards = tuple(self._seen(card) for card in held.discard[-1:])
        whole = len(self._module.cards)
        return tuple(
            DeckView(
                id=deck.id,
                title=deck.title,
                side="",
                left=len(held.deck),
                whole=whole,
                discards=discards,
                buried=len(held.discard) - len(discards),
            )
            for deck in decks[:1]
        )

    def _seen(self, card: str) -> CardView:
        titles = {known.id: known.title for known in self._module.cards}
        return CardView(id=card, definition=card, title=titles.get(card, card))

    # --- effects in a battle --------------------------------------------------------------

    def _active(self, battle: BattleVars, side: SideId) -> Half | None:
        card = battle.cards.get(side)
        return self.half(card, side) if card and side not in battle.void else None

    def has(self, state: State, battle: BattleVars, side: SideId, effect: str) -> bool:
        """Whether the card a side committed to a battle has an effect (and was not cancelled)."""
        half = self._active(battle, side)
        return half is not None and half.argument(effect) is not None

    def number(self, state: State, battle: BattleVars, side: SideId, effect: str) -> int:
        """The number of an effect of a side's committed card; 0 without it."""
        half = self._active(battle, side)
        argument = half.argument(effect) if half else None
        return int(argument) if argument else 0

    def stands(self, state: State, battle: BattleVars) -> bool:
        """Whether the defender's card turns DR and DW into no effect: a unit of its filter defends."""
        half = self._active(battle, nr.other(battle.attacker))
        wanted = half.argument("stand") if half else None
        return wanted is not None and any(fits(self._positions.units[p], wanted) for p in battle.defenders)

    # --- playing --------------------------------------------------------------------------------

    def refuse(self, state: State, side: SideId, card: str, times: Iterable[str]) -> Refusal | None:
        """Why a side may not play its half of a card at one of the given times; None if it may."""
        held = nr.data(state)
        half = self.halves.get((card, side))
        if half is None or card not in held.hands[side]:
            return Refusal("that card is not in the hand", "5.0", code="UNKNOWN_ID")
        if not set(times) & set(half.times):
            return Refusal(f"{half.title} cannot be played at this moment", "5.3")
        if "X" in half.marks and state.turn not in CROSS_TURNS:
            return Refusal(f"{half.title} bears the German cross: turns 1 to 9 only", "5.3.3")
        if "R" in half.marks and state.turn not in ROUNDEL_TURNS:
            return Refusal(f"{half.title} bears the British roundel: turns 10 to 18 only", "5.3.3")
        if "M" in half.marks and held.malta not in {"inactive", "active"}:
            return Refusal(f"{half.title} needs the Malta marker in its box", "5.3.4")
        if f"{side} {card}" in held.played:
            return Refusal(f"{half.title} was already played in this Player Turn", "5.0")
        return None

    def refuse_involved(
        self, state: State, side: SideId, card: str, pieces: Iterable[PieceId]
    ) -> Refusal | None:
        """Battle events need an involved own unit in full supply, of the kind the card names (11.5.4)."""
        half = self.half(card, side)
        mine = [p for p in pieces if state.pieces[p].owner == side and self._positions.units[p].square]
        if not any(self._positions.in_full_supply(state, p) for p in mine):
            return Refusal(f"{half.title} needs an involved unit in full supply", "11.5.4")
        wanted = half.argument("needs")
        if wanted and not any(fits(self._positions.units[p], wanted) for p in mine):
            return Refusal(f"{half.title} needs an involved {wanted} unit", "5.3")
        return None

    def cancels(self, answer: Half, played: Half) -> bool:
        """Whether one half can cancel another that was just played."""
        wanted = answer.argument("cancel")
        if wanted is None or answer.side == played.side:
            return False
        if wanted == "any":
            return True
        if wanted == "naval":
            return "N" in played.marks
        return played.card.removeprefix("card-") in wanted.split(",")

    def answers(self, side: SideId, played: Half) -> tuple[Half, ...]:
        """All halves of a side that could cancel a card, wherever they are."""
        return tuple(h for (_, owner), h in self.halves.items() if owner == side and self.cancels(h, played))

    def may_be_answered(self, state: State, played: Half) -> bool:
        """Whether, for all anybody can see, the enemy might hold an answer: asked alike whether he does."""
        gone = nr.data(state).discard
        return bool(nr.data(state).hands[nr.other(played.side)]) and any(
            h.card not in gone for h in self.answers(nr.other(played.side), played)
        )


def fits(unit: Unit, wanted: str) -> bool:
    """Whether a counter is of a class a card names."""
    match wanted:
        case "german":
            return unit.color in {"gray", "bi"} and unit.side == nr.AXIS and unit.square
        case "italian":
            return unit.color in {"green", "bi"} and unit.side == nr.AXIS and unit.square
        case "infantry":
            return unit.type in INFANTRY
        case _:
            return unit.type == wanted
