"""Cards in battle and between battles (5.0, 13.3); the numbers are our list's."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.errors import IllegalAction
from engine.flow.advance import advance
from engine.play.resolution import Resolution
from engine.state.model import Frame
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.battle_vars import CardVars
from tests.modules.no_retreat_2.battles import NE, N, T, odds_text
from tests.modules.no_retreat_2.builders import at, declare, kinds, position, rules_of
from tests.modules.playing import apply

FIELD = {"7arm": N, "xx": T}


def test_6_a_card_is_cancelled_by_a_card() -> None:
    game = position({"15pz-a": N, "7arm": T}, axis=True, hands={"axis": ("card-1",), "allied": ("card-25",)})
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("15pz-a",))
    apply(game, "play-card", card="card-1")
    assert game.decision is not None
    assert game.decision.sides == ("allied",)
    game.queue_table_dice((3,))
    apply(game, "play-card", card="card-25")
    assert nr.data(game.state).discard == ("card-1", "card-25")
    assert "attacker's card" not in odds_text(game)


def test_a_cancelled_answer_lets_the_first_card_stand() -> None:
    # an Allied naval event, answered by Regia Marina, which High Command Interference cancels in turn
    game = position(FIELD, hands={"axis": ("card-33",), "allied": ("card-6", "card-25")})
    state = game.state
    card = Frame(step="no_retreat_2.card", node="start", vars=CardVars(side="allied", card="card-6"))
    r = Resolution(replace(state, flow=(*state.flow, card)))
    advance(game.rules.steps, r)
    game.resume_at(r.state)
    assert kinds(game) == {"play-card", "pass"}
    apply(game, "play-card", card="card-33")
    assert game.decision is not None
    assert game.decision.sides == ("allied",)
    apply(game, "play-card", card="card-25")
    assert nr.data(game.state).resolved == nr.CardInPlay(side="allied", card="card-6", cancelled=False)
    assert [e.kind for e in game.events()].count("card-cancelled") == 1
    assert nr.data(game.state).discard == ("card-6", "card-33", "card-25")


def test_the_defender_decides_after_the_attacker_and_hands_stay_hidden() -> None:
    game = position(
        {"15pz-a": N, "xxi": NE, "7arm": T, "4ind": T}, axis=True,
        hands={"axis": ("card-16",), "allied": ("card-12", "card-24")}, support={"axis": 1, "allied": 0},
    )  # fmt: skip
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("15pz-a",))
    assert kinds(game) == {"commit-support", "pass"}
    apply(game, "commit-support")
    assert nr.data(game.state).support["axis"] == 0
    assert kinds(game) == {"play-card", "pass"}
    apply(game, "pass")
    assert game.decision is not None
    assert game.decision.sides == ("allied",)
    seen = nr.data(game.rules.redact(game.state, "allied"))
    assert seen.hands == {"axis": ("hidden",), "allied": ("card-12", "card-24")}
    assert set(seen.deck) == {"hidden"}
    game.queue_table_dice((4,))
    apply(game, "play-card", card="card-12")
    assert "Blitz! marker, cancelled by a card" in odds_text(game)


def test_the_prompt_for_an_answer_does_not_betray_the_hand() -> None:
    asked = []
    for hand in (("card-25",), ("card-2",)):
        game = position({"15pz-a": N, "7arm": T}, axis=True, hands={"axis": ("card-1",), "allied": hand})
        declare(game, T)
        apply(game, "attack", targets=(T,), attackers=("15pz-a",))
        apply(game, "play-card", card="card-1")
        assert game.decision is not None
        asked.append((game.decision.sides, game.decision.ask.prompt))
    assert asked[0] == asked[1]


def test_a_card_for_the_announcement_lets_colours_attack_together_unless_cancelled() -> None:
    hands = {"axis": ("card-11",), "allied": ("card-25",)}
    for cancel in (True, False):
        game = position({"15pz-a": N, "xxi": NE, "7arm": T}, axis=True, hands=hands)
        declare(game, T)
        with pytest.raises(IllegalAction, match="colours"):
            apply(game, "attack", targets=(T,), attackers=("15pz-a", "xxi"))
        apply(game, "attack", targets=(T,), attackers=("15pz-a", "xxi"), card="card-11")
        if cancel:
            apply(game, "play-card", card="card-25")
            assert game.decision is not None
            assert game.decision.path[-1] == "axis.combat.battle"
        else:
            apply(game, "pass")
            assert any(f.step == "no_retreat_2.battle" for f in game.state.flow)


@pytest.mark.parametrize(
    ("turn", "side", "allowed"),
    [(10, "axis", False), (10, "allied", True), (9, "allied", False), (9, "axis", True)],
)
def test_9_crosses_and_roundels_have_their_turns(turn: int, side: str, allowed: bool) -> None:
    card = "card-1"
    game = position({"7arm": N, "xx": T}, turn=turn, hands={side: (card,)})
    refusal = rules_of(game).cards.refuse(game.state, side, card, ("B",))
    assert (refusal is None) == allowed


def test_cards_of_the_phase_move_leaders_and_markers() -> None:
    game = position(
        {"7arm": N, "xx": T, "xxi": "3-0402", "rommel": "3-0402"}, hands={"axis": ("card-9",)},
    )  # fmt: skip
    apply(game, "mark-target", at=T)
    apply(game, "end-phase")
    apply(game, "play-card", card="card-9", piece="rommel", at=T)
    if "pass" in kinds(game):
        apply(game, "pass")
    assert at(game, "rommel") == T
