"""The views of a table for each audience, and its words for every screen."""
