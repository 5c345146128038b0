"""Sessions solved exactly: a chain over the states of a system, followed plainly and quickly."""
