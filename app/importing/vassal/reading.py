"""From a build file to what can be taken: walks the components, knows a few kinds and counts the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.importing.naming import tidy
from app.importing.pictures import MAP_PIXELS, open_picture
from app.importing.refusal import ImportRefused
from app.importing.svg import is_svg
from app.importing.vassal.build import Node, read_build
from app.importing.vassal.container import MAX_BUILD, Files, Pictures
from app.importing.vassal.extensions import ROOT as EXTENSION
from app.importing.vassal.extensions import Extension, JoinedFiles, build_name, graft
from app.importing.vassal.grids import read_cells
from app.importing.vassal.model import (
    BoardRead,
    MapRead,
    ModuleRead,
    Setup,
    Slot,
    StartStack,
    TurnLevel,
)
from app.importing.vassal.tokens import whole
from app.importing.vassal.traits import Prototypes, properties, read_piece

GROUPS: Final = frozenset(("PieceWindow", "TabWidget", "ListWidget", "BoxWidget", "PanelWidget", "MapWidget"))
MAPS: Final = frozenset(("Map", "PrivateMap", "PlayerHand"))
_SLOTS: Final = frozenset(("PieceSlot", "CardSlot"))
_QUIET: Final = frozenset(
    (*GROUPS, *MAPS, *_SLOTS, "BoardPicker", "Board", "SetupStack", "DrawPile", "entry", "option", "widget")
)
_LEFT: Final = {
    "DiceButton": "dice buttons (free play has dice of its own)",
    "SpecialDiceButton": "dice with pictures",
    "GlobalKeyCommand": "global key commands",
    "StartupGlobalKeyCommand": "global key commands",
    "MassKeyCommand": "global key commands",
    "DoActionButton": "action buttons",
    "ToolbarMenu": "toolbar menus",
    "Inventory": "inventory windows",
    "NotesWindow": "notes windows",
    "HelpFile": "help files",
    "HtmlChart": "charts as web pages",
    "LOS_Thread": "line of sight threads",
    "GlobalProperty": "global properties",
    "TriggerAction": "triggers",
}
MIN_TURNS: Final = 1
MAX_TURNS: Final = 200


def read_module(files: Files, name: str, extensions: Sequence[Extension] = ()) -> ModuleRead:
    """What can be taken of a module and its extensions; raises `ImportRefused` without a sound build file."""
    build = build_name(files, name)
    root = read_build(files.read(build, MAX_BUILD), build)
    if root.kind == EXTENSION:
        wanted = tidy(root.get("module")) or "a module"
        raise ImportRefused(f"{name} is an extension of {wanted}", "import that module with this file")
    notes = tuple(graft(root, extension) for extension in extensions)
    read = ModuleRead(
        title=tidy(root.get("name"), 80) or Path(name).stem,
        version=tidy(root.get("version"), 30),
        description=tidy(root.get("description"), 400),
        vassal=tidy(root.get("VassalVersion"), 20),
        pictures=Pictures(JoinedFiles(files, [extension.files for extension in extensions])),
        extensions=notes,
    )
    _Walk(read, _prototypes(root)).take(root)
    return read


def _prototypes(root: Node) -> Prototypes:
    found = Prototypes()
    for node in root.every("PrototypeDefinition"):
        piece = read_piece(node.text)
        if piece is not None:
            found.traits[node.get("name")] = piece.traits
    return found


@dataclass
class _Walk:
    """The walk over one build file."""

    read: ModuleRead
    prototypes: Prototypes
    numbers: dict[str, int] = field(default_factory=dict)

    def take(self, root: Node) -> None:
        """Takes all components below the root."""
        waiting: list[tuple[Node, tuple[str, ...]]] = [(child, ()) for child in reversed(root.children)]
        while waiting:
            node, path = waiting.pop()
            if node.kind in MAPS:
                self._map(node)
                continue
            if node.kind == "PieceWindow" and node.get("hidden") == "true":
                self.read.passed_over["pieces in hidden palettes"] += sum(1 for _ in node.every(*_SLOTS))
                continue
            self._one(node, path)
            inner = path
            if (node.kind in GROUPS or node.kind.endswith("Folder")) and node.name:
                inner = (*path, tidy(node.name))
            waiting.extend((child, inner) for child in reversed(node.children))
        self.read.missing_prototypes = self.prototypes.missing

    def _one(self, node: Node, path: tuple[str, ...]) -> None:
        if node.kind in _SLOTS:
            slot = self._slot(node, path)
            if slot:
                self.read.slots.append(slot)
        elif node.kind == "PlayerRoster":
            names = [tidy(child.text) for child in node.children if child.kind == "entry"]
            self.read.sides = tuple(dict.fromkeys(name for name in names if name))
        elif node.kind == "PredefinedSetup":
            if node.get("useFile", "true") == "true" and node.get("file"):
                self.read.setups.append(Setup(tidy(node.get("name")) or "Set-up", node.get("file")))
        elif node.kind == "TurnTracker":
            self.read.turns = self.read.turns or tuple(_levels(node))
        elif node.kind == "Chart":
            self.read.charts.append(node.get("fileName"))
        elif node.kind in _LEFT:
            self.read.passed_over[_LEFT[node.kind]] += 1

    def _slot(self, node: Node, path: tuple[str, ...]) -> Slot | None:
        try:
            piece = read_piece(node.text)
            if piece is None:
                self.read.unreadable.append(tidy(node.get("entryName")) or "a slot")
                return None
            traits = self.prototypes.expand(piece.traits)
        except ImportRefused as error:
            self.read.unreadable.append(f"{tidy(node.get('entryName'))}: {error.message}")
            return None
        basic = piece.name
        name = tidy(node.get("entryName")) or tidy(basic) or "counter"
        return Slot(
            gpid=node.get("gpid") or piece.gpid,
            name=name,
            piece=piece,
            traits=traits,
            values=properties(traits, basic or name),
            size=(whole(node.get("width")), whole(node.get("height"))),
            path=path,
            is_card=node.kind == "CardSlot",
        )

    def _map(self, node: Node) -> None:
        boards = [self._board(node, found) for found in node.every("Board")]
        number = len(self.read.maps)
        name = tidy(node.name) or f"Map {number + 1}"
        edge = (whole(node.get("edgeWidth")), whole(node.get("edgeHeight")))
        identity = node.get("mapName") or f"Map{number}"
        self.read.maps.append(MapRead(identity, name, tuple(boards), edge, node.kind == "PlayerHand"))
        for found in node.every("SetupStack", "DrawPile"):
            self._stack(identity, found)
        for found in node.every(*_LEFT):
            self.read.passed_over[_LEFT[found.kind]] += 1

    def _board(self, parent: Node, node: Node) -> BoardRead:
        picture = self.read.pictures.find(node.get("image")) if node.get("image") else None
        size = (whole(node.get("width"), 500), whole(node.get("height"), 500))
        if picture:
            size = self._picture_size(picture, size)
        cells, zones = read_cells(node)
        return BoardRead(
            map=parent.get("mapName"),
            name=tidy(node.get("name")) or "Board",
            picture=picture,
            size=(max(1, min(size[0], 100_000)), max(1, min(size[1], 100_000))),
            color=node.get("color"),
            cells=cells,
            zones=zones,
        )

    def _picture_size(self, file: str, otherwise: tuple[int, int]) -> tuple[int, int]:
        data = self.read.pictures.read(file)
        if is_svg(data):
            return otherwise
        return open_picture(data, MAP_PIXELS, file).size

    def _stack(self, map_id: str, node: Node) -> None:
        path = (tidy(node.name),) if node.kind == "DrawPile" else ()
        slots = [slot for found in node.every(*_SLOTS) if (slot := self._slot(found, path))]
        if not slots and node.kind == "SetupStack":
            return
        deck = tidy(node.get("name")) or "Deck" if node.kind == "DrawPile" else ""
        self.read.stacks.append(
            StartStack(
                map=map_id,
                board=node.get("owningBoard"),
                location=node.get("location") if node.get("useGridLocation") == "true" else "",
                spot=(whole(node.get("x")), whole(node.get("y"))),
                slots=tuple(slots),
                deck=deck,
                is_face_down=node.get("faceDown") == "Always",
            )
        )


def _levels(tracker: Node) -> list[TurnLevel]:
    found = []
    for node in tracker.every("CounterTurnLevel", "ListTurnLevel"):
        if node.kind == "CounterTurnLevel":
            first = whole(node.get("start"), 1)
            last = whole(node.get("loopLimit")) if node.get("loop") == "true" else 0
            found.append(TurnLevel(tidy(node.get("property")), max(0, first), min(last, MAX_TURNS)))
        else:
            names = tuple(tidy(name) for name in node.get("list").split(",") if tidy(name))
            found.append(TurnLevel(tidy(node.get("property")), names=names[:MAX_TURNS]))
    return found
