"""A notebook for checks: collects issues with the file and line of what they are about."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from engine.issues import Issue, Severity, near_miss
from engine.loading.text import Path
from engine.loading.validation import Places


@dataclass
class Checker:
    """Collects issues about parts of a module."""

    places: Places
    issues: list[Issue] = field(default_factory=list)

    def fault(self, path: Path, code: str, message: str, hint: str = "") -> None:
        """Notes an error about the value at a path."""
        self.note(path, code, message, hint, "error")

    def doubt(self, path: Path, code: str, message: str, hint: str = "") -> None:
        """Notes a warning about the value at a path."""
        self.note(path, code, message, hint, "warning")

    def note(self, path: Path, code: str, message: str, hint: str, severity: Severity) -> None:
        """Notes an issue about the value at a path."""
        file, line = self.places.find(path)
        self.issues.append(Issue(file, line, code, message, hint, severity))

    def known(self, path: Path, what: str, word: str | None, names: Collection[str]) -> bool:
        """Whether a word is among the known names; if not, that is an error with the near miss."""
        if word is None or word in names:
            return True
        self.fault(
            path, "UNKNOWN_ID", f"there is no {what} '{word}'", near_miss(word, names) or _list(what, names)
        )
        return False

    def unique(self, path: Path, what: str, ids: Iterable[str]) -> None:
        """Every id of a collection only once; `path` leads to the collection."""
        seen: set[str] = set()
        for position, name in enumerate(ids):
            if name in seen:
                hint = "give one of the two another id"
                self.fault(
                    (*path, position, "id"), "DUPLICATE_ID", f"the {what} '{name}' is defined twice", hint
                )
            seen.add(name)


def _list(what: str, names: Collection[str]) -> str:
    if not names:
        return f"the module defines no {what} at all"
    if len(names) <= 12:
        return "known: " + ", ".join(sorted(names))
    return f"correct the name or define the {what}"
