"""The steps of the sequence of play: one file for each phase or procedure."""
