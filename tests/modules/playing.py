"""Playing the drafts in tests: actions by kind, saved and loaded at every step; positions set up by hand."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engine.codec import decode_state, encode_state
from engine.errors import IllegalAction
from engine.game import Game
from engine.play.action import Adjudicate, PiecePlacement
from engine.play.transition import Transition


def apply(game: Game, kind: str, side: str | None = None, **fields: object) -> Transition:
    """Applies an action given by kind and fields; checks that the state survives saving in between."""
    assert game.decision is not None
    offered = game.decision.kind(kind)
    assert offered is not None, f"{kind} is not offered: {game.decision.ask.prompt}"
    action = msgspec.convert({"kind": kind, **fields}, type=offered.action)
    transition = game.apply(action, side)
    text = encode_state(game.state)
    assert encode_state(decode_state(game.rules, text)) == text
    assert not game.rules.check(game.state)
    return transition


def place(game: Game, *pieces: PiecePlacement, tracks: dict[str, Any] | None = None, **change: Any) -> None:
    """Sets a position up by hand, as the line protocol does."""
    raw = None
    if tracks is not None:
        raw = {name: msgspec.Raw(json.dumps(value).encode()) for name, value in tracks.items()}
    game.apply(Adjudicate(set=pieces, tracks=raw, **change), game.rules.module.sides[0].id)


def fails(game: Game, *pieces: PiecePlacement, **change: Any) -> str:
    """Why a position by hand is refused; nothing has changed then."""
    before = encode_state(game.state)
    with pytest.raises(IllegalAction) as caught:
        place(game, *pieces, **change)
    assert encode_state(game.state) == before
    return f"{caught.value.refusal.text} {caught.value.refusal.hint}"
