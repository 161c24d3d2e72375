"""``simulate``: many automatic games, on several processors, with what they show."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from math import sqrt
from pathlib import Path
from threading import Thread
from typing import Annotated

import msgspec
import typer

from app import __version__
from app.cli.games import JsonFlag
from app.cli.interrupting import PATIENCE, end_quietly, held_back, stop_helpers
from app.cli.options import OptionList, read_options
from app.cli.output import (
    FAULT,
    WRONG_CALL,
    CallFailed,
    leave,
    progress,
    tell,
    tell_error,
    tell_json,
    tell_table,
)
from engine.bots import Losses, Match, bot_names, make_bot
from engine.errors import EngineError
from engine.game import Game
from engine.issues import near_miss
from engine.protocol import Library
from engine.rules.registry import rules_of
from engine.rules.ruleset import GameRules
from engine.saves import Stamp, write_save
from engine.state.model import OptionValue

CONFIDENCE = 1.959964
"""Standard deviations of a 95 % interval."""


MOST_SEED = 2**62
"""Seeds above it would leave no room for the games after the first in what a save can hold."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker process needs to play one game."""

    reference: str
    options: dict[str, OptionValue]
    seed: int
    bots: dict[str, str]
    max_turns: int
    save_dir: str
    check_every: int


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game as ``--json`` shows it."""

    seed: int
    winner: str
    reason: str
    turns: int
    actions: int
    seconds: float
    cpu_seconds: float
    losses: dict[str, Losses]
    hash: str
    refused: int
    errors: tuple[str, ...]
    save: str


def register(application: typer.Typer) -> None:
    """Add the command."""
    application.command("simulate")(simulate)


def simulate(
    reference: Annotated[str, typer.Argument(metavar="REF", help="GAME/SCENARIO, or PATH#SCENARIO.")],
    *,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Game i has this seed + i.")] = 0,
    bot_axis: Annotated[str, typer.Option(help="Who plays the axis.")] = "random",
    bot_allied: Annotated[str, typer.Option(help="Who plays the allied side.")] = "random",
    max_turns: Annotated[int, typer.Option(min=0, help="Stop after so many turns; 0 plays all.")] = 0,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 takes one for each processor.")] = 0,
    save_dir: Annotated[Path | None, typer.Option(help="Save every game here.")] = None,
    check_every: Annotated[int, typer.Option(min=1, help="Actions between checks of the rules.")] = 25,
    option: OptionList = None,
    json: JsonFlag = False,
) -> None:
    """Play automatic games and sum them up."""
    found = Library().scenario(reference)
    bots = {"axis": known_bot(bot_axis), "allied": known_bot(bot_allied)}
    first = Order(
        reference=reference,
        options=read_options(found.module, option),
        seed=seed,
        bots={side.id: bots.get(side.id, "random") for side in found.module.sides},
        max_turns=max_turns,
        save_dir=str(made(save_dir)) if save_dir else "",
        check_every=check_every,
    )
    compiled(reference, tuple(sorted(first.options.items())))
    orders = [msgspec.structs.replace(first, seed=seed + number) for number in range(games)]
    results = sorted(play_all(orders, jobs or processors()), key=lambda played: played.seed)
    report(reference, first, results, as_json=json)


def known_bot(name: str) -> str:
    """The bot, if there is one of that name."""
    if name not in bot_names():
        hint = near_miss(name, bot_names()) or f"known: {', '.join(bot_names())}"
        raise CallFailed(f"there is no bot '{name}'; {hint}", WRONG_CALL)
    return name


def made(folder: Path) -> Path:
    """The folder, created if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = f"{folder}: cannot be made: {error.strerror}; choose another folder"
        raise CallFailed(text) from error
    return folder


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_all(orders: list[Order], jobs: int) -> Iterator[Played]:
    """Play games, several at once; they come as they end."""
    with progress("playing", len(orders)) as bar:
        for played in play_each(orders, min(jobs, len(orders))):
            bar.advance(bar.task_ids[0])
            yield played


def play_each(orders: list[Order], jobs: int) -> Iterator[Played]:
    """Play games in this process or in others."""
    if jobs == 1:
        yield from map(play_one, orders)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=end_quietly)
    try:
        with held_back():
            waiting = [pool.submit(play_one, order) for order in orders]
        for done in as_completed(waiting):
            yield done.result()
    except BaseException:
        stop_helpers()
        waits = Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        waits.start()  # a helper that ends in the wrong moment takes a lock with it
        waits.join(PATIENCE)
        raise
    pool.shutdown()


@lru_cache(maxsize=4)
def compiled(reference: str, options: tuple[tuple[str, OptionValue], ...]) -> GameRules:
    """The rules of a scenario, made ready once a process."""
    found = Library().scenario(reference)
    return rules_of(found.module, found.scenario, dict(options))


def play_one(order: Order) -> Played:
    """Play one game to its end."""
    rules = compiled(order.reference, tuple(sorted(order.options.items())))
    bots = {side: make_bot(name, order.seed, side) for side, name in order.bots.items()}
    match = Match(
        rules=rules,
        seed=order.seed,
        bots=bots,
        max_turns=order.max_turns,
        check_every=order.check_every,
        game=Game(rules, order.seed) if order.save_dir else None,
    )
    began, busy = time.perf_counter(), time.process_time()
    result = match.play()
    return Played(
        seed=order.seed,
        winner=result.winner,
        reason=result.reason,
        turns=result.turns,
        actions=result.actions,
        seconds=round(time.perf_counter() - began, 4),
        cpu_seconds=round(time.process_time() - busy, 4),
        losses=dict(result.losses),
        hash=result.hash,
        refused=result.refused,
        errors=result.errors,
        save=keep(order, match.game) if match.game else "",
    )


def keep(order: Order, game: Game) -> str:
    """Save a game that was played; names the file."""
    path = Path(order.save_dir) / f"{game.rules.scenario.id}-{order.seed}.hexsave"
    module_path = order.reference.rpartition("#")[0]
    try:
        write_save(path, game, stamp=Stamp(program=__version__, module_path=module_path))
    except EngineError as error:
        raise CallFailed(str(error)) from error
    return str(path)


def report(reference: str, order: Order, results: list[Played], *, as_json: bool) -> None:
    """Print games and summary; a refused action or a fault of the rules is a fault of the module."""
    summary = summed_up(order, results)
    if as_json:
        head = {"reference": reference, "options": order.options, "bots": order.bots}
        tell_json({**head, "games": results, "summary": summary})
    else:
        show(reference, results, summary)
        for played in results:
            for fault in played.errors:
                tell_error(f"seed {played.seed}: {fault}")
    leave(FAULT if any(played.refused or played.errors for played in results) else 0)


def summed_up(order: Order, results: list[Played]) -> dict[str, object]:
    """Win rates with their confidence intervals, lengths, speed, faults."""
    outcomes = (*order.bots, "draw", "none")
    count = len(results)
    actions = sum(played.actions for played in results)
    return {
        "games": count,
        "wins": {name: rate_of(sum(p.winner == name for p in results), count) for name in outcomes},
        "mean_turns": round(sum(played.turns for played in results) / count, 2),
        "mean_actions": round(actions / count, 1),
        "mean_losses": {side: mean_losses(results, side) for side in order.bots},
        "actions": actions,
        "seconds": round(sum(played.seconds for played in results), 3),
        "actions_per_second": per(actions, sum(played.seconds for played in results)),
        "actions_per_cpu_second": per(actions, sum(played.cpu_seconds for played in results)),
        "refused": sum(played.refused for played in results),
        "errors": sum(len(played.errors) for played in results),
    }


def rate_of(wins: int, games: int) -> dict[str, float]:
    """A share of games with its 95 % interval after Wilson, which also holds near 0 and 1."""
    share, squared = wins / games, CONFIDENCE**2
    middle = (share + squared / (2 * games)) / (1 + squared / games)
    spread = CONFIDENCE * sqrt(share * (1 - share) / games + squared / (4 * games**2)) / (1 + squared / games)
    return {
        "games": wins,
        "rate": round(share, 4),
        "low": round(max(0.0, middle - spread), 4),
        "high": round(min(1.0, middle + spread), 4),
    }


def mean_losses(results: list[Played], side: str) -> dict[str, float]:
    """What a side lost in the mean."""
    return {
        "units": round(sum(played.losses[side].units for played in results) / len(results), 2),
        "steps": round(sum(played.losses[side].steps for played in results) / len(results), 2),
    }


def per(count: int, seconds: float) -> float:
    """A rate; 0 where no time was measured."""
    return round(count / seconds, 1) if seconds else 0.0


def show(reference: str, results: list[Played], summary: dict[str, object]) -> None:
    """Games and summary for people."""
    rows = [(p.seed, p.winner, p.turns, p.actions, f"{p.seconds:.2f}", p.reason) for p in results[:20]]
    tell_table(reference, ("seed", "winner", "turns", "actions", "seconds", "reason"), rows)
    if len(results) > len(rows):
        tell(f"... and {len(results) - len(rows)} more")
    wins = summary["wins"]
    assert isinstance(wins, dict)
    for name, rate in wins.items():
        if rate["games"]:
            low, high = f"{rate['low']:.0%}", f"{rate['high']:.0%}"
            tell(f"{name}: {rate['games']} of {len(results)} ({rate['rate']:.0%}, 95 % sure {low} to {high})")
    tell(f"{summary['actions']} actions, {summary['actions_per_second']} a second and processor")
    tell(f"refused actions: {summary['refused']}, faults of the rules: {summary['errors']}")
