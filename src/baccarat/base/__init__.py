"""What every room may use, and what knows nothing of the game: errors, files, hints, words."""
