"""What fills the terminal: the start, the table, and what opens above it."""
