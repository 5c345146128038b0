"""The page of the equilibria."""
