"""The panels around the board. Each shows one thing, refreshed only when what it shows has changed."""
