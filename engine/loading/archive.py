"""Packing a module folder into one `.hexmod` file and unpacking it again.

The archive is an ordinary zip file with the module's files at its root. Packing is reproducible: the same
files give the same bytes. Unpacking goes through the same checks as reading and writes nothing outside
the target.
"""

import zipfile
from pathlib import Path

from engine.loading import layout
from engine.loading.drafts import new_draft, written_target
from engine.loading.source import MAX_MAP_BYTES, Source, SourceError, open_source, safe_name

#: Suffixes of files that belong into an archive; code never does.
PACKED = (".yaml", ".json", ".md", ".txt", ".png", ".jpg", ".jpeg", ".webp", ".svg", ".tif", ".tiff", ".ttf")
_STORED = (".png", ".jpg", ".jpeg", ".webp")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def packed_names(source: Source) -> tuple[str, ...]:
    """The files of a module that go into an archive."""
    return tuple(
        name
        for name in source.names()
        if name.lower().endswith(PACKED) and not name.startswith(("rules/", "drafts/"))
    )


def pack_module(folder: Path | str, target: Path) -> None:
    """Packs a module into an archive; raises `SourceError` if it has no module.yaml or cannot be written."""
    source = open_source(folder)
    names = packed_names(source)
    if layout.HEAD not in names:
        raise SourceError(layout.HEAD, "there is no module.yaml", "pack a module folder", "MISSING_FILE")
    temporary = None
    try:
        place = written_target(target)
        temporary, stream = new_draft(place)
        with stream, zipfile.ZipFile(stream, "w") as archive:
            for name in names:
                info = zipfile.ZipInfo(name, _EPOCH)
                stored = name.lower().endswith(_STORED)
                info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                info.file_size = source.size(name)
                with archive.open(info, "w") as target_file:
                    for piece in source.pieces(name, MAX_MAP_BYTES):
                        target_file.write(piece)
        temporary.replace(place)
        temporary = None
    except OSError as error:
        hint = "choose another place or make room"
        raise SourceError("", f"{target} cannot be written ({error.strerror or error})", hint) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def unpack_module(archive: Path | str, folder: Path) -> tuple[str, ...]:
    """Unpacks an archive into an empty or new folder; the names of its files. Raises `SourceError`."""
    source = open_source(archive)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SourceError("", f"{folder} is not empty", "choose a new folder", "NOT_EMPTY")
    names = packed_names(source)
    if layout.HEAD not in names:
        raise SourceError(layout.HEAD, "there is no module.yaml", "this is no module", "MISSING_FILE")
    try:
        for name in names:
            file = folder / safe_name(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("wb") as stream:
                for piece in source.pieces(name, MAX_MAP_BYTES):
                    stream.write(piece)
    except OSError as error:
        hint = "choose another place or make room"
        raise SourceError("", f"{folder} cannot be written ({error.strerror})", hint) from error
    return names
