"""The laboratory: long runs that are dealt in turns, stored, and can be resumed."""
