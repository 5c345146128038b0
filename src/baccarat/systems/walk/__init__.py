"""Plays many sessions at a time by a table of a system's states, as the reference player would."""
