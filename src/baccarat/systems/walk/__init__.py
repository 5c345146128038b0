"""Plays many sessions at a time, with a table of the system's states."""
