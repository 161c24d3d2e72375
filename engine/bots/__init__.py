"""Computer players that know no game, and matches between them.

``random`` plays any legal action and serves testing; ``greedy`` plays the best suggestion of the game's own
rules, ``mixed`` now one and now the other. All see the whole position, as the person who lets them play
does.
"""

from engine.bots.bot import Bot, bot_names, make_bot
from engine.bots.greedy import GreedyBot
from engine.bots.match import Losses, Match, MatchResult
from engine.bots.mixed import MixedBot
from engine.bots.random_player import RandomBot, random_action

__all__ = [
    "Bot",
    "GreedyBot",
    "Losses",
    "Match",
    "MatchResult",
    "MixedBot",
    "RandomBot",
    "bot_names",
    "make_bot",
    "random_action",
]
