"""From a module's definitions and a position's views to counter faces.

The only bridge between the engine's pieces and the painters. Colours come
from the module's nations and formations; which strip a side bears is in its
definition. Words such as `exploit` or `moved` belong to the file format, not
to a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.graphics.colors import mix, readable_on
from app.graphics.counter_art import art_key
from app.graphics.painters.face import Badge, CounterFace, FaceKind, SideForm
from engine.definition.module import ModuleDef
from engine.definition.piece import FormationDef, NationDef, PieceDef, PieceTypeDef, SideDef
from engine.view.projection import PieceView

EXPLOIT_TRAITS: Final = frozenset({"exploit", "exploit-capable"})
PRINTED_ORDER: Final = ("attack", "combat", "strength", "defense", "cohesion", "movement")

BADGE_WORDS: Final[Mapping[str, Badge]] = {
    "moved": Badge.MOVED,
    "fought": Badge.FOUGHT,
    "attacked": Badge.FOUGHT,
    "out-of-supply": Badge.UNSUPPLIED,
    "oos": Badge.UNSUPPLIED,
    "unsupplied": Badge.UNSUPPLIED,
    "isolated": Badge.UNSUPPLIED,
    "low-supply": Badge.LOW_SUPPLY,
    "finished": Badge.FINISHED,
    "done": Badge.FINISHED,
    "disrupted": Badge.DISRUPTED,
    "reserve": Badge.RESERVE,
}
"""State words of pieces and the badge each one shows; other words show none."""

TURNED: Final = "flipped"
"""The word for a counter that lies on its face."""

_URGENT: Final = (Badge.UNSUPPLIED, Badge.LOW_SUPPLY)
_BADGE_ORDER: Final = (*_URGENT, *(badge for badge in Badge if badge not in _URGENT))
_TILES: Final = {
    SideForm.DARK: ("#6b7178", "#fdf6e4"),
    SideForm.LIGHT: ("#d8b77c", "#231a0c"),
    SideForm.PLAIN: ("#f4ecd8", "#231a0c"),
}
_BOX_TILE: Final = "#efe4cb"
_NO_NATION: Final = {SideForm.DARK: "#8f969b", SideForm.LIGHT: "#d2ab6c", SideForm.PLAIN: "#e4dcc8"}
_INDEPENDENT: Final = "#f4ecd8"
_FORMATION_TINTS: Final = (
    "#f3d36b",
    "#e98b6d",
    "#c7d7ea",
    "#b9d6a8",
    "#c9b6dd",
    "#f2c7b5",
    "#f6dfae",
    "#cfe3d0",
    "#d7e4c0",
    "#dfe8f0",
)
_HALVES: Final = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def figure(value: float) -> str:
    """A printed value: whole, with a quarter or half sign, or one decimal."""
    whole = int(value)
    rest = round(value - whole, 2)
    if rest == 0:
        return str(whole)
    if rest in _HALVES:
        return f"{whole or ''}{_HALVES[rest]}"
    return f"{value:.1f}"


def figures(values: Mapping[str, float]) -> str:
    """Printed values joined by dashes, in the order of the trade."""
    known = [name for name in PRINTED_ORDER if name in values]
    return "-".join(figure(values[name]) for name in known)


def badges_of(words: Iterable[str]) -> tuple[Badge, ...]:
    """The badges that some state words show, without repeats, most urgent first."""
    found = {BADGE_WORDS[word] for word in words if word in BADGE_WORDS}
    return tuple(badge for badge in _BADGE_ORDER if badge in found)


@dataclass(frozen=True, slots=True)
class _Look:
    """Resolved references of one piece."""

    side: SideDef | None
    nation: NationDef | None
    formation: FormationDef | None
    type: PieceTypeDef | None

    @property
    def form(self) -> SideForm:
        return SideForm.PLAIN if self.side is None else SideForm(self.side.strip)


class FaceMaker:
    """Makes the faces of one module's pieces; keeps what it made."""

    def __init__(self, module: ModuleDef, place: Path | str = "") -> None:
        """Without the place of the module's files counters with pictures of their own are drawn."""
        self._place = str(place)
        self._sides = {side.id: side for side in module.sides}
        self._nations = {nation.id: nation for nation in module.nations}
        self._formations = {formation.id: formation for formation in module.formations}
        self._types = {kind.id: kind for kind in module.types}
        self._pieces = module.pieces_by_id()
        self._tints = _formation_tints(module.formations)
        self._made: dict[str, CounterFace] = {}

    def definition(self, piece_id: str) -> PieceDef | None:
        """The definition of that id, if the module has it."""
        return self._pieces.get(piece_id)

    def formation_color(self, formation_id: str) -> str:
        """The colour that fills the unit boxes of a formation; empty for an unknown one."""
        return self._tints.get(formation_id, "")

    def printed(self, piece: PieceDef) -> CounterFace:
        """The front of a counter as printed."""
        face = self._made.get(piece.id)
        if face is None:
            face = replace(self._make(piece), picture=self._picture(piece, is_back=False))
            if piece.art is None or face.picture:
                self._made[piece.id] = face
        return face

    def with_steps(self, piece: PieceDef, steps_left: int) -> CounterFace:
        """The counter after losses: its back when a step is gone."""
        face = self.printed(piece)
        if steps_left >= piece.steps or face.kind is not FaceKind.UNIT:
            return face
        values = figures(piece.reduced) if piece.reduced else face.values
        picture = self._picture(piece, is_back=True)
        return replace(face, values=values, steps_left=steps_left, is_reduced=True, picture=picture)

    def _picture(self, piece: PieceDef, *, is_back: bool) -> str:
        """The key of the picture on one side of a counter; empty if it is drawn."""
        if piece.art is None or not self._place:
            return ""
        name = piece.art.back if is_back else piece.art.front
        return art_key(self._place, name) if name else ""

    def seen(self, view: PieceView) -> CounterFace:
        """The counter as a viewer sees it now, with losses, count and badges."""
        piece = self._pieces.get(view.definition or view.id)
        face = self._bare(view) if piece is None else self.printed(piece)
        words = set(view.markers)
        if view.moved:
            words.add("moved")
        if view.supply == "out":
            words.add("out-of-supply")
        face = face.with_badges(*badges_of(words))
        if piece is not None and piece.art is not None:
            face = replace(face, picture=self._side_up(piece, view, is_turned=TURNED in words))
        if face.kind is FaceKind.UNIT:
            return replace(
                face,
                values=view.figures or figures(view.values) or face.values,
                steps=view.max_steps,
                steps_left=view.steps,
                is_reduced=view.steps < view.max_steps or TURNED in words,
            )
        if face.marker == "supply":
            return replace(face, count=view.count, word=f"{view.count} SP")
        return face

    def _side_up(self, piece: PieceDef, view: PieceView, *, is_turned: bool) -> str:
        """The picture of the side that lies up. Losses without a picture of the back are drawn, or they would
        not be seen; a counter only turned keeps its front then."""
        is_hit = view.steps < view.max_steps
        back = self._picture(piece, is_back=True) if is_hit or is_turned else ""
        return back or ("" if is_hit else self._picture(piece, is_back=False))

    def hidden(self, side_id: str, count: int = 1) -> CounterFace:
        """A piece of that side which the viewer may not see; the strip bears the number of pieces."""
        side = self._sides.get(side_id)
        form = SideForm.PLAIN if side is None else SideForm(side.strip)
        word = f"×{count}" if count > 1 else ""
        body, ink = _TILES[form]
        return CounterFace(kind=FaceKind.HIDDEN, body=body, ink=ink, form=form, word=word, count=count)

    def marker(self, pictogram: str, word: str, side_id: str = "", count: int = 0) -> CounterFace:
        """A marker that is no piece: truck points, air points, a port's capacity."""
        side = self._sides.get(side_id)
        form = SideForm.PLAIN if side is None else SideForm(side.strip)
        body, ink = _TILES[form]
        return CounterFace(
            kind=FaceKind.MARKER, body=body, ink=ink, form=form, marker=pictogram, word=word, count=count
        )

    def _look(self, piece: PieceDef) -> _Look:
        return _Look(
            self._sides.get(piece.side or ""),
            self._nations.get(piece.nation or ""),
            self._formations.get(piece.formation or ""),
            self._types.get(piece.type),
        )

    def _make(self, piece: PieceDef) -> CounterFace:
        look = self._look(piece)
        if piece.kind == "unit":
            return self._unit(piece, look)
        if piece.kind == "leader":
            return self._leader(piece, look)
        return self._marker(piece, look)

    def _unit(self, piece: PieceDef, look: _Look) -> CounterFace:
        body = look.nation.body if look.nation else _NO_NATION[look.form]
        return CounterFace(
            body=body,
            ink=look.nation.ink if look.nation else readable_on(body),
            form=look.form,
            nation=look.nation.code if look.nation else "",
            size_mark=piece.size,
            symbol=_symbol(piece, look),
            formation_color=self._tints.get(piece.formation or "", _INDEPENDENT),
            formation=(look.formation.short or look.formation.title) if look.formation else "",
            designation=piece.designation,
            values=figures(piece.values),
            is_exploit=not EXPLOIT_TRAITS.isdisjoint(piece.traits),
            steps=max(1, piece.steps),
            steps_left=max(1, piece.steps),
        )

    def _leader(self, piece: PieceDef, look: _Look) -> CounterFace:
        body = look.nation.body if look.nation else _NO_NATION[look.form]
        shift = piece.values.get("shift", piece.values.get("bonus", 0.0))
        return CounterFace(
            kind=FaceKind.LEADER,
            body=body,
            ink=look.nation.ink if look.nation else readable_on(body),
            form=look.form,
            word=(piece.designation or piece.name).upper(),
            disc=f"+{figure(shift)}" if shift > 0 else "",
        )

    def _marker(self, piece: PieceDef, look: _Look) -> CounterFace:
        body, ink = _TILES[look.form]
        key = _symbol(piece, look) or piece.kind
        word = (piece.designation or (look.type.short if look.type else "") or piece.name).upper()
        if piece.kind == "box":
            return CounterFace(
                kind=FaceKind.MARKER, body=_BOX_TILE, ink="#231a0c", form=look.form, marker="box", word="BOX"
            )
        if piece.kind == "supply":
            return CounterFace(
                kind=FaceKind.MARKER, body=body, ink=ink, form=look.form, marker="supply", word="SP", count=1
            )
        return CounterFace(kind=FaceKind.MARKER, body=body, ink=ink, form=look.form, marker=key, word=word)

    def _bare(self, view: PieceView) -> CounterFace:
        side = self._sides.get(view.side)
        form = SideForm.PLAIN if side is None else SideForm(side.strip)
        body, ink = _TILES[form]
        if view.type in {"supply", "box"}:
            marker, tile = view.type, _BOX_TILE if view.type == "box" else body
            return CounterFace(
                kind=FaceKind.MARKER, body=tile, ink=ink, form=form, marker=marker, word=view.type.upper()
            )
        kind = FaceKind.LEADER if view.type == "leader" else FaceKind.UNIT
        plain = _NO_NATION[form]
        return CounterFace(
            kind=kind,
            body=plain,
            ink=readable_on(plain),
            form=form,
            word=view.name.upper(),
            values=view.figures,
            designation=view.name,
            steps=view.max_steps,
            steps_left=view.steps,
        )


def _symbol(piece: PieceDef, look: _Look) -> str:
    return piece.symbol or (look.type.symbol if look.type else "") or piece.type


def _formation_tints(formations: tuple[FormationDef, ...]) -> dict[str, str]:
    """A colour for each formation: its own, or one of ten, in the order of the file and by side."""
    tints: dict[str, str] = {}
    used: dict[str, int] = {}
    for formation in formations:
        if formation.color:
            tints[formation.id] = formation.color
            continue
        number = used.get(formation.side, 0)
        used[formation.side] = number + 1
        tint = _FORMATION_TINTS[number % len(_FORMATION_TINTS)]
        rounds = number // len(_FORMATION_TINTS)
        tints[formation.id] = mix(tint, "#ffffff", min(0.6, 0.35 * rounds)) if rounds else tint
    return tints
