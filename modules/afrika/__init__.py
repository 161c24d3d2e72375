"""Afrika, second edition: the campaign in North Africa, 1940 to 1942."""

SCHEDULE_KINDS: tuple[str, ...] = ("unit", "leader")
"""Kinds of piece that orders of arrival bring and take; boxes and supply points have rules of their own."""
