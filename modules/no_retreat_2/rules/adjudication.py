"""Setting up any position by hand (A19, protocol ``place``), and what can never be true of one.

``tracks`` are fields of :class:`Nr2Data`. Cards given to hands or the discard pile leave where they were;
those named nowhere lie in the deck. Control of Towns and Cities follows the units that stand there (5.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.flow.sequence import sequence_of
from engine.ids import PieceId, PlaceId
from engine.play.action import Adjudicate, CardPlacement
from engine.play.resolution import Resolution
from engine.rules.adjudicating import (
    Limits,
    begin_phase,
    contested_places,
    need_known,
    need_pile,
    phase_asked,
    put,
    set_turn,
    take_control,
    tell,
    with_fields,
)
from engine.state.model import State
from engine.view.cards import Pile
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.terrain import TOWNS

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game

MARKS = (nr.LOW, nr.UNSUPPLIED)
MALTA = ("absent", "inactive", "active", "invaded", "lost")
TOBRUK_LEVELS = 3


def adjudicate(game: NoRetreat2Game, r: Resolution, change: Adjudicate) -> None:
    """Carries a change out; raises ``IllegalAction`` for unknown names and impossible values."""
    limits = _limits(game)
    for placement in change.set:
        put(limits, r, placement)
    take_control(r, change, game.board.index, nr.SIDES)
    set_turn(r, change.turn, (turn.number for turn in game.module.turns))
    _derive_control(game, r)
    sequence = sequence_of(game.steps)
    phase = phase_asked(sequence, change, nr.SIDES)
    if phase is not None:
        _forget_phase(r)
    if change.tracks:
        changed = with_fields(nr.data(r.state), change.tracks)
        r.set_data(_dealt(game, changed, set(change.tracks)))
    if phase is not None:
        begin_phase(sequence, r, phase)
    tell(r, change, lambda piece: game.units[piece].name)


def _limits(game: NoRetreat2Game) -> Limits:
    sides = {box.id: box.side for box in game.module.boxes}

    def bar(piece: PieceId, place: PlaceId) -> str:
        if place in game.board.index:
            i = game.board.index[place]
            return f"no piece can stand in {game.board.label(i)}" if game.terrain.row(i).cost < 0 else ""
        return "" if sides[place] in (None, game.units[piece].side) else f"{piece} cannot be in {place}"

    def unmarkable(piece: PieceId, at: PlaceId | None) -> str:
        bears = game.units[piece].square and at in game.board.index
        return "" if bears else f"{piece} cannot bear markers where it is"

    return Limits(
        places=(*game.board.ids, *sides),
        marks=MARKS,
        most_steps=lambda piece: game.units[piece].steps,
        bar=bar,
        unmarkable=unmarkable,
    )


def _derive_control(game: NoRetreat2Game, r: Resolution) -> None:
    for place in r.state.stacks:
        squares = game.positions.squares_at(r.state, place)
        if squares and place in game.board.index and game.terrain.kind(game.board.index[place]) in TOWNS:
            r.take_control(place, r.state.pieces[squares[0]].owner)


def _forget_phase(r: Resolution) -> None:
    """Targets marked in the phase that is left come off; Counterblow markers of CB results stay (13.6)."""
    held = nr.data(r.state)
    kept = {place: mark for place, mark in held.marked.items() if mark != nr.TARGET}
    r.set_data(replace(held, marked=kept, resolved=None))


def _dealt(game: NoRetreat2Game, held: nr.Nr2Data, given: set[str]) -> nr.Nr2Data:
    """Each card once: hands come before the discard pile, that before the deck, as far as not given."""
    if not given & {"hands", "discard", "deck"} or "deck" in given:
        return held
    in_hand = {card for hand in held.hands.values() for card in hand}
    discard = held.discard if "discard" in given else tuple(c for c in held.discard if c not in in_hand)
    lying = {*held.deck, *(card.id for card in game.module.cards)}
    order = (*held.deck, *(card.id for card in game.module.cards if card.id not in held.deck))
    return replace(held, discard=discard, deck=tuple(c for c in order if c in lying - in_hand - {*discard}))


def put_card(game: NoRetreat2Game, r: Resolution, placement: CardPlacement) -> None:
    """Takes a card from wherever it lies and puts it into the deck, into a hand, or on the discard pile."""
    known = [card.id for card in game.module.cards]
    need_known("card", placement.card, known)
    need_pile(placement, (Pile.DECK, Pile.HAND, Pile.DISCARD), nr.SIDES)
    held = nr.data(r.state)

    def off(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if card != placement.card)

    hands, deck, discard = (
        {side: off(hand) for side, hand in held.hands.items()},
        off(held.deck),
        off(held.discard),
    )
    if placement.side is not None:
        hands[placement.side] = (*hands[placement.side], placement.card)
    elif placement.pile is Pile.DISCARD:
        discard = (*discard, placement.card)
    else:
        deck = tuple(card for card in known if card in (*deck, placement.card))
    r.set_data(replace(held, hands=hands, deck=deck, discard=discard))


# --- what can never be ------------------------------------------------------------------------------------


def faults(game: NoRetreat2Game, state: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from _pieces(game, state)
    yield from _data(game, nr.data(state))
    yield from _cards(game, nr.data(state))


def _pieces(game: NoRetreat2Game, state: State) -> Iterator[str]:
    for name, piece in state.pieces.items():
        if not 1 <= piece.steps <= game.units[name].steps:
            yield f"{name} has {piece.steps} steps"
        if len(piece.marks) > 1 or not set(piece.marks) <= set(MARKS):
            yield f"{name} bears {' and '.join(piece.marks)}"
    for place in contested_places(state, game.board.index, state.pieces):
        yield f"units of both sides at {place}"
    for name in _doubled(game, state):
        yield f"{name} and a smaller counter of the same division are both in play"


def _doubled(game: NoRetreat2Game, state: State) -> Iterator[PieceId]:
    for name, unit in game.units.items():
        below, in_play = unit.below, state.pieces[name].at is not None
        while below and in_play:
            if state.pieces[below].at is not None:
                yield name
            below = game.units[below].below


def _data(game: NoRetreat2Game, held: nr.Nr2Data) -> Iterator[str]:
    if not {held.initiative, held.phasing} <= set(nr.SIDES):
        yield "the initiative or the turn is nobody's"
    for name, pool in (("supply", held.supply), ("used supply", held.used), ("support", held.support)):
        if not set(pool) <= set(nr.SIDES) or min(pool.values(), default=0) < 0:
            yield f"an impossible {name} pool: {dict(pool)}"
    for place, mark in held.marked.items():
        if place not in game.board.index or mark not in (nr.TARGET, nr.COUNTERBLOW):
            yield f"'{place}' cannot be marked as '{mark}'"
    for name in (*held.attacked, *held.responded, *held.flipped):
        if name not in game.units:
            yield f"there is no piece '{name}'"
    most = nr.MARKERS
    if not (0 <= held.targets <= most and 0 <= held.counterblow_limit <= most and held.counterblows >= 0):
        yield f"there are {most} Target and {most} Counterblow markers"
    if not 0 <= held.tobruk_level <= TOBRUK_LEVELS or held.malta not in MALTA:
        yield "an impossible Tobruk level or state of Malta"


def _cards(game: NoRetreat2Game, held: nr.Nr2Data) -> Iterator[str]:
    if set(held.hands) != set(nr.SIDES):
        yield "hands of unknown sides, or of one side only"
    lying = Counter(chain(held.deck, held.discard, *held.hands.values()))
    known = {card.id for card in game.module.cards}
    for card, count in lying.items():
        if card not in known:
            yield f"there is no card '{card}'"
        elif count > 1:
            yield f"{card} lies in two places"
    missing = sorted(known - set(lying))
    if missing:
        yield f"cards are missing: {', '.join(missing)}"


def oddities(game: NoRetreat2Game, state: State) -> Iterator[str]:
    """Hexes over the stacking limit or of mixed colors outside a battle (12.2.1, 12.2.2)."""
    if len(state.flow) > 2:
        return
    for place, stack in state.stacks.items():
        if place in game.board.index and game.positions.is_overstacked(state, place):
            yield f"too many units at {place} (12.2.1)"
        if place in game.board.index and game.positions.mixes_colors(stack):
            yield f"units at {place} cannot stack with each other (12.2.2)"
