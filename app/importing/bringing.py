"""Bringing pictures into a module: originals kept, faces stored, the import noted; whole or not at all.

Pictures are made one at a time, so that an import of any size takes little memory, and it can be watched and
stopped. The module itself is not changed here: what comes back is the art that counters get, for one step of
the history.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.editor.saving import ModuleFolder
from app.importing.art_store import ArtStore
from app.importing.assigning import Art, module_to_change, with_art
from app.importing.claims import Claims
from app.importing.naming import tidy
from app.importing.origins import KeptArt, KeptSheet, Origin, kept_sheet, write_origin
from app.importing.pictures import check_file
from app.importing.refusal import ImportRefused
from app.importing.slicing.cutting import Finish
from app.importing.slicing.grid import SheetGrid
from app.importing.slicing.pairing import Turn
from app.importing.watching import Watch, unwatched
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef
from engine.saves.files import reason


@dataclass(frozen=True)
class Source:
    """A file that art is made from, as it was when it was opened; of a PDF one page."""

    path: Path
    page: int = 1
    called: str = ""
    state: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, path: Path, page: int = 1, called: str = "") -> Source:
        """A file as it is now; raises OSError if it is not there."""
        state = path.stat()
        return cls(path, page, called or tidy(path.name, 120), (state.st_size, state.st_mtime_ns))

    @property
    def is_the_same(self) -> bool:
        """Whether the file is still what it was."""
        try:
            return Source.of(self.path).state == self.state
        except OSError:
            return False


@dataclass(frozen=True)
class CutSheet:
    """A sheet with the grid it is cut by."""

    source: Source
    grid: SheetGrid
    is_back: bool = False


@dataclass(frozen=True)
class Sheets:
    """All sheets of an import and how they are cut."""

    pages: tuple[CutSheet, ...]
    turn: Turn = "side"
    finish: Finish = field(default_factory=Finish)


@dataclass(frozen=True)
class Item:
    """One counter's pictures, still to be made: for a counter that there is, or for a new one of a name."""

    make: Callable[[], Art]
    piece: str = ""
    name: str = ""
    at: tuple[int, int, int, int] | None = None
    files: tuple[Source, ...] = ()


@dataclass(frozen=True)
class Load:
    """Everything that one import brings."""

    items: tuple[Item, ...]
    sheets: Sheets | None = None


@dataclass(frozen=True)
class Brought:
    """What lies in the module now: faces by counter, those of new ones by name; originals that were lost."""

    faces: dict[str, PieceArtDef]
    new: tuple[tuple[str, PieceArtDef], ...]
    lost: tuple[str, ...] = ()


def bring(store: ArtStore, load: Load, watch: Watch = unwatched) -> Brought:
    """Brings a load; what was brought is taken back when anything fails or the watch ends it."""
    try:
        watch(0.0)
        lost = _changed(load)
        files = {} if lost else _originals(store, load, watch)
        made: list[tuple[Item, PieceArtDef]] = []
        for number, item in enumerate(load.items):
            watch(0.1 + 0.85 * number / len(load.items))
            made.append((item, _face(store, item.make())))
        if files and made:
            write_origin(store, _origin(load, files, made))
        watch(1.0)
    except BaseException:
        store.take_back()
        raise
    faces = {item.piece: face for item, face in made if item.piece}
    return Brought(faces, tuple((item.name, face) for item, face in made if not item.piece), lost)


def lost_words(lost: Sequence[str]) -> str:
    """That originals could not be kept, in words."""
    more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
    names = f"{', '.join(lost[:3])}{more}"
    return f"{names} changed or went while it was open, so no original is kept" if lost else ""


def bring_into(folder: Path, load: Load) -> tuple[ModuleDef, Brought]:
    """Brings a load into the module in a folder, gives its art to counters there and saves it."""
    module = module_to_change(folder)
    unknown = {item.piece for item in load.items} - {piece.id for piece in module.pieces}
    if unknown:
        raise ImportRefused(f"the module has no counter {min(unknown)}", "check the names")
    claims = Claims(folder)
    store = ArtStore(folder, claims.claim)
    try:
        brought = bring(store, load)
        changed = with_art(module, brought.faces)
        try:
            ModuleFolder.of(folder, module).save(changed)
        except BaseException:
            store.take_back()
            raise
    finally:
        claims.close()
    return changed, brought


def _face(store: ArtStore, art: Art) -> PieceArtDef:
    back = store.add_picture(art.back) if art.back is not None else None
    return PieceArtDef(front=store.add_picture(art.front), back=back)


def _sources(load: Load) -> list[Source]:
    pages = load.sheets.pages if load.sheets is not None else ()
    return [*(page.source for page in pages), *(file for item in load.items for file in item.files)]


def _changed(load: Load) -> tuple[str, ...]:
    """Originals that are no longer what was opened: they would not be what the art came from."""
    return tuple(dict.fromkeys(one.called for one in _sources(load) if not one.is_the_same))


def _originals(store: ArtStore, load: Load, watch: Watch) -> dict[Path, str]:
    """Keeps the originals; the name inside the module for each."""
    kept: dict[Path, str] = {}
    paths = list(dict.fromkeys(one.path for one in _sources(load)))
    for number, path in enumerate(paths):
        watch(0.1 * number / len(paths))
        kept[path] = store.keep_original(path)
    return kept


def _origin(load: Load, files: dict[Path, str], made: Sequence[tuple[Item, PieceArtDef]]) -> Origin:
    names = {path: Path(name).name for path, name in files.items()}
    art = tuple(_kept_art(item, face, names) for item, face in made)
    if load.sheets is None:
        return Origin("pictures", art)
    finish = load.sheets.finish
    sheets = tuple(_kept_sheet(page, names) for page in load.sheets.pages)
    return Origin("sheets", art, sheets, load.sheets.turn, finish.trim, finish.rounding)


def _kept_sheet(page: CutSheet, names: dict[Path, str]) -> KeptSheet:
    source = page.source
    return kept_sheet(names[source.path], source.called, source.page, page.grid, backs=page.is_back)


def _kept_art(item: Item, face: PieceArtDef, names: dict[Path, str]) -> KeptArt:
    files = [names[file.path] for file in item.files]
    return KeptArt(
        front=face.front,
        back=face.back or "",
        at=item.at,
        file=files[0] if files else "",
        back_file=files[1] if len(files) > 1 else "",
    )


def told_sources(paths: Sequence[Path]) -> tuple[Source, ...]:
    """Some files as they are now; raises `ImportRefused` for one that is not there, or no file."""
    for path in paths:
        check_file(path, path.name)
    try:
        return tuple(Source.of(path) for path in paths)
    except FileNotFoundError as error:
        raise ImportRefused(f"{Path(error.filename).name} does not exist", "check the name") from None
    except OSError as error:
        name = Path(error.filename).name
        raise ImportRefused(f"{name} cannot be read ({reason(error)})", "check its permissions") from error
