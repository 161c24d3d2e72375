"""The painter of overlays: first what lies under the counters, later what lies above them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from PySide6.QtGui import QPainter

from app.graphics.board_layout import BoardLayout
from app.graphics.overlay_model import BoardOverlays, Path, Reach
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.overlay_areas import (
    Outlines,
    draw_choices,
    draw_control,
    draw_reach_outline,
    draw_zoc,
    draw_zone,
    draw_zone_label,
)
from app.graphics.painters.overlay_marks import (
    draw_attackers,
    draw_costs,
    draw_cursor,
    draw_notes,
    draw_path,
    draw_ruler,
    draw_selected,
    draw_supply,
    draw_target,
    draw_zone_figures,
)
from app.graphics.painters.overlay_pen import OverlayView
from app.graphics.painters.overlay_tints import TintPictures


class OverlayPainter:
    """Paints overlays in scene units."""

    def __init__(self, layout: BoardLayout, arts: Sequence[BoardArt]) -> None:
        self._tints = TintPictures(layout, arts)
        self._outlines = Outlines(layout, arts)
        self._last: BoardOverlays | None = None

    def _renew(self, overlays: BoardOverlays) -> None:
        """Lets go of outlines that no overlay uses any more."""
        last, self._last = self._last, overlays
        if last is not None and overlays.has_other_areas(last):
            self._outlines.forget()

    def paint_below(self, painter: QPainter, view: OverlayView, overlays: BoardOverlays) -> None:
        """Tints, bands, hatches, outlines and traces."""
        self._renew(overlays)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._tints.draw(painter, view, overlays)
        if overlays.control:
            draw_control(painter, view, overlays.control, self._outlines)
        draw_zoc(painter, view, overlays.zoc)
        if overlays.reach is not None:
            start = [overlays.reach.start] if overlays.reach.start else []
            draw_reach_outline(painter, view, self._outlines.around([*overlays.reach.hexes, *start]))
        if overlays.choices:
            draw_choices(painter, view, overlays.choices, self._outlines.around(overlays.choices))
        for zone in overlays.zones:
            draw_zone(painter, view, zone, self._outlines.around(zone.hexes))
        if overlays.supply is not None:
            draw_supply(painter, view, overlays.supply)
        painter.restore()

    def paint_above(
        self, painter: QPainter, view: OverlayView, overlays: BoardOverlays, occupied: Collection[str] = ()
    ) -> None:
        """Costs, labels, rings, paths, targets and the ruler."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if overlays.reach is not None:
            draw_costs(painter, view, _without_goal(overlays.reach, overlays.path), occupied)
        for zone in overlays.zones:
            if overlays.reach is None:
                draw_zone_figures(painter, view, zone, occupied)
            draw_zone_label(painter, view, zone, self._outlines.around(zone.hexes))
        draw_notes(painter, view, overlays.noted)
        draw_attackers(painter, view, overlays.attackers)
        draw_selected(painter, view, overlays.selected)
        for target in overlays.targets:
            draw_target(painter, view, target)
        if overlays.path is not None:
            draw_path(painter, view, overlays.path)
        if overlays.ruler is not None:
            draw_ruler(painter, view, overlays.ruler)
        if overlays.cursor is not None:
            draw_cursor(painter, view, overlays.cursor)
        painter.restore()


def _without_goal(reach: Reach, path: Path | None) -> Reach:
    """The costs without that of the hex where the path tells it in a pill."""
    if path is None or not path.goal_text or not path.hexes:
        return reach
    goal = path.hexes[-1]
    return replace(reach, hexes={name: mark for name, mark in reach.hexes.items() if name != goal})
