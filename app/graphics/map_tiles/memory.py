"""How much memory the decoding of a picture may take, where it can only be decoded as a whole.

Progressive JPEG tells the whole picture roughly first and then ever finer, and WebP has no strips at all: no
decoder can give their rows one after the other. They are read by a process of its own, up to half of the
memory of the machine; the system ends an attempt to take more.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Final

from app.importing.refusal import ImportRefused

if sys.platform != "win32":
    import resource

NEEDED: Final = {"JPEG": 13, "WEBP": 21, "PNG": 9, "TIFF": 9}
"""Bytes of memory to a pixel while a picture is decoded as a whole, by its kind."""
OTHERS: Final = 9
SPARE: Final = 700_000_000
"""What the program itself takes, and room for the pieces that are written."""
TIGHTEST: Final = 200
"""Pixels to a byte that the scan of a map may have at most; hostile pictures claim far more."""
PLAIN: Final = "save it as plain PNG or as JPEG that is not progressive"
GB: Final = 1e9


def check_density(path: Path, pixels: int, what: str = "a map") -> None:
    """Refuses a picture that claims far more pixels than its bytes can tell of."""
    count = path.stat().st_size
    if pixels > TIGHTEST * count:
        size = f"{path.name} has {pixels / 1e6:,.0f} megapixels in {count:,} bytes"
        raise ImportRefused(f"{size}, which is no scan of {what}", PLAIN)


def check_memory(path: Path, pixels: int, kind: str) -> None:
    """Refuses a picture that this machine cannot decode as a whole."""
    size = f"{path.name} has {pixels / 1e6:,.0f} megapixels"
    needed, allowed = pixels * NEEDED.get(kind, OTHERS), allowance()
    if needed > allowed:
        words = f"in a form that can only be read whole, which takes {needed / GB:,.1f} GB of memory"
        raise ImportRefused(f"{size} {words}; this machine can give {allowed / GB:,.1f} GB", PLAIN)


def allowance() -> int:
    """Bytes that one decoding may take: half of the memory of the machine."""
    return memory() // 2


def memory() -> int:
    """The memory of the machine in bytes; 4 GB where it does not tell."""
    try:
        if sys.platform == "win32":
            return _memory_of_windows()
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return int(4 * GB)


def _memory_of_windows() -> int:
    found = ctypes.c_ulonglong(0)
    if not ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(found)):  # type: ignore[attr-defined,unused-ignore]
        raise OSError("the system does not tell its memory")
    return found.value * 1024


def limit_memory() -> None:
    """Lets this process take no more than its allowance, where the system can hold it to that."""
    if sys.platform == "win32":
        return
    wanted = allowance() + SPARE
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard in (resource.RLIM_INFINITY, -1) or hard > wanted:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
