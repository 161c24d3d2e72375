"""The texts of a module: where each one is, what it is called, and how it is read and written.

A text is a place in the module: a field, or a list of lines. Pages of help are the module's own; the
designer's notes are the page of that name, and special rules belong to a scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.help.pages import Page
from engine.definition.module import ModuleDef
from engine.definition.sequence import HelpDef
from engine.editing.change import free_id, made, with_parts
from engine.editing.checking import guarded
from engine.editing.paths import set_at
from engine.editing.searching import Path, value_at

NOTES = "designer-notes"
TO_BE_WRITTEN = "To be written."
"""What stands on a page that nobody has written yet; the first word typed takes its place."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """One text: the thing it belongs to, the field, its name, its group, and how it is shown to players."""

    owner: Path
    field: str
    title: str
    group: str
    hint: str
    is_lines: bool = False

    @property
    def key(self) -> tuple[Path, str]:
        """What tells it from others."""
        return self.owner, self.field

    def text(self, module: ModuleDef) -> str:
        """The text as it is now; lines one below the other."""
        value = getattr(value_at(module, self.owner), self.field, "")
        return "\n".join(value) if isinstance(value, tuple) else str(value or "")

    def written(self, module: ModuleDef, text: str) -> ModuleDef:
        """The module with another text here."""
        value: object = text
        if self.is_lines:
            value = tuple(line.strip() for line in text.split("\n") if line.strip())
        return set_at(module, self.owner, {self.field: value})

    def page(self, module: ModuleDef, text: str) -> Page:
        """The text as a page that players read."""
        if self.is_lines:
            text = "\n".join(f"- {line.strip()}" for line in text.split("\n") if line.strip())
        return Page("preview", f"# {self.heading(module)}\n\n{text}", given_title=self.title)

    def heading(self, module: ModuleDef) -> str:
        """What stands above the text where players read it."""
        title = getattr(value_at(module, self.owner), "title", "") or module.title
        return title if self.field in ("text", "description", "blurb") else f"{title}: {self.title.lower()}"


def text_places(module: ModuleDef) -> Iterator[TextPlace]:
    """All texts of a module: of the whole, of help, of each scenario, of options and phases."""
    yield TextPlace((), "description", "What the game is", "The module", "Read in the library.")
    for n, page in enumerate(module.help):
        hint = "Read in the help of the game, in Markdown."
        yield TextPlace(("help", n), "text", page.title, "Pages of help", hint)
    for n, scenario in enumerate(module.scenarios):
        group = f"{scenario.number} {scenario.title}".strip()
        yield TextPlace(("scenarios", n), "blurb", "Introduction", group, "Read in the library.")
        hint = "One rule to a line; printed on the set-up sheet."
        yield TextPlace(("scenarios", n), "notes", "Special rules", group, hint, is_lines=True)
        for side in module.sides:
            if side.id in scenario.sides:
                owner: Path = ("scenarios", n, "sides", side.id)
                yield TextPlace(owner, "note", f"Note for {side.title}", group, "Printed with the set-up.")
        for k, version in enumerate(scenario.versions):
            title = f"Note on {version.title}"
            yield TextPlace(("scenarios", n, "versions", k), "note", title, group, "Read with victory.")
    for n, option in enumerate(module.options):
        yield TextPlace(("options", n), "note", option.title, "Options", "Read where the option is chosen.")
    for path, title in _phases(module):
        yield TextPlace(path, "help", title, "Sequence of play", "Read beside the phase, in Markdown.")


def _phases(module: ModuleDef) -> Iterator[tuple[Path, str]]:
    def walk(path: Path, above: str) -> Iterator[tuple[Path, str]]:
        phases = value_at(module, path)
        for n, phase in enumerate(phases if isinstance(phases, tuple) else ()):
            title = f"{above}{phase.title}"
            yield (*path, n), title
            yield from walk((*path, n, "phases"), f"{title}: ")

    yield from walk(("sequence",), "")


def add_page(module: ModuleDef, title: str, name: str = "new-page") -> tuple[ModuleDef, int]:
    """Adds a page of help; the module and where the page stands in it."""
    taken = {page.id for page in module.help}
    page = made(HelpDef, {"id": free_id(name, taken), "title": title, "text": TO_BE_WRITTEN})
    pages = tuple(sorted((*module.help, page), key=lambda each: each.id))
    return guarded(module, with_parts(module, help=pages)), pages.index(page)


def add_notes(module: ModuleDef) -> tuple[ModuleDef, int]:
    """The designer's notes, made if there are none yet, and where they stand."""
    ids = [page.id for page in module.help]
    if NOTES in ids:
        return module, ids.index(NOTES)
    return add_page(module, "Designer's notes", NOTES)


def delete_page(module: ModuleDef, at: int) -> ModuleDef:
    """Deletes a page of help."""
    return guarded(module, with_parts(module, help=(*module.help[:at], *module.help[at + 1 :])))
