"""A row of buttons that gives way where room is short: key caps go first, then buttons into a menu.

The primary button always stays, and stands last. What is folded into the menu keeps its keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from app.theme.current import scaled
from app.widgets.keycap import KeyButton

SPACING = 10
MORE = "More…"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptButton:
    """A button of the bar; exactly one of them should be primary.

    ``has_shortcut`` is off where the window itself answers to the key, so that it acts only once. Where
    room is short those of less ``weight`` go into the menu first.
    """

    text: str
    action: Callable[[], None]
    key: str = ""
    icon: str = ""
    is_primary: bool = False
    is_enabled: bool = True
    tip: str = ""
    has_shortcut: bool = True
    weight: int = 1


class ButtonRow(QWidget):
    """Buttons beside each other; :meth:`fit` says how much room they have."""

    focus_freed = Signal()
    """The button with the focus went away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: list[KeyButton] = []
        self._specs: list[PromptButton] = []
        self._folded: list[int] = []
        self._actions: list[QAction] = []
        self._room = 1 << 16
        self.more = KeyButton(MORE, "", "", self)
        self.more.setToolTip("Everything there is no room for")
        self.more.clicked.connect(self.open_menu)
        self.more.hide()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(scaled(SPACING))
        self._row.addWidget(self.more)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    @property
    def buttons(self) -> tuple[KeyButton, ...]:
        """The buttons that are shown, the primary one last; not the one of the menu."""
        return tuple(button for i, button in enumerate(self._all) if i not in self._folded)

    @property
    def folded(self) -> tuple[str, ...]:
        """The words of what stands in the menu."""
        return tuple(self._specs[i].text for i in self._folded)

    def show_buttons(self, wanted: tuple[PromptButton, ...]) -> None:
        """Offers other buttons; the keyboard focus stays on a button of the same words."""
        holder = self.window().focusWidget()
        focused = next((button.text() for button in self._all if button is holder), None)
        old = self._all
        self._specs = sorted(wanted, key=lambda spec: spec.is_primary)
        self._all = [self._made(spec) for spec in self._specs]
        for number, button in enumerate(self._all):
            last = self._specs[number].is_primary
            self._row.insertWidget(self._row.count() if last else self._row.indexOf(self.more), button)
        self.fit(self._room)
        for button in self.buttons:
            if button.text() == focused:
                button.setFocus()
        if focused is not None and focused not in {button.text() for button in self.buttons}:
            self.focus_freed.emit()
        for button in old:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()

    def _made(self, spec: PromptButton) -> KeyButton:
        button = KeyButton(spec.text, spec.key, "primary" if spec.is_primary else "", self)
        if not spec.has_shortcut:
            button.setShortcut(QKeySequence())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setEnabled(spec.is_enabled)
        button.setToolTip(_tip(spec))
        button.clicked.connect(lambda _checked=False: spec.action())
        return button

    # --- room ---------------------------------------------------------------------------------------

    def fit(self, room: int) -> None:
        """Takes no more than so many pixels, as far as that can be."""
        self._room = room
        self._folded = []
        for button in self._all:
            button.set_cap_shown(shown=True)
        for number in self._order_of_bare():
            if self._needed() <= room:
                break
            self._all[number].set_cap_shown(shown=False)
        for number in self._order_of_folding():
            if self._needed() <= room:
                break
            self._folded.append(number)
        self._folded.sort()
        for number, button in enumerate(self._all):
            button.setVisible(number not in self._folded)
        self.more.setVisible(bool(self._folded))
        self._follow_actions()
        self.updateGeometry()

    def _order_of_bare(self) -> list[int]:
        """Whose key caps go first: those of keys that the menus of the window name as well."""
        others = [i for i in range(len(self._all)) if not self._specs[i].is_primary]
        return sorted(others, key=lambda i: self._specs[i].has_shortcut)

    def _order_of_folding(self) -> list[int]:
        """Those of least weight first, among equals the last; the primary one never, nor a single other."""
        others = [i for i in range(len(self._all)) if not self._specs[i].is_primary]
        if len(others) < 2:
            return []
        return sorted(others, key=lambda i: (self._specs[i].weight, -i))

    def _needed(self) -> int:
        shown = [button for i, button in enumerate(self._all) if i not in self._folded]
        shown += [self.more] if self._folded else []
        return sum(button.sizeHint().width() for button in shown) + scaled(SPACING) * max(0, len(shown) - 1)

    # --- the menu -----------------------------------------------------------------------------------

    def _follow_actions(self) -> None:
        """What is folded becomes actions of the row, so that its keys go on working."""
        for action in self._actions:
            self.removeAction(action)
            action.deleteLater()
        self._actions = [self._action(number) for number in self._folded]
        self.addActions(self._actions)

    def _action(self, number: int) -> QAction:
        spec = self._specs[number]
        action = QAction(spec.text, self)
        action.setEnabled(spec.is_enabled)
        action.setToolTip(spec.tip)
        if spec.has_shortcut:
            action.setShortcut(QKeySequence(spec.key))
        action.triggered.connect(lambda _checked=False: spec.action())
        return action

    def open_menu(self) -> None:
        """Opens what is folded."""
        menu = QMenu(self)
        menu.addActions(self._actions)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))


def _tip(spec: PromptButton) -> str:
    """What the button is for, and its key where the cap has no room."""
    key = QKeySequence(spec.key).toString(QKeySequence.SequenceFormat.NativeText)
    words = spec.tip or (spec.text if key else "")
    return f"{words} ({key})" if key else words
