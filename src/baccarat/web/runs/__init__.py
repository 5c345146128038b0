"""The laboratory: long runs that are dealt in turns, kept, and gone on with."""
