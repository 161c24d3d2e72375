"""No Retreat 2: The Africa Front (draft: the battle sequence, not yet listed in the library)."""

SCHEDULE_ACTIONS: tuple[str, ...] = ()
"""Kinds of entries of a schedule that these rules play: none, there is no order of arrival."""
