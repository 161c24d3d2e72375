"""First Steps: a small game of our own that teaches how hex-and-counter games are played, in ten minutes."""
