"""The files a module refers to: pictures and drawing data. Pixels are never decoded here."""

from collections.abc import Iterator
from pathlib import Path as FilePath

from pydantic import ValidationError

from engine.definition.drawing import DrawingDef
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef
from engine.issues import Issue, LoadError, near_miss
from engine.loading.source import MAX_ASSET_BYTES, MAX_MAP_BYTES, Source, SourceError, open_source, safe_name
from engine.loading.text import Path
from engine.loading.validation import Places, issues_of

MAX_DRAWING_BYTES = 8_000_000

#: First bytes of the kinds of picture that can be shown.
_MAGIC = {
    ".png": (b"\x89PNG",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".webp": (b"RIFF",),
    ".svg": (b"<", b"\xef\xbb\xbf<"),
    ".tif": (b"II*\0", b"MM\0*"),
    ".tiff": (b"II*\0", b"MM\0*"),
}


def load_drawing(path: FilePath | str, file: str) -> DrawingDef:
    """A drawing file of the module at a path; raises `LoadError` with its faults."""
    try:
        data = open_source(path).read(safe_name(file), MAX_DRAWING_BYTES)
    except SourceError as error:
        raise LoadError([Issue(error.name or file, 0, error.code, error.message, error.hint)]) from None
    return parse_drawing(file, data)


def parse_drawing(file: str, data: bytes) -> DrawingDef:
    """Drawing data from JSON text; raises `LoadError` with its faults."""
    try:
        return DrawingDef.model_validate_json(data)
    except ValidationError as error:
        raise LoadError(issues_of(error, DrawingDef, _OneFile(file))) from None


class _OneFile:
    """Places in a file whose lines are not known."""

    def __init__(self, file: str) -> None:
        self.file = file

    def find(self, path: Path) -> tuple[str, int]:
        return self.file, 0


def asset_issues(source: Source, module: ModuleDef, places: Places) -> tuple[Issue, ...]:
    """Faults of files that a module names: missing, outside the module, not a picture, broken drawing
    data.
    """
    issues: list[Issue] = []
    names = source.names()
    for path, name in _references(module):
        file, line = places.find(path)
        try:
            safe_name(name)
            if name not in names:
                hint = near_miss(name, names) or "add the file or correct the name"
                issues.append(Issue(file, line, "MISSING_FILE", f"there is no file '{name}'", hint))
            elif path[-1] == "drawing":
                parse_drawing(name, source.read(name, MAX_DRAWING_BYTES))
            else:
                limit = MAX_MAP_BYTES if path[-1] == "background" else MAX_ASSET_BYTES
                issues.extend(_picture_issues(source, name, Issue(file, line, "PICTURE", ""), limit))
        except SourceError as error:
            issues.append(Issue(file, line, error.code, error.message, error.hint))
        except LoadError as error:
            issues.extend(error.issues)
    return tuple(issues)


def _references(module: ModuleDef) -> Iterator[tuple[Path, str]]:
    for i, board in enumerate(module.boards):
        for key in ("relief", "drawing", "background"):
            name = getattr(board.art, key)
            if name:
                yield ("boards", i, "art", key), name
    for i, piece in enumerate(module.pieces):
        yield from _faces(("pieces", i, "art"), piece.art)
    for i, card in enumerate(module.cards):
        yield from _faces(("cards", i, "art"), card.art)
    for i, deck in enumerate(module.decks):
        if deck.back:
            yield ("decks", i, "back"), deck.back


def _faces(path: Path, art: PieceArtDef | None) -> Iterator[tuple[Path, str]]:
    if art:
        yield (*path, "front"), art.front
    if art and art.back:
        yield (*path, "back"), art.back


def _picture_issues(source: Source, name: str, at: Issue, limit: int) -> Iterator[Issue]:
    suffix = "." + name.rsplit(".", 1)[-1].lower()
    if suffix not in _MAGIC:
        hint = "use one of " + ", ".join(sorted(_MAGIC))
        yield Issue(at.file, at.line, at.code, f"'{name}' is no kind of picture that can be shown", hint)
    elif source.size(name) > limit:
        words = f"'{name}' is over {limit // 1_000_000} MB"
        yield Issue(at.file, at.line, "TOO_BIG", words, "make the picture smaller")
    elif not source.head(name).lstrip().startswith(_MAGIC[suffix]):
        hint = "export it again in this format"
        yield Issue(at.file, at.line, at.code, f"'{name}' does not hold what its name says", hint)
