"""The dialog for an entry of the schedule: what happens, to whom, when and where, tried before it is taken.

Only the fields that the kind of entry needs are shown. The line at the top says the entry in words, the
one at the bottom what would be wrong with it; nothing is changed before the button is pressed. The dialog
does not block the editor, so that counters can be dragged in and places clicked on the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.fields import Field, FieldChanges, FieldSpec, make_field
from app.editor.inspector_edits import value_of
from app.editor.inspector_specs import model_specs
from app.editor.module_sources import ModuleSources
from app.editor.summaries import summary_of
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.choices import ChoiceRow
from app.widgets.labels import label
from app.widgets.pages import swap_page
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.definition.sequence import ConditionDef
from engine.editing import EditRefused
from engine.editing.change import made
from engine.editing.checking import check
from engine.editing.plain_words import Names
from engine.editing.said import sentence
from engine.editing.schedule import add_entry, set_entry_fields, usual_place
from engine.editing.wheres import Beyond, where_fields

KINDS = (
    ("arrive", "Arrival"), ("withdraw", "Withdrawal"), ("return", "Return"), ("release", "Release"),
    ("upgrade", "Upgrade"), ("to-box", "To a box"), ("replacements", "Replacements"), ("event", "Event"),
)  # fmt: skip
MOST_DOUBTS = 3
"""Doubts that are told one by one."""
_ALWAYS = ("turn", "side")
_LAST = ("scenarios", "when", "choice", "rule", "note")
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "arrive": ("pieces", "where", "lost"),
    "withdraw": ("pieces",),
    "return": ("pieces", "where", "lost"),
    "release": ("pieces", "from_box", "where"),
    "upgrade": ("pieces", "into", "lost", "otherwise", "where"),
    "to-box": ("pieces", "where", "lost"),
    "replacements": ("count", "where"),
    "event": (),
}


class EntryDialog(QDialog):
    """A new entry of the schedule, or one to change."""

    taken = Signal(object)
    """The entry as it was taken."""

    def __init__(
        self,
        document: EditorDocument,
        values: Mapping[str, object],
        position: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.position = document, position
        self.values: dict[str, object] = {"action": "arrive", **values}
        self.beyond: Beyond | None = None
        self.sources = ModuleSources(document, self)
        self.fields: dict[str, Field] = {}
        self._specs = {s.name: s for s in model_specs(ScheduleEntry, (), shows_back=False, is_single=True)}
        self.setWindowTitle("New entry" if position is None else "Change the entry")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.words = label("", "section", wraps=True)
        self.fault = label("", "bad", wraps=True)
        self.doubt = label("", "care", wraps=True)
        self._known: tuple[ModuleDef, Counter[str]] | None = None
        self.kind = ChoiceRow("What happens", KINDS)
        self.kind.set_value(str(self.values["action"]))
        self.kind.changed.connect(self.take_kind)
        self.area = QScrollArea()
        self.ok = QPushButton("Add to the schedule" if position is None else "Take the changes")
        self._lay_out()
        self.kind.button(self.kind.value).setFocus()
        document.changed.connect(self.judge)
        self._build()

    def _lay_out(self) -> None:
        self.ok.setProperty("kind", "primary")
        buttons = QDialogButtonBox()
        buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.ok.setToolTip("Ctrl+Enter")
        shortcut = QShortcut(QKeySequence("Ctrl+Return"), self)
        shortcut.activated.connect(self.accept)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(10))
        column.addWidget(self.words)
        column.addWidget(self.kind)
        column.addWidget(self.area, 1)
        column.addWidget(self.fault)
        column.addWidget(self.doubt)
        column.addWidget(buttons)
        self.resize(scaled(520), scaled(600))

    # --- fields --------------------------------------------------------------------------------------

    def _shown(self) -> tuple[FieldSpec, ...]:
        names = (*_ALWAYS, *self._own_fields(), *_LAST)
        return tuple(self._specs[name] for name in names)

    def _own_fields(self) -> tuple[str, ...]:
        """The fields of the kind of entry; an upgrade needs a place only for one that arrives anyway."""
        names = _FIELDS[str(self.values["action"])]
        is_placed = "otherwise" not in names or self.values.get("otherwise") == "arrive"
        return names if is_placed else tuple(name for name in names if name != "where")

    def _build(self) -> None:
        focus = QApplication.focusWidget()
        held = next((n for n, field in self.fields.items() if focus and field.isAncestorOf(focus)), "")
        self._make()
        if held in self.fields:
            self.fields[held].setFocus()

    def _make(self) -> None:
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(0, 0, scaled(10), 0)
        form.setHorizontalSpacing(scaled(12))
        form.setVerticalSpacing(scaled(7))
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._prepare()
        self.fields = {}
        for spec in self._shown():
            field = make_field(spec, self.sources)
            field.committed.connect(partial(self._commit, spec.name))
            self.fields[spec.name] = field
            title = label(spec.title, "strong" if field.is_wide else "second")
            title.setToolTip(spec.help)
            if field.is_wide:
                form.addRow(title)
                form.addRow(field)
            else:
                form.addRow(title, field)
        swap_page(self.area, page)
        self.refresh()

    def _prepare(self) -> None:
        self.sources.owner = self.draft()
        self.sources.side = str(self.values.get("side", ""))

    def draft(self) -> ScheduleEntry:
        """The entry as far as it is known, sound or not."""
        known = {name: value for name, value in self.values.items() if value is not None}
        defaults: dict[str, Any] = {"turn": 0, "side": "", "action": "arrive"}
        return ScheduleEntry.model_construct(**{**defaults, **known})

    def refresh(self) -> None:
        """Shows the values."""
        draft = self.draft()
        for name, field in self.fields.items():
            field.show_values([value_of(draft, name)])
        self.judge()

    def take_kind(self, action: str) -> None:
        """Makes it another kind of entry."""
        self.values["action"] = action
        self._build()

    def _commit(self, name: str, value: object) -> None:
        side = str(self.values.get("side", ""))
        if isinstance(value, Beyond):
            self.beyond = value
            zone = f"{value.direction}-of-{value.spot.lower()}" + (
                f"-in-{value.inside}" if value.inside else ""
            )
            self.values.update({"at": None, "any_of": (), "near": None, "within": None, "zones": (zone,)})
        elif isinstance(value, FieldChanges):
            self.beyond = None
            self.values.update(value.values)
        elif name == "when" and isinstance(value, tuple):
            self.values["when"] = tuple(made(ConditionDef, test) for test in value)
        else:
            self.values[name] = value
        if name == "side":
            self._follow_side(side)
        if name in ("pieces", "into"):
            self._prune()
        if name in ("side", "pieces", "into", "otherwise"):
            self._build()
        else:
            self.refresh()

    def _follow_side(self, before: str) -> None:
        """A place that was filled in for the other side gives way to that of this one."""
        module = self.document.module
        if self.values.get("at") and self.values["at"] == usual_place(module, before):
            self.values["at"] = usual_place(module, str(self.values.get("side", ""))) or None

    def _prune(self) -> None:
        """Drops what is said of counters that are not in the entry any more."""
        draft = self.draft()
        self.values["into"] = {old: new for old, new in draft.into.items() if old in draft.pieces}
        comers = self.draft().comers()
        self.values["lost"] = {piece: steps for piece, steps in draft.lost.items() if piece in comers}

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter ends a field and not the dialog; Ctrl+Enter takes the entry."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)

    # --- taking it -------------------------------------------------------------------------------------

    def edit(self, module: ModuleDef) -> ModuleDef:
        """The module with the entry; refuses what the module would not bear."""
        values = self._wanted()
        if self.beyond is not None:
            module, where = where_fields(module, self.beyond)
            values.update(where)
        if self.position is None:
            return add_entry(module, values)
        return set_entry_fields(module, [self.position], values)

    def _wanted(self) -> dict[str, object]:
        keep = {"action", *_ALWAYS, *_LAST}
        for name in self._own_fields():
            keep |= {"at", "any_of", "zones", "near", "within"} if name == "where" else {name}
        empty = {
            name: info.get_default(call_default_factory=True)
            for name, info in ScheduleEntry.model_fields.items()
            if not info.is_required()
        }
        wanted = {**empty, **{name: value for name, value in self.values.items() if name in keep}}
        comers, lost = self.draft().comers(), wanted["lost"]
        if isinstance(lost, Mapping):
            wanted["lost"] = {piece: steps for piece, steps in lost.items() if piece in comers}
        return wanted

    def judge(self, _touched: object = None) -> None:
        """Says the entry in words, what is wrong with it, and what the list of issues will say of it."""
        module = self.document.module
        self.words.setText(summary_of(self.draft(), module))
        fault = ""
        doubts: tuple[str, ...] = ()
        if self._says_nothing():
            fault = "Choose counters."
        elif self._lacks_successor():
            fault = "Choose what each counter becomes."
        else:
            try:
                doubts = self._doubts(self.edit(module))
            except EditRefused as refused:
                fault = sentence(str(refused))
        for line, words in ((self.fault, fault), (self.doubt, "\n".join(doubts))):
            line.setText(words)
            line.setVisible(bool(words))
        self.ok.setEnabled(not fault)

    def _doubts(self, after: ModuleDef) -> tuple[str, ...]:
        """What the list of issues will say because of the entry: all that it would not say without it."""
        module = self.document.module
        if self._known is None or self._known[0] is not module:
            rest = tuple(e for n, e in enumerate(module.schedule) if n != self.position)
            bare = module if self.position is None else module.model_copy(update={"schedule": rest})
            self._known = (module, Counter(finding.issue.message for finding in check(bare).findings))
        told = Counter(finding.issue.message for finding in check(after).findings)
        names = Names(after)
        found = [sentence(names.say(words)) for words in (told - self._known[1]).elements()]
        more = len(found) - MOST_DOUBTS
        return (*found[:MOST_DOUBTS], *([f"And {counted(more, 'other issue')}."] if more > 0 else ()))

    def _says_nothing(self) -> bool:
        return "pieces" in _FIELDS[str(self.values["action"])] and not self.values.get("pieces")

    def _lacks_successor(self) -> bool:
        draft = self.draft()
        return draft.action == "upgrade" and len(draft.upgrades()) < len(draft.pieces)

    def accept(self) -> None:
        """Takes the entry as one step."""
        focus = self.focusWidget()
        if focus is not None:
            focus.clearFocus()
        self.judge()
        if not self.ok.isEnabled():
            return
        verb = "add" if self.position is None else "change"
        if self.document.edit(self.edit, f"{verb} entry, {summary_of(self.draft(), self.document.module)}"):
            self.taken.emit(self.draft())
            super().accept()
