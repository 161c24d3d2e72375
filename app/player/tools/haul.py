"""Carrying: goods from a source, how many, and where to."""

from __future__ import annotations

from msgspec.structs import replace

from app.player.figures import points
from app.player.offers import Offers, assemble, takes
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.base import Tool
from app.player.tools.outcome import (
    Card,
    CardLine,
    Choice,
    Do,
    Leave,
    Outcome,
    Pick,
    Picture,
    Plan,
    Refuse,
    Stay,
)
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind
from engine.view.reach import Reach


class HaulTool(Tool):
    """Carries goods; the number is changed with the wheel of keys + and − or in the panel."""

    def __init__(self, session: Session, offers: Offers, selection: Selection, kind: AnyKind) -> None:
        super().__init__(session, offers, selection, kind)
        self.source: PlaceId | None = None
        self.count = 1
        self._listed: dict[PlaceId, tuple[Action, ...]] = {}
        self._reach: dict[PlaceId, Reach | None] = {}
        self._hovered: PlaceId | None = None

    def begin(self, source: PlaceId) -> None:
        """Takes a source; the number starts with one."""
        self.source = source
        self.count = 1

    @property
    def sources(self) -> frozenset[PlaceId]:
        """Places goods can be carried from."""
        return self.offers.places_of(self.offers.subjects(self.kind))

    def _from_here(self) -> tuple[Action, ...]:
        """Listed choices from the source; not all where there are very many."""
        if self.source is None:
            return ()
        if self.source not in self._listed:
            actions, _ = self.offers.listed(self.kind, self.source)
            here = tuple(a for a in actions if getattr(a, "source", None) == self.source)
            self._listed[self.source] = here or tuple(
                a for a in self.offers.listed(self.kind)[0] if getattr(a, "source", None) == self.source
            )
        return self._listed[self.source]

    @property
    def most(self) -> int:
        """The largest number that can be carried from the source."""
        if self.source is None:
            return 1
        pieces, subjects = self.offers.view.pieces, self.offers.subjects(self.kind)
        held = [pieces[p].count for p in self.offers.standing(self.source) if p in subjects]
        return max(held, default=0) or max((getattr(a, "count", 1) for a in self._from_here()), default=1)

    def set_count(self, count: int) -> None:
        """Changes how many are carried."""
        self.count = max(1, min(count, self.most))

    @property
    def reach(self) -> Reach | None:
        """How far the goods go, where the kind knows."""
        if self.source is None:
            return None
        if self.source not in self._reach:
            found = self.kind.reach(self.offers.state, self.offers.side, (self.source,))
            self._reach[self.source] = found
        return self._reach[self.source]

    @property
    def goals(self) -> frozenset[PlaceId]:
        """Places the goods can be brought to in the chosen number."""
        reach = self.reach
        if reach is not None:
            arrivals = reach.arrivals.items()
            return frozenset(p for p, a in arrivals if a.cost * self.count <= a.cost + a.left)
        return frozenset(_goal(a) for a in self._from_here() if getattr(a, "count", 1) == self.count)

    # --- what to show -----------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        if self.source is None:
            return f"{self.kind.label}: pick where from, or a whole trip of the list."
        here = self.session.place_title(self.source)
        return f"{self.kind.label}: {self.count} of {self.most} from {here}. Pick where to."

    @property
    def keys(self) -> str:
        if self.source is None:
            return "Click a lit place or a line of the choices (F3) · Esc lets go"
        return "+ and − change the number · click, drag or arrows and Enter choose where to · Esc lets go"

    @property
    def picture(self) -> Picture:
        if self.source is None:
            return Picture(places=self.sources)
        reach = self.reach
        arrival = reach.arrivals.get(self._hovered or "") if reach else None
        return Picture(
            selected=self.source,
            start=self.source,
            reach=self._shared(reach) if reach else None,
            places=frozenset() if reach else self.goals,
            path=arrival.path if arrival else (),
            goal=points(arrival.cost * self.count, reach.scale) if arrival and reach else "",
        )

    def _shared(self, reach: Reach) -> Reach:
        """The reach with the costs of the chosen number."""
        if self.count == 1:
            return reach
        far = self.goals
        arrivals = {
            place: replace(a, cost=a.cost * self.count, left=a.cost + a.left - a.cost * self.count)
            for place, a in reach.arrivals.items()
            if place in far
        }
        return replace(reach, arrivals=arrivals)

    @property
    def plan(self) -> Plan | None:
        if self.source is None:
            return None
        return Plan(title=self.prompt, count=self.count, most=self.most)

    def hover(self, place: PlaceId) -> None:
        self._hovered = place

    def card(self, place: PlaceId) -> Card | None:
        if self.source is None or place not in self.goals:
            return None
        action = self._action(place)
        if action is None:
            return None
        refusal = self.refusal(action)
        words = CardLine(text=self.kind.describe(self.offers.state, action), rule=self.kind.rule)
        reach = self.reach
        arrival = reach.arrivals.get(place) if reach else None
        lines = [words]
        if arrival is not None and reach is not None:
            lines.append(CardLine(text="MP for one", amount=points(arrival.cost, reach.scale)))
            if self.count > 1:
                whole = points(arrival.cost * self.count, reach.scale)
                lines.append(CardLine(text=f"MP for {self.count}", amount=whole, strong=True))
            rest = arrival.cost + arrival.left - arrival.cost * self.count
            lines.append(CardLine(text="MP left afterwards", amount=points(rest, reach.scale)))
        return Card(place=place, title=place, lines=tuple(lines), refusal=refusal)

    # --- what happens ---------------------------------------------------------------------------------

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        if self.source is None or (place in self.sources and place not in self.goals):
            if place not in self.sources:
                return Leave()
            self.begin(place)
            return Stay()
        return self.drop(place)

    def drop(self, place: PlaceId) -> Outcome:
        if self.source is None:
            return Leave()
        listed = [a for a in self._from_here() if _goal(a) == place and getattr(a, "count", 1) == self.count]
        if len(listed) > 1:
            return Pick(self.kind.label, tuple(self.offers.choice(self.kind, action) for action in listed))
        action = listed[0] if listed else self._action(place)
        if action is None:
            return Leave()
        refusal = self.refusal(action)
        return Refuse(refusal) if refusal else Do((action,))

    def _action(self, place: PlaceId) -> Action | None:
        reach = self.reach
        arrival = reach.arrivals.get(place) if reach else None
        given: dict[str, object] = {"source": self.source, "count": self.count}
        if takes(self.kind, "path"):
            given["path"] = arrival.path if arrival else (place,)
        if takes(self.kind, "at"):
            given["at"] = place
        if takes(self.kind, "pieces"):
            given["pieces"] = self.offers.standing(self.source or "")
        return assemble(self.kind, **given)

    def confirm(self) -> Outcome:
        return self.drop(self._hovered) if self._hovered is not None else Stay()

    @property
    def is_ready(self) -> bool:
        return self.source is not None and self._hovered in self.goals

    def step_back(self) -> bool:
        return False

    def why_not(self, place: PlaceId) -> Refusal | None:
        """Why the goods cannot be brought to a place."""
        action = self._action(place)
        return self.refusal(action) if action is not None else None

    def choices(self) -> tuple[Choice, ...]:
        actions = self._from_here() if self.source is not None else self.offers.listed(self.kind)[0]
        return tuple(self.offers.choice(self.kind, action) for action in actions)


def _goal(action: Action) -> PlaceId:
    at: PlaceId = getattr(action, "at", "")
    path: tuple[PlaceId, ...] = getattr(action, "path", ())
    return at or (path[-1] if path else "")
