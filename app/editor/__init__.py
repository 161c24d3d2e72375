"""The editor: one window in which a module is changed, checked and tried out.

`document` holds the module with its history; the panels show it and hand edits to it; the edits
themselves are pure functions in `engine.editing`.
"""
