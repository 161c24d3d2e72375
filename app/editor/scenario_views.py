"""Where the map was looked at in each scenario, so that going from one to another keeps a sensible view.

Somebody who works at one place and compares scenarios stays there, as long as anything of the other set-up is
in sight. Where the map is so far away that no counter can be read, as after a look at all of it, the other
scenario is shown where it was last worked on, or where its set-up lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from app.editor.first_view import LEAST_SCALE

if TYPE_CHECKING:
    from app.editor.map_page import MapPage


class ScenarioViews:
    """Scale and middle of the last view of each scenario in which counters could be read."""

    def __init__(self, page: MapPage) -> None:
        self._page = page
        self._left: dict[str, tuple[float, QPointF]] = {}

    def leave(self, scenario: str) -> None:
        """Remembers where a scenario was looked at; a first look nobody changed needs no memory."""
        view = self._page.view
        if view.map_scale < LEAST_SCALE:
            return
        if self._page.first.is_kept:
            self._left.pop(scenario, None)
            return
        self._left[scenario] = (view.map_scale, view.scene_point(QPointF(view.viewport().rect().center())))

    def enter(self, scenario: str) -> None:
        """Shows another scenario where it should be seen; leaves the map alone where it can be."""
        view, first = self._page.view, self._page.first
        is_far = view.map_scale < LEAST_SCALE
        if not (is_far or first.is_kept or not first.is_in_sight()):
            return
        if scenario not in self._left:
            first.look()
            return
        scale, middle = self._left[scenario]
        view.set_map_scale(scale)
        view.center_on(middle)

    def forget(self) -> None:
        """Another grid: what was remembered lies elsewhere."""
        self._left.clear()
