"""Chemin de fer and banque as games: payoffs, exact solvers, certificates."""
