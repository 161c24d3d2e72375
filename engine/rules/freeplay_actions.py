"""Actions of free play: what hands do at a table, each as one line of JSON.

Field names follow the contract of :mod:`engine.play.action`, so that the window's tools for pieces, places
and numbers serve free play as they serve a game with rules.
"""

from __future__ import annotations

from engine.ids import PhaseId, PieceId, PlaceId, SideId
from engine.play.action import Action


class Place(Action, frozen=True, tag="place"):
    """Puts pieces on top of a place, in the given order."""

    pieces: tuple[PieceId, ...]
    at: PlaceId


class Remove(Action, frozen=True, tag="remove"):
    """Takes pieces out of the game; they can be placed again."""

    pieces: tuple[PieceId, ...]


class Add(Action, frozen=True, tag="add"):
    """Makes a copy of a template (a supply point, a marker) at a place."""

    piece: PieceId
    at: PlaceId
    count: int = 1


class Flip(Action, frozen=True, tag="flip"):
    """Turns a counter over: full and reduced side, or front and back."""

    piece: PieceId


class Upgrade(Action, frozen=True, tag="upgrade"):
    """Puts the counter that the schedule names in the place of another."""

    piece: PieceId


class SetSteps(Action, frozen=True, tag="set-steps"):
    """Sets the steps a piece has left."""

    piece: PieceId
    number: int


class SetCount(Action, frozen=True, tag="set-count"):
    """Sets how many a piece stands for."""

    piece: PieceId
    number: int


class Mark(Action, frozen=True, tag="mark"):
    """Puts a mark on a piece, or takes it off if it is there."""

    piece: PieceId
    mark: str


class ClearMarks(Action, frozen=True, tag="clear-marks"):
    """Takes the marks of play (moved, fought) off every piece."""


class Restack(Action, frozen=True, tag="restack"):
    """Sets the order of a stack, bottom to top."""

    at: PlaceId
    pieces: tuple[PieceId, ...]


class Control(Action, frozen=True, tag="control"):
    """Gives a place to a side."""

    at: PlaceId
    owner: SideId


class Roll(Action, frozen=True, tag="roll"):
    """Rolls dice."""

    dice: int = 1
    faces: int = 6
    reason: str = ""


class DrawCard(Action, frozen=True, tag="draw-card"):
    """Draws one card at random from a deck into one's hand."""

    deck: str


class CardAction(Action, frozen=True):
    """Base of actions on one card."""

    card: str


class PlayCard(CardAction, frozen=True, tag="play-card"):
    """Shows a card of one's hand, carries its effects out and lays it on the discards.

    ``number`` names one of several uses of the card, counted from 1; 0 takes the first that may be used.
    """

    number: int = 0


class DiscardCard(CardAction, frozen=True, tag="discard-card"):
    """Lays a card of one's hand on the discards without using it."""


class RemoveCard(CardAction, frozen=True, tag="remove-card"):
    """Takes a card of one's hand or of the discards out of the game, openly."""


class TakeCard(CardAction, frozen=True, tag="take-card"):
    """Takes a card out of the discards, or one that was removed, into one's hand, openly."""


class ReturnCard(CardAction, frozen=True, tag="return-card"):
    """Puts a card of one's hand back into its deck, unseen."""


class Shuffle(Action, frozen=True, tag="shuffle"):
    """Puts the discards of a deck back into it."""

    deck: str


class SetTrack(Action, frozen=True, tag="set-track"):
    """Moves the marker of a track."""

    track: str
    number: int


class SetTurn(Action, frozen=True, tag="set-turn"):
    """Moves the turn marker, forward or back."""

    number: int


class SetPhase(Action, frozen=True, tag="set-phase"):
    """Goes to any phase of the sequence of play."""

    phase: PhaseId


class DeclareOver(Action, frozen=True, tag="declare-over"):
    """Ends the game with a winner (a side or ``draw``), as the players agree."""

    winner: str
