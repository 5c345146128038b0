"""Sessions played by a table of a system's states: many at a time, equal to the reference."""
