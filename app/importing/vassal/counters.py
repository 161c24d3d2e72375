"""The countermix: slots with the same faces and name become one kind of counter, in as many copies as
are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from app.importing.art_store import ArtStore
from app.importing.naming import Ids, tidy
from app.importing.vassal.composing import Composer, Faces
from app.importing.vassal.figures import figures_of, size_of
from app.importing.vassal.layers import Back, LevelTrait, find_back, read_layers, status_layers
from app.importing.vassal.model import Slot
from app.importing.vassal.report import BackNote
from app.importing.vassal.sorting import Belonging, Sorting
from app.importing.vassal.traits import Trait
from engine.definition.piece import FormationDef, PieceArtDef, PieceDef

UNDERSTOOD: Final = frozenset(
    ("piece", "prototype", "emb", "emb2", "obs", "mark", "PROP", "label", "replace")
)
MOST_COPIES: Final = 400
MOST_MARKERS: Final = 80


@dataclass
class Kind:
    """One kind of counter."""

    slot: Slot
    belonging: Belonging
    art: PieceArtDef | None
    rule: str
    steps: int
    back: Back | None
    needed: int = 0
    is_placed: bool = False
    ids: list[str] = field(default_factory=list)


@dataclass
class Countermix:
    """All kinds of counters of a module."""

    composer: Composer
    store: ArtStore
    sorting: Sorting
    kinds: list[Kind] = field(default_factory=list)
    backs: list[BackNote] = field(default_factory=list)
    traits_left: Counter[str] = field(default_factory=Counter)
    without_art: int = 0
    _by_key: dict[tuple[str, str, str], Kind] = field(default_factory=dict)
    _by_slot: dict[int, Kind] = field(default_factory=dict)
    _by_gpid: dict[str, Kind] = field(default_factory=dict)
    _status: dict[str, LevelTrait] = field(default_factory=dict)

    def kind_of(self, slot: Slot) -> Kind | None:
        """The kind of a slot; None if the user leaves its group out."""
        known = self._by_slot.get(id(slot))
        if known is not None:
            return known
        faces = self.composer.faces(slot)
        art = self._art(faces)
        twin = self._twin(slot, art)
        if twin is not None:
            self._by_slot[id(slot)] = twin
            return twin
        belonging = self.sorting.of(slot)
        if belonging.is_left:
            return None
        key = (slot.name, belonging.side or "", art.front if art else "")
        kind = self._by_key.get(key)
        if kind is None:
            kind = self._new(key, slot, belonging, art, faces)
        self._by_slot[id(slot)] = kind
        if slot.gpid:
            self._by_gpid.setdefault(slot.gpid, kind)
        return kind

    def _twin(self, slot: Slot, art: PieceArtDef | None) -> Kind | None:
        """The counter of a palette that a counter outside all palettes is a copy of."""
        if slot.path or art is None:
            return None
        same = [kind for kind in self.kinds if kind.art is not None and kind.art.front == art.front]
        named = [kind for kind in same if kind.slot.name == slot.name]
        return named[0] if named else None

    def by_gpid(self, gpid: str, name: str) -> Kind | None:
        """The kind a saved piece belongs to: by the number of its slot, else by its name."""
        found = self._by_gpid.get(gpid)
        if found is not None:
            return found
        return next((kind for kind in self.kinds if kind.slot.name == name), None)

    def _new(
        self,
        key: tuple[str, str, str],
        slot: Slot,
        belonging: Belonging,
        art: PieceArtDef | None,
        faces: Faces | None,
    ) -> Kind:
        back = find_back(slot.traits, slot.values)
        rule = faces.rule if faces else ""
        kind = Kind(slot, belonging, art, rule, faces.steps if faces else 1, back)
        self.kinds.append(kind)
        self._by_key[key] = kind
        self.without_art += art is None
        if rule:
            self.backs.append(BackNote(slot.name, rule))
        self.traits_left.update(trait.kind for trait in slot.traits if trait.kind not in UNDERSTOOD)
        for layer in status_layers(slot.traits, slot.values):
            name = next(name for name in layer.pictures if name)
            if len(self._status) < MOST_MARKERS:
                self._status.setdefault(name, layer)
        return kind

    def _art(self, faces: Faces | None) -> PieceArtDef | None:
        if faces is None:
            return None
        back = self.store.add_picture(faces.back) if faces.back is not None else None
        return PieceArtDef(front=self.store.add_picture(faces.front), back=back)

    # ---------------------------------------------------------- definitions

    def formations(self, ids: Ids) -> dict[tuple[str, str], FormationDef]:
        """A formation for each group of a side that is none of the sides itself."""
        found: dict[tuple[str, str], FormationDef] = {}
        for kind in self.kinds:
            key = (kind.belonging.side or "", kind.belonging.formation)
            if all(key) and key not in found:
                found[key] = FormationDef(
                    id=ids.new(key[1], "formation"), title=tidy(key[1]), short=tidy(key[1], 16), side=key[0]
                )
        return found

    def pieces(self, ids: Ids, formations: dict[tuple[str, str], FormationDef]) -> Iterator[PieceDef]:
        """The definitions of all counters; markers that lie nowhere may be copied in play."""
        for kind in self.kinds:
            count = min(MOST_COPIES, max(kind.needed, 0 if kind.belonging.is_marker else 1))
            for number in range(1, count + 1):
                yield self._piece(kind, ids, formations, number if count > 1 else 0)
            if kind.belonging.is_marker:
                yield self._piece(kind, ids, formations, 0, template=True)
        yield from self._status_markers(ids)

    def _piece(
        self,
        kind: Kind,
        ids: Ids,
        formations: dict[tuple[str, str], FormationDef],
        number: int,
        *,
        template: bool = False,
    ) -> PieceDef:
        slot, side = kind.slot, kind.belonging.side
        owner = f"{side}-" if side else ""
        identity = ids.new(f"{owner}{slot.name}{f' {number}' if number else ''}", "counter")
        if not template:
            kind.ids.append(identity)
        formation = formations.get((side or "", kind.belonging.formation))
        is_marker = kind.belonging.is_marker
        values = {} if is_marker else figures_of(slot.values)
        name = tidy(f"{slot.name} {number}" if number else slot.name) or "Counter"
        return PieceDef(
            id=identity,
            name=name,
            side=side,
            kind="marker" if is_marker else "unit",
            type="marker" if is_marker else "unit",
            size="" if is_marker else size_of(slot.values),
            formation=formation.id if formation and not is_marker else None,
            values=values,
            reduced=self._reduced(kind, values),
            steps=1 if is_marker else kind.steps,
            art=kind.art,
            template=template,
        )

    @staticmethod
    def _reduced(kind: Kind, values: dict[str, float]) -> dict[str, float]:
        if not values or kind.steps < 2 or kind.back is None or kind.back.change is None:
            return {}
        reduced = figures_of({**kind.slot.values, **kind.back.change.values})
        return reduced if reduced != values else {}

    def _status_markers(self, ids: Ids) -> Iterator[PieceDef]:
        """Layers that only show a state, as markers that can be copied in play."""
        for name, layer in self._status.items():
            picture = self.composer.picture(name)
            title = tidy(layer.title or (layer.names[0] if layer.names else "") or name.rsplit(".", 1)[0])
            if picture is not None:
                yield PieceDef(
                    id=ids.new(f"marker {title}", "marker"),
                    name=title or "Marker",
                    kind="marker",
                    type="marker",
                    art=PieceArtDef(front=self.store.add_picture(picture)),
                    template=True,
                    note="A layer of other counters that showed a state.",
                )


def lost_steps(kind: Kind, traits: tuple[Trait, ...]) -> int:
    """How many steps a saved piece has lost, by the level of the layer that shows its back."""
    if kind.steps < 2 or kind.back is None or kind.back.change is None:
        return 0
    wanted = dict(kind.back.change.levels.items())
    kinds = list(read_layers(traits, {}))
    own = list(read_layers(kind.slot.traits, kind.slot.values))
    for position, layer in enumerate(own):
        if layer.number in wanted and position < len(kinds) and kinds[position].level > 0:
            if layer.level <= 0:
                return 1
            return min(kind.steps - 1, max(0, kinds[position].level - layer.level))
    for name, value in kind.back.change.values.items():
        if any(t.kind == "PROP" and t.text(0) == name and t.state == value for t in traits):
            return 1
    return 0
