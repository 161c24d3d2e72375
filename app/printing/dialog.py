"""The print dialog: what, how, a true preview, and the way into a file or to a printer.

Files are written in small steps between events, so that the window stays alive and Cancel works at once; a
cancelled or failed export leaves the file that was there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QElapsedTimer, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.exporting.kinds import KINDS, Target, export_file, for_form, form_of, make_plan
from app.exporting.plan import ExportPlan
from app.exporting.source import PrintSource
from app.exporting.writing import Making, Output, make_file
from app.printing.choices import SubjectBox, Subjects, kind_list
from app.printing.fields import PrintFields
from app.printing.preview import Preview
from app.printing.sending import printer_for, sending
from app.settings import Settings, SettingsStore
from app.theme.current import scaled
from app.widgets.keycap import KeyButton
from app.widgets.labels import label, separator
from engine.errors import EngineError
from engine.saves import check_target, write_atomically

PLAN_DELAY_MS: Final = 60
STEP_MS: Final = 25
PANEL: Final = 344
FILTERS: Final = {
    "pdf": "PDF (*.pdf)",
    "png": "Picture (*.png)",
    "svg": "Drawing (*.svg)",
    "html": "Page for browsers (*.html)",
    "csv": "Table (*.csv)",
}


class PrintDialog(QDialog):
    """Prints one game. `exported` names the file that was written."""

    exported = Signal(str)

    def __init__(
        self,
        source: PrintSource,
        parent: QWidget | None = None,
        subjects: Subjects | None = None,
        store: SettingsStore | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Print: {source.scenario.title}")
        self.setAccessibleName(self.windowTitle())
        self.source = source
        self._subjects = subjects
        self.plan: ExportPlan | None = None
        self._making: Making | None = None
        self._path = Path()
        self._finish: Callable[[bytes], None] = self._put
        self.kinds = kind_list()
        self.help = label("", "second", wraps=True)
        self.subject = SubjectBox(subjects)
        self.fields = PrintFields(source)
        self.fields.use_printer(store.current if store else Settings())
        self.preview = Preview()
        self.state = label("", "second", wraps=True)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress")
        self.bar.setTextVisible(False)
        self.save = KeyButton("Save as…", "Ctrl+S", "primary")
        self.printer = QPushButton("Print…")
        self.close_button = QPushButton("Close")
        self._plan_timer = _timer(self, PLAN_DELAY_MS, self.replan)
        self._step_timer = _timer(self, 0, self._step)
        self._lay_out()
        self._connect()
        self.kinds.setCurrentRow(0)

    # --- layout -----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(scaled(10))
        left.addWidget(label("Print and export", "section"))
        left.addWidget(self._choices(), 1)
        left.addWidget(self.state)
        left.addWidget(self.bar)
        self.bar.hide()
        rows = QHBoxLayout()
        rows.addWidget(self.close_button)
        rows.addStretch(1)
        rows.addWidget(self.printer)
        rows.addWidget(self.save)
        left.addLayout(rows)
        panel = QWidget()
        panel.setLayout(left)
        left.setContentsMargins(0, 0, 0, 0)
        panel.setFixedWidth(scaled(PANEL))
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        row.setSpacing(scaled(18))
        row.addWidget(panel)
        row.addWidget(self.preview, 1)
        self.save.setDefault(True)
        room = self.screen().availableSize()
        self.resize(QSize(scaled(1080), scaled(800)).boundedTo(room))

    def _choices(self) -> QScrollArea:
        """What and how to print; scrolls where the window is low or the text large."""
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, scaled(10), 0)
        column.setSpacing(scaled(10))
        self.kinds.setFixedHeight(scaled(26) * self.kinds.count() + scaled(8))
        column.addWidget(self.kinds)
        column.addWidget(self.help)
        column.addWidget(self.subject)
        column.addWidget(separator())
        column.addWidget(self.fields)
        column.addStretch(1)
        inner = QWidget()
        inner.setLayout(column)
        area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(scaled(160))
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _connect(self) -> None:
        self.kinds.currentRowChanged.connect(lambda _row: self._kind_changed())
        self.fields.changed.connect(self._plan_soon)
        self.subject.activated.connect(lambda _row: self._subject_changed())
        self.save.clicked.connect(self.ask_file)
        self.printer.clicked.connect(self.ask_printer)
        self.close_button.clicked.connect(self._close_or_cancel)

    @property
    def kind(self) -> str:
        """The kind of sheet that is chosen."""
        return list(KINDS)[max(0, self.kinds.currentRow())]

    def choose(self, kind: str) -> None:
        """Choose a kind of sheet by its id; an unknown one changes nothing."""
        if kind in KINDS:
            self.kinds.setCurrentRow(list(KINDS).index(kind))

    def _kind_changed(self) -> None:
        self.help.setText(KINDS[self.kind].help)
        self.fields.show_kind(self.kind)
        self.preview.number = 0
        self._plan_soon()

    def _subject_changed(self) -> None:
        if self._subjects is None:
            return
        try:
            self.source = self._subjects.make(str(self.subject.currentData()))
        except EngineError as error:
            self._failed(str(error))
        else:
            self.setWindowTitle(f"Print: {self.source.scenario.title}")
            self._plan_soon()

    # --- plan and preview -------------------------------------------------------------------------

    def _plan_soon(self) -> None:
        """Lay the sheet out when the choices have settled; a hidden dialog does it when it is shown."""
        if self.isVisible():
            self._plan_timer.start()

    def replan(self) -> None:
        """Lay the sheet out anew and show it; says in the page why that cannot be done."""
        self._plan_timer.stop()
        wishes = self.fields.wishes()
        try:
            self.plan = make_plan(self.source, wishes)
        except EngineError as error:
            self.plan = None
            self.preview.show_note(sentence(str(error)))
            self.state.setText("")
        else:
            pages = len(self.plan.pages)
            first = self.plan.pages[0]
            size = f"{first.width:.0f} × {first.height:.0f} mm"
            self.state.setText(f"{pages} page{'s' if pages != 1 else ''}, {size}. Print at 100 %.")
            self.preview.show_plan(self.plan, self.source.drawer)
        self.save.setEnabled(self.plan is not None)
        self.printer.setEnabled(self.plan is not None)

    # --- file -------------------------------------------------------------------------------------

    def ask_file(self) -> None:
        """Ask for a file without blocking."""
        if self.plan is None:
            return
        dialog = QFileDialog(self, "Save as")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilters([FILTERS[form] for form in KINDS[self.kind].forms])
        dialog.setDefaultSuffix("pdf")
        dialog.filterSelected.connect(lambda text: dialog.setDefaultSuffix(text[text.rindex(".") + 1 : -1]))
        dialog.selectFile(f"{self._stem()}.pdf")
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.open()

    def _stem(self) -> str:
        words = f"{self.source.module.id} {self.source.scenario.title} {self.kind}".lower()
        return re.sub(r"[^a-z0-9]+", "-", words).strip("-")[:80]

    def write(self, path: Path) -> None:
        """Begin to write the file; the format follows from its name."""
        if self.plan is None or self._making is not None:
            return
        form = form_of(path)
        try:
            check_target(path)
            if form == "csv":
                export_file(self.source, self.fields.wishes(), Target(path, form))
                self._done(path)
                return
            wishes = for_form(self.fields.wishes(), form)
            plan = self.plan if wishes == self.fields.wishes() else make_plan(self.source, wishes)
            self._making = make_file(plan, self.source.drawer, Output(path, form))
        except EngineError as error:
            self._failed(str(error))
            return
        self._path = path
        self._finish = self._put
        self._begin(len(plan.pages), f"Writing {path.name} …")

    def _begin(self, pages: int, words: str) -> None:
        """Start the steps of a file or of a print."""
        self.bar.setRange(0, pages)
        self.bar.setValue(0)
        self._busy(is_busy=True)
        self.state.setText(words)
        self._step_timer.start()

    def _step(self) -> None:
        """Draw a little of the file, or put it in place when all is drawn."""
        if self._making is None:
            return
        clock = QElapsedTimer()
        clock.start()
        try:
            while clock.elapsed() < STEP_MS:
                self.bar.setValue(next(self._making))
        except StopIteration as end:
            self._making = None
            self._busy(is_busy=False)
            self._finish(end.value)
        except EngineError as error:
            self._making = None
            self._busy(is_busy=False)
            self._failed(str(error))
        else:
            self._step_timer.start()

    def _put(self, data: bytes) -> None:
        try:
            write_atomically(self._path, data)
        except EngineError as error:
            self._failed(str(error))
        else:
            self._done(self._path)

    def cancel(self) -> None:
        """Stop writing; what was there stays."""
        if self._making is not None:
            self._step_timer.stop()
            self._making.close()
            self._making = None
            self._busy(is_busy=False)
            is_file = self._finish == self._put
            self.state.setText(
                "Stopped. Nothing was written." if is_file else "Stopped. Nothing more is printed."
            )

    def _busy(self, *, is_busy: bool) -> None:
        self.bar.setVisible(is_busy)
        for widget in (self.kinds, self.fields, self.subject, self.save, self.printer):
            widget.setEnabled(not is_busy)
        self.close_button.setText("Cancel" if is_busy else "Close")

    def _done(self, path: Path) -> None:
        self.state.setText(f"Saved {path.name}.")
        self.exported.emit(str(path))

    def _failed(self, text: str) -> None:
        self.state.setText(f"Not saved: {sentence(text)}")

    def _close_or_cancel(self) -> None:
        if self._making is not None:
            self.cancel()
        else:
            self.reject()

    def reject(self) -> None:
        self.cancel()
        super().reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves, but in a field it only ends the typing."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (is_enter and isinstance(self.focusWidget(), QAbstractSpinBox | QListWidget | QComboBox)):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.cancel()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._plan_soon()

    def hideEvent(self, event: QHideEvent) -> None:
        self._plan_timer.stop()
        if self._store is not None:
            self._store.change(**self.fields.printer_ways())
        super().hideEvent(event)

    # --- printer ----------------------------------------------------------------------------------

    def ask_printer(self) -> None:
        """Ask for a printer without blocking."""
        plan = self.plan
        if plan is None:
            return
        printer = printer_for(plan)
        dialog = QPrintDialog(printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setMinMax(1, len(plan.pages))
        dialog.accepted.connect(lambda: self.print_on(printer))
        QDialog.open(dialog)

    def print_on(self, printer: QPrinter) -> None:
        """Draw the pages on a printer at true scale, those of the chosen range."""
        plan = self.plan
        if plan is None or self._making is not None:
            return
        pages = len(plan.pages)
        if printer.toPage():
            pages = printer.toPage() - max(1, printer.fromPage()) + 1
        self._making = sending(plan, self.source.drawer, printer)
        self._finish = lambda _none: self.state.setText(f"{plan.title} was sent to the printer.")
        self._begin(pages, "Printing …")


def _timer(parent: PrintDialog, milliseconds: int, act: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer


def sentence(text: str) -> str:
    """A fault as a sentence for people."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
