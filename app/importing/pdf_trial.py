"""Drawing the pages of a PDF once, small, in a process of its own that may take little time and memory.

Pages can draw themselves over and over, or unpack to more than any machine holds, and whoever draws them
cannot be stopped. What ends well here is drawn by the program itself; what does not is refused.
"""

from __future__ import annotations

import contextlib
import os
import sys
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Final

import pypdfium2 as pdfium

from app.importing.refusal import ImportRefused
from app.importing.watching import Watch

if sys.platform != "win32":
    import resource

MOST_SECONDS: Final = 6
"""Seconds of work that all pages may take."""
MOST_WAITING: Final = 60
"""Seconds after which a process is ended that gets no work done, on a busy machine."""
MOST_MEMORY: Final = 1_200_000_000
DPI: Final = 18
LOOK: Final = 0.1


def try_pages(path: Path, watch: Watch) -> None:
    """Refuses a file whose pages take too much time or memory to draw; `watch` may end it."""
    process = get_context("spawn").Process(target=draw, args=(str(path),), daemon=True)
    process.start()
    end = monotonic() + MOST_WAITING
    try:
        while process.is_alive() and monotonic() < end:
            watch(0.0)
            process.join(LOOK)
    finally:
        process.kill()
        process.join()
    if process.exitcode:
        raise ImportRefused(
            f"{path.name} takes too much time or memory to draw", "save its pages as pictures, PNG or JPEG"
        )


def draw(path: str) -> None:
    """Draw all pages within the limits; damaged ones are for the program itself to tell of."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    document = pdfium.PdfDocument(path)
    for number in range(len(document)):
        with contextlib.suppress(pdfium.PdfiumError, ValueError):
            page = document[number]
            page.render(scale=DPI / 72)
            page.close()
