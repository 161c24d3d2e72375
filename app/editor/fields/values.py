"""Values as people read and type them; what is shown is read back as the same value."""

from __future__ import annotations

from collections.abc import Mapping

from app.editor.fields.schema import FieldKind, FieldSpec
from engine.editing.charts import cell_from_text


def shown_value(value: object) -> str:
    """A value as the line of a field."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, Mapping):
        return " ".join(f"{key}={shown_value(item)}" for key, item in value.items())
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)


def value_from(spec: FieldSpec, text: str) -> object:
    """What a person typed as a value; what does not fit is handed on for the definition to refuse."""
    plain = text.strip()
    if spec.kind in (FieldKind.WHOLE, FieldKind.NUMBER):
        if not plain and spec.is_optional:
            return None
        value = cell_from_text(plain)
        return value if value is not None else plain
    if spec.kind is FieldKind.CELL:
        return cell_from_text(plain)
    if spec.kind in (FieldKind.WORDS, FieldKind.REFERENCES, FieldKind.PLACES):
        return tuple(plain.replace(",", " ").split())
    if spec.kind is FieldKind.LINES:
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    if spec.kind in (FieldKind.FIGURES, FieldKind.PAIRS, FieldKind.SETTINGS):
        pairs = (word.partition("=") for word in plain.replace(",", " ").split())
        if spec.kind is FieldKind.PAIRS:
            return {key: value for key, _, value in pairs}
        return {key: cell_from_text(value) for key, _, value in pairs}
    if not plain and spec.is_optional:
        return None
    return text if spec.kind is FieldKind.LONG else plain
