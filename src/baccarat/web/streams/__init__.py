"""Live events for those who follow a table, a board or a run."""
