"""Who may attack what in a regular combat phase, and why not (3.0, 3.1, ruling 18).

Units attack a neighboring hex over any hexside that is not impassable; each hex is attacked once in a
phase and each unit attacks once. Attack strength 0 alone does not attack. Artillery is named with the
declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.state.memo import Memo
from engine.state.model import State
from modules.afrika.rules.artillery import refuse_support
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.state import data, other

RULE = "series 8.0"


class Chance(NamedTuple):
    """What could attack one hex: units with their strength, and artillery that could support them."""

    attackers: tuple[PieceId, ...]
    artillery: tuple[PieceId, ...]


class AttackRules:
    """Answers about attacks in one compiled game; remembers the targets of the last positions."""

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._chances: Memo[Mapping[int, Chance]] = Memo(4)

    def chances(self, state: State, side: SideId) -> Mapping[int, Chance]:
        """Every hex a side could attack now, with all that could take part."""
        key = (state.pieces, data(state).record, side)
        return self._chances.get(key, lambda: self._find(state, side))

    def _find(self, state: State, side: SideId) -> Mapping[int, Chance]:
        game, field, record = self.game, battlefield(self.game), data(state).record
        situation = game.situation(state)
        mine, busy = situation.units[side], frozenset((*record.attackers, *record.artillery))
        found: dict[int, Chance] = {}
        for target in situation.units[other(side)]:
            origins = [j for j in field.neighbors(target) if j in mine]
            if not origins or game.place(target) in record.targets:
                continue
            near = [name for j in origins for name in mine[j] if name not in busy]
            attackers = tuple(name for name in near if not game.units[name].artillery)
            if any(game.attack(state, name) for name in attackers):
                guns = tuple(name for name in near if game.units[name].artillery)
                found[target] = Chance(attackers=attackers, artillery=guns)
        return found

    # --- refusals --------------------------------------------------------------------------------------

    def refuse_target(self, state: State, side: SideId, target: PlaceId) -> Refusal | None:
        """Why a hex cannot be attacked at all."""
        number = self.game.number(target)
        if number < 0:
            return Refusal(f"there is no hex {target}", code="UNKNOWN_ID", places=(target,))
        title = self.game.place_name(target)
        if not self.game.situation(state).at(other(side), number):
            return Refusal(f"no enemy units stand in {title}", RULE, places=(target,))
        if not self.game.is_hex(number):
            return Refusal("there is no combat in Tripoli or its connecting box", "1.7", places=(target,))
        if target in data(state).record.targets:
            return Refusal(f"{title} has been attacked in this phase", RULE, places=(target,))
        return None

    def refuse_unit(self, state: State, side: SideId, piece: PieceId, target: int) -> Refusal | None:
        """Why a unit cannot attack a hex."""
        game = self.game
        unit = game.units.get(piece)
        if unit is None:
            known = piece in state.pieces
            text = f"{game.names.get(piece, piece)} is no unit" if known else f"there is no piece {piece}"
            return Refusal(
                text, "2.2" if known else "", code="ILLEGAL" if known else "UNKNOWN_ID", pieces=(piece,)
            )
        if unit.side != side:
            return Refusal(f"{unit.name} belongs to the enemy", RULE, pieces=(piece,))
        if unit.artillery:
            return refuse_support(game, state, side, piece, target)
        if piece in data(state).record.attackers:
            return Refusal(f"{unit.name} has attacked in this phase", RULE, pieces=(piece,))
        return self._refuse_place(state, piece, target)

    def _refuse_place(self, state: State, piece: PieceId, target: int) -> Refusal | None:
        game, unit = self.game, self.game.units[piece]
        here, title = game.number(state.pieces[piece].at), game.place_name(game.place(target))
        if here in battlefield(game).neighbors(target):
            return None
        if game.is_hex(here) and here in game.board.neighbors[target]:
            text = f"no attack crosses the impassable hexside between {unit.name} and {title}"
            return Refusal(text, RULE, pieces=(piece,), places=(game.place(target),))
        text = f"{unit.name} is not next to {title}"
        return Refusal(text, RULE, pieces=(piece,), places=(game.place(target),))

    def refuse(
        self,
        state: State,
        side: SideId,
        target: PlaceId,
        named: tuple[tuple[PieceId, ...], tuple[PieceId, ...]],
    ) -> Refusal | None:
        """Why these attackers and this artillery cannot attack a hex together."""
        attackers, artillery = named
        everybody = (*attackers, *artillery)
        refusal = self.refuse_target(state, side, target)
        if refusal is not None:
            return refusal
        if not attackers:
            return Refusal("an attack needs at least one attacker", RULE, code="BAD_REQUEST")
        if len(set(everybody)) < len(everybody):
            return Refusal("a unit is named twice", RULE, code="BAD_REQUEST", pieces=everybody)
        number = self.game.number(target)
        for piece in attackers:
            refusal = self.refuse_unit(state, side, piece, number)
            if refusal is not None:
                return refusal
        for piece in artillery:
            refusal = refuse_support(self.game, state, side, piece, number)
            if refusal is not None:
                return refusal
        if not any(self.game.attack(state, piece) for piece in attackers):
            return Refusal(
                "units without attack strength cannot attack by themselves", "3.1", pieces=attackers
            )
        return None
