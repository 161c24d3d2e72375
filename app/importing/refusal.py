"""What an importer says when it will not or cannot take something."""

from __future__ import annotations

from engine.errors import EngineError


class ImportRefused(EngineError):
    """A picture, archive or call that cannot be imported; the text says why and what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.message, self.hint = message, hint
