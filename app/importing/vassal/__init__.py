"""Reading VASSAL modules and saved set-ups: from archives of strangers to a Hexwright module and a report.

The format is read by our own code from its description; nothing of a module is ever run.
"""
