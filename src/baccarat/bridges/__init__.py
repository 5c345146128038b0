"""Our games and shoes for OpenSpiel, Gambit and gymnasium; each program needs its own extra."""
