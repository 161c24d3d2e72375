"""Holds the slicer against sheets of known cuts and writes the result into ``resources/docs/performance.md``:

``.venv/bin/python -m tests.perf.slicing [--sheets N] [--first SEED] [--processes P]``

Three kinds of sheet: *ruled* ones of 200 dpi and more, which must be found without help; *poor* ones, coarser
or without cut lines, which must be found once rows, columns and a rough box are given; *bent* ones as from a
camera. Of every kind none may be wrong while the slicer is sure. Seeds below `HELD_OUT` are for tuning, those
from there on are only measured. Hundreds of sheets take long, so this is a command and no test; a sample of
the same sheets is tested in `tests/app/importing`.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path

from app.importing.slicing.finding import find_grid
from app.importing.slicing.helping import grid_with_help
from app.importing.slicing.sheet import Sheet
from tests.app.importing.sheet_checks import Outcome, box_around, compared
from tests.fixtures.sheet_designs import Stress, stress
from tests.fixtures.sheet_scans import Scan, scan

TARGET = Path(__file__).resolve().parents[2] / "resources" / "docs" / "performance.md"
TITLE = "## Counter sheets\n"
KINDS = ("ruled", "poor", "bent")
HELD_OUT = 10_000
EDGE = 160.0
"""The blocks of a sheet reach about so far, in millimetres: as on half a sheet of paper."""
ROUGH = 0.03
"""What poor sheets may be off, as a share of a counter."""

HEAD = """
{sheets} sheets drawn and scanned by chance, seeds from {first:,} on, cuts known
(`python -m tests.perf.slicing --sheets {each}`, {system}): one to four blocks of one or several
counter sizes, gutters, frames, titles, missing counters, nine kinds of face, dark and light cut lines of
0.15 to 0.5 mm, 100 to 600 dpi, turned up to 3°, uneven light, noise, blur, JPEG 40 to 95, grey, rims of the
scanner, PDF. Right means at least 99 % of the counters cut within the larger of 1 % and 2 pixels and nothing
else cut; of poor and bent sheets 97 % within 3 %. Asked means that the slicer said it was not sure; with
help, each block counts by itself.

| sheets | number | right | asked, proposal right | asked | wrong while sure | right where sure | s each |
|---|---|---|---|---|---|---|---|
"""


@dataclass
class Tally:
    """What became of the sheets of one kind."""

    words: Counter[str] = field(default_factory=Counter)
    there: int = 0
    good: int = 0
    seconds: float = 0.0
    wrong: list[int] = field(default_factory=list)

    def add(self, number: int, outcome: Outcome, seconds: float, share: float) -> None:
        """Counts one sheet."""
        word = outcome.word_at(share)
        self.words[word] += 1
        self.seconds += seconds
        if outcome.sure:
            self.there += outcome.there
            self.good += outcome.good
        if word == "WRONG":
            self.wrong.append(number)

    def row(self, name: str) -> str:
        """One line of the table."""
        total = max(1, sum(self.words.values()))
        counts = [self.words[word] for word in ("right", "asked, right", "asked", "WRONG")]
        share = f"{self.good / self.there:.2%} of {self.there:,}" if self.there else "none"
        cells = [name, str(total), *map(str, counts), share, f"{self.seconds / total:.1f}"]
        return f"| {' | '.join(cells)} |\n"


def tried(task: tuple[str, int]) -> list[tuple[str, int, Outcome, float, float]]:
    """One sheet without help, and with help where it is a poor one."""
    kind, number = task
    sheet = stress(number, kind, EDGE)
    known = scan(sheet)
    began = time.process_time()
    grid = find_grid(Sheet(known.picture, f"{kind} {number}"))
    spent = time.process_time() - began
    tolerance = None if kind == "ruled" else ROUGH
    share = 0.99 if kind == "ruled" else 0.97
    done = [(f"{kind}, alone", number, compared(grid, known, tolerance), spent, share)]
    if kind == "poor":
        done += [(f"{kind}, with help", number, *entry, share) for entry in helped(sheet, known)]
    return done


def helped(sheet: Stress, known: Scan) -> list[tuple[Outcome, float]]:
    """Every block with its columns, rows and a rough box."""
    done = []
    for number, block in enumerate(sheet.design.blocks):
        own = Scan(known.picture, tuple(c for c in known.counters if c.block == number))
        box = box_around(own, number, sheet.spoiling.dpi / 60)
        began = time.process_time()
        grid = grid_with_help(Sheet(known.picture), block.columns, block.rows, box)
        done.append((compared(grid, own, ROUGH), time.process_time() - began))
    return done


def main() -> None:
    """Try, count, write."""
    arguments = argparse.ArgumentParser(description="Holds the slicer against sheets of known cuts.")
    arguments.add_argument(
        "--sheets", type=int, default=100, help="ruled sheets; a third as many of the others"
    )
    arguments.add_argument("--first", type=int, default=HELD_OUT, help="the first seed")
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--nice", type=int, default=10)
    given = arguments.parse_args()
    os.nice(given.nice)
    tallies: dict[str, Tally] = {}
    others = max(1, given.sheets // 3)
    counts = {"ruled": given.sheets, "poor": others, "bent": others}
    tasks = [(kind, number) for kind in KINDS for number in range(given.first, given.first + counts[kind])]
    with Pool(given.processes) as pool:
        for entries in pool.imap_unordered(tried, tasks):
            for name, number, outcome, seconds, share in entries:
                if outcome.word_at(share) != "right":
                    sys.stderr.write(f"{name} {number}: {outcome}\n")
                tallies.setdefault(name, Tally()).add(number, outcome, seconds, share)
    head = HEAD.format(
        sheets=len(tasks),
        each=given.sheets,
        first=given.first,
        system=f"{platform.system()}, {os.cpu_count()} processors",
    )
    text = TITLE + head + "".join(tallies[name].row(name) for name in sorted(tallies, reverse=True))
    put(text)
    sys.stdout.write(text)
    for name, tally in tallies.items():
        if tally.wrong:
            sys.stdout.write(f"wrong while sure, {name}: {sorted(tally.wrong)}\n")


def put(section: str) -> None:
    """Puts the section into the document, in the place of an older one."""
    old = TARGET.read_text(encoding="utf-8")
    without = re.sub(rf"\n?{re.escape(TITLE)}.*?(?=\n## |\Z)", "", old, flags=re.DOTALL).rstrip("\n")
    TARGET.write_text(f"{without}\n\n{section}", encoding="utf-8")


if __name__ == "__main__":
    main()
