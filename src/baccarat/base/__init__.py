"""Tools for all other packages, without any rule of the game: errors, files, type hints, words."""
