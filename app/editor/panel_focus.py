"""F6 in the editor: the keyboard goes from panel to panel, round the window, to the first thing in each that
takes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QWidget

from app.editor.fields import Field

if TYPE_CHECKING:
    from app.editor.frame import EditorFrame


def panels_of(frame: EditorFrame) -> list[QWidget]:
    """What is on show, round the window: tree, page, message, what lies below, palette, inspector, issues."""
    found = [
        frame.tree,
        frame.pages.currentWidget(),
        frame.messages,
        frame.bottom,
        frame.palette_panel,
        frame.inspector_pages,
        frame.side_panel,
    ]
    return [panel for panel in found if panel is not None and panel.isVisible()]


def step_panel(frame: EditorFrame, step: int) -> None:
    """Takes the keyboard to the next panel, or with -1 to the one before."""
    focus = QApplication.focusWidget()
    panels = [panel for panel in panels_of(frame) if next(takers(panel), None) is not None]
    if not panels:
        return
    here = next((n for n, panel in enumerate(panels) if _holds(panel, focus)), -1 if step > 0 else 0)
    panel = panels[(here + step) % len(panels)]
    wanted = next(_fields(panel), None) if panel is frame.inspector_pages else None
    _go_to(wanted or next(takers(panel)))


def _go_to(wanted: QWidget) -> None:
    wanted.window().activateWindow()
    wanted.setFocus(Qt.FocusReason.TabFocusReason)
    above = wanted.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.ensureWidgetVisible(wanted)


def _fields(panel: QWidget) -> Iterator[QWidget]:
    """The fields of a form from the top, which are what somebody comes to it for."""
    shown = [field for field in panel.findChildren(Field) if field.isVisible() and field.isEnabled()]
    for field in sorted(shown, key=lambda one: one.mapTo(panel, one.rect().topLeft()).y()):
        proxy = field.focusProxy()
        if proxy is not None and proxy.isEnabled():
            yield proxy


def takers(panel: QWidget) -> Iterator[QWidget]:
    """What takes the keyboard in a panel in the order of Tab, lists, tables and maps before their buttons."""
    inside = [panel, *panel.findChildren(QWidget)]
    able = [
        widget
        for widget in inside
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    views = [w for w in able if isinstance(w, QAbstractScrollArea) and not isinstance(w, QScrollArea)]
    yield from views or able


def _holds(panel: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (panel is focus or panel.isAncestorOf(focus))
