"""Fields of text: a line, several lines, a number with its range and unit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QPlainTextEdit, QWidget

from app.editor.fields.field import SEVERAL, Field
from app.editor.fields.refused import RefusedText
from app.editor.fields.schema import FieldKind, FieldSpec
from app.editor.fields.values import shown_value, value_from
from app.theme.current import restyle, scaled
from app.widgets.labels import label


class TextField(Field):
    """A line of text, also for words and figures."""

    def __init__(self, spec: FieldSpec, words: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line = QLineEdit()
        self._ready(self.line)
        self.held = RefusedText(self.line)
        self.held.given_up.connect(self._see)
        self._shown = ""
        if words:
            completer = QCompleter(list(words), self.line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self.line.setCompleter(completer)
        self.line.editingFinished.connect(self._commit)

    def show_values(self, values: Sequence[object]) -> None:
        texts = list(dict.fromkeys(shown_value(value) for value in values))
        self.line.setPlaceholderText(SEVERAL if len(texts) > 1 else "")
        self.held.show_value(texts[0] if len(texts) == 1 else "")
        self._see()

    def _see(self) -> None:
        """Only what is typed from now on is handed on."""
        self._shown = self.held.text()

    def keep_refused(self) -> None:
        self.held.hold()

    def forget_refused(self) -> None:
        self.held.forget()

    def _commit(self) -> None:
        text = self.line.text()
        if text != self._shown:
            self._shown = text
            self.held.release()
            self.committed.emit(value_from(self.spec, text))


class NumberField(TextField):
    """A number: its unit beside it, up and down by the arrow keys, care when it is out of its range."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, (), parent)
        if spec.unit:
            self.row.addWidget(label(spec.unit, "second"))
        self.line.textChanged.connect(self._judge)

    def _see(self) -> None:
        super()._see()
        self._judge(self.line.text())

    def _judge(self, text: str) -> None:
        value = value_from(self.spec, text)
        wrong = self.held.is_held or (bool(text.strip()) and not self._fits(value))
        restyle(self.line, fault="true" if wrong else "false")
        self.line.setToolTip(self.spec.help)

    def _fits(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        low, high = self.spec.low, self.spec.high
        whole = self.spec.kind is not FieldKind.WHOLE or float(value).is_integer()
        return whole and (low is None or value >= low) and (high is None or value <= high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        value = value_from(self.spec, self.line.text() or "0")
        if not step or not isinstance(value, (int, float)) or not self._fits(value + step):
            super().keyPressEvent(event)
            return
        self.line.setText(shown_value(value + step))
        self._commit()


class LongField(Field):
    """Several lines of text, committed on leaving it or Ctrl+Enter."""

    is_wide = True

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.box = _LongEdit(self)
        self.box.setFixedHeight(scaled(84))
        self.box.setTabChangesFocus(True)
        self._ready(self.box)
        self.held = RefusedText(self.box)
        self.held.given_up.connect(self._see)
        self._shown = ""

    def show_values(self, values: Sequence[object]) -> None:
        texts = list(dict.fromkeys(self._text(value) for value in values))
        self.box.setPlaceholderText(SEVERAL if len(texts) > 1 else "")
        self.held.show_value(texts[0] if len(texts) == 1 else "")
        self._see()
        lines = min(7, max(2, len(self._shown) // 38 + 1 + self._shown.count("\n")))
        self.box.setFixedHeight(scaled(18) * lines + scaled(16))

    def _see(self) -> None:
        """Only what is typed from now on is handed on."""
        self._shown = self.held.text()

    def _text(self, value: object) -> str:
        if self.spec.kind is FieldKind.LINES and isinstance(value, tuple):
            return "\n".join(map(str, value))
        return shown_value(value)

    def keep_refused(self) -> None:
        self.held.hold()

    def forget_refused(self) -> None:
        self.held.forget()

    def commit(self) -> None:
        """Hands on what was typed."""
        self.box.document().setModified(False)
        text = self.box.toPlainText()
        if text != self._shown:
            self._shown = text
            self.held.release()
            self.committed.emit(value_from(self.spec, text))


class _LongEdit(QPlainTextEdit):
    def __init__(self, field: LongField) -> None:
        super().__init__()
        self._field = field

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._field.commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Return and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._field.commit()
        else:
            super().keyPressEvent(event)
