"""The line protocol: one JSON object a line each way, for bots, scripts and tests.

Pure but for modules and saves, which it reaches through :mod:`engine.loading` and :mod:`engine.saves`: a
:class:`Session` takes a line and gives a line. The command line only carries them to and fro.
"""

from engine.protocol.library import Library
from engine.protocol.session import Session

__all__ = ["Library", "Session"]
