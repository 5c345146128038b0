"""Tools that every room may use and that know nothing of the game: errors, files, hints, words."""
