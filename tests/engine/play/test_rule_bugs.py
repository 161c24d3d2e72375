"""A ruleset that fails while it carries out an action: nothing has changed, and the fault has a name."""

from __future__ import annotations

import pytest

from engine.bots import Match, make_bot
from engine.errors import RuleBug
from engine.game import Game
from engine.play.action import EndPhase
from engine.play.resolution import Resolution
from tests.engine.toy import Attack, AttackKind, ToyRules


def stumble(self: AttackKind, r: Resolution, side: str, action: Attack) -> None:
    r.move("a1", "X9")
    raise KeyError("no such thing")


def test_a_failing_action_is_a_rule_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AttackKind, "apply", stumble)
    game = Game(ToyRules(), 1)
    before = game.state
    with pytest.raises(RuleBug, match="attack by axis: KeyError: 'no such thing'"):
        game.apply(Attack(piece="a1"))
    assert game.state is before
    assert game.count == 0
    game.apply(EndPhase())
    assert game.count == 1


def test_a_match_reports_it_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AttackKind, "apply", stumble)
    bots = {side: make_bot("random", 1, side) for side in ("axis", "allied")}
    result = Match(rules=ToyRules(), seed=1, bots=bots).play()
    assert result.winner == "none"
    assert "KeyError" in result.errors[0]
