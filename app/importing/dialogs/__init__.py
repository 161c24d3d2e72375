"""Windows of the importers: the slicer, the preview of a folder, the report of a VASSAL module."""
