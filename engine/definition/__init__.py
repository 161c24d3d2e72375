"""Definitions: what the files of a module say, as frozen values.

`module` holds the whole; `board`, `piece`, `chart`, `sequence` and `scenario` hold the parts; `drawing`
holds what only the painter of a map needs.
"""
