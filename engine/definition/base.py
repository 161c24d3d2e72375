"""The common ground of every definition: frozen, closed and strict.

A definition is what a module file says. It never changes after loading, knows no unknown key, and does not
guess types: a number where text is wanted is a fault of the file and is reported with its line.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic.fields import FieldInfo

#: An id of our own making: lower case, digits, and `. _ + -` inside.
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._+-]*$", max_length=80)]
#: A hex or box as written in the rulebook (`A36.23`, `L3535`, `3-0407`, `tripoli`).
Place = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*$", max_length=80)]
#: A file inside the module, always with `/`, never absolute and never climbing.
AssetPath = Annotated[str, StringConstraints(min_length=1, max_length=200)]
#: A colour such as `#d2ab6c`.
Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
#: Where a value comes from.
Source = Literal["rulebook", "errata", "found", "reconstruction"]


class Definition(BaseModel):
    """Base of all definitions; refuses unknown keys, wrong types and later changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)


def fields_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a definition with their types; names of definitions that hold themselves are resolved."""
    if not model.__pydantic_complete__:
        model.model_rebuild()
    return model.model_fields
