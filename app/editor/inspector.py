"""The inspector: the fields of what is selected, one thing or many of a kind.

It is built from the definitions, so a new field of the format appears by itself. Many things at once show
a field only where it makes sense, say where values differ, and change together in one step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pydantic import BaseModel
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.fields import REFERENCES, Field, FieldKind, FieldSpec, PartsField, make_field, specs_of
from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.editing.paths import set_at
from engine.editing.pieces import set_piece_fields
from engine.editing.searching import Path, title_of, value_at

_HIDDEN: Mapping[str, frozenset[str]] = {
    "BoardDef": frozenset(("rows", "legend", "hexes", "hexsides", "chains", "routes", "layers", "places")),
    "ScenarioDef": frozenset(("sides",)),
    "ModuleDef": frozenset(
        name for name, info in ModuleDef.model_fields.items() if "tuple" in str(info.annotation)
    )
    - {"data_sources"},
    "ChartDef": frozenset(("cells",)),
    "PieceDef": frozenset(("values", "reduced")),
}
_SINGLE = frozenset(("id",))


class Inspector(QScrollArea):
    """Fields for the selection."""

    jump_wanted = Signal(tuple)
    """A path whose entries should be opened."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.paths: tuple[Path, ...] = ()
        self.fields: dict[str, Field] = {}
        self._model: type[BaseModel] | None = None
        self._shape: tuple[object, ...] = ()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        document.changed.connect(lambda _touched: self.refresh())
        self._build()

    def show_paths(self, paths: Sequence[Path]) -> None:
        """Shows the things at these paths; things of different kinds show nothing but their number."""
        self.paths = tuple(paths)
        self.refresh()

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

    def refresh(self) -> None:
        """Shows the present values; fields are made anew only for another kind of thing."""
        things = self.things()
        models = {type(thing) for thing in things}
        model = models.pop() if len(models) == 1 else None
        figures = self._figure_names(things) if model is PieceDef else ()
        shape = (model, len(things) > 1, figures, self._reference_key())
        if shape != self._shape:
            self._shape, self._model = shape, model
            self._build(figures)
        for name, field in self.fields.items():
            field.show_values([_value(thing, name) for thing in things])

    def _reference_key(self) -> tuple[int, ...]:
        module = self.document.module
        return tuple(id(getattr(module, part)) for part in sorted(set(REFERENCES.values())))

    def _figure_names(self, things: Sequence[BaseModel]) -> tuple[str, ...]:
        names: dict[str, None] = {}
        for thing in things:
            if isinstance(thing, PieceDef):
                names.update(dict.fromkeys(f"values.{name}" for name in thing.values))
                names.update(dict.fromkeys(f"reduced.{name}" for name in thing.reduced))
        return tuple(sorted(names, key=lambda name: (not name.startswith("values"), list(names).index(name))))

    def _build(self, figures: Sequence[str] = ()) -> None:
        page = QWidget()
        page.setProperty("kind", "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(scaled(14), scaled(10), scaled(12), scaled(12))
        form = QFormLayout()
        form.setHorizontalSpacing(scaled(10))
        form.setVerticalSpacing(scaled(6))
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.fields = {}
        if self._model is None:
            words = "Choose something in the tree, on the map or in a table."
            column.addWidget(
                label(words if not self.things() else "Things of different kinds.", "second", wraps=True)
            )
        else:
            for spec in self._specs(self._model, figures):
                field = make_field(spec, self._choices(spec))
                field.committed.connect(partial(self._commit, spec))
                self.fields[spec.name] = field
                title = QLabel(spec.title)
                title.setProperty("tone", "second")
                title.setToolTip(spec.help)
                title.setMinimumWidth(scaled(76))
                form.addRow(title, field)
        column.addLayout(form)
        column.addStretch(1)
        self.setWidget(page)

    def _specs(self, model: type[BaseModel], figures: Sequence[str]) -> list[FieldSpec]:
        hidden = _HIDDEN.get(model.__name__, frozenset())
        many = len(self.paths) > 1
        specs = [s for s in specs_of(model) if s.name not in hidden and not (many and s.name in _SINGLE)]
        if many:
            specs = [spec for spec in specs if spec.kind is not FieldKind.PARTS]
        extra = [
            FieldSpec(
                name=name,
                kind=FieldKind.NUMBER,
                title=name.partition(".")[2].capitalize() + (" (back)" if name.startswith("reduced") else ""),
                help="A figure on the back." if name.startswith("reduced") else "A figure on the front.",
                is_optional=True,
            )
            for name in figures
        ]
        at = next((n + 1 for n, spec in enumerate(specs) if spec.name == "formation"), len(specs))
        return [*specs[:at], *extra, *specs[at:]]

    def _choices(self, spec: FieldSpec) -> list[tuple[str, str]]:
        module = self.document.module
        part = REFERENCES.get(spec.name, "")
        if spec.name == "kind" and self._model is not None:
            part = {"HexsideDef": "hexsides", "RouteDef": "routes"}.get(self._model.__name__, "")
        items = getattr(module, part, ()) if part else ()
        return [(item.id, getattr(item, "title", item.id)) for item in items]

    def _commit(self, spec: FieldSpec, value: object) -> None:
        if isinstance(value, PartsField):
            self.jump_wanted.emit((*self.paths[0], spec.name))
            return
        things, paths = self.things(), self.paths
        if not things:
            return
        words = f"{spec.title.lower()} of {self.title()}"
        if isinstance(things[0], PieceDef):
            names = [thing.id for thing in things if isinstance(thing, PieceDef)]
            done = self.document.edit(lambda m: set_piece_fields(m, names, {spec.name: value}), words)
        else:
            done = self.document.edit(lambda m: _set_all(m, paths, {spec.name: value}), words)
        if not done:
            self.refresh()


def _set_all(module: ModuleDef, paths: Sequence[Path], changes: Mapping[str, object]) -> ModuleDef:
    for path in paths:
        module = set_at(module, path, changes)
    return module


def _value(thing: BaseModel, name: str) -> object:
    field, dot, key = name.partition(".")
    value = getattr(thing, field, None)
    return value.get(key) if dot and isinstance(value, Mapping) else value
