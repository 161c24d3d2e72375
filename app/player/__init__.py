"""The player window: a game on the screen, driven by the engine's decisions and by nothing else."""
