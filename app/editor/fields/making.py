"""Which widget a field gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.editor.fields.colors import ColorField
from app.editor.fields.exchanges import ExchangeField
from app.editor.fields.field import Field
from app.editor.fields.lists import ListField
from app.editor.fields.offered import OFFERED, OfferedField
from app.editor.fields.parts import PartsField
from app.editor.fields.pickers import AssetField, PickerField, PlaceField, SwitchField
from app.editor.fields.schema import FieldKind, FieldSpec
from app.editor.fields.sources import NoSources, Sources
from app.editor.fields.symbols import SymbolField
from app.editor.fields.tables import TableField
from app.editor.fields.texts import LongField, NumberField, TextField
from app.editor.fields.where import WhereField
from engine.definition.scenario import ScheduleEntry
from engine.definition.sequence import PhaseDef

_LONG: Final = (FieldKind.LONG, FieldKind.LINES)
_LISTS: Final = (FieldKind.REFERENCES, FieldKind.PLACES, FieldKind.WORDS)
_TABLES: Final = (FieldKind.FIGURES, FieldKind.PAIRS, FieldKind.SETTINGS, FieldKind.TESTS)
_OWN: Final[Mapping[FieldKind, Callable[[FieldSpec, Sources], Field]]] = {
    FieldKind.ASSET: AssetField,
    FieldKind.COLOR: ColorField,
    FieldKind.SYMBOL: SymbolField,
    FieldKind.PLACE: PlaceField,
    FieldKind.WHERE: WhereField,
    FieldKind.EXCHANGES: ExchangeField,
    FieldKind.PART: PartsField,
    FieldKind.PARTS: PartsField,
    **dict.fromkeys(_LISTS, ListField),
    **dict.fromkeys(_TABLES, TableField),
}


def make_field(spec: FieldSpec, sources: Sources | None = None) -> Field:
    """The widget for a field; `sources` knows what its values may name."""
    known = sources or NoSources()
    if spec.kind in _OWN:
        return _OWN[spec.kind](spec, known)
    if spec.kind is FieldKind.SWITCH:
        return SwitchField(spec)
    if spec.kind is FieldKind.CHOICE:
        return PickerField(spec, [(value, value.replace("-", " ")) for value in spec.choices])
    if spec.kind is FieldKind.REFERENCE:
        return PickerField(spec, list(known.choices(spec.target)))
    if spec.kind in _LONG:
        return LongField(spec)
    if spec.kind in (FieldKind.WHOLE, FieldKind.NUMBER):
        numbers = [(int(n), words) for n, words in known.choices(spec.target)] if spec.target else []
        return PickerField(spec, numbers) if numbers else NumberField(spec)
    if (spec.name in OFFERED and isinstance(known.owner, PhaseDef)) or (
        spec.name == "choice" and isinstance(known.owner, ScheduleEntry)
    ):
        return OfferedField(spec, known)
    return TextField(spec, known.words(spec.name))
