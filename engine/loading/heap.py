"""Making very many values at once without looking for garbage all the while.

Definitions hold each other as a tree, so nothing of them is garbage as long as they are being made. The
collector does not know that and walks over all of them again and again: with thousands of counters that is
most of the time a module takes to load.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """No garbage is looked for within; it is again afterwards if it was before."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
