"""The sequence of play: a stack of named frames, the steps that give them behaviour."""
