"""The steps of saved games and journals, in order; each line is brought up by itself."""

from collections.abc import Mapping

from engine.upgrading import save_from_1
from engine.upgrading.plain import Change, Plain

#: The first format there was.
OLDEST_FORMAT = 1

STEPS: Mapping[int, Change] = {1: save_from_1.upgraded}


def upgraded_line(line: Plain, version: int) -> Plain:
    """One line of a save as plain data, brought from a format to the present one."""
    for step in sorted(number for number in STEPS if number >= version):
        line = STEPS[step](line)
    return line
