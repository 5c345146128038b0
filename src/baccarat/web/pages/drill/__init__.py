"""The page of the croupier's drill."""
