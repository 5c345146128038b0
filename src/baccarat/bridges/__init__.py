"""Our games and shoes for OpenSpiel, Gambit and gymnasium; each of these needs its own extra."""
