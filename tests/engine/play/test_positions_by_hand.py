"""A position set up by hand: what can never be is refused, what was wrong before and what is odd may stay."""

from __future__ import annotations

import pytest

from engine.bots import Match, make_bot
from engine.errors import IllegalAction
from engine.game import Game
from engine.play.action import Adjudicate, PiecePlacement
from engine.state.model import State
from tests.engine.toy import ToyRules


def ghosts(self: ToyRules, state: State) -> tuple[str, ...]:
    return tuple(f"{name} is a ghost" for name, piece in state.pieces.items() if piece.at is None)


def test_what_can_never_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(ToyRules(), 1)
    before = game.state
    monkeypatch.setattr(ToyRules, "check", ghosts)
    with pytest.raises(IllegalAction, match="a1 is a ghost") as caught:
        game.apply(Adjudicate(set=(PiecePlacement(piece="a1", at=None),)))
    assert caught.value.refusal.code == "BAD_REQUEST"
    assert game.state is before


def test_what_was_wrong_before_may_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(ToyRules(), 1)
    game.apply(Adjudicate(set=(PiecePlacement(piece="a1", at=None),)))
    monkeypatch.setattr(ToyRules, "check", ghosts)
    game.apply(Adjudicate(set=(PiecePlacement(piece="a2", at="X3"),)))
    assert game.state.pieces["a2"].at == "X3"


def test_oddities_are_not_refused_but_end_up_in_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyRules, "oddities", ghosts)
    game = Game(ToyRules(), 1)
    game.apply(Adjudicate(set=(PiecePlacement(piece="a1", at=None),)))
    assert game.state.pieces["a1"].at is None
    monkeypatch.setattr(ToyRules, "oddities", lambda self, state: ("a crowd",))
    bots = {side: make_bot("random", 1, side) for side in ("axis", "allied")}
    assert "a crowd" in " ".join(Match(rules=ToyRules(), seed=1, bots=bots).play().errors)
