"""Run-time state of a game: immutable values and questions about them."""
