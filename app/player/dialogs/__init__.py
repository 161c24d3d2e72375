"""Dialogs of the player window; none blocks, all are answered by signals."""
