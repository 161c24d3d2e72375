"""One painter per thing drawn, shared by screen, thumbnail and printed page."""
