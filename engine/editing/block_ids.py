"""Ids that blocks of victory name, followed when they change elsewhere in the module."""

from collections.abc import Callable, Mapping

from pydantic import BaseModel

from engine.definition.module import ModuleDef


def followed_in_blocks(module: ModuleDef, field: str, names: Mapping[str, str]) -> ModuleDef:
    """The module with ids replaced in one field (`pieces`, `track`) of all blocks."""

    def change(block: BaseModel) -> BaseModel:
        value = getattr(block, field, None)
        if isinstance(value, tuple):
            new: object = tuple(names.get(name, name) for name in value)
        else:
            new = names.get(value, value) if isinstance(value, str) else value
        return block if new == value else block.model_copy(update={field: new})

    changes: dict[str, object] = {}
    for part in ("victory", "points", "scenarios"):
        items: tuple[BaseModel, ...] = getattr(module, part)
        after = tuple(_mapped(item, change) for item in items)
        if any(a is not b for a, b in zip(items, after, strict=True)):
            changes[part] = after
    return module.model_copy(update=changes) if changes else module


def _mapped(item: BaseModel, change: Callable[[BaseModel], BaseModel]) -> BaseModel:
    """A definition with a change made to every block in it."""
    changes: dict[str, object] = {}
    for name in ("versions", "victory", "points", "of"):
        value = getattr(item, name, ())
        if isinstance(value, tuple) and value and isinstance(value[0], BaseModel):
            after = tuple(_mapped(part, change) for part in value)
            if any(a is not b for a, b in zip(value, after, strict=True)):
                changes[name] = after
    for name in ("holds", "minus"):
        inner = getattr(item, name, None)
        if isinstance(inner, BaseModel) and (new := _mapped(inner, change)) is not inner:
            changes[name] = new
    whole = item.model_copy(update=changes) if changes else item
    return change(whole) if isinstance(getattr(whole, "kind", None), str) else whole
