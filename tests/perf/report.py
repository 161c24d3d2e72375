"""Writes ``resources/docs/performance.md``: run ``python3 run.py test`` first, then from the checkout

``.venv/bin/python -m tests.perf.report [--games N]``

The measurements take half a minute. N campaign games of each scenario and pairing of players take as long
as they take; without N the results of the last ones stay in the document.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engine.loading import builtin_modules, load_module
from tests.perf.measuring import Measured, measure

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "resources" / "docs" / "performance.md"

GAMES = "\n## Automatic games\n\n"

HEAD = """# Performance

Made by `python -m tests.perf.report` in the environment that `python3 run.py test` makes,
on a machine with {cores} processors ({system}, Python {python}), other programs running beside it.

Figures of work are processor times, medians or best of several. python-chess {chess} plays random moves in
the same run as a yardstick: **{rate:,.0f} moves a CPU second** here, 40,000 on the machine the budgets were
made for. A budget counts as kept when the figure, corrected by that ratio, is inside it.

| what | measured | budget | kept |
|---|---|---|---|
"""


def main() -> None:
    """Measure, play, write."""
    arguments = argparse.ArgumentParser(description="Writes the document on performance.")
    arguments.add_argument("--games", type=int, default=0, help="campaign games of each scenario and pairing")
    games = arguments.parse_args().games
    figures, rate, slow = measure()
    text = HEAD.format(
        cores=cores(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        chess=version("chess"),
        rate=rate,
    )
    text += "".join(row_of(figure, slow) for figure in figures)
    ratio = figures[0].value / rate
    text += f"\nRandom play of the full rules against random chess moves in the same run: {ratio:.2f}.\n"
    text += matches(games) if games else kept_games()
    TARGET.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{TARGET}\n")


def kept_games() -> str:
    """The automatic games of an earlier run, with whatever was written below them."""
    try:
        _, mark, games = TARGET.read_text(encoding="utf-8").partition(GAMES)
    except FileNotFoundError:
        return ""
    return mark + games


def cores() -> int:
    """Processors of this machine."""
    import os

    return os.cpu_count() or 1


def row_of(figure: Measured, slow: float) -> str:
    """One line of the table."""
    sign = "<" if figure.most else ">"
    kept = "yes" if figure.is_kept(slow) else "no"
    value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
    return f"| {figure.what} | {value} {figure.unit} | {sign} {figure.budget:g} | {kept} |\n"


def matches(games: int) -> str:
    """Automatic games of every scenario in every version, and what came out."""
    text = GAMES + f"Made with `--games {games}`. No action was refused and no invariant broken"
    text += " unless a line says so.\n\n"
    text += "| scenario | players | games | axis | allied | draw | turns | actions | actions/s | faults |\n"
    text += "|---|---|---|---|---|---|---|---|---|---|\n"
    for name, path in builtin_modules().items():
        module = load_module(path)
        if not module.listed:
            continue
        for scenario in module.scenarios:
            for bots in (
                ("random", "random"),
                ("greedy", "random"),
                ("random", "greedy"),
                ("greedy", "greedy"),
            ):
                text += match_row(f"{name}/{scenario.id}", bots, games)
    return text


def match_row(reference: str, bots: tuple[str, str], games: int) -> str:
    """Games of one scenario and pairing."""
    command = [sys.executable, "-m", "app", "simulate", reference, "--games", str(games), "--json"]
    done = subprocess.run(
        [*command, "--bot-axis", bots[0], "--bot-allied", bots[1]],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    summary: dict[str, Any] = json.loads(done.stdout)["summary"]
    wins = summary["wins"]
    shares = [f"{share['rate']:.0%} ({share['low']:.0%}-{share['high']:.0%})" for share in wins.values()]
    cells = [
        *(reference, " v ".join(bots), games, *shares[:3], summary["mean_turns"], summary["mean_actions"]),
        *(summary["actions_per_cpu_second"], summary["refused"] + summary["errors"]),
    ]
    return f"| {' | '.join(map(str, cells))} |\n"


if __name__ == "__main__":
    main()
