"""The exit codes of a command, beside 0 when it went well and 1 for a failed check."""

BAD_INPUT = 2
STOPPED = 130
"""after Ctrl-C"""
