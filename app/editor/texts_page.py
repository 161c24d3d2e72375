"""The page of texts: all texts of the module in a list, one of them to write, and how players will read it.

What is typed is taken when the person rests for a moment, and all of it until he goes elsewhere is one step,
so that undo takes back a thought and not a letter.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeySequence, QResizeEvent, QShortcut, QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.named_rows import Act, add_buttons
from app.editor.text_places import TO_BE_WRITTEN, TextPlace, add_notes, add_page, delete_page, text_places
from app.help.browser import PageBrowser
from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.editing.searching import Path, value_at

PLACE = Qt.ItemDataRole.UserRole
REST_MS = 300
"""How long a person must rest until what was typed is taken."""
BESIDE = 700
"""Width of a page on which text and preview stand side by side."""
_MARKS = (
    ("Heading", "## ", "", "A heading"),
    ("Bold", "**", "**", "Bold (Ctrl+B)"),
    ("Italic", "*", "*", "Italic (Ctrl+I)"),
    ("List", "- ", "", "A line of a list"),
)


class TextsPage(QWidget):
    """All texts of the module."""

    chosen = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document = document
        self.place: TextPlace | None = None
        self.tree, self.field, self.preview = QTreeWidget(), QPlainTextEdit(), PageBrowser()
        self.title, self.hint = label("", "strong"), label("", "second", wraps=True)
        self.buttons: dict[str, QPushButton] = {}
        self._shape: object = None
        self._read: object = None
        """The page the preview shows."""
        self._is_filling = False
        self._is_typed = False
        """Whether the field holds what nobody has taken yet."""
        self._step = ""
        """The key of the present step; everything typed under it is one."""
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.take)
        self._lay_out()
        document.changed.connect(lambda _touched: self._follow())
        self.tree.currentItemChanged.connect(lambda item, _old: self._choose(item))
        self.field.textChanged.connect(self._typed)
        self.field.installEventFilter(self)
        document.settling.connect(self.take)
        for keys, name in (("Ctrl+B", "Bold"), ("Ctrl+I", "Italic")):
            shortcut = QShortcut(QKeySequence(keys), self.field)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self.buttons[name].click)
        self.refresh()

    # --- building ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(scaled(13))
        self.tree.setAccessibleName("Texts")
        self.field.setAccessibleName("Text")
        self.field.setTabChangesFocus(True)
        self.preview.setAccessibleName("As players read it")
        bar = FlowLayout(None, scaled(6), scaled(6))
        acts: tuple[Act, ...] = (
            ("page", "New page of help…", "plus", self._ask_page),
            ("notes", "Designer's notes", "note", self.add_notes),
            ("delete", "Delete page", "minus", self.delete_page),
        )
        self.buttons |= add_buttons(bar, acts)
        marks = QHBoxLayout()
        marks.setSpacing(scaled(4))
        marks.addWidget(self.title, 1)
        for words, before, after, tip in _MARKS:
            button = QPushButton(words)
            button.setProperty("kind", "chip")
            button.setToolTip(tip)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _on=False, a=before, b=after: self.mark(a, b))
            self.buttons[words] = button
            marks.addWidget(button)
        writing = QWidget()
        left = QVBoxLayout(writing)
        left.setContentsMargins(scaled(10), 0, scaled(10), 0)
        left.addLayout(marks)
        left.addWidget(self.field, 1)
        left.addWidget(self.hint)
        reading = QWidget()
        right = QVBoxLayout(reading)
        right.setContentsMargins(scaled(10), 0, 0, 0)
        right.addWidget(label("As players read it", "second"))
        right.addWidget(self.preview, 1)
        self.sides = QSplitter(Qt.Orientation.Horizontal)
        split = self.split = QSplitter(Qt.Orientation.Horizontal)
        for splitter, widgets, sizes in (
            (self.sides, (writing, reading), (380, 380)),
            (split, (self.tree, self.sides), (220, 760)),
        ):
            splitter.setChildrenCollapsible(False)
            for widget in widgets:
                splitter.addWidget(widget)
            splitter.setSizes([scaled(size) for size in sizes])
        self.tree.setMinimumWidth(scaled(150))
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(12), scaled(10), scaled(12), scaled(10))
        column.setSpacing(scaled(8))
        column.addLayout(bar)
        column.addWidget(split, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where two columns would be too narrow to read, the page of the players stands below the text."""
        super().resizeEvent(event)
        is_wide = self.width() >= scaled(BESIDE)
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.sides.orientation() != wanted:
            self.sides.setOrientation(wanted)
            half = (self.sides.width() if is_wide else self.sides.height()) // 2
            self.sides.setSizes([half, half])

    # --- showing ----------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Shows what has changed, as far as anybody sees it; the rest when the page is shown."""
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Shows the texts as they are now; the list is made anew only for others."""
        places = tuple(text_places(self.document.module))
        if places != self._shape:
            self._shape = places
            self._fill(places)
        here = self.place
        if here is not None and here not in places:
            here = next((place for place in places if place.key == here.key), None)
        self._show(here or (places[0] if places else None))

    def _fill(self, places: tuple[TextPlace, ...]) -> None:
        kept = self.place.key if self.place else None
        opened = {item.text(0) for item in self._groups() if item.isExpanded()}
        self._is_filling = True
        self.tree.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for place in places:
            if place.group not in groups:
                groups[place.group] = QTreeWidgetItem(self.tree, [place.group])
                is_open = place.group in opened or place.group in ("The module", "Pages of help")
                groups[place.group].setExpanded(is_open)
            item = QTreeWidgetItem(groups[place.group], [place.title])
            item.setData(0, PLACE, place)
            item.setToolTip(0, place.title)
            if place.key == kept:
                self.tree.setCurrentItem(item)
        for place in places:
            self._weigh(place)
        self._is_filling = False

    def _groups(self) -> list[QTreeWidgetItem]:
        found = (self.tree.topLevelItem(n) for n in range(self.tree.topLevelItemCount()))
        return [item for item in found if item is not None]

    def item_of(self, owner: Path, field: str) -> QTreeWidgetItem | None:
        """The line of a text."""
        for group in self._groups():
            for n in range(group.childCount()):
                item = group.child(n)
                place = item.data(0, PLACE) if item is not None else None
                if isinstance(place, TextPlace) and place.key == (tuple(owner), field):
                    return item
        return None

    def _weigh(self, place: TextPlace) -> None:
        """Texts that are still empty are faint in the list."""
        item = self.item_of(place.owner, place.field)
        if item is not None:
            font = QFont(self.tree.font())
            font.setItalic(not place.text(self.document.module))
            item.setFont(0, font)

    def show_text(self, owner: Path, field: str = "") -> bool:
        """Shows the text of a thing; the first it has if no field is named."""
        for place in text_places(self.document.module):
            if place.owner == tuple(owner) and field in ("", place.field):
                item = self.item_of(place.owner, place.field)
                if item is not None:
                    self.tree.setCurrentItem(item)
                return True
        return False

    def chosen_paths(self) -> tuple[Path, ...]:
        """The thing whose text is on show; nothing for texts of the module itself."""
        item = self.tree.currentItem()
        place = item.data(0, PLACE) if item is not None else None
        return (place.owner,) if isinstance(place, TextPlace) and place.owner else ()

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        place = item.data(0, PLACE) if item is not None else None
        if self._is_filling or not isinstance(place, TextPlace):
            return
        self.take()
        self._show(place)
        if place.owner:
            self.chosen.emit((place.owner,))

    def _show(self, place: TextPlace | None) -> None:
        is_other = place is None or self.place is None or place.key != self.place.key
        self.place = place
        self.field.setEnabled(place is not None)
        self.buttons["delete"].setEnabled(place is not None and place.owner[:1] == ("help",))
        if place is None:
            return
        self.title.setText(place.title)
        self.hint.setText(place.hint)
        text = place.text(self.document.module)
        if is_other or (text != self._cleaned() and not self._is_typed):
            self._is_filling = True
            self.field.setPlainText(text)
            self._is_filling = False
            self._is_typed = False
            self._step = self.document.new_key("text")
        self._weigh(place)
        self._preview()

    def _cleaned(self) -> str:
        text = self.field.toPlainText()
        if self.place is not None and self.place.is_lines:
            return "\n".join(line.strip() for line in text.split("\n") if line.strip())
        return text

    def _preview(self) -> None:
        if self.place is None:
            return
        page = self.place.page(self.document.module, self.field.toPlainText())
        if page == self._read:
            return
        self._read = page
        bar = self.preview.verticalScrollBar()
        at = bar.value()
        self.preview.show_page(page)
        bar.setValue(at)

    # --- writing ----------------------------------------------------------------------------------

    def _typed(self) -> None:
        if not self._is_filling:
            self._is_typed = True
            self._rest.start()
            self._preview()

    def take(self) -> bool:
        """Makes what was typed a step of the history; nothing if it is the same."""
        self._rest.stop()
        place, text, is_typed = self.place, self._cleaned(), self._is_typed
        self._is_typed = False
        if not is_typed or place is None or value_at(self.document.module, place.owner) is None:
            return False
        if text == place.text(self.document.module):
            return False
        return self.document.edit(lambda m: place.written(m, text), f"text: {place.title}", self._step)

    def mark(self, before: str, after: str) -> None:
        """Sets marks around what is chosen, or at the beginning of the line."""
        cursor = self.field.textCursor()
        if after:
            chosen = cursor.selectedText()
            cursor.insertText(f"{before}{chosen}{after}")
            if not chosen:
                cursor.movePosition(QTextCursor.MoveOperation.Left, n=len(after))
        else:
            cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
            cursor.insertText(before)
        self.field.setTextCursor(cursor)
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() is QEvent.Type.FocusOut:
            self.take()
            self._step = self.document.new_key("text")
        return super().eventFilter(watched, event)

    # --- pages ------------------------------------------------------------------------------------

    def _ask_page(self) -> None:
        title, done = QInputDialog.getText(self, "New page of help", "Title of the page")
        if done and title.strip():
            self.add_page(title.strip())

    def add_page(self, title: str) -> bool:
        """Adds a page of help and shows it."""
        return self._added(lambda m: add_page(m, title, _name(title)), f"page {title}")

    def add_notes(self) -> bool:
        """Shows the designer's notes; makes the page if there is none."""
        return self._added(add_notes, "designer's notes")

    def _added(self, add: Callable[[ModuleDef], tuple[ModuleDef, int]], words: str) -> bool:
        places: list[int] = []

        def edit(module: ModuleDef) -> ModuleDef:
            new, at = add(module)
            places.append(at)
            return new

        self.take()
        if not self.document.edit(edit, words):
            return False
        if not self.show_text(("help", places[-1]), "text"):
            return False
        if self.field.toPlainText() == TO_BE_WRITTEN:
            self.field.selectAll()
        self.field.setFocus()
        return True

    def delete_page(self) -> None:
        """Deletes the page of help on show."""
        place = self.place
        if place is None or place.owner[:1] != ("help",):
            return
        self._rest.stop()
        at = int(place.owner[1])
        self.place = None
        self.document.edit(lambda m: delete_page(m, at), f"delete page {place.title}")


def _name(title: str) -> str:
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in title.lower())
    return "-".join(part for part in letters.split("-") if part)[:60] or "new-page"
