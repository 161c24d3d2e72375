"""Changing the page inside a scroll area while a widget of the old one may still be at work.

A scroll area deletes its old page at once. When a field of that page led to the change, its signal has
not ended, and the program would fall into what is gone; so the old page is put away and deleted later.
"""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea, QWidget


def swap_page(area: QScrollArea, page: QWidget) -> None:
    """Shows a page; the one before lives until the event that led here has ended."""
    old = area.takeWidget()
    if old is not None:
        old.hide()
        old.setParent(None)
        old.deleteLater()
    area.setWidget(page)
