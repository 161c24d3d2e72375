"""The outline of a PDF: bookmarks that readers show beside the pages, facts that file managers read, and what
print dialogs should propose.

Qt's PDF writer has none of it, so it is appended as an incremental update, the way PDF itself provides:
new objects behind the file, a new table of where they are, nothing of the old bytes changed. A file that is
not laid out as Qt does it stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.exporting.plan import POINT, ExportPlan, Turn

LANGUAGE: Final = "en-US"
"""The language all sheets are written in."""
DUPLEX: Final = {Turn.NONE: b"", Turn.LONG: b"DuplexFlipLongEdge", Turn.SHORT: b"DuplexFlipShortEdge"}


@dataclass(frozen=True, slots=True)
class Bookmark:
    """One line of the outline: its words, the number of its page, and how far down, in millimetres."""

    title: str
    page: int
    y: float = 0.0
    parts: tuple[Bookmark, ...] = ()


def bookmarks_of(plan: ExportPlan) -> tuple[Bookmark, ...]:
    """What an outline of a plan says: titled blocks, those below a sheet's band inside it; else the pages."""
    heads: list[Bookmark] = []
    parts: list[list[Bookmark]] = []
    for number, page in enumerate(plan.pages):
        for placed in page.blocks:
            block = placed.block
            if not block.outline:
                continue
            line = Bookmark(block.outline, number, placed.y)
            if block.is_head or not heads:
                heads.append(line)
                parts.append([])
            else:
                parts[-1].append(line)
    if len(heads) + sum(map(len, parts)) > 1:
        return tuple(
            Bookmark(head.title, head.page, head.y, tuple(below))
            for head, below in zip(heads, parts, strict=True)
        )
    if len(plan.pages) < 2:
        return ()
    return tuple(
        Bookmark(f"{page.name[:1].upper()}{page.name[1:]}" or f"Page {number}", number - 1)
        for number, page in enumerate(plan.pages, 1)
    )


def with_outline(data: bytes, plan: ExportPlan) -> bytes:
    """The PDF with outline, subject, keywords, language and wishes; as it was if it cannot be read."""
    file = _File.read(data)
    if file is None or len(file.pages) != len(plan.pages):
        return data
    return file.updated(plan)


@dataclass(frozen=True, slots=True)
class _File:
    """What has to be known of a file to append to it."""

    data: bytes
    start: int
    size: int
    root: int
    info: int
    identity: bytes
    catalog: bytes
    facts: bytes
    pages: tuple[int, ...]

    @classmethod
    def read(cls, data: bytes) -> _File | None:
        """The file's own tables; None if they are not where Qt puts them."""
        trailer = data[data.rfind(b"trailer") :]
        found = {
            name: re.search(pattern, trailer, re.DOTALL)
            for name, pattern in (
                ("start", rb"startxref\s+(\d+)"),
                ("size", rb"/Size (\d+)"),
                ("root", rb"/Root (\d+) 0 R"),
                ("info", rb"/Info (\d+) 0 R"),
                ("id", rb"/ID (\[.*?\])"),
            )
        }
        if None in found.values():
            return None
        values = {name: match[1] for name, match in found.items() if match is not None}
        root, info = int(values["root"]), int(values["info"])
        catalog, facts = _object(data, root), _object(data, info)
        tree = re.search(rb"/Pages (\d+) 0 R", catalog)
        kids = re.search(rb"/Kids\s*\[(.*?)\]", _object(data, int(tree[1])), re.DOTALL) if tree else None
        if kids is None or not facts:
            return None
        pages = tuple(map(int, re.findall(rb"(\d+) 0 R", kids[1])))
        start, size = int(values["start"]), int(values["size"])
        return cls(data, start, size, root, info, values["id"], catalog, facts, pages)

    def updated(self, plan: ExportPlan) -> bytes:
        """The file with new versions of its catalog and its facts, and the objects of the outline."""
        marks = bookmarks_of(plan)
        objects = {self.info: _with(self.facts, _facts(plan))}
        keys = _wishes(plan)
        if marks:
            objects |= _outline(marks, self, plan)
            keys += b"/Outlines %d 0 R\n/PageMode /UseOutlines\n" % self.size
        objects[self.root] = _with(self.catalog, keys)
        return self._appended(objects)

    def _appended(self, objects: dict[int, bytes]) -> bytes:
        out = bytearray(self.data)
        places: dict[int, int] = {}
        for number, body in sorted(objects.items()):
            places[number] = len(out)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = len(out)
        out += b"xref\n"
        for number, place in sorted(places.items()):
            out += b"%d 1\n%010d 00000 n \n" % (number, place)
        size = max(self.size, *(number + 1 for number in places))
        out += b"trailer\n<<\n/Size %d\n/Info %d 0 R\n/Root %d 0 R\n/Prev %d\n/ID %s\n>>\n" % (
            size, self.info, self.root, self.start, self.identity,
        )  # fmt: skip
        out += b"startxref\n%d\n%%%%EOF\n" % table
        return bytes(out)


def _object(data: bytes, number: int) -> bytes:
    """The dictionary of an object; empty if it is none."""
    found = re.search(rb"(?:^|\n)%d 0 obj\s*(<<.*?>>)\s*endobj" % number, data, re.DOTALL)
    return found[1] if found else b""


def _with(body: bytes, keys: bytes) -> bytes:
    """A dictionary with more keys at its end."""
    return body[: body.rindex(b">>")] + keys + b">>"


def _facts(plan: ExportPlan) -> bytes:
    words = {b"Subject": plan.subject, b"Keywords": ", ".join(word for word in plan.keywords if word)}
    return b"".join(b"/%s %s\n" % (key, _text(text)) for key, text in words.items() if text)


def _wishes(plan: ExportPlan) -> bytes:
    """The language of the words, and what print dialogs should propose: true size, backs where they fit."""
    duplex = DUPLEX[plan.turn]
    ways = b"/DisplayDocTitle true /PrintScaling /None" + (b" /Duplex /%s" % duplex if duplex else b"")
    return b"/Lang (%s)\n/ViewerPreferences << %s >>\n" % (LANGUAGE.encode("ascii"), ways)


def _text(words: str) -> bytes:
    """Words as PDF reads them in any language."""
    return b"<FEFF" + words.encode("utf-16-be").hex().upper().encode("ascii") + b">"


def _outline(marks: Sequence[Bookmark], file: _File, plan: ExportPlan) -> dict[int, bytes]:
    """The objects of an outline, numbered from the file's size on; the first is the outline itself."""
    numbers = iter(range(file.size, file.size + 1 + sum(1 + len(mark.parts) for mark in marks)))
    top = next(numbers)
    objects: dict[int, bytes] = {}
    own = [(next(numbers), mark) for mark in marks]
    for place, (number, mark) in enumerate(own):
        below = [(next(numbers), part) for part in mark.parts]
        keys = _place(mark, file, plan) + _links(own, place, top)
        if below:
            keys += b"/First %d 0 R\n/Last %d 0 R\n/Count -%d\n" % (below[0][0], below[-1][0], len(below))
        objects[number] = b"<<\n%s>>" % keys
        for k, (inner, part) in enumerate(below):
            objects[inner] = b"<<\n%s>>" % (_place(part, file, plan) + _links(below, k, number))
    ends = (own[0][0], own[-1][0], len(own))
    objects[top] = b"<<\n/Type /Outlines\n/First %d 0 R\n/Last %d 0 R\n/Count %d\n>>" % ends
    return objects


def _links(row: Sequence[tuple[int, Bookmark]], place: int, above: int) -> bytes:
    keys = b"/Parent %d 0 R\n" % above
    if place:
        keys += b"/Prev %d 0 R\n" % row[place - 1][0]
    if place + 1 < len(row):
        keys += b"/Next %d 0 R\n" % row[place + 1][0]
    return keys


def _place(mark: Bookmark, file: _File, plan: ExportPlan) -> bytes:
    page = plan.pages[mark.page]
    top = (page.height - (0.0 if page.turned else mark.y)) / POINT
    return b"/Title %s\n/Dest [%d 0 R /XYZ 0 %.2f null]\n" % (_text(mark.title), file.pages[mark.page], top)


def flat(marks: Sequence[Bookmark]) -> Iterator[tuple[int, Bookmark]]:
    """All lines of an outline with their depth, in their order."""
    for mark in marks:
        yield 0, mark
        yield from ((1, part) for part in mark.parts)
