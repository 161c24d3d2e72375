"""Rule numbers for narrow columns."""

from __future__ import annotations


def brief_rule(rule: str) -> str:
    """A rule without what follows its colon, which only says in words what the line itself says.

    Empty where nothing with a number stands before the colon: the name of a rulebook alone leads nowhere.
    """
    head, colon, _ = rule.partition(":")
    return head if not colon or any(letter.isdigit() for letter in head) else ""
