"""What has to be put in order after every finished action: sudden death at any time, leaders left alone.

Call ``settle`` as the last thing a finished action does: a stack's whole move, a battle after its advances,
an overrun, steps lost to hunger. It may push a question (where a leader goes) on the flow, or end the game.
"""

from __future__ import annotations

from engine.play.resolution import Resolution
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import displace_lonely


def settle(game: AfrikaGame, r: Resolution) -> None:
    """Judges conditions of victory tested at any time (6.1) and displaces lone leaders (6.2)."""
    game.referee.judge_action(r)
    if r.state.over is None:
        displace_lonely(game, r)
