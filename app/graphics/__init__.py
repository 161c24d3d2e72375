"""Everything that draws: painters, the board view and their caches."""
