"""From tokens to Qt's palette, for everything the style sheet does not reach."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from app.graphics.colors import mix
from app.theme.tokens import Tokens

_Role = QPalette.ColorRole
_Group = QPalette.ColorGroup


def palette_of(tokens: Tokens) -> QPalette:
    """A palette in which every role and the disabled group are set."""
    palette = QPalette()
    roles = {
        _Role.Window: tokens.window,
        _Role.WindowText: tokens.text,
        _Role.Base: tokens.panel,
        _Role.AlternateBase: tokens.row,
        _Role.Text: tokens.text,
        _Role.PlaceholderText: tokens.faint,
        _Role.Button: tokens.button,
        _Role.ButtonText: tokens.text,
        _Role.BrightText: tokens.bad,
        _Role.ToolTipBase: tokens.card,
        _Role.ToolTipText: tokens.text,
        _Role.Highlight: tokens.selected,
        _Role.HighlightedText: tokens.selected_text,
        _Role.Link: tokens.accent,
        _Role.LinkVisited: tokens.accent,
        _Role.Light: mix(tokens.window, "#ffffff", 0.4),
        _Role.Midlight: mix(tokens.window, "#ffffff", 0.2),
        _Role.Mid: tokens.line,
        _Role.Dark: tokens.strong_line,
        _Role.Shadow: mix(tokens.strong_line, "#000000", 0.5),
        _Role.Accent: tokens.accent,
    }
    for role, code in roles.items():
        palette.setColor(role, QColor(code))
    muted = QColor(mix(tokens.faint, tokens.panel, 0.35))
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.HighlightedText):
        palette.setColor(_Group.Disabled, role, muted)
    palette.setColor(_Group.Disabled, _Role.Highlight, QColor(tokens.line))
    return palette
