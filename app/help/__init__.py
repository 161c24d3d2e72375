"""The viewer of the shipped documents and the About dialog."""
