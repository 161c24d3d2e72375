"""What a free game shows: every piece open, hands of cards only to their owner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.ids import PieceId, SideId
from engine.rules.freeplay_table import FLIPPED, FreePlayData, FreeTable, data_of
from engine.rules.freeplay_upgrades import status_of
from engine.state.model import Piece, State
from engine.view.cards import HIDDEN_CARD, CardView, DeckView, HandView
from engine.view.projection import (
    BoxView,
    PieceView,
    Projection,
    ScheduleView,
    StackView,
    TrackView,
)

if TYPE_CHECKING:
    from engine.definition.scenario import ScheduleEntry


def project(table: FreeTable, state: State, viewer: SideId) -> Projection:
    """The position as one side, or ``all``, may see it, without what the referee says of it."""
    hands = _hands(table, state, viewer)
    return Projection(
        viewer=viewer,
        turn=state.turn,
        date=table.module.turn_title(state.turn),
        phase=state.phase,
        pieces={name: _piece(table, name, piece) for name, piece in state.pieces.items()},
        stacks={place: _stack(table, state, place) for place in state.stacks},
        control=state.control,
        tracks=_tracks(table, state),
        boxes=tuple(
            BoxView(id=box.id, title=box.title, note=box.note, group=box.role) for box in table.boxes.values()
        ),
        schedule=tuple(_entry(table, state, entry) for entry in table.entries(state.options)),
        victory=(),
        over=state.over,
        hidden=sum(hand.hidden for hand in hands),
        decks=_decks(table, state),
        hands=hands,
    )


def redact(table: FreeTable, state: State, viewer: SideId) -> State:
    """Cards of other hands go among the unseen ones, so that nothing but their number can be told."""
    data = data_of(state)
    others = {
        side: cards
        for side, cards in data.hands.items()
        if viewer not in {"all", side} and any(map(table.is_secret, cards))
    }
    if not others:
        return state
    return replace(state, data=_unseen(table, data, others), chance=replace(state.chance, seed=0))


def _unseen(table: FreeTable, data: FreePlayData, others: Mapping[SideId, tuple[str, ...]]) -> FreePlayData:
    hands = {side: _veiled(table, cards) if side in others else cards for side, cards in data.hands.items()}
    decks = {deck: _veiled(table, cards) for deck, cards in data.decks.items()}
    return replace(data, hands=hands, decks=decks)


def _veiled(table: FreeTable, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Open cards as they are, then the number of the secret ones."""
    seen = tuple(card for card in cards if not table.is_secret(card))
    return (*seen, *(HIDDEN_CARD,) * (len(cards) - len(seen)))


def _decks(table: FreeTable, state: State) -> tuple[DeckView, ...]:
    data = data_of(state)
    return tuple(
        DeckView(
            id=name,
            title=deck.title,
            side=deck.side or "",
            left=len(data.decks.get(name, ())),
            whole=sum(card.deck == name for card in table.cards.values()),
            discards=_cards(table, data.discards.get(name, ())),
            removed=_cards(table, data.removed.get(name, ())),
        )
        for name, deck in table.decks.items()
    )


def _hands(table: FreeTable, state: State, viewer: SideId) -> tuple[HandView, ...]:
    if not table.cards:
        return ()
    shown = []
    for side in table.sides:
        cards = data_of(state).hands.get(side, ())
        seen = [card for card in cards if viewer in {"all", side} or not table.is_secret(card)]
        shown.append(HandView(side=side, cards=_cards(table, seen), hidden=len(cards) - len(seen)))
    return tuple(shown)


def _cards(table: FreeTable, cards: Iterable[str]) -> tuple[CardView, ...]:
    return tuple(CardView(id=c, definition=table.cards[c].id, title=table.card_title(c)) for c in cards)


def _piece(table: FreeTable, name: PieceId, piece: Piece) -> PieceView:
    definition = table.definition(name)
    if definition is None:
        return PieceView(id=name, name=name, side=piece.owner, type="", at=piece.at, steps=piece.steps)
    most = table.max_steps(name)
    is_turned = piece.steps < most or FLIPPED in piece.marks
    reduced = is_turned and bool(definition.reduced)
    values = definition.reduced if reduced else definition.values
    return PieceView(
        id=name,
        name=definition.name,
        side=piece.owner,
        type=definition.type,
        at=piece.at,
        formation=definition.formation or "",
        steps=piece.steps,
        max_steps=most,
        count=piece.count,
        values=values,
        supply="out" if "out-of-supply" in piece.marks else "",
        markers=piece.marks,
        moved="moved" in piece.marks,
        definition=definition.id,
        figures="-".join(f"{value:g}" for value in values.values()),
        note=definition.note,
    )


def _stack(table: FreeTable, state: State, place: str) -> StackView:
    pieces = state.at(place)
    counted = [p for p in pieces if (d := table.definition(p)) is not None and d.kind == "unit"]
    limit = table.module.stacking if place in table.board.index else None
    return StackView(place=place, pieces=pieces, load=len(counted), limit=limit or 0)


def _tracks(table: FreeTable, state: State) -> tuple[TrackView, ...]:
    data, shown = data_of(state), []
    for name, value in data.tracks.items():
        track = table.tracks[name]
        text = table.track_text(name, value)
        maximum = float(table.track_bounds(name)[1])
        shown.append(
            TrackView(
                id=name, title=track.title, side=track.side or "", value=value, maximum=maximum, text=text
            )
        )
    return tuple(shown)


def _entry(table: FreeTable, state: State, entry: ScheduleEntry) -> ScheduleView:
    where = entry.at or " or ".join(entry.zones) or ", ".join(entry.any_of)
    words = _names(table, entry) or (f"{entry.count} {entry.action}" if entry.count else entry.note)
    place = f"{'else ' if entry.action == 'upgrade' else ''}at {table.place_name(where)}" if where else ""
    text = f"{words} {place}".rstrip() if words else words
    status = "due" if entry.turn == state.turn else "done" if entry.turn < state.turn else "later"
    if entry.action == "upgrade":
        status = status_of(table, state, entry)
    elif entry.action == "withdraw" and entry.turn <= state.turn:
        status = "due" if any(_is_in_play(table, state, name) for name in entry.pieces) else "done"
    return ScheduleView(
        turn=entry.turn,
        side=entry.side,
        action=entry.action,
        pieces=entry.pieces,
        text=text,
        rule=entry.rule,
        status=status,
        into=tuple(new for _, new in entry.upgrades()),
    )


def _is_in_play(table: FreeTable, state: State, name: PieceId) -> bool:
    """Whether a counter stands anywhere but on a dead pile."""
    place = state.pieces[name].at if name in state.pieces else None
    return place is not None and all(box.id != place for box in table.module.boxes if box.role == "dead")


def _names(table: FreeTable, entry: ScheduleEntry) -> str:
    """The counters of an entry by name; at upgrades with what they become."""
    if entry.action != "upgrade":
        return table.names(entry.pieces)
    return ", ".join(f"{table.name(old)} → {table.name(new)}" for old, new in entry.upgrades())
