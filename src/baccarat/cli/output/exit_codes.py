"""The exit codes of a command, besides 0 for success and 1 for a failed check."""

BAD_INPUT = 2
STOPPED = 130
"""after Ctrl-C"""
