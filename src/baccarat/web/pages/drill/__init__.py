"""The page of the croupier's drill, which asks questions about baccarat."""
