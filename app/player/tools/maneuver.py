"""Moving: pieces of one place, then where to; with a reach, or plainly from piece to place.

All kinds that could take the selected pieces somewhere work together, so that a click on a hex does the one
thing possible there, or asks which. Way points are tried out on a position of their own: the leg is played
there, and the reach goes on from its end, as long as no dice would fall on the way.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from app.player.figures import counted, points, strength
from app.player.offers import Offers, assemble, takes
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.base import Tool
from app.player.tools.outcome import (
    Aim,
    Card,
    CardLine,
    Choice,
    Do,
    Leave,
    Outcome,
    Pick,
    Picture,
    Refuse,
    Stay,
)
from app.player.tools.route import Route
from app.player.tools.trip_card import Trip, trip_card
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind, Shape
from engine.view.reach import Arrival, Reach

MOST_NAMED = 3
"""Places that a prompt still names one by one."""


class ManeuverTool(Tool):
    """Takes pieces somewhere; ``kinds`` are those of shape MOVE and PIECE_PLACE that the pieces can begin."""

    def __init__(
        self, session: Session, offers: Offers, selection: Selection, kinds: tuple[AnyKind, ...]
    ) -> None:
        super().__init__(session, offers, selection, kinds[0])
        self.movers = tuple(kind for kind in kinds if kind.shape is Shape.MOVE)
        self.placers = tuple(kind for kind in kinds if kind.shape is Shape.PIECE_PLACE)
        self._route = Route(session.rules, offers.state, offers.side)
        self._reach: dict[tuple[str, int], Reach | None] = {}
        self._targets: dict[str, frozenset[PlaceId]] = {}
        self._hovered: PlaceId | None = None

    # --- what is known --------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """The pieces that go."""
        return self.selection.pieces

    def reach_of(self, kind: AnyKind) -> Reach | None:
        """Where a kind can take the pieces from the last way point."""
        key = (kind.kind, len(self._route))
        if key not in self._reach:
            self._reach[key] = kind.reach(self._route.state, self.offers.side, self.pieces)
        return self._reach[key]

    def targets_of(self, kind: AnyKind) -> frozenset[PlaceId]:
        """Where a placing kind can put the pieces."""
        if kind.kind not in self._targets:
            found = kind.targets(self.offers.state, self.offers.side, self.pieces)
            self._targets[kind.kind] = frozenset(found)
        return self._targets[kind.kind]

    @property
    def reach(self) -> Reach | None:
        """The reach of the main movement kind."""
        return next((found for kind in self.movers if (found := self.reach_of(kind)) is not None), None)

    def arrival(self, place: PlaceId) -> tuple[AnyKind, Arrival] | None:
        """How a place can be reached, by the first kind that can."""
        for kind in self.movers:
            reach = self.reach_of(kind)
            if reach is not None and place in reach.arrivals:
                return kind, reach.arrivals[place]
        return None

    # --- what to show -----------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        names = [self.session.piece_name(piece) for piece in self.pieces]
        if not names:
            return f"{self.kind.label}: pick who goes."
        who = names[0] if len(names) == 1 else counted(len(names), "unit")
        here = self.session.place_title(self.selection.place)
        if self.offers.decision is not None and self.offers.decision.ask.part:
            return f"{self.kind.label}: {self._goal_words()} for {who} at {here}."
        if not self.movers and any(kind.shape is Shape.MOVE for kind in self.offers.kinds):
            return f"{self.kind.label}: {self._goal_words()} for {who} at {here}."
        views = [self.offers.view.pieces[piece] for piece in self.pieces if piece in self.offers.view.pieces]
        paces = [view.values["movement"] for view in views if view.values.get("movement")]
        allowance = f" ({self._left_words(paces)})" if paces and self.movers else ""
        return f"Select a destination for {who} at {here}{allowance}."

    def _goal_words(self) -> str:
        """Where the pieces can be put: by name where there are few places, which may be out of sight."""
        found = sorted({place for kind in self.placers for place in self.targets_of(kind)})
        if not found or len(found) > MOST_NAMED:
            return "pick a place"
        return f"pick {' or '.join(self.session.place_title(place) for place in found)}"

    def _left_words(self, paces: list[float]) -> str:
        """The movement points of the units, and what is left of them after a part of the way.

        Costs are those of the unit that pays most; where units differ, least and most are told.
        """
        least, most, reach = min(paces), max(paces), self.reach
        sums = [arrival.cost + arrival.left for arrival in reach.arrivals.values()] if reach else []
        if reach is None or not sums or max(sums) >= least * reach.scale:
            return f"{strength(least)} MP" if least == most else f"{strength(least)} to {strength(most)} MP"
        return f"{points(max(sums), reach.scale)} of {strength(least)} MP left"

    @property
    def keys(self) -> str:
        if not self.pieces:
            return "Click a lit stack, or N and Enter · Esc lets go"
        if self._route:
            return "Click or Enter moves · with Shift adds a way point · Esc takes the last way point back"
        if self.movers:
            return "Click, drag or arrows and Enter move · with Shift a way point · Esc lets go"
        return "Click, drag or arrows and Enter choose a lit place · Esc lets go"

    @property
    def _starts(self) -> frozenset[PlaceId]:
        """Places of everything that could go."""
        names = {name for kind in (*self.movers, *self.placers) for name in self.offers.subjects(kind)}
        return self.offers.places_of(names)

    @property
    def picture(self) -> Picture:
        if not self.pieces:
            return Picture(selected=self.selection.place, places=self._starts)
        plain = Picture(
            selected=self.selection.place,
            reach=self._summed(self.reach),
            places=frozenset(place for kind in self.placers for place in self.targets_of(kind)),
            start=self.selection.place,
            path=self._route.path,
            way_points=self._route.way_points,
        )
        if self._hovered is None:
            return plain
        found = self.arrival(self._hovered)
        if found is None:
            return plain
        kind, arrival = found
        reach = self.reach_of(kind)
        cost = arrival.cost + self._route.cost
        return replace(
            plain,
            path=self._whole_path(arrival.path),
            goal=points(cost, reach.scale) if reach and not self._is_free(reach) else "",
            goal_is_hot=arrival.enemy_zoc or bool(arrival.overrun),
            aimed=self._hovered if arrival.overrun else None,
        )

    def _is_free(self, reach: Reach | None) -> bool:
        """Whether nothing in reach costs anything, as in a retreat or an advance."""
        return reach is None or not any(a.cost or a.left for a in reach.arrivals.values())

    def _summed(self, reach: Reach | None) -> Reach | None:
        """A reach beyond way points with costs from where the pieces stand, as the card tells them."""
        if reach is None or not self._route:
            return reach
        before = self._route.cost
        summed = {
            place: structs.replace(arrival, cost=arrival.cost + before)
            for place, arrival in reach.arrivals.items()
        }
        return structs.replace(reach, arrivals=summed)

    def hover(self, place: PlaceId) -> None:
        self._hovered = place

    def card(self, place: PlaceId) -> Card | None:
        if not self.pieces:
            return None
        found = self.arrival(place)
        if found is not None:
            return self._arrival_card(place, *found)
        if any(place in self.targets_of(kind) for kind in self.placers):
            return Card(place=place, title=place, lines=tuple(self._placing_lines(place)))
        if place == self.selection.place:
            return None
        refusal = self.why_not(place)
        return Card(place=place, title=place, refusal=refusal) if refusal else None

    def _arrival_card(self, place: PlaceId, kind: AnyKind, arrival: Arrival) -> Card:
        reach = self.reach_of(kind)
        path = self._whole_path(arrival.path)
        rules, is_free = self.session.rules, self._is_free(reach)
        told = () if is_free else rules.explain_move(self.offers.state, self.offers.side, self.pieces, path)
        trip = Trip(
            place=place,
            arrival=arrival,
            scale=reach.scale if reach else 1,
            before=self._route.cost,
            steps=len(path),
            told=told,
            foot=self._friendly_foot(place),
        )
        return trip_card(trip)

    def _friendly_foot(self, place: PlaceId) -> tuple[str, ...]:
        if self.offers.at(place) and place != self.selection.place:
            return ("A click selects this stack; drag, double-click or T moves here.",)
        return ()

    def _placing_lines(self, place: PlaceId) -> list[CardLine]:
        lines = []
        for kind in self.placers:
            if place in self.targets_of(kind):
                action = self._placing(kind, place)
                words = kind.describe(self.offers.state, action[0]) if action else kind.label
                lines.append(CardLine(text=words, rule=kind.rule))
        return lines

    def why_not(self, place: PlaceId) -> Refusal | None:
        """Why the pieces cannot go to a place: what the rules say of the way there that comes nearest."""
        for kind in self.movers:
            path = self._nearest_try(kind, place)
            action = assemble(kind, pieces=self.pieces, path=path) if path else None
            refusal = self.refusal(action) if action is not None else None
            if refusal is not None:
                return refusal
        for kind in self.placers:
            placing = self._placing(kind, place)
            refusal = self.refusal(placing[0]) if placing else None
            if refusal is not None:
                return refusal
        return Refusal("out of reach for these units") if self.movers else None

    def _nearest_try(self, kind: AnyKind, place: PlaceId) -> tuple[PlaceId, ...]:
        """The cheapest way to a neighbour of a place, and one step more."""
        reach, board = self.reach_of(kind), self.session.rules.board
        index = board.index.get(place)
        if index is None:
            return ()
        if reach is None:
            return self._first_step(index)
        tries: list[tuple[int, tuple[PlaceId, ...]]] = []
        for near in board.neighbors[index]:
            name = board.ids[near] if near >= 0 else ""
            if name == reach.start:
                tries.append((0, ()))
            elif name in reach.arrivals:
                tries.append((reach.arrivals[name].cost, reach.arrivals[name].path))
        return (*self._whole_path(min(tries)[1]), place) if tries else ()

    def _first_step(self, goal: int) -> tuple[PlaceId, ...]:
        """Nothing is in reach at all: a step towards a hex, for the rules to say what forbids every way."""
        board = self.session.rules.board
        start = board.index.get(self.selection.place or "")
        around = [near for near in board.neighbors[start] if near >= 0] if start is not None else []
        return (board.ids[min(around, key=lambda near: board.distance(near, goal))],) if around else ()

    # --- what happens -----------------------------------------------------------------------------------

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        if not self.pieces:
            return self._pick_up(place, piece)
        if way_point:
            return self._add_way_point(place)
        return self.drop(place)

    def _pick_up(self, place: PlaceId, piece: PieceId | None) -> Outcome:
        """Asked for by name with nothing selected: the first click says who goes."""
        for kind in (*self.movers, *self.placers):
            able = self.offers.able(kind, place)
            if able:
                self.selection.set(place, (piece,) if piece in able and piece is not None else able)
                self._reach, self._targets = {}, {}
                return Stay()
        return Leave()

    def drop(self, place: PlaceId) -> Outcome:
        if place == self.selection.place and not self._route:
            return Stay()
        choices = self.choices_at(place)
        if not choices:
            refusal = self.why_not(place)
            return Refuse(refusal) if refusal else Leave()
        if len(choices) == 1:
            return Do(choices[0].actions, choices[0].then)
        return Pick(self.session.place_title(place), choices)

    def confirm(self) -> Outcome:
        if self._hovered is not None and self._hovered != self.selection.place:
            return self.drop(self._hovered)
        if self._route:
            return self.drop(self._route.path[-1])
        return Stay()

    @property
    def is_ready(self) -> bool:
        return bool(self._route) or (
            bool(self.pieces) and self._hovered is not None and bool(self.choices_at(self._hovered))
        )

    def step_back(self) -> bool:
        return self._route.step_back()

    def choices_at(self, place: PlaceId) -> tuple[Choice, ...]:
        """Everything that takes the pieces to a place and is legal."""
        found = []
        for kind in self.movers:
            reach = self.reach_of(kind)
            arrival = reach.arrivals.get(place) if reach else None
            if arrival is not None and arrival.overrun:
                found.extend(self._overruns(kind, arrival, place))
                continue
            action = self._moving(kind, place)
            if action is not None and self.refusal(action) is None:
                found.append(self._with_cost(kind, action, place))
        for kind in self.placers:
            actions = self._placing(kind, place) if place in self.targets_of(kind) else ()
            if actions and self.refusal(actions[0]) is None:
                found.append(replace(self.offers.choice(kind, actions[0]), actions=actions))
        return tuple(found)

    def _overruns(self, kind: AnyKind, arrival: Arrival, place: PlaceId) -> list[Choice]:
        """The move up to the target, then the attack on it by whatever kind can take such an aim."""
        path = self._whole_path(arrival.path)[:-1]
        approach = assemble(kind, pieces=self.pieces, path=path) if path else None
        if approach is not None and self.refusal(approach) is not None:
            return []
        aims = [other for other in self.offers.available if other.shape is Shape.ATTACK]
        return [
            Choice(
                text=f"{aim.label}: {arrival.overrun}",
                actions=(approach,) if approach is not None else (),
                rule=aim.rule,
                places=(place,),
                then=Aim(aim.kind, place, self.pieces),
            )
            for aim in aims
        ]

    def choices(self) -> tuple[Choice, ...]:
        if not self.pieces:
            return super().choices()
        places: dict[PlaceId, None] = {}
        for kind in self.movers:
            reach = self.reach_of(kind)
            ordered = sorted(reach.arrivals.items(), key=lambda entry: entry[1].cost) if reach else []
            places.update(dict.fromkeys(place for place, _ in ordered))
        for kind in self.placers:
            places.update(dict.fromkeys(sorted(self.targets_of(kind))))
        return tuple(self._listed(place) for place in places)

    def _listed(self, place: PlaceId) -> Choice:
        found = self.arrival(place)
        if found is not None:
            kind, arrival = found
            reach = self.reach_of(kind)
            if arrival.overrun:
                overruns = self._overruns(kind, arrival, place)
                if overruns:
                    return overruns[0]
            action = assemble(kind, pieces=self.pieces, path=self._whole_path(arrival.path))
            before = self._route.cost
            note = f"{points(arrival.cost + before, reach.scale if reach else 1)} MP"
            text = f"{kind.label} to {self.session.place_title(place)}"
            text += " · enemy ZOC" if arrival.enemy_zoc else ""
            return Choice(
                text=text, actions=(action,) if action else (), note=note, rule=kind.rule, places=(place,)
            )
        kind = next(kind for kind in self.placers if place in self.targets_of(kind))
        actions = self._placing(kind, place)
        words = kind.describe(self.offers.state, actions[0]) if actions else kind.label
        return Choice(text=words, actions=actions, rule=kind.rule, places=(place,))

    def _with_cost(self, kind: AnyKind, action: Action, place: PlaceId) -> Choice:
        choice = self.offers.choice(kind, action)
        reach = self.reach_of(kind)
        arrival = reach.arrivals.get(place) if reach else None
        if reach is None or arrival is None:
            return choice
        before = self._route.cost
        return replace(choice, note=f"{points(arrival.cost + before, reach.scale)} MP")

    def _moving(self, kind: AnyKind, place: PlaceId) -> Action | None:
        if place in self._route.way_points[-1:]:
            return assemble(kind, pieces=self.pieces, path=self._route.path)
        reach = self.reach_of(kind)
        arrival = reach.arrivals.get(place) if reach else None
        if arrival is None:
            return None
        return assemble(kind, pieces=self.pieces, path=self._whole_path(arrival.path))

    def _placing(self, kind: AnyKind, place: PlaceId) -> tuple[Action, ...]:
        if takes(kind, "pieces"):
            whole = assemble(kind, pieces=self.pieces, at=place)
            return (whole,) if whole is not None else ()
        able = self.offers.subjects(kind)
        single = (assemble(kind, piece=piece, at=place) for piece in self.pieces if piece in able)
        return tuple(action for action in single if action is not None)

    def _whole_path(self, last: tuple[PlaceId, ...]) -> tuple[PlaceId, ...]:
        return (*self._route.path, *last)

    def _add_way_point(self, place: PlaceId) -> Outcome:
        found = self.arrival(place)
        if found is None:
            refusal = self.why_not(place)
            return Refuse(refusal) if refusal else Stay()
        kind, arrival = found
        leg = assemble(kind, pieces=self.pieces, path=arrival.path)
        whole = assemble(kind, pieces=self.pieces, path=self._whole_path(arrival.path))
        if leg is None or whole is None or arrival.overrun:
            return Refuse(Refusal("a way point cannot lie here"))
        refusal = self.refusal(whole)
        if refusal is not None:
            return Refuse(refusal)
        if not self._route.add(arrival.path, arrival.cost, leg):
            return Refuse(Refusal("dice would fall here, so the way cannot be planned beyond it"))
        return Stay()
