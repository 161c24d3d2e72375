"""The first window: games, scenarios, saved games and the options of a new game."""
