"""Afrika, second edition: the campaign in North Africa, 1940 to 1942."""

SCHEDULE_KINDS: tuple[str, ...] = ("unit", "leader")
"""Kinds of piece that orders of arrival bring and take; boxes and supply points have rules of their own."""

ANY_SUPPLIED_HEX = "supplied-friendly-hex"
"""The named rule for arrivals at any supplied hex that the side occupies (200 Rgt on turn 20)."""

SCHEDULE_CHOICES: tuple[str, ...] = (ANY_SUPPLIED_HEX,)
"""Named rules for the place of an entry."""
