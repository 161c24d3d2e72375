"""A folder of pictures matched to counters by name, shown before anything is changed.

Rules are tried in order: the id as it is; id, name or designation reduced to letters and digits; a pattern
of the
user's with `{id}`, `{name}`, `{side}`, `{formation}`, `{designation}`. A suffix tells backs from fronts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, Literal

import msgspec
from PIL.Image import Image

from app.importing.assigning import Art
from app.importing.bringing import Item, Load, told_sources
from app.importing.naming import normal
from app.importing.pictures import COUNTER_PIXELS, PICTURE_SUFFIXES, read_picture
from app.importing.refusal import ImportRefused
from app.importing.svg import read_svg, svg_bytes
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef

FRONT: Final = ("_front", "-front", " front", ".front", "_f", "-f", " f")
BACK: Final = (
    "_back",
    "-back",
    " back",
    ".back",
    "_b",
    "-b",
    " b",
    "-r",
    "_r",
    "_reverse",
    "_reduced",
    "_flip",
)
MOST_FILES: Final = 20_000
SVG_EDGE: Final = 512
Rule = Literal["exact", "pattern", "same letters", "name", "designation"]


@dataclass(frozen=True)
class NameRules:
    """What a user may change about the matching."""

    pattern: str = ""
    front: tuple[str, ...] = FRONT
    back: tuple[str, ...] = BACK


class Match(msgspec.Struct, frozen=True):
    """One counter with its files and the rule that found them."""

    piece: str
    front: str
    back: str
    rule: str


class Preview(msgspec.Struct, frozen=True):
    """What matches and what does not, on both sides."""

    matches: tuple[Match, ...]
    files_left: tuple[str, ...]
    pieces_left: tuple[str, ...]
    doubtful: tuple[str, ...] = ()


@dataclass
class _Pair:
    front: str = ""
    back: str = ""


@dataclass
class _Index:
    """Counters by everything a file may be called."""

    exact: dict[str, str] = field(default_factory=dict)
    by_rule: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def add(self, rule: str, key: str, piece: str) -> None:
        """Notes a name of a counter."""
        if key:
            self.by_rule.setdefault(rule, {}).setdefault(key, []).append(piece)


def picture_files(folder: Path) -> tuple[str, ...]:
    """All pictures of a folder and the folders in it, sorted."""
    if not folder.is_dir():
        raise ImportRefused(f"{folder} is no folder", "name the folder of the pictures")
    found: list[str] = []
    for base, _, files in os.walk(folder):
        for name in files:
            if name.lower().endswith((*PICTURE_SUFFIXES, ".svg")) and not name.startswith("."):
                found.append(Path(base, name).relative_to(folder).as_posix())
            if len(found) > MOST_FILES:
                raise ImportRefused(
                    f"{folder} holds more than {MOST_FILES:,} pictures", "choose a smaller folder"
                )
    return tuple(sorted(found))


def preview(module: ModuleDef, files: tuple[str, ...], rules: NameRules | None = None) -> Preview:
    """Which file would go to which counter."""
    rules = rules or NameRules()
    index = _index(module, rules)
    pairs: dict[str, _Pair] = {}
    how: dict[str, str] = {}
    left: list[str] = []
    doubtful: list[str] = []
    for file in files:
        piece, rule, is_back = _found(index, file, rules)
        if not piece:
            left.append(file)
            if rule:
                doubtful.append(f"{file}: {rule}")
            continue
        pair = pairs.setdefault(piece, _Pair())
        if pair.back if is_back else pair.front:
            left.append(file)
            doubtful.append(f"{file}: {piece} has {pair.back if is_back else pair.front} already")
            continue
        if is_back:
            pair.back = file
        else:
            pair.front = file
            how[piece] = rule
    for piece, pair in list(pairs.items()):
        if not pair.front:
            left.append(pair.back)
            doubtful.append(f"{pair.back}: the front of {piece} is missing")
            del pairs[piece]
    order = [piece.id for piece in module.pieces]
    matches = tuple(Match(p, pairs[p].front, pairs[p].back, how[p]) for p in order if p in pairs)
    return Preview(matches, tuple(sorted(left)), tuple(p for p in order if p not in pairs), tuple(doubtful))


def _index(module: ModuleDef, rules: NameRules) -> _Index:
    index = _Index()
    formations = {formation.id: formation.title for formation in module.formations}
    for piece in module.pieces:
        index.exact[piece.id] = piece.id
        index.add("same letters", normal(piece.id), piece.id)
        index.add("name", normal(piece.name), piece.id)
        index.add("designation", normal(piece.designation), piece.id)
        if rules.pattern:
            index.add("pattern", normal(_filled(rules.pattern, piece, formations)), piece.id)
    return index


def _filled(pattern: str, piece: PieceDef, formations: Mapping[str, str]) -> str:
    values = {
        "id": piece.id,
        "name": piece.name,
        "side": piece.side or "",
        "nation": piece.nation or "",
        "formation": formations.get(piece.formation or "", ""),
        "designation": piece.designation,
        "type": piece.type,
    }
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], ""), pattern)


def _stems(file: str, rules: NameRules) -> Iterator[tuple[str, bool]]:
    """What the file may be the picture of, and whether it is a back."""
    stem = Path(file).stem
    yield stem, False
    for suffixes, is_back in ((rules.back, True), (rules.front, False)):
        for suffix in sorted(suffixes, key=len, reverse=True):
            if stem.lower().endswith(suffix.lower()) and len(stem) > len(suffix):
                yield stem[: -len(suffix)], is_back


def _found(index: _Index, file: str, rules: NameRules) -> tuple[str, str, bool]:
    """The counter of a file, the rule, whether it is a back; no counter and a reason where several fit."""
    stems = list(_stems(file, rules))
    for stem, is_back in stems:
        if stem in index.exact:
            return index.exact[stem], "exact", is_back
    several = ""
    for rule in ("pattern", "same letters", "name", "designation"):
        for stem, is_back in stems:
            found = index.by_rule.get(rule, {}).get(normal(stem), [])
            if len(found) == 1:
                return found[0], rule, is_back
            if len(found) > 1 and not several:
                several = f"several counters fit by {rule}: {', '.join(found[:3])}"
    return "", several, False


def read_art(folder: Path, match: Match) -> Art:
    """The pictures of a match; raises `ImportRefused` for broken and oversized ones."""
    return Art(_read(folder, match.front), _read(folder, match.back) if match.back else None)


def load_of(folder: Path, matches: Sequence[Match]) -> Load:
    """The pictures of some matches, to be brought into a module; `ImportRefused` for files that went."""
    return Load(tuple(_item(folder, match) for match in matches))


def load_of_one(path: Path) -> Load:
    """One picture that nobody has yet; raises `ImportRefused` for a file that is not there."""

    def make() -> Art:
        return Art(read_one(path, path.name))

    return Load((Item(make, name=path.stem, files=told_sources([path])),))


def _item(folder: Path, match: Match) -> Item:
    files = [_within(folder, name) for name in (match.front, match.back) if name]
    return Item(partial(read_art, folder, match), match.piece, files=told_sources(files))


def _within(folder: Path, name: str) -> Path:
    file = folder / name
    if not file.resolve().is_relative_to(folder.resolve()):
        raise ImportRefused(f"{name} leads out of {folder.name}", "copy the file itself there")
    return file


def _read(folder: Path, name: str) -> Image:
    return read_one(_within(folder, name), name)


def read_one(file: Path, name: str) -> Image:
    """The picture of one counter or card, a drawing at a fitting size; refuses as `read_art` does."""
    if name.lower().endswith(".svg"):
        return read_svg(svg_bytes(file, name), (SVG_EDGE, SVG_EDGE), name)
    return read_picture(file, COUNTER_PIXELS, name)
