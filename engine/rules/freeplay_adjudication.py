"""Setting up any position of a free game by hand (A19), with the checks that free play makes anyway."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from engine.errors import IllegalAction, Refusal
from engine.flow.sequence import SequenceStep
from engine.kit.upgrade import UPGRADED
from engine.kit.withdrawal import WITHDRAWN
from engine.play.action import Adjudicate, CardPlacement, PiecePlacement
from engine.play.resolution import Resolution
from engine.rules.adjudicating import begin_phase, decoded, need_known, need_pile, phase_asked, refused
from engine.rules.freeplay_actions import Control, Mark, SetCount, SetSteps, SetTrack, SetTurn
from engine.rules.freeplay_marks import ControlKind, MarkKind
from engine.rules.freeplay_pieces import CountKind, StepsKind
from engine.rules.freeplay_piles import lay
from engine.rules.freeplay_table import FreeTable, data_of
from engine.rules.freeplay_turns import SetTrackKind, SetTurnKind
from engine.view.cards import Pile


def adjudicate(table: FreeTable, sequence: SequenceStep, r: Resolution, change: Adjudicate) -> None:
    """Carries a change out; raises ``IllegalAction`` for unknown ids and impossible values."""
    for placement in change.set:
        _place(table, r, placement)
    _set_tracks(table, r, change)
    for place, owner in (change.control or {}).items():
        _refuse(ControlKind(table).check(r.state, owner, Control(at=place, owner=owner)))
        r.take_control(place, owner)
    if change.turn is not None:
        _refuse(SetTurnKind(table).check(r.state, "", SetTurn(number=change.turn)))
        r.set_turn(change.turn)
    phase = phase_asked(sequence, change, table.sides)
    if phase is not None:
        begin_phase(sequence, r, phase)
    names = table.names(placement.piece for placement in change.set)
    r.emit("adjudicated", f"Set up by hand{': ' if names else ''}{names}.", pieces=_changed(change))


def _changed(change: Adjudicate) -> tuple[str, ...]:
    return tuple(placement.piece for placement in change.set)


def _place(table: FreeTable, r: Resolution, placement: PiecePlacement) -> None:
    name = placement.piece
    _refuse(table.known_pieces(r.state, (name,)))
    owner = r.state.pieces[name].owner
    if placement.at is not msgspec.UNSET:
        if placement.at is not None:
            _refuse(table.known_place(placement.at))
        r.move(name, placement.at)
        if placement.at is not None:
            r.unmark((name,), UPGRADED, WITHDRAWN)
    if placement.steps is not msgspec.UNSET:
        _refuse(StepsKind(table).check(r.state, owner, SetSteps(piece=name, number=placement.steps)))
        r.update(name, steps=placement.steps)
    if placement.count is not msgspec.UNSET:
        _refuse(CountKind(table).check(r.state, owner, SetCount(piece=name, number=placement.count)))
        r.update(name, count=placement.count)
    if placement.markers is not msgspec.UNSET:
        for mark in placement.markers:
            _refuse(MarkKind(table).check(r.state, owner, Mark(piece=name, mark=mark)))
        r.update(name, marks=tuple(sorted(set(placement.markers))))


PILES: Mapping[Pile, str] = {
    Pile.DECK: "back into its deck", Pile.HAND: "into a hand", Pile.DISCARD: "on the discards",
    Pile.REMOVED: "out of the game",
}  # fmt: skip
CARD_TRACKS = ("decks", "hands", "discards", "removed")
"""Piles as the tracks of this game tell them, by their numbers only."""


def put_card(table: FreeTable, r: Resolution, placement: CardPlacement) -> None:
    """Takes a card from wherever it lies and puts it on a pile; of one in a hand only its side reads."""
    name, pile, side = placement.card, placement.pile, placement.side
    need_known("card", name, table.cards)
    need_pile(placement, PILES, table.sides)
    lay(table, r, name, pile, side or "")
    where = PILES[pile] if side is None else f"into the hand of {table.module.side(side).title}"
    text = f"{table.card_title(name)} is put {where} by hand."
    if side is not None and table.is_secret(name):
        r.emit("adjudicated", text, side=side, audience=(side,), public=f"A card is put {where} by hand.")
    else:
        r.emit("adjudicated", text)


def _set_tracks(table: FreeTable, r: Resolution, change: Adjudicate) -> None:
    kind = SetTrackKind(table)
    for name, raw in (change.tracks or {}).items():
        if name in CARD_TRACKS and name not in table.tracks:
            raise refused(f"{name} are piles of cards", hint="name card and pile in 'cards'")
        value = decoded(name, raw, int)
        _refuse(kind.check(r.state, "", SetTrack(track=name, number=value)))
        data = data_of(r.state)
        r.set_data(replace(data, tracks={**data.tracks, name: value}))


def _refuse(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise IllegalAction(refusal)
