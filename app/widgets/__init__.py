"""General widgets that windows are composed of; none knows a game."""
