"""What a table shows to each audience, in words for every screen."""
