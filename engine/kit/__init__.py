"""Bricks for authors of rulesets: movement, zones of control, supply traces. They know no game."""
