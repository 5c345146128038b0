"""What each audience sees of a table, and the texts for every screen."""
