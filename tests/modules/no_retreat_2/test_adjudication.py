"""Tracks set by hand name real cards and hold no less than nothing (A19)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engine.codec import encode_state
from engine.errors import IllegalAction
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate


@pytest.mark.parametrize(
    "tracks",
    [
        {"hands": {"axis": ["10arm"], "allied": []}},
        {"deck": ["card-999"]},
        {"discard": ["x"]},
        {"supply": {"axis": -1, "allied": 0}},
        {"support": {"axis": 0, "allied": -4}},
    ],
)
def test_nonsense_on_tracks_is_refused(tracks: dict[str, Any]) -> None:
    module = load_module(builtin_modules()["no_retreat_2"])
    game = new_game(module, "crusader", 1)
    before = encode_state(game.state)
    raw = {name: msgspec.Raw(json.dumps(value).encode()) for name, value in tracks.items()}
    with pytest.raises(IllegalAction):
        game.apply(Adjudicate(tracks=raw))
    assert encode_state(game.state) == before
