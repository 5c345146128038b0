"""The exit codes of a command, besides 0 for success."""

FAILED_CHECK = 1
BAD_INPUT = 2
STOPPED = 130
"""after Ctrl-C"""
