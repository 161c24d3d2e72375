"""The pure rules engine: definitions, states, sequence of play, rulesets, line protocol.

Nothing here knows Qt, pictures, the clock or global randomness. Files are touched only
in :mod:`engine.loading` and :mod:`engine.saves`.
"""
