"""Issues: what is wrong in a module, where, and what to do about it.

An issue is for the author of a module. It names the file and the line, says in one sentence what is wrong
and in another how to mend it. Loading collects all of them before it gives up.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal

import msgspec

from engine.errors import EngineError

Severity = Literal["error", "warning"]


class Issue(msgspec.Struct, frozen=True, order=True):
    """One fault of a module file; `line` is 0 where the whole file is meant. As text it is one line."""

    file: str
    line: int
    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        text = f"{self.severity}: {where}: {self.message}" + (f"; {self.hint}" if self.hint else "")
        return "".join(letter if letter.isprintable() else " " for letter in text)


class LoadError(EngineError):
    """A module that cannot be used; carries every issue that was found."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues = tuple(issues)
        first = str(self.issues[0]) if self.issues else "error: the module cannot be read"
        rest = len(self.issues) - 1
        super().__init__(first + (f" (and {rest} more)" if rest > 0 else ""))


def near_miss(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word most like the unknown one; empty if none is near, and for numbers."""
    if word.isdigit():
        return ""
    candidates = list(known)
    found = get_close_matches(word, candidates, n=1, cutoff=0.6)
    if not found:
        lower = {name.lower(): name for name in candidates}
        found = [lower[word.lower()]] if word.lower() in lower else []
    return f"did you mean '{found[0]}'?" if found else ""
