"""The games that come with Hexwright: a folder each, with data files and, where it has rules, its ruleset."""
