"""F1 in the editor: the help page opens at what the person is working on."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.editor import editor_keys
from app.help.about import AboutDialog
from app.help.pages import anchor

if TYPE_CHECKING:
    from app.editor.frame import EditorFrame
    from app.help.window import HelpWindow

PAGE: Final = "editing.md"
PRINTING: Final = "printing.md"
_PAGES: Final = {
    "map": "Map",
    "counters": "Counters",
    "cards": "Cards and decks",
    "texts": "Sequence, options, tracks, texts",
    "chart": "Charts",
    "list": "Sequence, options, tracks, texts",
    "victory": "Victory",
}
_BOTTOM: Final = ("Reinforcement schedule", "Set-up", "Map")


class EditorHelp(QObject):
    """The help window of one editor, made on first use."""

    def __init__(self, frame: EditorFrame) -> None:
        super().__init__(frame)
        self._frame = frame
        self.window: HelpWindow | None = None

    def topic(self) -> str:
        """The heading of the help that speaks of where the keyboard is, else of the page on show."""
        frame, focus = self._frame, QApplication.focusWidget()
        for holder, heading in (
            (frame.inspector_pages, "The inspector"),
            (frame.issues, "Issues"),
            (frame.tree, "The window"),
        ):
            if _holds(holder, focus):
                return heading
        if _holds(frame.bottom, focus):
            return _BOTTOM[max(0, frame.bottom.bar.tabs.currentIndex())]
        shown = frame.pages.currentWidget()
        return next(
            (_PAGES[name] for name, page in frame.pages_by_name.items() if page is shown), "The window"
        )

    def open_here(self) -> None:
        """Opens the help at what the person is working on."""
        self.open_page(PAGE, anchor(self.topic()))

    def open_keys(self) -> None:
        """Opens the list of all keys."""
        self.open_page(editor_keys.PAGE)

    def open_page(self, page: str = PAGE, at: str = "") -> None:
        """Opens a page of the help."""
        if self.window is None:
            made: HelpWindow = importlib.import_module("app.help.window").HelpWindow()
            made.add_pages((editor_keys.keys_page(self._frame.menus),))
            self.window = made
            self._frame.destroyed.connect(made.deleteLater)
        self.window.show()
        self.window.show_page(page, at)
        self.window.raise_()
        self.window.activateWindow()

    def open_about(self) -> None:
        """Shows version, licence and folders."""
        dialog = AboutDialog(self._frame)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _holds(holder: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (holder is focus or holder.isAncestorOf(focus))
