"""What the page on show has chosen, for the inspector; else what the page is about, or the module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.editing.searching import Path, value_at

if TYPE_CHECKING:
    from app.editor.frame import EditorFrame

SCHEDULE, SET_UP, TERRAIN = range(3)
LINES = {"counters": ("pieces",), "cards": ("cards",), "texts": ("help",)}
"""The line of the tree that stands for a page."""


def chosen_on(frame: EditorFrame) -> tuple[Path, ...]:
    """The paths of what is chosen on the page on show; hexes, which have no path, aside."""
    page = frame.pages.currentWidget()
    found: tuple[Path, ...] = ()
    if page is frame.map_page:
        found = _below_the_map(frame)
    elif page is frame.counters_page:
        found = _by_id("pieces", frame, frame.counters_page.selected())
    elif page is frame.cards_page:
        found = frame.cards_page.chosen_paths()
    elif page is frame.chart_page:
        found = _by_id("charts", frame, (frame.chart_page.table.chart_id,))
    elif page is frame.list_page:
        found = frame.list_page.chosen_paths()
    elif page is frame.texts_page:
        found = frame.texts_page.chosen_paths()
    elif page is frame.victory_page:
        path = frame.victory_page.chosen_path() or frame.victory_page.home
        found = (path,) if path else ()
    there = tuple(path for path in found if value_at(frame.document.module, path) is not None)
    return there or (_about(frame),)


def _below_the_map(frame: EditorFrame) -> tuple[Path, ...]:
    number = frame.bottom.bar.tabs.currentIndex()
    if number == SCHEDULE:
        entries = sorted({at for at, _ in frame.schedule.grid.selected})
        return tuple(("schedule", at) for at in entries)
    if number == SET_UP:
        return _by_id("pieces", frame, frame.order.chosen_pieces())
    kind = frame.terrain_page.chosen_kind()
    return _by_id(kind[0], frame, (kind[1],)) if kind is not None else ()


def _about(frame: EditorFrame) -> Path:
    """What a page without a choice is about: the scenario on the map, else the module."""
    if frame.pages.currentWidget() is frame.map_page:
        found = _by_id("scenarios", frame, (frame.map_page.scenario,))
        return found[0] if found else ()
    return ()


def _by_id(part: str, frame: EditorFrame, names: tuple[str, ...]) -> tuple[Path, ...]:
    rows = {thing.id: n for n, thing in enumerate(getattr(frame.document.module, part))}
    return tuple((part, rows[name]) for name in names if name in rows)
