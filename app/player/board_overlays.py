"""From the engine's answers and the running tool to what the board lays over its map.

The only place that knows both the engine's overlays and the painter's. A game says what an overlay means by
its form; nothing here depends on which game it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from textwrap import shorten

from app.graphics.overlay_model import (
    BoardOverlays,
    Form,
    Path,
    Reach,
    ReachMark,
    Ruler,
    Supply,
    Target,
    Trace,
    Zone,
    ZoneLook,
)
from app.player.desk import Desk
from app.player.figures import fractions, points
from app.player.tools.outcome import Picture
from engine.ids import PieceId, PlaceId
from engine.view.overlay import Overlay, OverlayKind
from engine.view.reach import Reach as EngineReach

LONGEST_LABEL = 44
"""Signs of a label on the map; names of a whole force would cover it."""
_LOOKS = {"zone": ZoneLook.SETUP, "range": ZoneLook.RANGE, "stacking": ZoneLook.STACKING}


@dataclass(slots=True)
class Marks:
    """What the window itself marks: cursor, shown places, ruler, places with notes."""

    cursor: PlaceId | None = None
    shown: tuple[PlaceId, ...] = ()
    guided: tuple[PlaceId, ...] = ()
    """Places of the step of the guide that is on show."""
    ruler: Ruler | None = None
    noted: frozenset[PlaceId] = frozenset()
    lit: frozenset[PlaceId] = field(default_factory=frozenset)


class OverlayMaker:
    """Makes the overlays of one window; keeps those of the game until the position changes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.active: dict[str, OverlayKind] = {}
        self._made: dict[str, tuple[object, Overlay | None]] = {}
        self._forms = {side.id: Form(desk.form(side.id)) for side in desk.session.module.sides}

    @property
    def kinds(self) -> tuple[OverlayKind, ...]:
        """The overlays the game offers."""
        return self.desk.session.rules.overlays()

    def toggle(self, kind_id: str) -> bool:
        """Switches an overlay; True if it is on now."""
        if kind_id in self.active:
            del self.active[kind_id]
            return False
        found = next((kind for kind in self.kinds if kind.id == kind_id), None)
        if found is not None:
            self.active[kind_id] = found
        return found is not None

    def overlay(self, kind: OverlayKind) -> Overlay | None:
        """One overlay at the position shown, for the piece selected if it needs one."""
        session = self.desk.session
        piece = next(iter(self.desk.selection.pieces), None)
        key = (id(session.state), session.viewer, piece if kind.needs_piece else None)
        kept = self._made.get(kind.id)
        if kept is not None and kept[0] == key:
            return kept[1]
        made = session.rules.overlay(session.state, session.viewer, kind.id, piece)
        self._made[kind.id] = (key, made)
        return made

    def titles(self) -> tuple[str, ...]:
        """What the overlays switched on say about themselves."""
        found = [self.overlay(kind) for kind in self.active.values()]
        return tuple(overlay.title for overlay in found if overlay is not None and overlay.title)

    def board(self, picture: Picture, marks: Marks) -> BoardOverlays:
        """Everything to lay over the map now."""
        result = self._of_picture(picture, marks)
        for kind in self.active.values():
            overlay = self.overlay(kind)
            if overlay is not None:
                result = self._add(result, overlay)
        return result

    # --- the running tool -------------------------------------------------------------------------

    def _of_picture(self, picture: Picture, marks: Marks) -> BoardOverlays:
        selected = (picture.selected,) if picture.selected else ()
        rings = dict.fromkeys((*selected, *marks.shown, *marks.guided))
        return BoardOverlays(
            reach=_reach(picture.reach, picture.places) if picture.reach else None,
            choices=(picture.places | marks.lit) if not picture.reach else frozenset(),
            selected=tuple(rings),
            attackers=tuple(sorted(picture.members)),
            supply=_drawing(picture) if picture.supplied else None,
            path=self._path(picture),
            targets=self._targets(picture),
            ruler=marks.ruler,
            noted=marks.noted,
            cursor=marks.cursor,
        )

    def _path(self, picture: Picture) -> Path | None:
        if not picture.path:
            return None
        start = (picture.start,) if picture.start else ()
        on_map = self.desk.session.rules.board.index
        hexes = tuple(place for place in (*start, *picture.path) if place in on_map)
        if len(hexes) < 2:
            return None
        return Path(hexes, picture.way_points, picture.goal, picture.goal_is_hot)

    def _targets(self, picture: Picture) -> tuple[Target, ...]:
        found = [Target(place) for place in sorted(picture.targets) if place != picture.aimed]
        if picture.aimed:
            found.append(Target(picture.aimed, "target"))
        if picture.reach is not None:
            for place, arrival in picture.reach.arrivals.items():
                if arrival.overrun and place != picture.aimed:
                    cost = points(arrival.cost, picture.reach.scale)
                    found.append(Target(place, f"Overrun {cost} MP"))
        return tuple(found)

    # --- overlays of the game ---------------------------------------------------------------------

    def _add(self, result: BoardOverlays, overlay: Overlay) -> BoardOverlays:
        form = overlay.kind.form
        if form == "zoc":
            return replace(result, zoc=result.zoc | frozenset(overlay.hexes))
        if form == "supply":
            return replace(result, supply=self._supply(result.supply, overlay))
        if form == "control":
            control = {p: self._forms.get(side, Form.PLAIN) for p, side in overlay.control.items()}
            return replace(result, control={**result.control, **control})
        look = _LOOKS.get(form, ZoneLook.SETUP)
        return replace(result, zones=(*result.zones, *_zones(overlay, look)))

    def _supply(self, old: Supply | None, overlay: Overlay) -> Supply:
        pieces = self.desk.session.projection.pieces
        supplied, cut, traces = set(overlay.hexes), set[PlaceId](), []
        for trace in overlay.traces:
            place = self._place(pieces.get(trace.piece), trace.path)
            (cut if trace.cut else supplied).add(place)
            if len(trace.path) > 1:
                traces.append(Trace(trace.path, trace.path[-1] if trace.cut else None))
        supplied -= cut
        if old is not None:
            supplied |= old.supplied
            cut |= old.cut
            traces = [*old.traces, *traces]
        sources = (*(old.sources if old else ()), *overlay.sources)
        return Supply(frozenset(supplied) - {""}, frozenset(cut) - {""}, tuple(traces), sources)

    def _place(self, view: object, path: tuple[PlaceId, ...]) -> PlaceId:
        at = getattr(view, "at", None)
        return at or (path[0] if path else "")


def _reach(reach: EngineReach, also: frozenset[PlaceId]) -> Reach:
    is_free = not any(arrival.cost for arrival in reach.arrivals.values())
    marks = {
        place: ReachMark(
            "" if is_free else points(arrival.cost, reach.scale), arrival.enemy_zoc, arrival.stop
        )
        for place, arrival in reach.arrivals.items()
        if not arrival.overrun
    }
    for place in also:
        marks.setdefault(place, ReachMark())
    return Reach(marks, reach.start)


def _drawing(picture: Picture) -> Supply:
    """A group that draws supply, and its source."""
    source = (picture.selected,) if picture.selected else ()
    return Supply(supplied=picture.supplied, sources=source)


def _zones(overlay: Overlay, look: ZoneLook) -> Iterable[Zone]:
    """One area with figures, or one for each name where the words are names of areas."""
    if look is not ZoneLook.SETUP:
        said = fractions if look is ZoneLook.RANGE else str
        figures = {place: said(words) for place, words in overlay.hexes.items() if words}
        yield Zone(frozenset(overlay.hexes), overlay.title, look, figures)
        return
    groups: dict[str, list[PlaceId]] = {}
    for place, words in overlay.hexes.items():
        groups.setdefault(words, []).append(place)
    for words, places in groups.items():
        yield Zone(frozenset(places), shorten(words or overlay.title, LONGEST_LABEL, placeholder=" …"), look)


def pieces_at(desk: Desk, place: PlaceId) -> tuple[PieceId, ...]:
    """Pieces the viewer sees in a place, top first."""
    return desk.top_down(place)
