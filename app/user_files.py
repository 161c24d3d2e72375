"""Where the program keeps a person's own files, and nothing else anywhere.

Settings, journals of games in play, saved games, own modules and caches each
have a folder. The environment variable `HEXWRIGHT_HOME` puts all of them
below one folder, for tests and for sticks that are carried around.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

HOME_VARIABLE = "HEXWRIGHT_HOME"
SAVE_SUFFIX = ".hexsave"
JOURNAL_SUFFIX = ".hexjournal"
MODULE_SUFFIX = ".hexmod"

_dirs = PlatformDirs("Hexwright", appauthor=False)


def _folder(name: str, system: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / name if home else Path(system)


def config_folder() -> Path:
    """Settings and window positions."""
    return _folder("config", _dirs.user_config_dir)


def saves_folder() -> Path:
    """Saved games, unless the player chooses another place."""
    return _folder("saves", str(Path(_dirs.user_data_dir) / "saves"))


def journals_folder() -> Path:
    """Journals of games in play; what a crash leaves here is offered again."""
    return _folder("journals", str(Path(_dirs.user_data_dir) / "journals"))


def modules_folder() -> Path:
    """Modules of the user's own."""
    return _folder("modules", str(Path(_dirs.user_data_dir) / "modules"))


def cache_folder() -> Path:
    """Pictures and summaries that can be made again."""
    return _folder("cache", _dirs.user_cache_dir)


def logs_folder() -> Path:
    """Log files of the program."""
    return _folder("logs", _dirs.user_log_dir)


def made(folder: Path) -> Path:
    """The folder, created if it was not there; raises OSError if it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder
