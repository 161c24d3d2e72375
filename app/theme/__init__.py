"""Colours of the windows: tokens, palette and style sheet, switched at run time."""
