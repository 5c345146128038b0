"""Plays many sessions at a time, by a table of a system's states; equal to the reference player."""
