"""Data that belongs to the program and to no game: documents, fonts, icons, symbols, themes and templates."""
