"""What differs between two positions, in words, with what people see first at the front."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from engine.ids import PieceId, PlaceId
from engine.state.model import Piece, State

DEEPEST = 6
"""Levels of a game's own data that are looked into."""

LONGEST = 60
"""Letters of a value that are told."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference; ``piece`` and ``place`` name what differs, where it is one thing."""

    text: str
    piece: PieceId = ""
    place: PlaceId = ""


def differences(then: State, now: State) -> Iterator[Difference]:
    """What differs between two positions, in words, what people see first."""
    if then == now:
        return
    yield from _pieces(then.pieces, now.pieces)
    for place in dict.fromkeys((*then.control, *now.control)):
        a, b = then.control.get(place, ""), now.control.get(place, "")
        if a != b:
            yield Difference(f"{place} is held by {b or 'nobody'} instead of {a or 'nobody'}", place=place)
    for place in dict.fromkeys((*then.stacks, *now.stacks)):
        if then.at(place) != now.at(place):
            yield Difference(f"the stack in {place} lies in another order", place=place)
    for name in ("turn", "phase", "over", "options"):
        a, b = getattr(then, name), getattr(now, name)
        if a != b:
            yield Difference(f"{name}: {_words(b)} instead of {_words(a)}")
    yield from _inner(msgspec.to_builtins(then.data), msgspec.to_builtins(now.data), ())
    if then.flow != now.flow:
        yield Difference("the course of the turn is another")


def _pieces(then: Mapping[PieceId, Piece], now: Mapping[PieceId, Piece]) -> Iterator[Difference]:
    for name in dict.fromkeys((*then, *now)):
        a, b = then.get(name), now.get(name)
        if a == b:
            continue
        if a is None or b is None:
            piece, words = (b, "is new") if a is None else (a, "is not there any more")
            place = (piece.at if piece is not None else None) or ""
            if a is None and not place:
                continue
            yield Difference(words + (f", in {place}" if place else ""), name, place)
        else:
            yield Difference("; ".join(_of_piece(a, b)), name, b.at or a.at or "")


_PIECE_WORDS: tuple[tuple[str, Callable[[Piece], object]], ...] = (
    ("in", lambda piece: piece.at or "no place"),
    ("steps", lambda piece: piece.steps),
    ("count", lambda piece: piece.count),
    ("owner", lambda piece: piece.owner or "nobody"),
    ("marks", lambda piece: " ".join(piece.marks) or "none"),
)


def _of_piece(then: Piece, now: Piece) -> Iterator[str]:
    for word, value in _PIECE_WORDS:
        if value(then) != value(now):
            yield f"{word} {value(now)} instead of {value(then)}"


def _inner(then: object, now: object, path: tuple[str, ...]) -> Iterator[Difference]:
    """The first differences deep inside of what only the rules know, with the way there."""
    if then == now:
        return
    if isinstance(then, dict) and isinstance(now, dict) and len(path) < DEEPEST:
        for key in dict.fromkeys((*then, *now)):
            yield from _inner(then.get(key), now.get(key), (*path, str(key)))
        return
    yield Difference(f"{' '.join(path) or 'the tables of the game'}: {_words(now)} instead of {_words(then)}")


def _words(value: object) -> str:
    text = str(msgspec.to_builtins(value)) if value is not None else "nothing"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
