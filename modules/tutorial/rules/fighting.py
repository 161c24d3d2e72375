"""The combat phase of First Steps (3): choose a hex, choose who attacks it, roll one die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.combat import CombatResult, ResultsTable, level_text, odds_level, shifted
from engine.play.action import Action, ActionKind, Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.preview import Force, ForceLine, Modifier, Preview
from modules.tutorial.rules.ground import FOUGHT, Ground
from modules.tutorial.rules.moving import take_town

CRT = "crt"


class Attack(Action, frozen=True, tag="attack"):
    """Units attack a hex next to them."""

    target: PlaceId
    attackers: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """Strengths of a battle, its column before and after the shifts."""

    attack: int
    defense: int
    base: int
    final: int
    modifiers: tuple[Modifier, ...]


class AttackKind(ActionKind[Attack]):
    """Attacking (3.1)."""

    kind = "attack"
    action = Attack
    shape = Shape.ATTACK
    label = "Attack"
    rule = "3.1"

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.results = ResultsTable(ground.table.module.chart(CRT))

    # --- what may be done -------------------------------------------------------------------------

    def fighters(self, state: State, side: SideId, target: PlaceId) -> tuple[PieceId, ...]:
        """Units that can attack a hex: next to it, and not yet in a battle this turn."""
        board = self.ground.board
        around = {j for j in board.neighbors[board.index[target]] if j >= 0}
        return tuple(
            piece
            for piece in self.ground.own(state, side)
            if self.ground.at(state, piece) in around
            and FOUGHT not in state.pieces[piece].marks
            and self.ground.value(state, piece, "attack") > 0
        )

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        enemies = sorted(self.ground.enemy_hexes(state, side))
        names = (self.ground.board.ids[i] for i in enemies)
        wanted = set(pieces)
        return tuple(n for n in names if self._is_fresh(state, n) and (f := self.fighters(state, side, n))
                     and wanted <= set(f))  # fmt: skip

    def _is_fresh(self, state: State, place: PlaceId) -> bool:
        return all(FOUGHT not in state.pieces[piece].marks for piece in state.stacks.get(place, ()))

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return self.targets(state, side, ())

    def check(self, state: State, side: SideId, action: Attack) -> Refusal | None:
        if action.target not in self.ground.board.index:
            return Refusal(f"there is no hex {action.target}", code="UNKNOWN_ID")
        if self.ground.board.index[action.target] not in self.ground.enemy_hexes(state, side):
            return Refusal("no enemy is there", rule="3.1", places=(action.target,))
        if not self._is_fresh(state, action.target):
            return Refusal("that hex was attacked already", rule="3.1", places=(action.target,))
        if not action.attackers or len(set(action.attackers)) != len(action.attackers):
            return Refusal("name the units that attack", rule="3.1", code="BAD_REQUEST")
        able = self.fighters(state, side, action.target)
        wrong = tuple(piece for piece in action.attackers if piece not in able)
        if wrong:
            return Refusal("only units next to it that have not fought may attack", rule="3.1", pieces=wrong)
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Attack]:
        for target in self.targets(state, side, ()):
            able = self.fighters(state, side, target)
            if piece not in (None, target, *able):
                continue
            yield Attack(target=target, attackers=able)
            if len(able) > 1:
                yield from (Attack(target=target, attackers=(one,)) for one in able)

    # --- odds ------------------------------------------------------------------------------------------

    def odds(self, state: State, action: Attack) -> Odds:
        """Strengths and column of a battle (3.2, 3.3)."""
        ground = self.ground
        attack = sum(ground.value(state, piece, "attack") for piece in action.attackers)
        defense = sum(ground.value(state, p, "defense") for p in state.stacks.get(action.target, ()))
        base = self.results.column(attack, max(1, defense))
        there = ground.board.index[action.target]
        terrain = ground.board.terrain[there]
        sides = [
            ground.side_shift(here, there)
            for piece in action.attackers
            if (here := ground.at(state, piece)) is not None
        ]
        cover, barrier = ground.cover.get(terrain, 0), max(sides, default=0)
        modifiers = (
            Modifier(text=f"defends in {terrain}", rule="3.3", value=cover or -1, applies=_yes(cover)),
            Modifier(text="all attack over a river", rule="3.3", value=barrier or -1, applies=_yes(barrier)),
        )
        shift = sum(m.value for m in modifiers if m.applies == "yes")
        return Odds(attack, defense, base, shifted(base, shift, self.results.width), modifiers)

    def chance_of_retreat(self, column: int) -> float:
        """How likely the defender must retreat in a column."""
        return self.results.outlook(column).chance_of_retreat

    def preview(self, state: State, side: SideId, action: Attack) -> Preview | None:
        odds = self.odds(state, action)
        outlook = self.results.outlook(odds.final)
        defenders = state.stacks.get(action.target, ())
        other = next((state.pieces[piece].owner for piece in defenders), "")
        return Preview(
            title=f"Attack on {self.ground.table.place_name(action.target)}",
            target=action.target,
            attacker=self._force(state, side, action.attackers, "attack"),
            defender=self._force(state, other, defenders, "defense"),
            odds=level_text(odds_level(odds.attack, max(1, odds.defense))),
            columns=self.results.labels,
            base=odds.base,
            final=odds.final,
            modifiers=odds.modifiers,
            results=outlook.told,
            out_of=outlook.out_of,
            mean_attacker_loss=outlook.mean_attacker_loss(),
            mean_defender_loss=outlook.mean_defender_loss(),
        )

    def _force(self, state: State, side: SideId, pieces: Iterable[PieceId], name: str) -> Force:
        lines = tuple(
            ForceLine(
                piece=piece,
                name=self.ground.table.name(piece),
                printed=float(self.ground.value(state, piece, name)),
                factors=(),
                strength=float(self.ground.value(state, piece, name)),
            )
            for piece in pieces
        )
        return Force(side=side, lines=lines, total=sum(line.strength for line in lines))

    # --- the battle --------------------------------------------------------------------------------------

    def apply(self, r: Resolution, side: SideId, action: Attack) -> None:
        odds = self.odds(r.state, action)
        defenders = r.state.stacks.get(action.target, ())
        table, label = self.ground.table, self.results.labels[odds.final]
        (die,) = r.roll(f"attack on {action.target}")
        result = self.results.result(die, odds.final)
        text = (
            f"{table.names(action.attackers)} against {table.place_name(action.target)}: {odds.attack} to "
            f"{odds.defense}, column {label}, roll {die}: {result.text}."
        )
        pieces = (*action.attackers, *defenders)
        r.emit("combat", text, rule="3.4", side=side, pieces=pieces, places=(action.target,), dice=(die,))
        r.mark(pieces, FOUGHT)
        self._lose(r, action.attackers, result.attacker_loss)
        self._lose(r, defenders, result.defender_loss)
        self._retreat(r, side, action.target, result)
        if not r.state.stacks.get(action.target):
            self._advance(r, side, action)

    def _lose(self, r: Resolution, pieces: Iterable[PieceId], steps: int) -> None:
        """Steps are lost by the strongest first (3.5)."""
        for _ in range(steps):
            alive = [piece for piece in pieces if r.state.pieces[piece].at is not None]
            if not alive:
                return
            piece = max(alive, key=lambda name: (r.state.pieces[name].steps, name))
            left = r.state.pieces[piece].steps - 1
            name = self.ground.table.name(piece)
            if left > 0:
                r.update(piece, steps=left)
                r.emit("reduced", f"{name} loses a step.", rule="3.5", pieces=(piece,))
            else:
                r.move(piece, None)
                r.emit("eliminated", f"{name} is eliminated.", rule="3.5", pieces=(piece,))

    def _retreat(self, r: Resolution, side: SideId, target: PlaceId, result: CombatResult) -> None:
        """Defenders told to retreat go one hex, away from the attacker; who cannot is eliminated (3.6)."""
        if not result.defender_retreat:
            return
        for piece in tuple(r.state.stacks.get(target, ())):
            goal = self._way_out(r.state, side, target, r.state.pieces[piece].owner)
            name = self.ground.table.name(piece)
            if goal is None:
                r.move(piece, None)
                r.emit("eliminated", f"{name} has no way out and is eliminated.", rule="3.6", pieces=(piece,))
            else:
                r.move(piece, goal)
                r.emit("retreated", f"{name} retreats to {self.ground.table.place_name(goal)}.", rule="3.6",
                       pieces=(piece,), places=(target, goal))  # fmt: skip

    def _way_out(self, state: State, attacker: SideId, target: PlaceId, owner: SideId) -> PlaceId | None:
        ground = self.ground
        here = ground.board.index[target]
        zone, enemies = ground.enemy_zone(state, owner), ground.enemy_hexes(state, owner)
        free = [
            j
            for j, _ in ground.network.exits[here]
            if j not in enemies and j not in zone and not ground.is_full(state, ground.board.ids[j], 1)
        ]
        if not free:
            return None
        foes = [i for i in enemies if ground.board.distance(i, here) <= 2]
        best = max(free, key=lambda j: (min((ground.board.distance(i, j) for i in foes), default=9), -j))
        return ground.board.ids[best]

    def _advance(self, r: Resolution, side: SideId, action: Attack) -> None:
        """The strongest attacker left goes into the empty hex (3.7)."""
        alive = [piece for piece in action.attackers if r.state.pieces[piece].at is not None]
        if not alive:
            return
        piece = max(alive, key=lambda name: (self.ground.value(r.state, name, "attack"), name))
        start = r.state.pieces[piece].at or ""
        r.move(piece, action.target)
        text = f"{self.ground.table.name(piece)} advances to {self.ground.table.place_name(action.target)}."
        r.emit("advanced", text, rule="3.7", side=side, pieces=(piece,), places=(start, action.target))
        take_town(self.ground, r, side, action.target)

    def describe(self, state: State, action: Attack) -> str:
        where = self.ground.table.place_name(action.target)
        return f"Attack {where} with {self.ground.table.names(action.attackers)}"


def _yes(value: int) -> str:
    return "yes" if value else "no"
