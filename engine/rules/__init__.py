"""Rulesets: what turns a module into a game with its rules enforced."""
