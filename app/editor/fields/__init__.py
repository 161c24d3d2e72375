"""Fields for an inspector, made from a definition's schema: type, range, choices, references, help.

Each field shows a value and emits `committed` with a new one when the person is done with it: on Enter,
on leaving it, at once for choices. They know no module; what can be named comes from their `Sources`.
"""

from app.editor.fields.colors import ColorField
from app.editor.fields.field import SEVERAL, Field, FieldChanges
from app.editor.fields.lists import ListField
from app.editor.fields.making import make_field
from app.editor.fields.parts import PartsField
from app.editor.fields.pickers import PickerField, PlaceField, SwitchField
from app.editor.fields.schema import REFERENCES, FieldKind, FieldSpec, spec_of, specs_of
from app.editor.fields.sources import NoSources, Sources
from app.editor.fields.symbols import SymbolField
from app.editor.fields.tables import TableField
from app.editor.fields.texts import LongField, NumberField, TextField
from app.editor.fields.values import shown_value, value_from
from app.editor.fields.where import WHERE_FIELDS, WhereField

__all__ = [
    "REFERENCES",
    "SEVERAL",
    "WHERE_FIELDS",
    "ColorField",
    "Field",
    "FieldChanges",
    "FieldKind",
    "FieldSpec",
    "ListField",
    "LongField",
    "NoSources",
    "NumberField",
    "PartsField",
    "PickerField",
    "PlaceField",
    "Sources",
    "SwitchField",
    "SymbolField",
    "TableField",
    "TextField",
    "WhereField",
    "make_field",
    "shown_value",
    "spec_of",
    "specs_of",
    "value_from",
]
