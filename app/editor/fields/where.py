"""The field of a place or a choice of places: one hex, any of some, a zone, around a hex, east of a hex.

A definition holds them as five fields that exclude each other; here they are one choice of a way with what
that way needs. Changing the way takes over what it can from the way before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from app.editor.fields.field import SEVERAL, Field, FieldChanges
from app.editor.fields.lists import ListField
from app.editor.fields.pickers import PickerField, PlaceField, picker_box, show_choice
from app.editor.fields.schema import FieldKind, FieldSpec
from app.editor.fields.sources import Sources
from app.editor.fields.texts import NumberField
from app.theme.current import scaled
from app.widgets.labels import label
from engine.editing.wheres import DIRECTIONS, Beyond, way_of

#: The fields of a definition that this field stands for.
WHERE_FIELDS = ("at", "any_of", "zones", "near", "within")
_WAYS = (
    ("at", "One hex or box"),
    ("any", "Any of these places"),
    ("zone", "Any hex of a zone"),
    ("near", "Within some hexes of a hex"),
    *((name, f"{name.capitalize()} of a hex") for name in DIRECTIONS),
)
_AT = FieldSpec(name="at", kind=FieldKind.PLACE, title="Place", help="One hex or box.")
_ANY = FieldSpec(
    name="any_of", kind=FieldKind.PLACES, title="Places", help="A choice of places.", target="places"
)
_ZONES = FieldSpec(
    name="zones",
    kind=FieldKind.REFERENCES,
    title="Zones",
    help="Any open hex of these zones.",
    target="zones",
)
_NEAR = FieldSpec(name="near", kind=FieldKind.PLACE, title="Around", help="The hex in the middle.")
_WITHIN = FieldSpec(
    name="within", kind=FieldKind.WHOLE, title="Within", help="How far from it (0 to 60 hexes).",
    low=0, high=60, unit="hexes",
)  # fmt: skip
_INSIDE = FieldSpec(
    name="inside", kind=FieldKind.REFERENCE, title="Only in", help="Only hexes that are in this zone, too.",
    is_optional=True, target="zones",
)  # fmt: skip


class WhereField(Field):
    """A way to say where, and what it needs."""

    is_wide = True

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.values: dict[str, object] = {}
        self.beyond = Beyond("", "east", "")
        self.parts: dict[str, Field] = {}
        self.way = picker_box(_WAYS, is_optional=spec.is_optional)
        self._named(self.way, f"{spec.title}: how it is said")
        self.way.activated.connect(lambda _n: self.take_way(str(self.way.currentData())))
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(4))
        column.addWidget(self.way)
        self._holder = column
        self._form: QWidget | None = None
        self._shape = ""
        self.row.addLayout(column, 1)
        self.setFocusProxy(self.way)

    def keep_refused(self) -> None:
        for part in self.parts.values():
            part.keep_refused()

    def forget_refused(self) -> None:
        for part in self.parts.values():
            part.forget_refused()

    def show_values(self, values: Sequence[object]) -> None:
        maps = [dict(value) for value in values if isinstance(value, Mapping)]
        if not maps:
            return
        if any(one != maps[0] for one in maps):
            self.way.setCurrentIndex(-1)
            self.way.setPlaceholderText(SEVERAL)
            self._show_way("")
            return
        self.values = maps[0]
        way = way_of(self.values)
        show_choice(self.way, way)
        self._show_way(way)

    def take_way(self, way: str) -> None:
        """Says it another way; taken at once when what there is suffices."""
        spot = self._spot()
        self._show_way(way)
        if way == "":
            self._commit()
        elif way == "at" and spot:
            self._commit(at=spot)
        elif way == "any" and spot:
            self._commit(any_of=tuple(self._known_places()) or (spot,))
        elif way == "near" and spot and spot in self._hexes():
            self._commit(near=spot, within=1)
        elif way == "zone" and self.values.get("zones"):
            self._commit(zones=self.values["zones"])

    def _known_places(self) -> Sequence[str]:
        found = self.values.get("any_of")
        return tuple(map(str, found)) if isinstance(found, tuple) else ()

    def _spot(self) -> str:
        return str(self.values.get("at") or self.values.get("near") or next(iter(self._known_places()), ""))

    def _hexes(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.sources.choices("hexes"))

    # --- the parts of a way --------------------------------------------------------------------------

    def _show_way(self, way: str) -> None:
        if way != self._shape or self._form is None:
            self._shape = way
            self._build(way)
        for name, part in self.parts.items():
            part.show_values([self._value_of(name)])

    def _value_of(self, name: str) -> object:
        if name == "inside":
            return self.beyond.inside or None
        if name == "of":
            return self.beyond.spot
        return self.values.get(name)

    def _build(self, way: str) -> None:
        if self._form is not None:
            self._form.hide()
            self._form.deleteLater()
        self._form = QWidget()
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(scaled(4))
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.parts = {}
        for part in self._fields(way):
            self.parts["of" if way in DIRECTIONS and part.spec is _NEAR else part.spec.name] = part
            part.focused.connect(self.focused.emit)
            if isinstance(part, ListField):
                form.addRow(part)
            else:
                form.addRow(label(part.spec.title, "second"), part)
        self._connect(way)
        self._holder.addWidget(self._form)
        self._form.setVisible(bool(self.parts))

    def _fields(self, way: str) -> list[Field]:
        zones = self.sources.choices("zones")
        if way == "at":
            return [PlaceField(_AT, self.sources)]
        if way == "any":
            return [ListField(_ANY, self.sources)]
        if way == "zone":
            return [ListField(_ZONES, self.sources)]
        if way == "near":
            return [NumberField(_WITHIN), PlaceField(_NEAR, self.sources)]
        if way in DIRECTIONS:
            return [PlaceField(_NEAR, self.sources), PickerField(_INSIDE, list(zones))]
        return []

    def _connect(self, way: str) -> None:
        for name, part in self.parts.items():
            if way in DIRECTIONS:
                part.committed.connect(lambda value, key=name: self._take_beyond(way, key, str(value or "")))
            elif way == "near":
                part.committed.connect(lambda value, key=name: self._take_near(key, value))
            else:
                part.committed.connect(lambda value, key=name: self._commit(**{key: value}))

    def _take_near(self, key: str, value: object) -> None:
        near = value if key == "near" else self.values.get("near")
        within = value if key == "within" else self.values.get("within")
        if near:
            self._commit(near=near, within=1 if within is None else within)

    def _take_beyond(self, way: str, key: str, value: str) -> None:
        self.beyond = replace(self.beyond, direction=way, **{"spot" if key == "of" else "inside": value})
        if self.beyond.spot:
            self.committed.emit(self.beyond)

    def _commit(self, **values: object) -> None:
        empty: dict[str, object] = {"at": None, "any_of": (), "zones": (), "near": None, "within": None}
        self.committed.emit(FieldChanges({**empty, **values}))
