"""Our games and shoes for other people's tools; each tool needs the extra of its name."""
