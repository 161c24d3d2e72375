"""Victory: sudden death, the campaign and the short versions (8.1 to 8.7, ruling 35).

Places count by control, the last side to enter them. Cairo is its three hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.ids import PlaceId, SideId
from engine.kit.supply import connected
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules import mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import ALLIED, AXIS, data

Test = Callable[[AfrikaGame, State], bool]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins and why."""

    winner: str
    reason: str
    rule: str


def holds(game: AfrikaGame, state: State, side: SideId, *towns: str) -> bool:
    """Whether a side controls all of these towns."""
    return all(state.control.get(place) == side for town in towns for place in hexes_of(game, town))


def hexes_of(game: AfrikaGame, town: str) -> tuple[PlaceId, ...]:
    """The hexes of a town: one, or the three of Cairo."""
    if town == "Cairo":
        return tuple(game.place(i) for i in sorted(game.cairo))
    return (game.towns[town],)


# --- sudden death and campaign (8.1) ---------------------------------------------------------------


def sudden_death(game: AfrikaGame, state: State) -> Verdict | None:
    """The Axis wins at the end of any Commonwealth player turn with Alexandria and all of Cairo."""
    if holds(game, state, AXIS, "Alexandria", "Cairo"):
        return Verdict(AXIS, "The Axis holds Alexandria and Cairo: sudden death.", "8.1")
    return None


def campaign(game: AfrikaGame, state: State) -> Verdict:
    """Judgement at the end of turn 28."""
    axis = holds(game, state, AXIS, "Bardia", "Tobruk", "Benghazi")
    allied = holds(game, state, ALLIED, "Mersa Matruh", "Bardia", "Tobruk")
    if axis and not allied:
        return Verdict(AXIS, "The Axis holds Bardia, Tobruk and Benghazi at the end.", "8.1")
    if allied and not axis:
        return Verdict(ALLIED, "The Commonwealth holds Mersa Matruh, Bardia and Tobruk at the end.", "8.1")
    return Verdict("draw", "Neither side meets its conditions at the end.", "8.1")


# --- short versions ------------------------------------------------------------------------------------


def invasion(game: AfrikaGame, state: State) -> Verdict:
    """8.3: Mersa Matruh."""
    if holds(game, state, AXIS, "Mersa Matruh"):
        return Verdict(AXIS, "The Italians have taken Mersa Matruh.", "8.3")
    return Verdict(ALLIED, "Mersa Matruh is not in Axis hands.", "8.3")


def compass(game: AfrikaGame, state: State) -> Verdict:
    """8.4: all Mussolini units that stood east of the line destroyed, Tobruk and Benghazi taken."""
    alive = survivors(state)
    if not alive and holds(game, state, ALLIED, "Tobruk", "Benghazi"):
        reason = "The Italian units east of the line are destroyed, Tobruk and Benghazi are taken."
        return Verdict(ALLIED, reason, "8.4")
    reason = (
        f"{len(alive)} of the Italian units east of the line survived."
        if alive
        else "The Commonwealth does not hold both Tobruk and Benghazi."
    )
    return Verdict(AXIS, reason, "8.4")


def survivors(state: State) -> tuple[str, ...]:
    """Mussolini units that stood east of A47 at set-up and have not died (8.4)."""
    held = data(state)
    return tuple(name for name in held.stood_east if name not in held.died)


def wire(game: AfrikaGame, state: State) -> Verdict:
    """8.5: two of Benghazi, Tobruk and Bardia."""
    taken = [town for town in ("Benghazi", "Tobruk", "Bardia") if holds(game, state, AXIS, town)]
    if len(taken) >= 2:
        return Verdict(AXIS, f"The Axis has retaken {' and '.join(taken)}.", "8.5")
    return Verdict(ALLIED, "The Axis has not retaken two of Benghazi, Tobruk and Bardia.", "8.5")


def crusader(game: AfrikaGame, state: State) -> Verdict:
    """8.6: a land path free of EZOCs and enemies from Tobruk to Mersa Matruh."""
    if relief_path(game, state):
        return Verdict(ALLIED, "Tobruk is relieved.", "8.6")
    return Verdict(AXIS, "Tobruk is not relieved.", "8.6")


def relief_path(game: AfrikaGame, state: State) -> tuple[int, ...]:
    """The path that relieves Tobruk, in hex numbers; empty if there is none.

    Hexes passable on foot, never west of Tobruk's column, free of enemy units and EZOCs (a friendly unit does
    not negate here), between two towns in Commonwealth hands.
    """
    if not holds(game, state, ALLIED, "Tobruk", "Mersa Matruh"):
        return ()
    board, situation = game.board, game.situation(state)
    start, goal = (board.index[game.towns[town]] for town in ("Tobruk", "Mersa Matruh"))
    closed = situation.zoc[AXIS] | situation.units[AXIS].keys()
    west = board.column[start]
    ways = game.ground.roads[0].steps

    def may_go(i: int, j: int) -> bool:
        return j in ways[i] and j not in closed and board.column[j] >= west

    if start in closed:
        return ()
    came = connected(board.neighbors, (start,), may_go)
    if goal not in came:
        return ()
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def gazala(game: AfrikaGame, state: State) -> Verdict:
    """8.7: Tobruk, Mersa Matruh and El Alamein."""
    if holds(game, state, AXIS, "Tobruk", "Mersa Matruh", "El Alamein"):
        return Verdict(AXIS, "The Axis has taken Tobruk, Mersa Matruh and El Alamein.", "8.7")
    return Verdict(ALLIED, "The Axis has not taken Tobruk, Mersa Matruh and El Alamein.", "8.7")


SHORT: Mapping[str, Callable[[AfrikaGame, State], Verdict]] = {
    "italian-invasion": invasion,
    "operation-compass": compass,
    "race-to-the-wire": wire,
    "operation-crusader": crusader,
    "gazala": gazala,
}


# --- judging -------------------------------------------------------------------------------------------


def is_short(game: AfrikaGame) -> bool:
    """Whether the short version is played."""
    return game.options.get("version") == "short"


def last_turn(game: AfrikaGame) -> int:
    """The last turn of the version played."""
    version = next(found for found in game.scenario.versions if found.id == game.options.get("version"))
    return version.last_turn


def judge_now(game: AfrikaGame, state: State) -> Verdict:
    """Who would win if the game ended now."""
    if is_short(game) and game.scenario.id in SHORT:
        return SHORT[game.scenario.id](game, state)
    return campaign(game, state)


def end_of_allied_turn(game: AfrikaGame, r: Resolution) -> None:
    """Judges at the end of a Commonwealth player turn: Mussolini, sudden death, the last turn."""
    mussolini.judge_at_end_of_turn(game, r)
    if r.state.over is not None:
        return
    verdict = sudden_death(game, r.state)
    if verdict is None and r.state.turn >= last_turn(game):
        verdict = judge_now(game, r.state)
    if verdict is not None:
        r.finish(verdict.winner, verdict.reason, verdict.rule)


def conditions_of(game: AfrikaGame) -> Iterator[Test]:
    """One test for each victory line of the version played, in the module's order."""
    version = next(found for found in game.scenario.versions if found.id == game.options.get("version"))
    for condition in version.victory:
        yield _test_of(condition.side or "draw", condition.rule, sudden=condition.sudden)


def _test_of(side: str, rule: str, *, sudden: bool) -> Test:
    if rule == mussolini.RULE:
        return lambda game, state: mussolini.is_in_force(game, state) and mussolini.is_violated(game, state)
    if sudden:
        return lambda game, state: sudden_death(game, state) is not None
    return lambda game, state: judge_now(game, state).winner == side


def standing(game: AfrikaGame, state: State, rule: str) -> str:
    """Where a victory line stands now, in a few words."""
    if rule == mussolini.RULE:
        divisions, mobile = mussolini.tally(game, state)
        waived = " (waived)" if data(state).mussolini_waived else ""
        return f"{divisions} divisions, {mobile} exploit-capable{waived}"
    if rule == "8.4":
        return f"{len(survivors(state))} of {len(data(state).stood_east)} survive"
    if rule == "8.6":
        return "path open" if relief_path(game, state) else "no path"
    owners = {
        town: "Axis" if holds(game, state, AXIS, town) else "CW" if holds(game, state, ALLIED, town) else "-"
        for town in TOWNS.get(rule, TOWNS["8.1"])
    }
    return ", ".join(f"{town} {owner}" for town, owner in owners.items())


TOWNS: Mapping[str, tuple[str, ...]] = {
    "8.1": ("Benghazi", "Tobruk", "Bardia", "Mersa Matruh", "Alexandria", "Cairo"),
    "8.3": ("Mersa Matruh",),
    "8.5": ("Benghazi", "Tobruk", "Bardia"),
    "8.7": ("Tobruk", "Mersa Matruh", "El Alamein"),
}
