"""Loading of modules: from a folder or a zipped file to a `ModuleDef`, or to a list of issues.

Nothing in a module is trusted: files have limits, text is read without running anything, ids are
checked against each other, and every fault becomes an issue with file, line and remedy.
"""

from engine.issues import Issue, LoadError
from engine.loading.catalog import builtin_modules, is_module_folder, module_hash, module_place, place_of
from engine.loading.loader import check_module, load_module, schema_version_of
from engine.loading.source import open_source, read_asset

__all__ = [
    "Issue",
    "LoadError",
    "builtin_modules",
    "check_module",
    "is_module_folder",
    "load_module",
    "module_hash",
    "module_place",
    "open_source",
    "place_of",
    "read_asset",
    "schema_version_of",
]
