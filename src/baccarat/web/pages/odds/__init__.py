"""The page of exact odds."""
