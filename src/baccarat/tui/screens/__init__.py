"""The screens: the start, the table, and the sheets that open above it."""
