"""One difference between two modules, and values in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from engine.loading.text import Path


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: `moved`, `changed`, `new` or `gone`; what, and before and after in words."""

    kind: str
    what: str
    before: str = ""
    after: str = ""
    piece: str = ""
    """The id of the counter it is about, if it is about one."""
    path: Path = ()
    """Where it is in the later module; of what is gone, the list it was in."""
    spot: str = ""
    """The hex or box it is about, if it is about one."""

    def words(self) -> str:
        """The difference as people read it."""
        if self.kind in ("new", "gone"):
            return f"{self.what}: {self.kind}"
        return f"{self.what}: {self.before or 'nothing'} → {self.after or 'nothing'}"


def keys_compared(
    what: str, pair: tuple[Mapping[str, object], Mapping[str, object]], path: Path
) -> Iterator[Change]:
    """Keys of two mappings whose values differ."""
    before, after = pair
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield Change(
                "changed",
                f"{what} {key}".strip(),
                words_of(before.get(key)),
                words_of(after.get(key)),
                path=path,
            )


def words_of(value: object) -> str:
    """A value as people read it, not too long."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return (
            f"{len(value)} entries"
            if value and isinstance(value[0], BaseModel)
            else ", ".join(map(str, value))
        )
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {words_of(item)}" for key, item in value.items())
    if isinstance(value, BaseModel):
        return ", ".join(f"{k} {v}" for k, v in value.model_dump(exclude_defaults=True).items())
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
