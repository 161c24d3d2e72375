"""The build file: a tree of components whose tags are class names.

Only the last part of a class name counts. Document types, entities and depth are refused before they do harm.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from app.importing.refusal import ImportRefused

MAX_NODES: Final = 400_000
MAX_DEPTH: Final = 120
ROOTS: Final = ("GameModule", "BasicModule", "ModuleExtension")
_DISPLAY: Final = {
    "Map": "mapName",
    "PrivateMap": "mapName",
    "PlayerHand": "mapName",
    "PieceSlot": "entryName",
    "CardSlot": "entryName",
    "TabWidget": "entryName",
    "ListWidget": "entryName",
    "BoxWidget": "entryName",
    "PanelWidget": "entryName",
    "MapWidget": "entryName",
    "Chart": "chartName",
}


@dataclass
class Node:
    """One component."""

    kind: str
    attributes: dict[str, str]
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def get(self, key: str, otherwise: str = "") -> str:
        """An attribute; another value where it is missing."""
        return self.attributes.get(key, otherwise)

    @property
    def name(self) -> str:
        """The name people see."""
        key = _DISPLAY.get(self.kind)
        if key and self.get(key):
            return self.get(key)
        return next((self.get(k) for k in ("name", "title", "menuText", "text") if self.get(k)), "")

    def walk(self) -> Iterator[Node]:
        """This component and everything below it, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def every(self, *kinds: str) -> Iterator[Node]:
        """Everything below of certain kinds."""
        return (node for node in self.walk() if node.kind in kinds)


def read_build(data: bytes, name: str) -> Node:
    """The tree of a build file; raises `ImportRefused` for broken and hostile ones."""
    root: Node | None = None
    open_nodes: list[Node] = []
    count = 0
    try:
        for event, element in iterparse(io.BytesIO(data), events=("start", "end"), forbid_dtd=True):
            if event == "start":
                count += 1
                if count > MAX_NODES or len(open_nodes) >= MAX_DEPTH:
                    raise ImportRefused(f"{name} has too many or too deeply nested parts", "it is not read")
                node = Node(element.tag.rsplit(".", 1)[-1], dict(element.attrib))
                if open_nodes:
                    open_nodes[-1].children.append(node)
                root = root or node
                open_nodes.append(node)
            else:
                _finish(open_nodes.pop(), element)
    except DefusedXmlException:
        raise ImportRefused(
            f"{name} declares entities or a document type", "such files are not read"
        ) from None
    except (ParseError, ValueError, LookupError) as error:
        raise ImportRefused(
            f"{name} is no sound XML ({error})", "open and save the module in VASSAL"
        ) from None
    if root is None or root.kind not in ROOTS:
        raise ImportRefused(f"{name} is no build file of a module", "choose a .vmod file")
    return root


def _finish(node: Node, element: Element) -> None:
    node.text = element.text or ""
    element.clear()
