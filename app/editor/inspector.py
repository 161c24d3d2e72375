"""The inspector: the fields of what is selected, one thing or many of a kind.

It is built from the definitions, so a new field of the format appears by itself. Things within things are
opened in their turn, with the way back at the top. Many things at once show a field only where it makes
sense, say where values differ, and change together in one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import BaseModel
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFormLayout, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.editor.crumbs import Crumbs
from app.editor.document import EditorDocument
from app.editor.fields import Field, FieldChanges, FieldSpec, PartsField, make_field
from app.editor.fields.field import ListChange
from app.editor.inspector_edits import act_on_part, change_lists, set_all, value_of
from app.editor.inspector_specs import model_specs
from app.editor.module_sources import ModuleSources, piece_names
from app.editor.path_following import followed
from app.theme.current import scaled, theme
from app.widgets.labels import label
from engine.definition.piece import PieceArtDef, PieceDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.csv_tables import module_figures
from engine.editing.memory import remembered
from engine.editing.pieces import set_piece_fields
from engine.editing.searching import Path, title_of, value_at
from engine.editing.wheres import Beyond, set_where

_LIES_ON_MAPS = ("grid", "places", "zones", "layers")
NOTHING = "Choose something in the tree, on the map or in a table."


MOST_FORMS = 8
"""So many forms are kept, so that choosing another kind of thing and coming back builds nothing."""


@dataclass(frozen=True, slots=True)
class _Form:
    """The fields of one kind of thing and the page they lie on."""

    page: QWidget
    fields: dict[str, Field]


class Inspector(QWidget):
    """Fields for the selection."""

    jump_wanted = Signal(tuple)
    """A path whose entries should be opened."""
    art_wanted = Signal(str)
    """A counter that wants a picture."""
    titled = Signal(str)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.sources = ModuleSources(document)
        self.paths: tuple[Path, ...] = ()
        self.fields: dict[str, Field] = {}
        self.crumbs = Crumbs(document)
        self.help = label("", "second", wraps=True)
        self.area = QScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._model: type[BaseModel] | None = None
        self._shape: tuple[object, ...] = ()
        self._shown: tuple[object, ...] = ()
        self._forms: dict[tuple[object, ...], _Form] = {}
        self._module = document.module
        self._piece_names: tuple[object, int] = (None, 0)
        self._lay_out()
        self.crumbs.chosen.connect(lambda path: self.show_paths((path,)))
        document.changed.connect(lambda _touched: self._follow())
        theme().changed.connect(self.forget)
        self._build(())

    def _lay_out(self) -> None:
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget()
        holder.setProperty("kind", "panel")
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.area.setWidget(holder)
        strip = QFrame()
        strip.setProperty("kind", "bar")
        inner = QVBoxLayout(strip)
        inner.setContentsMargins(scaled(14), scaled(5), scaled(12), scaled(5))
        inner.addWidget(self.help)
        self._strip = strip
        strip.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.crumbs)
        column.addWidget(self.area, 1)
        column.addWidget(strip)

    # --- showing -------------------------------------------------------------------------------------

    def show_paths(self, paths: Sequence[Path]) -> None:
        """Shows the things at these paths; things of different kinds show nothing but their number."""
        if tuple(paths) != self.paths:
            self._forget_refused()
        self.paths = tuple(paths)
        self.refresh()

    def _follow(self) -> None:
        """Keeps to what is shown when its list has changed; lets go of what is gone."""
        found = [followed(self._module, self.document.module, path) for path in self.paths]
        if None in found:
            self._forget_refused()
        self.paths = tuple(path for path in found if path is not None)
        self.refresh()

    def _forget_refused(self) -> None:
        """What was typed for a thing and refused is not shown for another one in its place."""
        for field in self.fields.values():
            field.forget_refused()

    def things(self) -> list[BaseModel]:
        """What is selected and still there."""
        values = (value_at(self.document.module, path) for path in self.paths)
        return [value for value in values if isinstance(value, BaseModel)]

    def title(self) -> str:
        """Words for the head of the panel."""
        things = self.things()
        if len(things) == 1:
            return title_of(things[0])
        return f"{len(things)} chosen" if things else ""

    def _subject(self) -> str:
        """Words for the history: what has no name of its own is called by what it says."""
        things = self.things()
        is_nameless = len(things) == 1 and self.title() == getattr(things[0], "kind", None)
        return f"“{self.sources.summary(things[0])}”" if is_nameless else self.title()

    def kind(self) -> str:
        """Words for the head of the panel: a name where there is one, else what kind of thing it is."""
        things = self.things()
        own = {"SideSetupDef": "set-up", "PlacementDef": "placement", "ScheduleEntry": "entry"}
        return own.get(type(things[0]).__name__, self.title()) if len(things) == 1 else self.title()

    def refresh(self) -> None:
        """Shows the present values; fields are made anew only for another kind of thing."""
        things = self.things()
        self._module = self.document.module
        models = {type(thing) for thing in things}
        model = models.pop() if len(models) == 1 else None
        self.sources.owner = things[0] if things else None
        self.sources.side = self._side(things)
        specs = self._specs(model, things)
        shape = (model, specs, self.sources.side, self._reference_key(specs), bool(things))
        if shape != self._shape:
            self._shape, self._model = shape, model
            self._build(specs)
        for name, field in self.fields.items():
            field.show_values([value_of(thing, name) for thing in things])
        self.crumbs.show_path(self.paths[0] if len(self.paths) == 1 and things else ())
        self.titled.emit(self.kind())

    def _side(self, things: Sequence[BaseModel]) -> str:
        path = self.paths[0] if self.paths else ()
        if path[:1] == ("scenarios",) and len(path) > 3 and path[2] == "sides":
            return str(path[3])
        return things[0].side if things and isinstance(things[0], ScheduleEntry) else ""

    def _specs(self, model: type[BaseModel] | None, things: Sequence[BaseModel]) -> tuple[FieldSpec, ...]:
        if model is None:
            return ()
        figures = remembered(module_figures, self.document.module) if model is PieceDef else ()
        back = any(isinstance(thing, PieceDef) and thing.steps > 1 for thing in things)
        return model_specs(model, figures, shows_back=back, is_single=len(things) == 1)

    def _reference_key(self, specs: Sequence[FieldSpec]) -> tuple[int, ...]:
        """Changes when what the fields may name does."""
        module = self.document.module
        own = {"places": ("boards", "boxes"), "zones": ("boards",), "boxes+zones": ("boards", "boxes"),
               "own pieces": ("pieces",), "option values": ("options",), "phases": ("sequence",)}  # fmt: skip
        wanted: set[str] = set()
        for spec in specs:
            for target in (spec.target, spec.value_target):
                wanted.update(own.get(target, (target,)))
        parts = sorted(name for name in wanted if name in type(module).model_fields)
        return (*(self._names_key(part) for part in parts), hash(frozenset(wanted)))

    def _names_key(self, part: str) -> int:
        """Changes when the names in a part do; those of counters are looked through only when they change."""
        if part != "pieces":
            return hash(_named(getattr(self.document.module, part)))
        names = remembered(piece_names, self.document.module)
        if self._piece_names[0] is not names:
            self._piece_names = names, hash(names)
        return self._piece_names[1]

    def _build(self, specs: Sequence[FieldSpec]) -> None:
        focus = QApplication.focusWidget()
        held = [n for n, field in self.fields.items() if focus is not None and field.isAncestorOf(focus)]
        before = self._forms.get(self._shown)
        form = self._forms.pop(self._shape, None) or self._make(specs)
        self._forms[self._shape] = form
        if self._shown[:2] != self._shape[:2]:
            self.area.verticalScrollBar().setValue(0)
        self._shown, self.fields = self._shape, form.fields
        if before is not None and before is not form:
            before.page.hide()
        form.page.show()
        self._strip.hide()
        while len(self._forms) > MOST_FORMS:
            old = self._forms.pop(next(iter(self._forms)))
            self._column.removeWidget(old.page)
            old.page.deleteLater()
        for name in held:
            if name in self.fields:
                self.fields[name].setFocus()

    def forget(self) -> None:
        """Makes all forms anew: sizes and colors have changed."""
        for shape, form in list(self._forms.items()):
            if shape != self._shown:
                del self._forms[shape]
                self._column.removeWidget(form.page)
                form.page.deleteLater()

    def _make(self, specs: Sequence[FieldSpec]) -> _Form:
        page = QWidget()
        page.setProperty("kind", "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(scaled(14), scaled(10), scaled(12), scaled(12))
        form = QFormLayout()
        form.setHorizontalSpacing(scaled(10))
        form.setVerticalSpacing(scaled(6))
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.fields = {}
        if self._model is None:
            words = NOTHING if not self.things() else "Things of different kinds."
            column.addWidget(label(words, "second", wraps=True))
        for spec in specs:
            self._add(form, spec)
        column.addLayout(form)
        column.addStretch(1)
        page.hide()
        self._column.addWidget(page)
        return _Form(page, self.fields)

    def _add(self, form: QFormLayout, spec: FieldSpec) -> None:
        field = make_field(spec, self.sources)
        field.committed.connect(partial(self._commit, spec))
        field.focused.connect(self._explain)
        if isinstance(field, PartsField):
            field.opened.connect(partial(self._open, spec.name))
            field.acted.connect(partial(self._act, spec))
        self.fields[spec.name] = field
        title = QLabel(spec.title)
        title.setProperty("tone", "strong" if field.is_wide else "second")
        title.setToolTip(spec.help)
        if field.is_wide:
            title.setContentsMargins(0, scaled(5), 0, 0)
            form.addRow(title)
            form.addRow(field)
        else:
            title.setMinimumWidth(scaled(76))
            form.addRow(title, field)

    def _explain(self, spec: FieldSpec) -> None:
        self.help.setText(f"{spec.title}: {spec.help}" if spec.help else spec.title)
        self._strip.show()

    # --- acts ----------------------------------------------------------------------------------------

    def _open(self, name: str, key: str | int | None) -> None:
        path = (*self.paths[0], name)
        self.show_paths(((*path, key) if key is not None else path,))

    def _act(self, spec: FieldSpec, act: str, key: str | int | None) -> None:
        things, path = self.things(), self.paths[0]
        if act == "add" and spec.name == "art" and isinstance(things[0], PieceDef):
            self.art_wanted.emit(things[0].id)
            return
        words = {"add": "add to", "copy": "duplicate in", "delete": "delete from"}.get(act, "move in")
        text = f"{words} {spec.title.lower()} of {self.title()}"
        done = self.document.edit(lambda m: act_on_part(m, path, spec.name, (act, key)), text)
        if done and act == "add":
            self._open_last(spec.name)

    def _open_last(self, name: str) -> None:
        value = value_at(self.document.module, (*self.paths[0], name))
        if isinstance(value, tuple) and value:
            self._open(name, len(value) - 1)
        elif isinstance(value, BaseModel) and not isinstance(value, PieceArtDef):
            self._open(name, None)

    def _commit(self, spec: FieldSpec, value: object) -> None:
        things, paths = self.things(), self.paths
        if not things:
            return
        words = f"{spec.title.lower()} of {self._subject()}"
        if isinstance(value, Beyond):
            done = self.document.edit(lambda m: set_where(m, paths[0], value), words)
        elif isinstance(value, FieldChanges):
            changes = value.values
            done = self.document.edit(lambda m: set_where(m, paths[0], changes), words)
        elif isinstance(things[0], PieceDef) and isinstance(value, ListChange):
            changed = [thing.id for thing in things if isinstance(thing, PieceDef)]
            done = self.document.edit(lambda m: change_lists(m, changed, spec.name, value), words)
        elif isinstance(things[0], PieceDef):
            names = [thing.id for thing in things if isinstance(thing, PieceDef)]
            done = self.document.edit(lambda m: set_piece_fields(m, names, {spec.name: value}), words)
        else:
            done = self.document.edit(lambda m: set_all(m, paths, {spec.name: value}), words)
        if not done:
            self.fields[spec.name].keep_refused()
            self.refresh()


def _named(things: Sequence[BaseModel]) -> tuple[object, ...]:
    """What lists of these things show: their ids and titles, and for maps what lies on them."""
    return tuple(
        (
            getattr(thing, "id", None),
            title_of(thing),
            *(id(getattr(thing, name, None)) for name in _LIES_ON_MAPS),
        )
        for thing in things
    )
