"""Rule numbers for narrow columns."""

from __future__ import annotations


def brief_rule(rule: str) -> str:
    """A rule without what follows its colon, which only says in words what the line itself says."""
    return rule.partition(":")[0]
