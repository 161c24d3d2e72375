"""What the fields of an inspector may name, taken from the module under edit: ids, titles, pictures, words.

Long lists (places, counters) are made once for each state of the module. Places are found by id or by
name, so that nobody has to know the number of a hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from pydantic import BaseModel
from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap

from app.editor.document import EditorDocument
from app.editor.fields.sources import Choice
from app.editor.shared_faces import faces_of
from app.editor.summaries import summary_of
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.pad import counter_pad
from app.graphics.painters.pictogram import PICTOGRAMS
from app.graphics.painters.symbol import SYMBOLS, SymbolBox, draw_symbol
from app.theme.current import scaled
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import ScheduleEntry
from engine.definition.sequence import PhaseDef
from engine.editing.checking import check
from engine.editing.memory import remembered, shared
from engine.geometry import CompiledBoard, compile_boards
from engine.loading.roster import PieceFact
from engine.rules.registry import schedule_choices

EDGE = 34
_PARTS = frozenset(
    ("sides", "nations", "types", "formations", "terrain", "hexsides", "routes", "decks", "boxes", "options",
     "boards", "scenarios", "tracks")
)  # fmt: skip
#: Fields whose words are offered from those in use.
_OFFERED = frozenset(("size", "choice", "step", "when", "look", "role", "traits", "groups", "tags", "short"))


class ModuleSources(QObject):
    """The module of a document as the fields see it."""

    place_wanted = Signal(str, object)
    """Words for what is wanted, and what to call with the place clicked."""
    picture_wanted = Signal(object)
    """What to call with the name of a picture inside the module."""

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(parent or document)
        self.document = document
        self.owner: BaseModel | None = None
        self.side = ""
        """The side whose set-up or entry is edited: its counters come first."""
        self.resources: Mapping[str, str] = {}
        """What the rules of the game count beside the tracks, by id, with titles."""
        self.rule_names: Mapping[str, Sequence[str]] = {}
        self._module: ModuleDef | None = None
        self._kept: dict[str, Sequence[Choice]] = {}
        self._named_pieces: tuple[int, str, object, Sequence[Choice]] = (0, "", None, ())

    @property
    def module(self) -> ModuleDef:
        """The present definition; what was kept of another one is dropped."""
        module = self.document.module
        if module is not self._module:
            self._module, self._kept = module, {}
        return module

    @property
    def faces(self) -> FaceMaker:
        """Faces of the counters."""
        return faces_of(self.document)

    @property
    def board(self) -> CompiledBoard:
        """The maps in integers."""
        return check(self.module).board or compile_boards(())

    # --- what can be named -----------------------------------------------------------------------------

    def choices(self, target: str, name: str = "") -> Sequence[Choice]:
        """What can be named."""
        module = self.module
        if target in _PARTS:
            return [(item.id, getattr(item, "title", item.id)) for item in getattr(module, target)]
        if target == "measures":
            return [*self.choices("tracks"), *self.resources.items()]
        if target in ("nations+groups", "types+groups"):
            return self._with_groups(target.removesuffix("+groups"))
        if target == "phases":
            return [(phase.id, phase.title) for phase in module.phases()]
        if target == "pieces":
            return self._pieces()
        if target == "own pieces":
            return self._own_pieces()
        if target == "comers":
            return self._named(self.owner.comers() if isinstance(self.owner, ScheduleEntry) else ())
        if target == "option values":
            return self._option_values(name)
        if target == "track spaces":
            found = next((track for track in module.tracks if track.id == name), None)
            return [(space, space) for space in found.spaces] if found else ()
        if target not in self._kept:
            maker = self._makers().get(target)
            self._kept[target] = maker() if maker else ()
        return self._kept[target]

    def _makers(self) -> Mapping[str, Callable[[], Sequence[Choice]]]:
        return {
            "places": self._places,
            "hexes": lambda: [(name, name) for name in self.board.ids],
            "zones": self._zones,
            "boxes+zones": lambda: [*self.choices("boxes"), *self._zones()],
            "turns": lambda: [
                (str(turn.number), f"{turn.number} · {turn.title}") for turn in self.module.turns
            ],
            "ranks": self._ranks,
            "resources": self._resources,
            "colors": self._colors,
            "symbols": lambda: [
                (key, key.replace("-", " ")) for key in dict.fromkeys((*SYMBOLS, *PICTOGRAMS))
            ],
        }

    def _pieces(self) -> Sequence[Choice]:
        named = remembered(piece_names, self.module)
        if self._named_pieces[:2] != (id(named), self.side):
            own = [(name, words) for name, words, side in named if not self.side or side in (None, self.side)]
            self._named_pieces = id(named), self.side, named, own
        return self._named_pieces[3]

    def _own_pieces(self) -> Sequence[Choice]:
        return self._named(getattr(self.owner, "pieces", ()))

    def _named(self, names: Sequence[str]) -> Sequence[Choice]:
        known = self.module.pieces_by_id()
        return [(name, known[name].name if name in known else name) for name in names]

    def _option_values(self, name: str) -> Sequence[Choice]:
        found = next((option for option in self.module.options if option.id == name), None)
        if found is None:
            return ()
        if found.type == "switch":
            return (("true", "yes"), ("false", "no"))
        return [(value.id, value.title) for value in found.values]

    def _places(self) -> Sequence[Choice]:
        """All places; the very same list as long as maps and boxes are the same ones."""
        board = self.board
        return shared.whole("places", self.module, lambda watched: self._places_of(watched, board), board)

    def _places_of(self, module: ModuleDef, board: CompiledBoard) -> Sequence[Choice]:
        boxes = [(box.id, box.title) for box in module.boxes]
        named = [(board.ids[i], board.label(i)) for i in sorted(board.places, key=board.place_name)]
        rest = [(name, name) for i, name in enumerate(board.ids) if i not in board.places]
        return [*boxes, *named, *rest]

    def _zones(self) -> Sequence[Choice]:
        titles = {z.id: z.title or z.id.replace("-", " ") for b in self.module.boards for z in b.zones}
        painted = {
            name: name.replace("-", " ")
            for board in self.module.boards
            for layer in board.layers
            for name in layer.legend.values()
        }
        return list({**painted, **titles}.items())

    def _ranks(self) -> Sequence[Choice]:
        words = ("first", "second", "third", "fourth")
        return [
            (str(n + 1), words[n] if n < len(words) else str(n + 1)) for n in range(len(self.module.sides))
        ]

    def _resources(self) -> Sequence[Choice]:
        names = dict.fromkeys(
            name
            for scenario in self.module.scenarios
            for setup in scenario.sides.values()
            for name in setup.resources
        )
        return [(name, name.replace("-", " ")) for name in names]

    def _colors(self) -> Sequence[Choice]:
        found: dict[str, str] = {}
        for nation in self.module.nations:
            found.setdefault(nation.body, f"{nation.title}, counter")
            found.setdefault(nation.ink, f"{nation.title}, ink")
        for formation in self.module.formations:
            if formation.color:
                found.setdefault(formation.color, formation.title)
        return list(found.items())

    def _with_groups(self, part: str) -> list[Choice]:
        """Things of a part, and the classes they belong to."""
        items = getattr(self.module, part)
        groups = dict.fromkeys(group for item in items for group in item.groups)
        named = {item.id for item in items}
        extra = [(group, f"all {group.replace('-', ' ')}") for group in groups if group not in named]
        return [*((item.id, item.title) for item in items), *extra]

    def offer_resources(self, resources: Mapping[str, str]) -> None:
        """Offers what the rules of the game count, too, wherever a track can be named."""
        self.resources = resources

    def offer_rule_names(self, names: Mapping[str, Sequence[str]]) -> None:
        """Offers what phases may name in the rules of the game, by field."""
        self.rule_names = names

    def rule_words(self, field: str) -> Sequence[str]:
        """What the rules know for a field of a phase, and the named rule of an entry; nothing for others, or
        while that is not known."""
        if field == "choice" and isinstance(self.owner, ScheduleEntry):
            return sorted(schedule_choices(self.module.ruleset) or ())
        return self.rule_names.get(field, ()) if isinstance(self.owner, PhaseDef) else ()

    def words(self, field: str) -> Sequence[str]:
        """Words in use for a field, the most common ones being as good as any."""
        if field == "counted":
            return ["units", "steps", *remembered(_FIGURES, self.module)]
        field = "tags" if field == "tag" else field
        if field not in _OFFERED:
            return ()
        of_pieces = remembered(_words_of_pieces(field), self.module)
        of_others = shared.whole(f"words of {field}", self.module, lambda m: _words(_others(m), field))
        return sorted(of_pieces | of_others)

    # --- how things look and are called ----------------------------------------------------------------

    def icon(self, target: str, name: str) -> QIcon | None:
        """How a counter or a symbol looks."""
        if target in ("pieces", "own pieces", "comers"):
            piece = self.faces.definition(name)
            if piece is None:
                return None
            picture = shared_counters().picture(self.faces.printed(piece), scaled(EDGE)).pixmap
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)
            return icon
        return symbol_icon(name) if target == "symbols" and name in SYMBOLS else None

    def title(self, place: str) -> str:
        """What a place is called; a hex without a name by its id."""
        box = next((box for box in self.module.boxes if box.id == place), None)
        if box is not None:
            return box.title
        i = self.board.index.get(place)
        return self.board.label(i) if i is not None else place

    def place_from(self, text: str) -> str:
        """The place typed, by id or by name; what is unknown stays as typed, for the checks to refuse."""
        words = text.strip()
        known = self.board.index
        if not words or words in known:
            return words
        low = words.casefold()
        for name, title in self.choices("places"):
            if low in (name.casefold(), title.casefold()):
                return name
        first = words.split()[0]
        if first in known:
            return first
        board = self.board
        found = [i for i in board.places if board.place_name(i).casefold() == low]
        return board.ids[found[0]] if found else first

    def called(self, target: str, text: str) -> str:
        """The only counter of any side that is called so; empty if there are more of them, or none."""
        low = text.casefold()
        named = remembered(piece_names, self.module) if target == "pieces" and low else ()
        found = [name for name, words, _side in named if low in words.casefold()]
        return found[0] if len(found) == 1 else ""

    def summary(self, thing: object) -> str:
        """A definition in a few words."""
        return summary_of(thing, self.module)

    def ask_place(self, words: str, done: Callable[[str], None]) -> None:
        """Lets the person click a place on the map."""
        self.place_wanted.emit(words, done)

    def ask_picture(self, done: Callable[[str], None]) -> None:
        """Lets the person choose a picture, which is taken into the module."""
        self.picture_wanted.emit(done)


piece_names = PieceFact(
    lambda module: tuple((p.id, p.name, p.side) for p in module.pieces if not p.template),
    lambda piece: (piece.id, piece.name, piece.side, piece.template),
)
"""Counters that are no templates: ids, names and sides."""
_FIGURES = PieceFact(
    lambda module: tuple(dict.fromkeys(name for piece in module.pieces for name in piece.values)),
    lambda piece: tuple(piece.values),
)


@lru_cache
def _words_of_pieces(field: str) -> PieceFact[frozenset[str]]:
    """The words of counters in a field, as a fact."""
    if field not in PieceDef.model_fields:
        return PieceFact(lambda _module: frozenset(), lambda _piece: None)
    return PieceFact(lambda module: _words(module.pieces, field), lambda piece: getattr(piece, field, None))


def _words(things: Iterable[BaseModel], field: str) -> frozenset[str]:
    found: set[object] = set()
    for thing in things:
        value = getattr(thing, field, None)
        found.update(value if isinstance(value, tuple) else (value,))
    return frozenset(str(word) for word in found if word)


def _others(module: ModuleDef) -> list[BaseModel]:
    """What has words beside the counters."""
    places = [place for board in module.boards for place in board.places]
    return [
        *module.types, *module.nations, *module.cards, *module.turns, *module.terrain,
        *module.phases(), *module.schedule, *module.credits, *places,
    ]  # fmt: skip


def symbol_icon(key: str) -> QIcon:
    """A unit symbol as a small picture."""
    size = scaled(48)
    picture = QPixmap(size * 2, size * 2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    with counter_pad(painter, QRectF(0, 0, size * 2, size * 2)) as pad:
        draw_symbol(SymbolBox(pad, QRectF(6, 18, 88, 54), "#1c150b", "#f4ecd8", 4.5), key)
    painter.end()
    shown = picture.copy(0, size * 2 * 12 // 100, size * 2, size * 2 * 76 // 100)
    shown.setDevicePixelRatio(2.0)
    return QIcon(shown)
