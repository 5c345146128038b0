"""The page on which a dealer enters the results of a real table."""
