"""The print dialog: choices on the left, the true page on the right."""
