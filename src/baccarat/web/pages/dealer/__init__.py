"""The page of a dealer at a real table."""
