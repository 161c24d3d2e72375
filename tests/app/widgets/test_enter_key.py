"""Enter on a focused button, in windows, dialogs and panels that float."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.widgets.enter_key import press_buttons_by_enter

Button = QPushButton | QToolButton


class Pressed:
    """A button with the focus in a window, and how often it was pressed."""

    def __init__(self, qtbot: QtBot, window: QWidget, button: Button) -> None:
        self.window, self.button, self.count = window, button, 0
        button.clicked.connect(self._add)
        qtbot.addWidget(window)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        button.window().activateWindow()
        button.setFocus()
        QApplication.processEvents()
        assert QApplication.focusWidget() is button

    def _add(self) -> None:
        self.count += 1

    def type(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> int:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, keys)
        return self.count


@pytest.fixture(autouse=True)
def served(qapp: QApplication) -> None:
    press_buttons_by_enter()
    press_buttons_by_enter()


def floating_dock(button: Button) -> QMainWindow:
    window, dock, page = QMainWindow(), QDockWidget("Panel"), QWidget()
    window.setCentralWidget(QWidget())
    QVBoxLayout(page).addWidget(button)
    dock.setWidget(page)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    dock.setFloating(True)
    return window


def dialog_with_default(button: Button) -> QDialog:
    dialog, other = QDialog(), QPushButton("Close it")
    other.setDefault(True)
    other.clicked.connect(dialog.accept)
    column = QVBoxLayout(dialog)
    column.addWidget(QLineEdit())
    column.addWidget(button)
    column.addWidget(other)
    return dialog


def plain_window(button: Button) -> QMainWindow:
    window, page = QMainWindow(), QWidget()
    QVBoxLayout(page).addWidget(button)
    window.setCentralWidget(page)
    return window


@pytest.mark.parametrize("made", [plain_window, floating_dock, dialog_with_default])
@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
def test_the_focused_button_is_pressed_once(qtbot: QtBot, made: object, kind: type[Button]) -> None:
    assert callable(made)
    button = kind()
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    if isinstance(button, QPushButton):
        button.setAutoDefault(False)
    pressed = Pressed(qtbot, made(button), button)
    assert pressed.type(Qt.Key.Key_Return) == 1
    assert pressed.type(Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier) == 2
    assert pressed.type(Qt.Key.Key_Space) == 3
    assert pressed.window.isVisible(), "the default button of the dialog was not pressed"


def test_with_another_key_held_it_is_another_key(qtbot: QtBot) -> None:
    button = QPushButton()
    pressed = Pressed(qtbot, plain_window(button), button)
    for keys in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier):
        assert pressed.type(Qt.Key.Key_Return, keys) == 0


def test_a_key_held_down_presses_once(qtbot: QtBot) -> None:
    button = QPushButton()
    pressed = Pressed(qtbot, plain_window(button), button)
    again = QKeyEvent(
        QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True
    )
    QApplication.sendEvent(button, again)
    assert pressed.count == 0


def test_a_field_keeps_its_enter(qtbot: QtBot) -> None:
    button = QPushButton()
    pressed = Pressed(qtbot, dialog_with_default(button), button)
    field = pressed.window.findChild(QLineEdit)
    assert field is not None
    field.setFocus()
    assert pressed.type(Qt.Key.Key_Return) == 0
    assert not pressed.window.isVisible(), "Enter in a field is for the default button"
