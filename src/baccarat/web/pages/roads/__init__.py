"""The page that explains the roads."""
