"""The games that come with Hexwright: one folder each with data files and, where it has rules, its ruleset."""
