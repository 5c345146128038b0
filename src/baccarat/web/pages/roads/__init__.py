"""The page of the roads."""
