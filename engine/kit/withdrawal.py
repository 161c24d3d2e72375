"""The mark of a counter that the schedule took out of the game.

Where such counters are simply out of the game, it lets conditions of victory tell them from destroyed ones.
"""

WITHDRAWN = "withdrawn"
"""The mark of a counter out of the game that the schedule withdrew."""
