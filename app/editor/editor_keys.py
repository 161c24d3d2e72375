"""The help page of the editor's keys: those of the menus as they are, and those of each page."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from app.help.pages import Page

TITLE = "Keys of the editor"
PAGE = "editor-keys"
ALWAYS = "always"
"""Property of an action whose words change: those that always hold."""
PAGE_KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "On the map",
        (
            ("Arrows, Home, End, Page Up, Page Down", "move the hex cursor"),
            ("Enter", "choose the hex at the cursor, or use the tool there"),
            ("1, 2, 3 …", "size of the brush"),
            ("Del", "take the counters of the chosen hexes off the map"),
            ("Esc", "cancel the stroke or drag; else let go, back to the tool that selects"),
            ("Ctrl+Arrows", "move the map"),
            ("Space and drag", "move the map with the mouse"),
        ),
    ),
    (
        "In the list of the set-up",
        (
            ("Ctrl+Return", "open the placement in the inspector"),
            ("Del", "take the counter off the map"),
        ),
    ),
    (
        "In the schedule",
        (
            ("Arrows", "go from cell to cell; move what is taken up"),
            ("Space", "take up a counter, the next one, then all"),
            ("Enter, Insert", "open the entry, or make a new one"),
            ("Ctrl+D, Ctrl+J", "double the entry"),
            ("Del", "take what is chosen off the schedule"),
            ("Esc", "let go"),
        ),
    ),
    (
        "Counters and cards",
        (
            ("Ctrl+J", "duplicate what is chosen"),
            ("Ctrl+D", "fill down: give all chosen counters the value of the first"),
            ("Del", "delete what is chosen"),
        ),
    ),
    (
        "Charts, texts and victory",
        (
            ("Ctrl+C, Ctrl+V", "copy and paste cells of a chart"),
            ("Ctrl+B, Ctrl+I", "bold and italic in a text"),
            ("Ctrl+Up, Ctrl+Down", "move a condition of victory up and down"),
            ("Ctrl+Right, Ctrl+Left", "put a condition into the one above, take it out again"),
            ("Del", "delete a condition"),
        ),
    ),
    (
        "Lists",
        (
            ("Alt+Up, Alt+Down", "move what is chosen up and down"),
            ("Del", "delete what is chosen"),
        ),
    ),
)


def menu_lines(bar: QMenuBar) -> Iterator[tuple[str, QAction]]:
    """Every line of the menus with the words of the menus it is in."""
    for top in bar.actions():
        if isinstance(menu := top.menu(), QMenu):
            yield from _lines(menu, plain(top))


def _lines(menu: QMenu, way: str) -> Iterator[tuple[str, QAction]]:
    for action in menu.actions():
        if isinstance(inner := action.menu(), QMenu):
            yield from _lines(inner, f"{way}, {plain(action)}")
        elif not action.isSeparator():
            yield way, action


def plain(action: QAction) -> str:
    """The words of an action without the sign of its letter; of undo and redo with what they do now."""
    return action.text().replace("&", "")


def keys_of(action: QAction) -> str:
    """The keys of an action as people write them."""
    return ", ".join(keys.toString() for keys in action.shortcuts())


def keys_page(bar: QMenuBar) -> Page:
    """All keys of the editor's window."""
    lines = [f"# {TITLE}", "", "`Ctrl+K` finds every command by its name, too.", ""]
    known: dict[str, list[tuple[str, str]]] = {}
    for way, action in menu_lines(bar):
        if keys := keys_of(action):
            words = str(action.property(ALWAYS) or plain(action)).rstrip("…")
            known.setdefault(way, []).append((f"`{keys}`", words))
    for title, rows in (*known.items(), *PAGE_KEYS):
        lines += [f"## {title}", "", "| Key | Action |", "|---|---|"]
        lines += [f"| {keys} | {words} |" for keys, words in rows]
        lines.append("")
    return Page(PAGE, "\n".join(lines), "Using Hexwright", given_title=TITLE)
