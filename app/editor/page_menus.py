"""The menu of pages: every act that a page has a button for, so that it can be looked up and found by name.

The lines are made from the buttons themselves: a page that gets another one has it in the menu, too. A line
turns to its page first; what needs something chosen there says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton

from app.editor.page_choice import SCHEDULE, SET_UP, TERRAIN
from app.messages import Tone

if TYPE_CHECKING:
    from app.editor.window import EditorWindow

Control = QAbstractButton | QAction
KEYS: Final = {
    ("counters", "sheets"): "Ctrl+Alt+X",
    ("counters", "again"): "Ctrl+Alt+A",
    ("counters", "folder"): "Ctrl+Alt+F",
    ("counters", "new"): "Ctrl+Shift+N",
    ("schedule", "new"): "Ctrl+Shift+E",
    ("set-up", "form"): "Ctrl+Shift+P",
}
"""Keys of acts that are wanted from anywhere."""
ELSEWHERE: Final = frozenset((("schedule", "flags"),))
"""Buttons whose act another menu has: the issues."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A page with its acts and the way there."""

    name: str
    title: str
    open: Callable[[], object]
    controls: Callable[[], Mapping[str, Control]]
    """Its buttons as they are now; some are made anew with what they are about."""


def _parts(window: EditorWindow) -> Iterator[_Part]:
    counters, cards, texts = window.counters_page, window.cards_page, window.texts_page
    opened = partial(partial, window.open_page)
    below = partial(partial, window.show_below)
    yield _Part("counters", "Counters", opened("counters"), lambda: {**counters.buttons, **counters.acts})
    yield _Part("cards", "Cards and decks", opened("cards"), lambda: {**cards.buttons, **cards.acts})
    yield _Part("schedule", "Schedule", below(SCHEDULE), lambda: window.schedule.buttons)
    yield _Part("set-up", "Set-up", below(SET_UP), lambda: window.order.buttons)
    yield _Part("terrain", "Terrain chart", below(TERRAIN), lambda: window.terrain_page.buttons)
    yield _Part("chart", "Charts", window.show_charts, lambda: window.chart_page.buttons)
    yield _Part("texts", "Texts", opened("texts"), lambda: texts.buttons)
    yield _Part("victory", "Victory", window.show_victory, lambda: window.victory_page.buttons)
    yield _Part("list", "Lists", lambda: None, lambda: window.list_page.buttons)


def fill_pages(window: EditorWindow, menu: QMenu) -> None:
    """A menu for each page with all that its buttons do."""
    for part in _parts(window):
        inner = menu.addMenu(part.title)
        for name, control in part.controls().items():
            if (part.name, name) in ELSEWHERE:
                continue
            action = inner.addAction(words_of(control))
            if key := KEYS.get((part.name, name)):
                action.setShortcut(QKeySequence(key))
                window.addAction(action)
            action.triggered.connect(lambda _on=False, part=part, name=name: _do(window, part, name))


def words_of(control: Control) -> str:
    """What a button does: its words, else its name or tip, without the key that stands there in brackets."""
    name = control.accessibleName() if isinstance(control, QAbstractButton) else ""
    tip = control.toolTip().partition("\n")[0]
    words = control.text() if len(control.text()) > 1 else name or tip
    return words.partition(" (")[0]


def _do(window: EditorWindow, part: _Part, name: str) -> None:
    part.open()
    if part.name == "list" and window.pages.currentWidget() is not window.list_page:
        window.messages.tell("Choose a list in the tree first.", Tone.HINT)
        return
    control = part.controls()[name]
    if not control.isEnabled():
        words = words_of(control).rstrip("…")
        window.messages.tell(f"{words}: choose something on this page first.", Tone.HINT)
    elif isinstance(control, QAction):
        control.trigger()
    elif isinstance(control, QPushButton) and control.menu() is not None:
        control.showMenu()
    else:
        control.click()
