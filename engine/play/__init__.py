"""Playing: actions, decisions, events, and the builder that turns one state into the next."""
