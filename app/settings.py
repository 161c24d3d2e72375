"""The reader's settings: typed, validated, written atomically as readable JSON.

A settings file that cannot be read never stops the program: the defaults
apply, the faulty file is kept beside the new one, and a message tells of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.theme.current import ThemeChoice
from app.user_files import config_folder, made
from engine.saves import SaveFault, read_limited, write_atomically

FILE_NAME = "settings.json"
_MOST_BYTES = 1_000_000
_MOST_RECENT = 12


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=False, kw_only=True):
    """All settings. `animation` is a speed, 0 = none; `recent` are saved games, newest first;
    `hidden_layers` are parts of the map that the editor leaves out; the last four are what the reader's
    printer wants, no paper being that of the country.
    """

    theme: ThemeChoice = ThemeChoice.SYSTEM
    text_scale: Annotated[float, msgspec.Meta(ge=0.8, le=2.0)] = 1.0
    animation: Annotated[float, msgspec.Meta(ge=0.0, le=4.0)] = 1.0
    autosave: bool = True
    sounds: bool = False
    confirm_phase_end: bool = True
    confirm_quit: bool = True
    show_keys: bool = True
    edge_scroll: bool = False
    hover_delay_ms: Annotated[int, msgspec.Meta(ge=0, le=2000)] = 120
    overlays: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    last_module: str = ""
    last_scenario: str = ""
    windows: dict[str, str] = {}
    hidden_layers: tuple[str, ...] = ()
    shows_layers: bool = True
    guides_seen: tuple[str, ...] = ()
    paper: str = ""
    sheet_turns: str = "long"
    backs_right: Annotated[float, msgspec.Meta(ge=-5.0, le=5.0)] = 0.0
    backs_down: Annotated[float, msgspec.Meta(ge=-5.0, le=5.0)] = 0.0


_decoder = msgspec.json.Decoder(Settings, strict=True)


class SettingsStore(QObject):
    """Holds the settings of the running program and their file; `changed` fires after every change."""

    changed = Signal()

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path or config_folder() / FILE_NAME
        self.fault = ""
        self._settings = self._read()

    @property
    def current(self) -> Settings:
        """The settings now in force."""
        return self._settings

    @property
    def path(self) -> Path:
        """Where they are written."""
        return self._path

    def change(self, **values: object) -> bool:
        """Change some settings and write them; False if they could not be written (they apply all the same).

        Raises `msgspec.ValidationError` for a value out of bounds and `TypeError` for an unknown name.
        """
        changed = replace(self._settings, **values)
        checked = msgspec.convert(msgspec.to_builtins(changed), Settings, strict=True)
        if checked == self._settings:
            return True
        self._settings = checked
        written = self._write()
        self.changed.emit()
        return written

    def remember_game(self, path: Path) -> bool:
        """Put a saved game at the head of the recent ones."""
        name = str(path)
        others = tuple(known for known in self._settings.recent if known != name)
        return self.change(recent=(name, *others)[:_MOST_RECENT])

    def forget_game(self, path: Path) -> bool:
        """Take a saved game out of the recent ones."""
        return self.change(recent=tuple(known for known in self._settings.recent if known != str(path)))

    def remember_window(self, name: str, geometry: bytes) -> bool:
        """Keep where a window stood, as Qt describes it."""
        return self.change(windows={**self._settings.windows, name: geometry.hex()})

    def window(self, name: str) -> bytes:
        """Where a window stood; empty if it is not known."""
        try:
            return bytes.fromhex(self._settings.windows.get(name, ""))
        except ValueError:
            return b""

    def _read(self) -> Settings:
        if not self._path.exists():
            return Settings()
        try:
            return _decoder.decode(read_limited(self._path, _MOST_BYTES))
        except (SaveFault, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._keep_faulty()
            self.fault = f"The settings could not be read ({error}); the defaults are in force."
            return Settings()

    def _keep_faulty(self) -> None:
        try:
            self._path.replace(self._path.with_suffix(".faulty.json"))
        except OSError:
            return

    def _write(self) -> bool:
        try:
            made(self._path.parent)
            write_atomically(self._path, msgspec.json.format(msgspec.json.encode(self._settings), indent=2))
        except (SaveFault, OSError) as error:
            self.fault = f"The settings could not be written: {error}"
            return False
        return True
