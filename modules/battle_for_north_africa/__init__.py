"""The Battle for North Africa (draft: allocation and activation, not yet listed in the library)."""

SCHEDULE_ACTIONS: tuple[str, ...] = ()
"""Kinds of entries of a schedule that these rules play: none, there is no order of arrival."""
