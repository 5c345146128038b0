"""Sessions solved exactly: a chain over the states of a system, by a plain and a fast method."""
