"""The table of the program's actions: id, words, icon, keys. Windows build their menus from it.

An action is data; what it does is bound by the window that offers it. The key reference of the help and the
tests against clashing keys read the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.theme.current import bind_icon


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """One action: stable id, words of its menu line, keys in portable form, icon, one line of explanation.

    ``on_board`` keys work only while the board has the focus, so that letters can be typed in fields.
    """

    id: str
    text: str
    keys: str = ""
    icon: str = ""
    tip: str = ""
    is_checkable: bool = False
    on_board: bool = False


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """A menu: its title and the ids of its actions; an empty id is a line between groups."""

    title: str
    actions: tuple[str, ...]


_PLAYER = (
    ActionSpec(id="library", text="Library", keys="Ctrl+L", icon="library", tip="All games and scenarios"),
    ActionSpec(id="open", text="Open game…", keys="Ctrl+O", icon="open"),
    ActionSpec(id="save", text="Save", keys="Ctrl+S", icon="save"),
    ActionSpec(id="save-as", text="Save as…", keys="Ctrl+Shift+S"),
    ActionSpec(
        id="print",
        text="Print and export…",
        keys="Ctrl+P",
        icon="print",
        tip="Set-up sheets, schedule, counters, map, charts",
    ),
    ActionSpec(id="export-log", text="Export log…", icon="export"),
    ActionSpec(
        id="picture", text="Save picture of the map…", icon="camera", tip="The whole map as a picture"
    ),
    ActionSpec(id="screenshot", text="Save picture of the window…", keys="Ctrl+Shift+P", icon="camera"),
    ActionSpec(
        id="follow-module",
        text="Follow the edited module…",
        tip="Go on by the module as it is now, after a look at what that changes in this game",
    ),
    ActionSpec(id="close", text="Close", keys="Ctrl+W"),
    ActionSpec(id="quit", text="Quit", keys="Ctrl+Q", tip="Closes all windows of the program"),
    ActionSpec(id="undo", text="Undo", keys="Ctrl+Z", icon="undo"),
    ActionSpec(id="redo", text="Redo", keys="Ctrl+Shift+Z", icon="redo"),
    ActionSpec(
        id="free-undo",
        text="Allow undo past dice",
        is_checkable=True,
        tip="For solo play; every such undo is noted in the log",
    ),
    ActionSpec(id="adjudicate", text="Adjudicate…", icon="edit", tip="Overrule the rules; logged and marked"),
    ActionSpec(id="table-dice", text="Table dice…", keys="Ctrl+D", icon="die", tip="Type in what you rolled"),
    ActionSpec(
        id="always-table-dice",
        text="Ask for table dice before every roll",
        is_checkable=True,
        tip="The program never rolls by itself",
    ),
    ActionSpec(id="find-log", text="Search the log", keys="Ctrl+F", icon="search"),
    ActionSpec(id="solo", text="Solo: show everything", is_checkable=True, icon="eye"),
    ActionSpec(id="hint", text="What would the computer do?", keys="Ctrl+H", icon="hint"),
    ActionSpec(id="stop-thinking", text="Stop thinking"),
    ActionSpec(
        id="main",
        text="Confirm, or end the phase",
        keys="Ctrl+Return",
        icon="step-forward",
        tip="Presses the main button of the prompt bar",
    ),
    ActionSpec(id="phase-help", text="Help for this phase", keys="F1", icon="help"),
    ActionSpec(id="go-to", text="Go to hex or place…", keys="G", icon="search", on_board=True),
    ActionSpec(id="zoom-in", text="Zoom in", keys="Ctrl++", icon="zoom-in"),
    ActionSpec(id="zoom-out", text="Zoom out", keys="Ctrl+-", icon="zoom-out"),
    ActionSpec(id="fit", text="Whole map", keys="Ctrl+0", icon="fit"),
    ActionSpec(id="home", text="Center on the selection", keys="Ctrl+Home", icon="target", on_board=True),
    ActionSpec(id="ruler", text="Measure distance", keys="M", icon="ruler", is_checkable=True, on_board=True),
    ActionSpec(id="minimap", text="Minimap", icon="map", is_checkable=True),
    ActionSpec(id="all-docks", text="Hide all panels", keys="Tab", is_checkable=True, on_board=True),
    ActionSpec(id="full-screen", text="Full screen", keys="F11", is_checkable=True),
    ActionSpec(id="reset-layout", text="Put all panels back in place"),
    ActionSpec(id="bookmark", text="Bookmark this moment…", keys="Ctrl+B", icon="bookmark"),
    ActionSpec(id="settings", text="Settings…", keys="Ctrl+,", icon="settings"),
    ActionSpec(id="help", text="Help", keys="Shift+F1", icon="help"),
    ActionSpec(id="guide", text="Guide", tip="Leads step by step, where a scenario has a guide"),
    ActionSpec(id="keys", text="Keys of this window"),
    ActionSpec(id="about", text="About Hexwright"),
    ActionSpec(id="focus-board", text="To the map", keys="F2"),
    ActionSpec(id="focus-choices", text="To the list of choices", keys="F3"),
    ActionSpec(id="focus-stack", text="To the stack inspector", keys="F4"),
    ActionSpec(id="next-panel", text="To the next panel", keys="F6"),
    ActionSpec(id="next-lit", text="Next unit that can act", keys="N", on_board=True),
    ActionSpec(id="previous-lit", text="Previous unit that can act", keys="Shift+N", on_board=True),
)
PLAYER_ACTIONS: Mapping[str, ActionSpec] = {spec.id: spec for spec in _PLAYER}

PLAYER_MENUS: tuple[MenuSpec, ...] = (
    MenuSpec(
        "&File",
        ("library", "open", "", "save", "save-as", "", "print", "export-log", "picture", "screenshot", "",
         "follow-module", "close", "quit"),
    ),
    MenuSpec(
        "&Edit",
        ("undo", "redo", "free-undo", "", "adjudicate", "bookmark", "find-log", "", "settings"),
    ),
    MenuSpec(
        "&View",
        ("go-to", "zoom-in", "zoom-out", "fit", "home", "ruler", "", "all-docks", "minimap", "full-screen",
         "reset-layout"),
    ),
    MenuSpec(
        "&Play",
        ("main", "next-lit", "previous-lit", "", "hint", "stop-thinking", "", "table-dice",
         "always-table-dice", "", "solo"),
    ),
    MenuSpec("&Go", ("focus-board", "focus-choices", "focus-stack", "next-panel")),
    MenuSpec("&Help", ("phase-help", "guide", "help", "keys", "", "about")),
)  # fmt: skip


class ActionSet:
    """The actions of one window, made from specs and bound to what they do."""

    def __init__(self, window: QWidget, board: QWidget, specs: Iterable[ActionSpec]) -> None:
        self._actions: dict[str, QAction] = {}
        for spec in specs:
            self._actions[spec.id] = self._made(window, board, spec)

    def _made(self, window: QWidget, board: QWidget, spec: ActionSpec) -> QAction:
        action = QAction(spec.text, window)
        action.setObjectName(spec.id)
        action.setCheckable(spec.is_checkable)
        if spec.icon:
            bind_icon(action, spec.icon)
        if spec.tip:
            action.setToolTip(spec.tip)
            action.setStatusTip(spec.tip)
        if spec.keys:
            action.setShortcut(QKeySequence(spec.keys))
        if spec.on_board:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            board.addAction(action)
        else:
            window.addAction(action)
        return action

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def bind(self, handlers: Mapping[str, Callable[[], object]]) -> None:
        """Connects actions to what they do; raises ``KeyError`` for an unknown id."""
        for name, handler in handlers.items():
            self._actions[name].triggered.connect(lambda _checked=False, do=handler: do())

    def fill(self, menu: QMenu, spec: MenuSpec) -> None:
        """Puts the actions of a menu in place."""
        for name in spec.actions:
            if name:
                menu.addAction(self._actions[name])
            else:
                menu.addSeparator()
