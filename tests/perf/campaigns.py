"""Plays whole campaigns under watch and writes what came out into ``resources/docs/performance.md``:

``.venv/bin/python -m tests.perf.campaigns [--minutes N] [--seed S] [--results FILE]``

All listed scenarios by turns, five pairings of bots, and each option of the module that the scenario leaves
free. At every action the invariants of the rules are checked, at every fiftieth JSON, undo and redo, and at
the end the save is played again. ``--results FILE`` keeps each game as a line of JSON; games already in it
are counted, too, so that an interrupted run can go on.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path
from typing import Any

from engine.bots import make_bot
from engine.errors import EngineError
from engine.game import Game
from tests.playthroughs.watching import Sort, Watched, rules_of, sorts

TARGET = Path(__file__).resolve().parents[2] / "resources" / "docs" / "performance.md"
HEAD = "\n## Campaigns under watch\n"
PAIRINGS = (
    ("greedy", "random"),
    ("random", "greedy"),
    ("random", "random"),
    ("mixed", "mixed"),
    ("greedy", "greedy"),
)


class Campaign(Watched):
    """A watched game between two bots with options."""

    def __init__(self, sort: Sort, options: dict[str, Any], pairing: tuple[str, str], seed: int) -> None:
        super().__init__(sort, "random", seed)
        rules = rules_of(sort)
        self.rules = compile_again(sort, options)
        self.name = f"{sort.scenario}-{'-'.join(pairing)}-{seed}"
        self.game = Game(self.rules, seed)
        sides = [side.id for side in rules.module.sides]
        self.bots = {side: make_bot(bot, seed, side) for side, bot in zip(sides, pairing, strict=True)}


def compile_again(sort: Sort, options: dict[str, Any]) -> Any:
    """The rules with other options than the usual ones."""
    from engine.rules.registry import FREE_PLAY, find_ruleset

    module = rules_of(sort).module
    ruleset = find_ruleset(module.ruleset or FREE_PLAY)
    return ruleset.compile(module, sort.scenario, {"version": sort.version, **options})


def option_sets(sort: Sort) -> list[dict[str, Any]]:
    """The usual options, and each other value of each option by itself, where the scenario allows it."""
    found: list[dict[str, Any]] = [{}]
    for option in rules_of(sort).module.options:
        values: list[Any] = [value.id for value in option.values] or [True, False]
        found += [{option.id: value} for value in values if value != option.default]
    return [options for options in found if is_allowed(sort, options)]


def is_allowed(sort: Sort, options: dict[str, Any]) -> bool:
    """Whether the scenario leaves these options free."""
    try:
        compile_again(sort, options)
    except EngineError:
        return False
    return True


def games(seed: int) -> Iterator[tuple[Sort, dict[str, Any], tuple[str, str], int]]:
    """Games without end, all sorts in turn."""
    campaigns = sorts(campaign=True)
    options = {sort: cycle(option_sets(sort)) for sort in campaigns}
    numbers = count(seed)
    while True:
        for sort in campaigns:
            for pairing in PAIRINGS:
                yield sort, next(options[sort]), pairing, next(numbers)


def played(sort: Sort, options: dict[str, Any], pairing: tuple[str, str], seed: int) -> dict[str, Any]:
    """One game as a record."""
    campaign = Campaign(sort, options, pairing, seed)
    fault = ""
    try:
        campaign.play()
    except (AssertionError, EngineError) as error:
        fault = f"{type(error).__name__}: {error}"
    state = campaign.game.state
    return {
        "scenario": sort.scenario,
        "pair": pairing,
        "options": options,
        "seed": seed,
        "winner": state.over.winner if state.over else "none",
        "turn": state.turn,
        "actions": campaign.game.count,
        "error": fault,
    }


def table_of(records: list[dict[str, Any]]) -> str:
    """The section of the document."""
    faults = sum(bool(record.get("error")) for record in records)
    actions = sum(record["actions"] for record in records)
    text = f"{HEAD}\n{len(records)} whole campaigns, {actions:,} actions, {faults} faults"
    text += " (`python -m tests.perf.campaigns`): invariants at every action, JSON, undo and redo at every\n"
    text += "fiftieth, the save played again at the end. Options by turns: "
    shown = {f"{k} {str(v).lower()}" for record in records for k, v in record["options"].items()}
    text += f"{', '.join(sorted(shown))}.\n\n"
    text += "| scenario | axis v allied | games | axis | allied | draw | last turn | actions |\n"
    text += "|---|---|---|---|---|---|---|---|\n"
    for scenario in dict.fromkeys(record["scenario"] for record in records):
        for pairing in PAIRINGS:
            here = [r for r in records if r["scenario"] == scenario and tuple(r["pair"]) == pairing]
            if here:
                text += row_of(scenario, pairing, here)
    return text


def row_of(scenario: str, pairing: tuple[str, str], records: list[dict[str, Any]]) -> str:
    """One line of the table."""
    wins = [str(sum(r["winner"] == name for r in records)) for name in ("axis", "allied", "draw")]
    turns = sum(r["turn"] for r in records) / len(records)
    actions = sum(r["actions"] for r in records) / len(records)
    cells = [scenario, " v ".join(pairing), str(len(records)), *wins, f"{turns:.1f}", f"{actions:,.0f}"]
    return f"| {' | '.join(cells)} |\n"


def write(records: list[dict[str, Any]]) -> None:
    """Put the section in the place of the old one, or at the end."""
    text = TARGET.read_text(encoding="utf-8")
    old = re.compile(re.escape(HEAD) + r".*?(?=\n## |\Z)", re.DOTALL)
    text = old.sub("", text).rstrip("\n") + "\n" + table_of(records)
    TARGET.write_text(text, encoding="utf-8")


def main() -> None:
    """Play, keep, write."""
    arguments = argparse.ArgumentParser(description="Plays whole campaigns under watch.")
    arguments.add_argument("--minutes", type=float, default=20)
    arguments.add_argument("--seed", type=int, default=50_000)
    arguments.add_argument("--results", type=Path, default=None)
    chosen = arguments.parse_args()
    records: list[dict[str, Any]] = []
    if chosen.results and chosen.results.exists():
        records = [json.loads(line) for line in chosen.results.read_text(encoding="utf-8").splitlines()]
    until = time.monotonic() + chosen.minutes * 60
    for order in games(chosen.seed + len(records)):
        if time.monotonic() > until:
            break
        records.append(played(*order))
        if chosen.results:
            with chosen.results.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(records[-1]) + "\n")
    write(records)
    sys.stdout.write(f"{len(records)} games\n")


if __name__ == "__main__":
    main()
