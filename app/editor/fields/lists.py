"""Fields of several things of one kind: each a line that can be taken out, and a list to add from.

Counters are shown as they are drawn and can be dropped here from the order of battle. Words that are free
(traits, groups, tags) are offered from those in use, and any other can be typed.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.editor.carrying import COUNTERS, names_in
from app.editor.fields.field import SEVERAL, Field, ListChange, small_button
from app.editor.fields.pickers import LazyBox, adding_box
from app.editor.fields.refused import RefusedText
from app.editor.fields.schema import FieldKind, FieldSpec
from app.editor.fields.sources import Sources
from app.theme.current import scaled

KEY = Qt.ItemDataRole.UserRole
MOST_LINES = 7


class ListField(Field):
    """Several things; Delete takes the chosen ones out."""

    is_wide = True

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.names: tuple[str, ...] = ()
        self._common: tuple[str, ...] = ()
        self._differs = False
        self.view = _Lines(self)
        self._named(self.view, spec.title)
        hint = "add…" if spec.kind is not FieldKind.PLACES else "add hex, box or name…"
        self.picker = adding_box(list(self._offers()), hint)
        line = self.picker.lineEdit() or QLineEdit(self)
        line.returnPressed.connect(self._add_typed)
        self._line, self._typed, self.held = line, "", RefusedText(line)
        self._named(self.picker, f"{spec.title}: add")
        self.picker.activated.connect(lambda n: self.add((str(self.picker.itemData(n) or ""),)))
        bar = QHBoxLayout()
        bar.setSpacing(scaled(4))
        bar.addWidget(self.picker, 1)
        if spec.kind is FieldKind.PLACES:
            pick = small_button("target", f"{spec.title}: click one on the map")
            pick.clicked.connect(lambda: sources.ask_place(spec.title, lambda place: self.add((place,))))
            bar.addWidget(pick)
        self.off = small_button("minus", f"{spec.title}: take out the chosen ones")
        self.off.clicked.connect(self.remove_chosen)
        bar.addWidget(self.off)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(4))
        column.addWidget(self.view)
        column.addLayout(bar)
        self.row.addLayout(column, 1)
        self.setFocusProxy(self.picker)

    def _offers(self) -> Sequence[tuple[str, str]]:
        if self.spec.kind is FieldKind.WORDS:
            return [(word, word) for word in self.sources.words(self.spec.name)]
        return self.sources.choices(self.spec.target)

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(value for value in values if isinstance(value, tuple)))
        self.names = tuple(map(str, known[0])) if len(known) == 1 else ()
        self._differs = len(known) > 1
        self._common = tuple(n for n in dict.fromkeys(sum(known, ())) if all(n in one for one in known))
        titles = dict(self._offers()) if self.spec.kind is not FieldKind.PLACES else {}
        self.view.clear()
        for name in self._common if self._differs else self.names:
            words = titles.get(name) or self.sources.title(name) or name
            item = QListWidgetItem(words, self.view)
            item.setData(KEY, name)
            item.setToolTip(name)
            icon = self.sources.icon(self.spec.target, name)
            if icon is not None:
                item.setIcon(icon)
        if len(known) > 1:
            QListWidgetItem(SEVERAL, self.view).setFlags(Qt.ItemFlag.NoItemFlags)
        self.held.show_value("")
        edge = 34 if self.spec.target == "pieces" else 22
        lines = min(MOST_LINES, max(1, self.view.count()))
        self.view.setIconSize(QSize(scaled(edge), scaled(edge)))
        self.view.setFixedHeight(lines * (scaled(edge) + scaled(4)) + scaled(6))
        self.view.setVisible(self.view.count() > 0)
        self.off.setEnabled(self.view.count() > 0)

    def keep_refused(self) -> None:
        if self._typed:
            self._line.setText(self._typed)
            self.held.hold()

    def forget_refused(self) -> None:
        self._typed = ""
        self.held.forget()

    def _add_typed(self) -> None:
        if isinstance(self.picker, LazyBox):
            self.picker.fill()
        text = self.picker.currentText().strip()
        index = self.picker.findText(text, Qt.MatchFlag.MatchFixedString)
        if index >= 0:
            self.add((str(self.picker.itemData(index)),))
        elif text and self.spec.kind is FieldKind.PLACES:
            self.add((self.sources.place_from(text),), text)
        elif text:
            self._add_part(text)

    def _add_part(self, text: str) -> None:
        """Adds ids as they are typed, or the one offer that has the text in it; shows several."""
        offers = [(str(key), words) for key, words in self._offers()]
        ids = tuple(text.split())
        found = [key for key, words in offers if text.lower() in words.lower()]
        completer = self.picker.completer()
        other = self.sources.called(self.spec.target, text) if not found else ""
        if other:
            self.add((other,), text)
        elif set(ids) <= {key for key, _ in offers} or not found or self.spec.kind is FieldKind.WORDS:
            self.add(ids, text)
        elif len(found) == 1:
            self.add((found[0],))
        elif completer is not None:
            completer.complete()

    def add(self, names: Sequence[str], typed: str = "") -> None:
        """Adds things that are not there yet; `typed` is what stays to be corrected where it is refused."""
        self._typed = typed
        self.held.release()
        self.picker.setCurrentIndex(-1)
        self.picker.clearEditText()
        new = tuple(name for name in dict.fromkeys(names) if name and name not in self.names)
        if new and self._differs:
            self.committed.emit(ListChange(added=new))
        elif new:
            self.committed.emit((*self.names, *new))

    def remove_chosen(self) -> None:
        """Takes the chosen things out; without a choice the last one."""
        items = [str(item.data(KEY)) for item in self.view.selectedItems() if item.data(KEY)]
        chosen = set(items) or set(self.names[-1:])
        if chosen and self._differs:
            self.committed.emit(ListChange(removed=tuple(sorted(chosen))))
        elif chosen:
            self.committed.emit(tuple(name for name in self.names if name not in chosen))


class _Lines(QListWidget):
    def __init__(self, field: ListField) -> None:
        super().__init__()
        self._field = field
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(field.spec.target == "pieces")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._field.remove_chosen()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(COUNTERS):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._field.add(names_in(event.mimeData()))
