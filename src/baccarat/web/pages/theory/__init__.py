"""The page that solves chemin de fer and banque and shows their equilibria."""
